"""Check whether a measured lens belongs to this camera as it is now; name each reason why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

import numpy as np

from boards.base.catalogue import Language, translate
from boards.base.errors import GolemError
from boards.base.message import Fact, Message, joined
from calibration.calibration_messages import AT_FILE, MISMATCH_TEXTS
from calibration.camera_model import CameraModel
from calibration.initial_intrinsics import RigidPrint, focal_by_prints

OLD_DAYS = 365
"""Age from which a lens is warned of, days."""

ZOOM_FROM = 0.03
"""A focal length that is off by a smaller fraction is not called another zoom: focusing changes it by as much."""

ZOOM_SIGMAS = 4.0
"""Standard deviations of the estimate by which the focal length must be off, too."""


class LensMismatch(Enum):
    """Why a lens file is not used, or used with a warning."""

    OLD_FORMAT = "old-format"
    OTHER_CAMERA = "other-camera"
    OTHER_SIZE = "other-size"
    OTHER_ZOOM = "other-zoom"
    AGED = "aged"


@dataclass(frozen=True)
class LensMismatchReason:
    """One reason."""

    why: LensMismatch
    facts: Mapping[str, Fact]
    file: str = ""
    """The name of the lens file; empty: not known."""

    @property
    def message(self) -> Message:
        """The reason and what to do."""
        told = MISMATCH_TEXTS[self.why.value].bind(**self.facts)
        return AT_FILE.bind(file=self.file, told=told) if self.file else told

    def translated(self, language: Language) -> str:
        """Return the reason and what to do, in a language."""
        return translate(self.message, language)


class LensUnfit(GolemError):
    """A lens file that does not belong to this camera as it is: why, and what to do."""

    exit_status = 2

    def __init__(self, reasons: Sequence[LensMismatchReason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(joined([reason.message for reason in self.reasons], " "))

    def named(self, file: str) -> LensUnfit:
        """Return the same error with the file's name: the picture's reader does not know it."""
        return LensUnfit([replace(reason, file=file) for reason in self.reasons])


def camera_mismatches(
    file: str, lens: CameraModel, measured_in: str, camera: str, size: tuple[int, int]
) -> tuple[LensMismatchReason, ...]:
    """Tell why the lens of a file is not that of a camera.

    ``measured_in`` is the camera that the lens was measured in, ``camera`` the one at hand (both by name; empty: not
    known), which gives pictures of ``size`` px. ``file`` is the file's name in the reasons; it may be empty.
    """
    reasons: list[LensMismatchReason] = []
    if measured_in and camera and measured_in != camera:
        reasons.append(LensMismatchReason(LensMismatch.OTHER_CAMERA, {"theirs": measured_in, "ours": camera}, file))
    if lens.size != size:
        theirs, ours = (f"{width} x {height}" for width, height in (lens.size, size))
        reasons.append(LensMismatchReason(LensMismatch.OTHER_SIZE, {"theirs": theirs, "ours": ours}, file))
    return tuple(reasons)


def age_warnings(file: str, made: date | None, today: date) -> tuple[LensMismatchReason, ...]:
    """Warn of a lens that was measured more than OLD_DAYS ago."""
    days = 0 if made is None else (today - made).days
    return (LensMismatchReason(LensMismatch.AGED, {"days": days}, file),) if days > OLD_DAYS else ()


def zoom_mismatches(
    file: str, lens: CameraModel, mat: RigidPrint, others: Sequence[RigidPrint]
) -> tuple[LensMismatchReason, ...]:
    """Tell whether the lens does not explain the printed things in one picture: zoom or focus was changed.

    Only what the picture determines: from straight above, a focal length looks like a height.
    """
    found = focal_by_prints(lens, mat, others)
    if found is None:
        return ()
    off, sigma = found
    if abs(off) < max(ZOOM_FROM, ZOOM_SIGMAS * sigma):
        return ()
    return (LensMismatchReason(LensMismatch.OTHER_ZOOM, {"percent": 100 * float(np.expm1(off))}, file),)
