"""What was learned of wheels is kept in a file, read back, and refused with line and key where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.base.errors import Problems
from calibration.odometry import Estimate
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
