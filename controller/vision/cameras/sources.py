"""What a camera's thread holds: sources of pictures, each opened, read and closed by that one thread only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import cv2.utils.logging
import numpy as np

from boards.base.message import Message, _, joined
from boards.base.reasons import NO_REASON, Reason
from boards.base.system_errors import system_reason
from calibration.camera_frames import (
    CameraMissing,
    ExposureControl,
    FramesEnded,
    Image,
    NoFrames,
    WrongSize,
)
from controller.vision.cameras.image_files import Loaded, load, pictures_in
from controller.vision.recording.file_messages import FileReason

# Errors are reported by this program, once.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(0)


MOST_NAMED = 5
"""Number of a folder's other files that are named."""


class Source(Protocol):
    """Blocking; raises :class:`CameraError`."""

    @property
    def name(self) -> str:
        """As a person would say it."""
        ...

    @property
    def live(self) -> bool:
        """Whether each picture is of the present."""
        ...

    @property
    def remark(self) -> Reason:
        """What is to be said about it, or about the newest picture; NO_REASON: nothing."""
        ...

    @property
    def exposure_control(self) -> ExposureControl | None:
        """Its exposure, while it is open and if that can be set."""
        ...

    def open(self) -> None:
        """Open it. Raises CameraError."""
        ...

    def read(self) -> tuple[Image, str]:
        """Return the next picture, and where it is from. A live source gives the newest, never an old one."""
        ...

    def close(self) -> None:
        """Release it. May be called twice."""
        ...


class PlainSource:
    """What most sources have in common."""

    live = True
    remark: Reason = NO_REASON
    exposure_control: ExposureControl | None = None


class PictureSource(PlainSource):
    """One picture file, again and again."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._image: Image | None = None

    def open(self) -> None:
        """Read the picture. Raises CameraError."""
        loaded = load(self._path)
        self._image, self.remark = loaded.image, _animated(loaded)

    def read(self) -> tuple[Image, str]:
        """Return the picture, and its path."""
        if self._image is None:
            self.open()
        assert self._image is not None
        return self._image, self.name

    def close(self) -> None:
        """Do nothing: no file stays open."""
        self._image = None


class FolderSource(PlainSource):
    """The pictures of a folder, by name, once. A bad file raises, and the next :meth:`read` goes on after it."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._left: list[Path] = []

    def open(self) -> None:
        """List the folder's pictures. Raises CameraMissing."""
        try:
            self._left = list(pictures_in(self._path))
            others = sorted({path.name for path in self._path.iterdir()} - {path.name for path in self._left})
        except OSError as error:
            raise CameraMissing(self.name, FileReason.FOLDER_UNREADABLE(reason=system_reason(error).message)) from None
        if not self._left:
            raise CameraMissing(self.name, FileReason.EMPTY_FOLDER())
        self.remark = _passed_over(others)

    def read(self) -> tuple[Image, str]:
        """Return the next picture, and its path. Raises FramesEnded, BadPicture."""
        if not self._left:
            raise FramesEnded(self.name)
        path = self._left.pop(0)
        loaded = load(path)
        animated = _animated(loaded)
        self.remark = Reason(animated.code, joined([path.name, animated.message], " ")) if animated else NO_REASON
        return loaded.image, str(path)

    def close(self) -> None:
        """Do nothing: no file stays open."""
        self._left = []


def _animated(loaded: Loaded) -> Reason:
    return FileReason.ANIMATED(count=loaded.frames) if loaded.frames > 1 else NO_REASON


def _passed_over(names: Sequence[str]) -> Reason:
    """Tell what else lies in a folder of pictures."""
    if not names:
        return NO_REASON
    named: Message | str = ", ".join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        named = _("{names} and {count} more", names=named, count=len(names) - MOST_NAMED)
    return FileReason.PASSED_OVER(names=named)


class VideoSource(PlainSource):
    """A video file: the frames in turn."""

    live = False

    def __init__(self, path: str) -> None:
        self.name = path
        self._capture: cv2.VideoCapture | None = None
        self._size: tuple[int, int] | None = None

    def open(self) -> None:
        """Open the video. Raises CameraMissing."""
        if not Path(self.name).is_file():
            raise CameraMissing(self.name, FileReason.MISSING())
        self._capture = cv2.VideoCapture(self.name)
        if not self._capture.isOpened():
            self.close()
            raise CameraMissing(self.name, FileReason.NO_VIDEO())

    def read(self) -> tuple[Image, str]:
        """Return the next picture. Raises FramesEnded."""
        if self._capture is None:
            raise NoFrames(self.name)
        got, image = self._capture.read()
        if not got:
            raise FramesEnded(self.name)
        picture = as_picture(image)
        self._size = self._size or size_of(picture)
        if size_of(picture) != self._size:
            raise WrongSize(self.name, self._size, size_of(picture))
        return picture, self.name

    def close(self) -> None:
        """Close the video. May be called twice."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None
        self._size = None


def as_picture(image: cv2.typing.MatLike) -> Image:
    """Convert whatever a backend gives to H x W x 3, uint8."""
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=255.0 / 65535.0 if image.dtype == np.uint16 else 1.0)
    if image.ndim == 2 or image.shape[2] == 1:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.shape[2] == 4:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    return np.asarray(image, np.uint8)


def size_of(image: Image) -> tuple[int, int]:
    """Return width and height, px."""
    return image.shape[1], image.shape[0]
