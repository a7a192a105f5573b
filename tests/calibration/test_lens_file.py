"""The file of a measured lens: nothing is lost in it, mistakes are named, another version is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages
from boards.base.errors import Problems
from calibration.camera_model import CameraModel, Quality
from calibration.lens_file import Calibration, dump_calibration, load_calibration, parse_calibration, save_calibration
from calibration.lens_match import LensMismatch, LensUnfit

numbers = st.floats(-0.5, 0.5, allow_nan=False)
calibrations = st.builds(
    lambda f, c, k, rms, error, name, made: Calibration(
        CameraModel((1920, 1080), (1000 + f, 1001.0), (c, 540.0), k, Quality("charuco", rms, 14, 0.001, 0.9, error)),
        name,
        made,
    ),
    numbers,
    numbers,
    st.tuples(numbers, numbers, numbers, numbers, numbers),
    st.none() | st.floats(0, 2),
    st.none() | st.floats(0, 2),
    st.sampled_from(["", "HD Pro Webcam C920", "камера: № 1", "yes", "12"]),
    st.none() | st.dates(),
)


@settings(max_examples=40)
@given(calibrations)
def test_the_file_keeps_every_bit(calibration: Calibration) -> None:
    assert parse_calibration(dump_calibration(calibration), "x") == calibration


def test_saved_and_loaded(tmp_path: Path) -> None:
    camera = CameraModel((1920, 1080), (1.5, 2.5), (3.0, 4.0), quality=Quality("charuco", 0.21, 14, 0.001, 0.97, 0.3))
    calibration = Calibration(camera, "Webcam", date(2026, 3, 31))
    save_calibration(calibration, tmp_path / "lens.yaml")
    assert load_calibration(tmp_path / "lens.yaml") == calibration
    assert [path.name for path in tmp_path.iterdir()] == ["lens.yaml"]


def test_every_mistake_of_a_file_is_named_with_its_line() -> None:
    text = (
        "format: golem-lens\nsize: {width: 1920}\nfocal: {x: 0, y: 1500}\ncentre: {x: a, y: 540}\nlens: 3\n"
        "distortion: {k1: 0, k2: 0, p1: 0, p2: 0, k3: .nan}\nquality: {source: horoscope, views: 3, coverage: -1}\n"
        "made: '31.3.2026'\n"
    )
    with pytest.raises(Problems) as caught:
        parse_calibration(text, "lens.yaml")
    assert {problem.at for problem in caught.value.problems} == {
        "lens.yaml:1: format",
        "lens.yaml:2: size.height",
        "lens.yaml:3: focal.x",
        "lens.yaml:4: centre.x",
        "lens.yaml:5: lens",
        "lens.yaml:6: distortion.k3",
        "lens.yaml:7: quality.source",
        "lens.yaml:7: quality.coverage",
        "lens.yaml:8: made",
    }


@pytest.mark.parametrize("text", ["", "- 1", "{", "format: golem-camera/x", "\x00", "format: [1]"])
def test_other_files_are_refused_in_plain_words(text: str) -> None:
    with pytest.raises(Problems, match=r"lens\.yaml"):
        parse_calibration(text, "lens.yaml")


@pytest.mark.parametrize("version", [1, 3, 99])
def test_a_file_of_another_version_is_stale_whatever_else_it_says(version: int) -> None:
    with pytest.raises(LensUnfit) as caught:
        parse_calibration(f"format: golem-camera/{version}\nlens: {{zoom: 3}}\n", "lens.yaml")
    (reason,) = caught.value.reasons
    assert reason.why is LensMismatch.OLD_FORMAT and "golem-camera/2" in str(caught.value)
    assert len({reason.translated(language) for language in languages()}) == len(languages())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problems, match=r"no\.yaml: cannot be read"):
        load_calibration(tmp_path / "no.yaml")
