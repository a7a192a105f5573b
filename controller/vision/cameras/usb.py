"""A camera at this machine: USB, through V4L2 on Linux."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2

from boards.base.reasons import NO_REASON
from calibration.camera_frames import CameraBusy, CameraError, CameraMissing, ExposureControl, Image, NoFrames
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.latest_frame import BUFFERED_ITEMS, FRESH_AFTER_S
from controller.vision.cameras.sources import PlainSource, as_picture, size_of

Locate = Callable[[], str | int]
"""Returns the device's current path or index number: it may have been plugged in again."""

_MANUAL = 1.0
"""V4L2's menu of exposure modes: 1 is manual (linux/v4l2-controls.h: V4L2_EXPOSURE_MANUAL)."""

LONGEST_EXPOSURE = 166.0
"""In V4L2's unit of 0.1 ms: 1/60 s; golems that drive are blurred by longer ones."""


class UsbSource(PlainSource):
    """A camera by device path (``/dev/v4l/by-id/...``) or index number."""

    def __init__(self, name: str, locate: Locate, size: tuple[int, int], clock: Callable[[], float]) -> None:
        """``clock`` s, in real time: a driver's buffer is emptied in it, whatever clock the loop has."""
        self.name = name
        self._locate = locate
        self._asked = size
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Open the device. Raises CameraMissing, CameraBusy, NoFrames."""
        self._capture = _opened(self.name, self._locate())
        width, height = self._asked
        # MJPEG first: uncompressed 1080p does not fit through USB 2. It is unpacked once, when a picture is asked for.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        try:
            # Trust settings only when pixels show them.
            picture, _name = self.read()
        except CameraError:
            self.close()
            raise
        got = size_of(picture)
        self.remark = NO_REASON
        if got != self._asked:
            self.remark = SourceReason.OTHER_SIZE(width=got[0], height=got[1], wanted_width=width, wanted_height=height)
        self.exposure_control = _exposure_control_of(self._capture)

    def read(self) -> tuple[Image, str]:
        """Return the newest picture: those in the driver's buffer are discarded. Raises NoFrames."""
        if self._capture is None:
            raise NoFrames(self.name)
        for _ in range(BUFFERED_ITEMS):
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
        """Release the device. May be called twice."""
        if self._capture is not None:
            self._capture.release()
        self._capture = self.exposure_control = None


class V4l2ExposureControl:
    """Exposure through V4L2; :class:`calibration.camera_frames.ExposureControl`."""

    low = 1.0
    high = LONGEST_EXPOSURE

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    @property
    def value(self) -> float:
        """What the driver reports now."""
        return float(self._capture.get(cv2.CAP_PROP_EXPOSURE))

    def set_value(self, value: float) -> None:
        """Ask the driver for this value, with automatic exposure off."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, value)


def _exposure_control_of(capture: cv2.VideoCapture) -> ExposureControl | None:
    """Return the exposure control of a V4L2 device; other systems use other units and set it by themselves."""
    if capture.getBackendName() != "V4L2" or capture.get(cv2.CAP_PROP_EXPOSURE) <= 0.0:
        return None
    return V4l2ExposureControl(capture)


def _opened(name: str, device: str | int) -> cv2.VideoCapture:
    if isinstance(device, str):
        path = Path(device)
        if not path.exists():
            raise CameraMissing(name, SourceReason.NOT_PLUGGED_IN())
        if not os.access(path, os.R_OK | os.W_OK):
            raise CameraMissing(name, SourceReason.FORBIDDEN())
        # Links by name or socket lead to today's number.
        device = str(path.resolve())
    wanted = cv2.CAP_V4L2 if os.name == "posix" and Path("/dev").exists() else cv2.CAP_ANY
    for backend in dict.fromkeys((wanted, cv2.CAP_ANY)):
        capture = cv2.VideoCapture(device, backend)
        if capture.isOpened():
            return capture
        capture.release()
    if isinstance(device, int):
        raise CameraMissing(name, SourceReason.NO_DEVICE())
    raise CameraBusy(name)
