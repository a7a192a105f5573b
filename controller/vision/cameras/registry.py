"""Which camera a person means: an index number, a device path, a picture, a folder, a video, an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

from calibration.frames import CameraMissing
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.names import camera_named, named_cameras
from controller.vision.cameras.pictures import SUFFIXES
from controller.vision.cameras.sources import FolderSource, PictureSource, Source, UsbSource, VideoSource
from controller.vision.cameras.threaded import ThreadedCamera

DEFAULT_SIZE = (1920, 1080)
"""What a USB camera is asked for, px."""

Maker = Callable[[str, tuple[int, int]], Source]


def _usb(text: str, size: tuple[int, int]) -> Source:
    named = None if text.isdigit() or text.startswith("/dev/") else camera_named(text)
    device = int(text) if text.isdigit() else named.path if named else text
    # A driver's buffer is emptied in real time, whatever clock the loop has.
    return UsbSource(device, size, perf_counter)


KINDS: Mapping[str, Maker] = MappingProxyType(
    {
        "usb": _usb,
        "picture": lambda text, _size: PictureSource(Path(text)),
        "folder": lambda text, _size: FolderSource(Path(text)),
        "video": lambda text, _size: VideoSource(text, live=False),
        "stream": lambda text, _size: VideoSource(text, live=True),
    }
)
"""Kind -> how its source is made from what the person wrote and the size asked for."""


def kind_of(text: str) -> str:
    """The kind of camera that is meant. Raises CameraMissing where nothing could be."""
    path = Path(text)
    if not text.strip():
        raise CameraMissing("''", "an empty name is no camera; name a picture, a folder, a video or a camera")
    if "://" in text:
        return "stream"
    if text.isdigit() or text.startswith("/dev/"):
        return "usb"
    if path.is_dir():
        return "folder"
    if path.suffix.lower() in SUFFIXES:
        return "picture"
    if path.is_file():
        return "video" if _is_video(path) else "picture"
    if camera_named(text) is not None:
        return "usb"
    known = ", ".join(f"{camera.name} ({camera.path})" for camera in named_cameras())
    there = f"; the cameras here are {known}" if known else ""
    raise CameraMissing(text, f"there is no such file, folder or camera{there}")


def camera_for(text: str, size: tuple[int, int] = DEFAULT_SIZE) -> Camera:
    """The camera that a person means, not yet open. Raises CameraMissing."""
    return ThreadedCamera(KINDS[kind_of(text)](text, size))


_VIDEO_SUFFIXES = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mjpeg", ".mjpg", ".mpg", ".mpeg"})


def _is_video(path: Path) -> bool:
    return path.suffix.lower() in _VIDEO_SUFFIXES
