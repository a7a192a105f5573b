"""A camera found by a part of its name, as Linux lists it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.frames import CameraMissing
from controller.vision.cameras import names
from controller.vision.cameras.names import NamedCamera, camera_named, named_cameras
from controller.vision.cameras.registry import camera_for, kind_of


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for number, name in ((0, "HD Pro Webcam C920\n"), (1, "HD Pro Webcam C920\n"), (10, "Камера стола\n")):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "name").write_text(name, encoding="utf-8")
    (tmp_path / "video2").mkdir()
    for find in (camera_named, named_cameras):
        monkeypatch.setattr(find, "__defaults__", (tmp_path,))
    return tmp_path


def test_all_are_listed_by_number(listed: Path) -> None:
    assert [camera.path for camera in names.named_cameras()] == ["/dev/video0", "/dev/video1", "/dev/video10"]


def test_a_part_of_the_name_is_enough(listed: Path) -> None:
    assert camera_named("c920") == NamedCamera("/dev/video0", "HD Pro Webcam C920")
    assert camera_named("КАМЕРА") == NamedCamera("/dev/video10", "Камера стола")
    assert camera_named("C930") is None and camera_named("  ") is None


def test_the_registry_takes_names_and_tells_those_that_are_there(listed: Path) -> None:
    assert kind_of("C920") == "usb"
    assert camera_for("c920").name == "/dev/video0"
    with pytest.raises(CameraMissing, match=r"the cameras here are HD Pro Webcam C920 \(/dev/video0\)"):
        kind_of("C930")
