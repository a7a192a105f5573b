"""Find the camera that a person means: a number, a device path, the Pi's, a picture, a folder, a video, an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

from calibration.camera_frames import CameraMissing
from controller.vision.cameras.address import parse_address
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.device_names import StableDevice, camera_named, named_cameras
from controller.vision.cameras.image_files import SUFFIXES
from controller.vision.cameras.latest_frame import RetryPolicy
from controller.vision.cameras.network import HttpOrFilmSource, NetworkSource
from controller.vision.cameras.pipe import PipeSource, pi_command
from controller.vision.cameras.replay import RecordingSource
from controller.vision.cameras.sources import FolderSource, PictureSource, Source, VideoSource
from controller.vision.cameras.threaded import ThreadedCamera, WarningSink, ignore_warning
from controller.vision.cameras.usb import UsbSource
from controller.vision.recording.recording_store import INDEX

DEFAULT_SIZE = (1920, 1080)
"""Size that a USB camera is asked for, px."""

RETRY = RetryPolicy()

_PI = re.compile(r"picamera(:\d)?")

Maker = Callable[[str, tuple[int, int]], Source]


def _usb(text: str, size: tuple[int, int]) -> Source:
    named = None if text.isdigit() or text.startswith("/dev/") else camera_named(text)
    name = f"camera {text}" if text.isdigit() else named.path if named else text
    return UsbSource(name, StableDevice(text), size, perf_counter)


def _pi(text: str, size: tuple[int, int]) -> Source:
    number = int(text.partition(":")[2] or 0)
    return PipeSource(f"picamera:{number}", lambda: pi_command(number, size), RETRY, perf_counter)


KINDS: Mapping[str, Maker] = MappingProxyType(
    {
        "usb": _usb,
        "picture": lambda text, _size: PictureSource(Path(text)),
        "folder": lambda text, _size: FolderSource(Path(text)),
        "recording": lambda text, _size: RecordingSource(Path(text)),
        "video": lambda text, _size: VideoSource(text),
        "http": lambda text, _size: HttpOrFilmSource(parse_address(text), RETRY, perf_counter),
        "stream": lambda text, _size: NetworkSource(parse_address(text), RETRY, perf_counter),
        "pi": _pi,
    }
)
"""Kind -> how to make its source from what the person wrote and the size asked for."""


def kind_of(text: str) -> str:
    """Return the kind of camera that is meant. Raises CameraMissing where nothing could be."""
    path = Path(text)
    if not text.strip():
        raise CameraMissing("''", SourceReason.EMPTY_NAME())
    if "://" in text:
        return "http" if parse_address(text).scheme in ("http", "https") else "stream"
    if _PI.fullmatch(text.strip()):
        return "pi"
    if text.isdigit() or text.startswith("/dev/"):
        return "usb"
    if path.is_dir():
        return "recording" if (path / INDEX).is_file() else "folder"
    if path.suffix.lower() in SUFFIXES:
        return "picture"
    if path.is_file():
        return "video" if _is_video(path) else "picture"
    if camera_named(text) is not None:
        return "usb"
    known = ", ".join(f"{camera.name} ({camera.path})" for camera in named_cameras())
    if known:
        raise CameraMissing(text, SourceReason.UNKNOWN_KNOWN(known=known))
    raise CameraMissing(text, SourceReason.UNKNOWN())


def camera_for(text: str, size: tuple[int, int] = DEFAULT_SIZE, on_warning: WarningSink = ignore_warning) -> Camera:
    """Return the camera that a person means, not yet open; ``on_warning`` gets its warnings once it is open.

    Raises CameraMissing.
    """
    return ThreadedCamera(KINDS[kind_of(text)](text, size), on_warning)


_VIDEO_SUFFIXES = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mjpeg", ".mjpg", ".mpg", ".mpeg"})


def _is_video(path: Path) -> bool:
    return path.suffix.lower() in _VIDEO_SUFFIXES
