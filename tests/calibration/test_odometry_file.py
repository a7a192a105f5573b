"""What was learned of wheels is kept in a file, read back, and refused with line and key where it is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boards.base.errors import Problems
from calibration.odometry import PRIOR, DriveModel, Estimate
from calibration.odometry_file import FORMAT, StoredOdometry, dump_odometry, load_odometry, save_odometry
from hardware.simulated.physics.drive_train import DriveErrors
from tests.calibration.test_odometry import _learn as learn


def test_what_is_kept_comes_back_as_far_as_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "odometry.yaml"
    rosie = learn(DriveErrors(left=1.02, right=0.98), 12)
    save_odometry(StoredOdometry({"rosie": rosie, "serial:/dev/ttyUSB0": Estimate()}, {"/dev/video0": 0.4}), path)
    kept = load_odometry(path)
    found = kept.robots
    assert kept.cameras == {"/dev/video0": 0.4}
    assert list(found) == ["rosie", "serial:/dev/ttyUSB0"]
    assert found["rosie"].model.veer == pytest.approx(rosie.model.veer, abs=1e-6)
    assert found["rosie"].sigmas == pytest.approx(rosie.sigmas, rel=0.01)
    assert (found["rosie"].count, found["serial:/dev/ttyUSB0"].confidence) == (12, 0.0)
    assert not path.with_name("odometry.yaml.new").exists()


def test_a_file_without_robots_is_kept_and_what_is_read_is_known_figure_by_figure(tmp_path: Path) -> None:
    path = tmp_path / "odometry.yaml"
    save_odometry(StoredOdometry(), path)
    assert load_odometry(path) == StoredOdometry({}, {})
    save_odometry(StoredOdometry({"rosie": Estimate()}), path)
    kept = load_odometry(path).robots["rosie"]
    assert kept.covariance == Estimate().covariance and kept.sigmas == PRIOR


def test_the_file_reads_as_people_write_it_what_it_is_first() -> None:
    text = dump_odometry(StoredOdometry({"рози": Estimate()}, {"/dev/video0": 0.4}))
    keys = [line.partition(":")[0].strip() for line in text.splitlines()]
    figures = ["scale", "veer", "turn", "backlash"]
    assert keys[:3] == ["format", "robots", "рози"] and keys[3:12] == [*figures, "sigma", *figures]
    assert keys[12:] == ["seen", "cameras", "/dev/video0", "latency"]
    assert "cameras" not in dump_odometry(StoredOdometry({"рози": Estimate()}))


def test_figures_are_written_as_exactly_as_they_are_known() -> None:
    rows = tuple(tuple(1.23456789e-4**2 if row == column else 0.0 for column in range(4)) for row in range(4))
    text = dump_odometry(StoredOdometry({"rosie": Estimate(DriveModel(veer=1.23456789e-4), rows)}))
    assert [line.partition("veer: ")[2] for line in text.splitlines() if "veer" in line] == ["0.0001235", "0.00012346"]


@pytest.mark.parametrize(
    ("key", "low", "high", "beyond"),
    [
        ("scale", 0.3, 3.0, (0.29, 3.01)),
        ("veer", -0.02, 0.02, (-0.021, 0.021)),
        ("turn", 0.3, 3.0, (0.29, 3.01)),
        ("backlash", 0.0, 20.0, (-0.1, 20.1)),
    ],
)
def test_figures_have_limits(tmp_path: Path, key: str, low: float, high: float, beyond: tuple[float, float]) -> None:
    path = tmp_path / "odometry.yaml"
    text = dump_odometry(StoredOdometry({"rosie": Estimate()}))

    def read(value: float) -> float:
        path.write_text(re.sub(rf"    {key}: .*", f"    {key}: {value}", text, count=1))
        return float(getattr(load_odometry(path).robots["rosie"].model, key))

    assert (read(low), read(high)) == (low, high)
    for value in beyond:
        with pytest.raises(Problems, match=f"robots.rosie.{key}"):
            read(value)


def test_all_mistakes_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "odometry.yaml"
    text = dump_odometry(StoredOdometry({"rosie": learn(DriveErrors(), 3)}))
    path.write_text(text.replace("scale: ", "scale: 9", 1).replace("seen: 3", "seen: -1") + "more: 1\n")
    with pytest.raises(Problems) as caught:
        load_odometry(path)
    told = [str(problem) for problem in caught.value.problems]
    assert [line.split(": ")[1] for line in told] == ["robots.rosie.scale", "robots.rosie.seen", "more"]
    path.write_text("format: golem-odometry/9\nrobots: {}\n")
    with pytest.raises(Problems, match=FORMAT):
        load_odometry(path)
