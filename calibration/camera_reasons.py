"""Why any camera gives no picture: codes and their texts."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


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
