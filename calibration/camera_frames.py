"""What any camera hands over, real or simulated, and the named ways in which it can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boards.base.errors import PlacedError
from boards.base.message import Message, _
from boards.base.reasons import Reason, ReasonCode

Image = NDArray[np.uint8]
"""A picture: H x W x 3, blue, green, red."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture."""

    image: Image
    number: int
    """Counted from 1 as long as the camera is open."""
    time: float
    """When it was taken, on the event loop's clock, s."""
    source: str
    """The camera, or the file it came from."""


Work = Callable[[Frame], Any]
"""What to do with a frame, in the camera's thread."""


class ExposureControl(Protocol):
    """A camera's exposure time, if its driver lets it be set. Used only in the camera's thread: by the work."""

    @property
    def low(self) -> float:
        """The smallest value. Values are proportional to the light that a pixel gets."""
        ...

    @property
    def high(self) -> float:
        """The largest value that does not blur golems that drive."""
        ...

    @property
    def value(self) -> float:
        """What the driver says that it is now."""
        ...

    def set_value(self, value: float) -> None:
        """Ask for this value, and for nothing automatic. Whether it helped, the pictures must tell."""
        ...


class CameraReason(ReasonCode):
    """What can be wrong with every camera."""

    BUSY = (
        "busy",
        _("is there but cannot be opened; close other programs that show the camera's picture"),
    )
    NO_FRAMES = "no-frames", _("gives no pictures; unplug it and plug it in again")
    SILENT = "silent", _("gave no picture for {seconds} s; unplug it and plug it in again")
    ENDED = "ended", _("has no more pictures")
    EMPTY = "empty", _("has no pictures")
    WRONG_SIZE = (
        "wrong-size",
        _("gives {width} x {height} px, not {wanted_width} x {wanted_height}; choose a size that it has"),
    )
    NOT_OPEN = "not-open", _("is not open")
    NOT_PLUGGED_IN = "not-plugged-in", _("is not plugged in")
    CLOSED = "closed", _("was closed")


class CameraError(PlacedError):
    """A camera gives no picture: which one, what is wrong and what to do."""

    def __init__(self, camera: str, said: Message | Reason) -> None:
        """``said`` as a str is a device's own words, the same in every language."""
        self.camera = camera
        super().__init__(camera, said)


class CameraMissing(CameraError):
    """There is no such camera or file."""


class CameraBusy(CameraError):
    """It is there, but somebody else has it open."""

    def __init__(self, camera: str) -> None:
        super().__init__(camera, CameraReason.BUSY())


class NoFrames(CameraError):
    """It is open, but no picture comes (any more)."""

    def __init__(self, camera: str, said: Message | Reason | None = None) -> None:
        super().__init__(camera, CameraReason.NO_FRAMES() if said is None else said)


class FramesEnded(CameraError):
    """A video or a folder came to its end."""

    def __init__(self, camera: str) -> None:
        super().__init__(camera, CameraReason.ENDED())


class WrongSize(CameraError):
    """The picture has another size than asked for, or than the pictures before."""

    def __init__(self, camera: str, wanted: tuple[int, int], got: tuple[int, int]) -> None:
        self.wanted, self.got = wanted, got
        (width, height), (wanted_width, wanted_height) = got, wanted
        said = CameraReason.WRONG_SIZE(
            width=width, height=height, wanted_width=wanted_width, wanted_height=wanted_height
        )
        super().__init__(camera, said)


class BadPicture(CameraError):
    """A file that is no picture, or only a part of one."""
