"""A camera found by a part of its name, as Linux lists it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.camera_frames import CameraMissing
from controller.vision.cameras import device_names as names
from controller.vision.cameras.camera_registry import camera_for, kind_of
from controller.vision.cameras.device_names import NamedCamera, StableDevice, camera_named, named_cameras, stable_path


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


def plugged(root: Path, number: int, name: str, usb: str, links: dict[str, str]) -> str:
    """A camera as Linux shows it: its device, its name, and udev's links to it."""
    device = root / "dev" / f"video{number}"
    device.parent.mkdir(exist_ok=True)
    device.write_bytes(b"")
    listed = root / "sys" / device.name
    listed.mkdir(parents=True)
    (listed / "name").write_text(f"{name}\n")
    (root / "usb" / usb).mkdir(parents=True, exist_ok=True)
    (listed / "device").symlink_to(root / "usb" / usb)
    for folder, link in links.items():
        (root / folder).mkdir(exist_ok=True)
        (root / folder / link).unlink(missing_ok=True)
        (root / folder / link).symlink_to(device)
    return str(device)


def test_a_camera_is_remembered_by_what_it_is_or_by_its_socket(tmp_path: Path) -> None:
    def stable(device: str) -> str:
        return stable_path(device, tmp_path / "sys", tmp_path / "by-id", tmp_path / "by-path")

    one = plugged(tmp_path, 0, "C920", "1-1:1.0", {"by-id": "usb-C920-index0", "by-path": "usb-1"})
    # The further node of the same camera makes no second camera.
    plugged(tmp_path, 1, "C920", "1-1:1.0", {"by-id": "usb-C920-index1"})
    assert stable(one) == str(tmp_path / "by-id" / "usb-C920-index0")
    # Another camera of the same kind takes over the link by name: now only the sockets tell them apart.
    two = plugged(tmp_path, 2, "C920", "1-2:1.0", {"by-id": "usb-C920-index0", "by-path": "usb-2"})
    assert [stable(device) for device in (one, two)] == [
        str(tmp_path / "by-path" / link) for link in ("usb-1", "usb-2")
    ]
    assert stable("/dev/null") == "/dev/null"


def test_a_remembered_camera_is_found_under_another_number(tmp_path: Path, listed: Path) -> None:
    link = tmp_path / "by-id"
    link.symlink_to("/dev/null")
    where = StableDevice("/dev/null", lambda _device: str(link))
    assert where() == str(link)
    # It is unplugged, and comes back as something else: the path stays, whatever it leads to.
    link.unlink()
    assert where() == str(link)
    assert StableDevice("77")() == 77 and StableDevice("C920")() == "/dev/video0"
