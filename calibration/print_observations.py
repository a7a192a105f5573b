"""Gather where printed things lie in the pictures of one camera, frame after frame, to estimate its lens by all.

While the camera and a thing rest, the corners of its markers are averaged. What moves begins anew; what it showed where
it rested before stays. Frozen values: :meth:`PrintObservations.with_frame` returns new ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.camera_model import Floats
from calibration.initial_intrinsics import RigidPrint

STILL_PX = 0.6
"""A print whose corners are this near to their mean rests (root mean square, px, in a picture 1920 px wide)."""

FRAME_SIGMA_PX = 0.3
"""Standard deviation of a corner in one frame, px."""

FLOOR_SIGMA_PX = 0.1
"""What averaging does not remove, px: corners are biased by print, light and sharpening."""

TOP_SCALE_SIGMA = 0.001
"""Standard deviation of a golem's top against the mat, both of one printer, and of its height by half a millimetre."""

ENOUGH = 5
"""A print that rested for so many frames is kept when it moves on."""

MOST_PLACES = 12
"""So many places are kept in a view, the newest; more do not add much."""

_PICTURE = 1920.0


@dataclass(frozen=True, eq=False)
class PrintSeen:
    """A flat print in one frame."""

    local: Floats
    """N x 2, mm."""
    pixels: Floats
    """N x 2, px."""
    height_mm: float = 0.0

    @property
    def raised(self) -> bool:
        """Whether it stands over the table: its height is known, its size by its own print."""
        return self.height_mm > 0.0


@dataclass(frozen=True, eq=False)
class _Resting:
    """A print at rest: the mean of its corners over some frames."""

    seen: PrintSeen
    frames: int = 1

    def rests(self, other: PrintSeen, limit_px: float) -> bool:
        """Whether the print is where it was, and as many of its markers are seen."""
        if other.pixels.shape != self.seen.pixels.shape or not np.array_equal(other.local, self.seen.local):
            return False
        return float(np.sqrt(np.mean(np.sum(np.square(other.pixels - self.seen.pixels), axis=1)))) < limit_px

    def averaged(self, other: PrintSeen) -> _Resting:
        count = self.frames + 1
        pixels = self.seen.pixels + (other.pixels - self.seen.pixels) / count
        return _Resting(replace(self.seen, pixels=pixels), count)

    def as_print(self) -> RigidPrint:
        sigma = float(np.hypot(FRAME_SIGMA_PX / np.sqrt(self.frames), FLOOR_SIGMA_PX))
        scale = TOP_SCALE_SIGMA if self.seen.raised else 0.0
        return RigidPrint(self.seen.local, self.seen.pixels, self.seen.height_mm, sigma, scale)


@dataclass(frozen=True, eq=False)
class PrintObservations:
    """What was seen since the camera was moved last."""

    width: int
    """Of the pictures, px."""
    mat: _Resting | None = None
    others: Mapping[Hashable, _Resting] = field(default_factory=dict)
    """At rest now."""
    left: tuple[_Resting, ...] = ()
    """Where prints rested before, oldest first."""

    @property
    def frames(self) -> int:
        """How many frames went in."""
        return self.mat.frames if self.mat is not None else 0

    @property
    def places(self) -> int:
        """How many places of prints are known."""
        return len(self.left) + len(self.others)

    def with_frame(self, mat: PrintSeen, others: Mapping[Hashable, PrintSeen]) -> PrintObservations:
        """Add a frame of a camera at rest; begin anew if the camera, or the mat, was moved."""
        limit = STILL_PX * self.width / _PICTURE
        if self.mat is None or not self.mat.rests(mat, limit):
            return PrintObservations(self.width, _Resting(mat), {key: _Resting(seen) for key, seen in others.items()})
        resting, left = dict(self.others), list(self.left)
        for key, seen in others.items():
            before = resting.get(key)
            if before is not None and before.rests(seen, limit):
                resting[key] = before.averaged(seen)
                continue
            if before is not None and before.frames >= ENOUGH:
                left.append(before)
            resting[key] = _Resting(seen)
        return PrintObservations(self.width, self.mat.averaged(mat), resting, tuple(left[-MOST_PLACES:]))

    def prints(self) -> tuple[RigidPrint, list[RigidPrint]] | None:
        """Return the mat and what rested beside and over it; None before the first frame."""
        if self.mat is None:
            return None
        now = [item for _key, item in sorted(self.others.items(), key=lambda pair: str(pair[0]))]
        steady = [item for item in now if item.frames >= min(ENOUGH, self.frames)]
        return self.mat.as_print(), [item.as_print() for item in (*self.left, *steady)]
