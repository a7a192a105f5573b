"""Find where a picture changes, in a copy eight times smaller: boxes to search again.

Each spot is compared with what it looked like when it was last searched, so that slow changes count too. A spot is
searched as soon as it changes, now and then while it goes on changing, and once more when it has come to rest. A change
of the light as a whole is not a change.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.quad_search.thresholding import downscaled

SHRINK = 8

CHANGED = 5
"""Least change, grey levels of the small picture; noise of 6 levels in the whole picture leaves 0.75 there."""

AGAIN_AFTER = 5
"""Frames between two searches of something that goes on moving."""

MARGIN = 6
"""Margin around a change, px of the small picture: a marker may have changed only in part."""

_AROUND = np.ones((2 * MARGIN + 1, 2 * MARGIN + 1), np.uint8)


@dataclass(frozen=True)
class Box:
    """Part of a picture, px: from ``left``, ``top`` to before ``right``, ``bottom``."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Of the box, px."""
        return (self.right - self.left) * (self.bottom - self.top)


class ChangeDetector:
    """Compares the pictures of one camera, all of one size."""

    def __init__(self, grey: Grey) -> None:
        """Begin with a picture (H x W) that was searched as a whole."""
        self._now = _small(grey)
        self._moving = self._near_motion = np.zeros(self._now.shape, np.bool_)
        self._looked_at = np.zeros(self._now.shape, np.int32)
        self._count = 0
        self._reference = self._now
        self._differs: Grey = np.zeros(self._now.shape, np.uint8)

    def add(self, grey: Grey) -> None:
        """Compare the next picture (H x W)."""
        self._count += 1
        before, self._now = self._now, _small(grey)
        self._near_motion = cv2.dilate(self._moving.astype(np.uint8), _AROUND).astype(np.bool_)
        self._moving = _difference(self._now, before) > CHANGED
        self._differs = np.where(_difference(self._now, self._reference) > CHANGED, np.uint8(255), np.uint8(0))

    def mark_searched(self) -> None:
        """Note that the newest picture was searched as a whole."""
        self._reference = self._now
        self._differs = np.zeros(self._now.shape, np.uint8)

    def at(self, quads: Floats) -> NDArray[np.bool_]:
        """Tell at which of N areas (N x 4 x 2, px) something changed: N."""
        if not len(quads):
            return np.zeros(0, np.bool_)
        near = cv2.dilate(self._differs, np.ones((3, 3), np.uint8))
        spots = np.concatenate([quads, quads.mean(axis=1, keepdims=True)], axis=1) / SHRINK
        column = np.clip(spots[..., 0].astype(np.intp), 0, near.shape[1] - 1)
        row = np.clip(spots[..., 1].astype(np.intp), 0, near.shape[0] - 1)
        return np.asarray((near[row, column] > 0).any(axis=1))

    def mark_explained(self, quads: Floats) -> None:
        """Note that what changed around these areas (N x 4 x 2, px) is a marker that moves."""
        for quad in quads:
            low, high = quad.min(axis=0), quad.max(axis=0)
            self._mark_part(self._part(low - (high - low), high + (high - low)))

    def boxes(self) -> list[Box]:
        """Return the boxes to search again, and note that they were searched."""
        due = self._looked_at + AGAIN_AFTER <= self._count
        # Before the first look at a place, nothing is known of it; nor of what begins to move where all was at rest.
        wanted = (self._differs > 0) & (~self._moving | due | ~self._near_motion | (self._looked_at == 0))
        if not wanted.any():
            return []
        joined = cv2.dilate(wanted.astype(np.uint8), _AROUND)
        count, _labels, stats, _middles = cv2.connectedComponentsWithStats(joined)
        found = []
        for left, top, width, height, _area in stats[1:count]:
            part = np.s_[top : top + height, left : left + width]
            resting = ~self._moving[part]
            self._reference = self._reference.copy()
            self._reference[part][resting] = self._now[part][resting]
            self._looked_at[part] = self._count
            found.append(Box(left * SHRINK, top * SHRINK, (left + width) * SHRINK, (top + height) * SHRINK))
        return found

    def _part(self, low: Floats, high: Floats) -> tuple[slice, slice]:
        left, top = np.maximum(low / SHRINK, 0).astype(int)
        right, bottom = np.maximum(high / SHRINK + 1, 0).astype(int)
        return np.s_[top:bottom, left:right]

    def _mark_part(self, part: tuple[slice, slice]) -> None:
        self._reference = self._reference.copy()
        self._reference[part] = self._now[part]
        self._differs[part] = 0


def _small(grey: Grey) -> Grey:
    # Three halvings are five times faster than one step of eight.
    return downscaled(downscaled(downscaled(grey, 2), 2), 2)


def _difference(one: Grey, other: Grey) -> Grey:
    """Return the difference of two pictures, without that of the light as a whole."""
    off = one.astype(np.int16) - other
    return np.asarray(np.abs(off - np.int16(np.median(off[::4, ::4]))))
