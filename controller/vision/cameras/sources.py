"""What a camera's thread holds: sources of pictures, each opened, read and closed by that one thread only.

The only place where ``cv2.VideoCapture`` is used.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import cv2.utils.logging
import numpy as np

from calibration.frames import (
    CameraBusy,
    CameraError,
    CameraMissing,
    FramesEnded,
    Image,
    NoFrames,
    WrongSize,
)
from controller.vision.cameras.pictures import load_picture, pictures_in

# What goes wrong is said in our own words, once.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(0)

Clock = Callable[[], float]

FRESH_AFTER_S = 0.004
"""A frame that had to be waited for this long was not lying in the driver's buffer."""

BUFFERED_FRAMES = 6
"""No driver keeps more."""


class Source(Protocol):
    """Blocking; raises :class:`CameraError`."""

    name: str
    live: bool

    def open(self) -> None: ...

    def read(self) -> tuple[Image, str]:
        """The next picture, and where it is from. A live source gives the newest, never an old one."""
        ...

    def close(self) -> None: ...


class PictureSource:
    """One picture file, again and again."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._image: Image | None = None

    def open(self) -> None:
        self._image = load_picture(self._path)

    def read(self) -> tuple[Image, str]:
        if self._image is None:
            self.open()
        assert self._image is not None
        return self._image, self.name

    def close(self) -> None:
        self._image = None


class FolderSource:
    """The pictures of a folder, by name, once. A bad file raises, and the next :meth:`read` goes on after it."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._left: list[Path] = []

    def open(self) -> None:
        try:
            self._left = list(pictures_in(self._path))
        except OSError as error:
            raise CameraMissing(self.name, f"the folder cannot be read: {error.strerror}") from None
        if not self._left:
            raise CameraMissing(self.name, "there are no pictures in this folder")

    def read(self) -> tuple[Image, str]:
        if not self._left:
            raise FramesEnded(self.name)
        path = self._left.pop(0)
        return load_picture(path), str(path)

    def close(self) -> None:
        self._left = []


class VideoSource:
    """A video file or a stream's address (http, rtsp): the frames in turn."""

    def __init__(self, address: str, *, live: bool) -> None:
        self.name = address
        self.live = live
        self._capture: cv2.VideoCapture | None = None
        self._size: tuple[int, int] | None = None

    def open(self) -> None:
        if not self.live and not Path(self.name).is_file():
            raise CameraMissing(self.name, "there is no such file")
        self._capture = cv2.VideoCapture(self.name)
        if not self._capture.isOpened():
            self.close()
            hint = "does not answer; check the address and the network" if self.live else "is not a video"
            raise CameraMissing(self.name, hint)

    def read(self) -> tuple[Image, str]:
        if self._capture is None:
            raise NoFrames(self.name)
        got, image = self._capture.read()
        if not got:
            raise NoFrames(self.name, "the stream broke off") if self.live else FramesEnded(self.name)
        picture = as_picture(image)
        self._size = self._size or size_of(picture)
        if size_of(picture) != self._size:
            raise WrongSize(self.name, self._size, size_of(picture))
        return picture, self.name

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None
        self._size = None


class UsbSource:
    """A camera at this machine, by device path (``/dev/v4l/by-id/...``) or index number."""

    live = True

    def __init__(self, device: str | int, size: tuple[int, int], clock: Clock) -> None:
        self.name = f"camera {device}" if isinstance(device, int) else device
        self._device = device
        self._asked = size
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        if isinstance(self._device, str) and not Path(self._device).exists():
            raise CameraMissing(self.name, "is not plugged in (there is no such device)")
        if isinstance(self._device, str) and not os.access(self._device, os.R_OK | os.W_OK):
            raise CameraMissing(
                self.name, "may not be used by you; on Linux: sudo usermod -aG video $USER, log in anew"
            )
        self._capture = self._first_backend_that_opens()
        width, height = self._asked
        # MJPEG first: uncompressed 1080p does not fit through USB 2.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        try:
            picture, _name = self.read()
            if size_of(picture) != self._asked:
                raise WrongSize(self.name, self._asked, size_of(picture))
        except CameraError:
            self.close()
            raise

    def _first_backend_that_opens(self) -> cv2.VideoCapture:
        wanted = cv2.CAP_V4L2 if os.name == "posix" and Path("/dev").exists() else cv2.CAP_ANY
        for backend in dict.fromkeys((wanted, cv2.CAP_ANY)):
            capture = cv2.VideoCapture(self._device, backend)
            if capture.isOpened():
                return capture
            capture.release()
        if isinstance(self._device, int):
            raise CameraMissing(self.name, "there is no such camera; `golem doctor` lists those that are there")
        raise CameraBusy(self.name)

    def read(self) -> tuple[Image, str]:
        if self._capture is None:
            raise NoFrames(self.name)
        for _ in range(BUFFERED_FRAMES):
            asked = self._clock()
            if not self._capture.grab():
                raise NoFrames(self.name)
            if self._clock() - asked > FRESH_AFTER_S:
                break
        got, image = self._capture.retrieve()
        if not got:
            raise NoFrames(self.name)
        return as_picture(image), self.name

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None


def as_picture(image: cv2.typing.MatLike) -> Image:
    """H x W x 3 uint8, whatever a backend gives."""
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=255.0 / 65535.0 if image.dtype == np.uint16 else 1.0)
    if image.ndim == 2 or image.shape[2] == 1:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.shape[2] == 4:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    return np.asarray(image, np.uint8)


def size_of(image: Image) -> tuple[int, int]:
    """Width and height, px."""
    return image.shape[1], image.shape[0]
