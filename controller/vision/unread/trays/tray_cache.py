"""Cache what was found on a tray in an earlier frame, while nothing changes on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.thing_keys import ThingKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.pose.placement import points_array, to_mat_frame
from controller.vision.scene import Unread

CHANGED = 3
"""Least change of a spot of 8 x 8 px, levels of a colour, beyond the change of the light as a whole.

Noise of 2.5 levels in each pixel leaves 0.3 there. A smaller change cannot be told from noise in any case.
"""

AT_REST_PX, AT_REST_MM, AT_REST_DEGREES = 1.0, 1.5, 1.0
"""Largest motion of a tray in the picture, and of a thing on it, that is at rest."""

AGAIN_AFTER = 15
"""Frames after which a tray is inspected anyway."""

_HALVED = 3
_SPOT_PX = 2**_HALVED
_HALF = Point(TRAY.size_mm[0] / 2, TRAY.size_mm[1] / 2)
_CORNERS = points_array([Point(-_HALF.x, _HALF.y), _HALF, Point(_HALF.x, -_HALF.y), Point(-_HALF.x, -_HALF.y)])

Lying = tuple[ThingKey, Pose]


@dataclass(frozen=True, eq=False)
class TraySnapshot:
    """How a tray looks in a picture."""

    corners: Floats
    """4 x 2, px."""
    read: dict[ThingKey, Pose]
    """What was read on it, with its pose."""
    blurred: bool
    left_top: tuple[int, int]
    small: NDArray[np.uint8]
    """Its part of the picture, eight times smaller."""


class TrayCache:
    """How the trays of one camera looked when they were last inspected, and what was found."""

    def __init__(self) -> None:
        self._known: dict[TrayKey, tuple[TraySnapshot, tuple[Unread, ...]]] = {}
        self._told: dict[TrayKey, int] = {}

    def snapshot(
        self, image: Image, view: View, key: TrayKey, tray: Pose, read: Sequence[Lying], blurred: bool
    ) -> TraySnapshot:
        """Return how a tray looks now."""
        corners = view.project_plane(to_mat_frame(tray, _CORNERS))
        before = self._known.get(key)
        resting = before is not None and _near(before[0].corners, corners)
        # The same pixels go into the same spots.
        left_top = before[0].left_top if before is not None and resting else _left_top(corners)
        return TraySnapshot(corners, dict(read), blurred, left_top, _small(image, left_top, corners.max(axis=0)))

    def known(self, key: TrayKey, now: TraySnapshot) -> tuple[Unread, ...] | None:
        """Return what was found on a tray that looks as it did; None if it must be inspected."""
        before = self._known.get(key)
        if before is None or self._told[key] >= AGAIN_AFTER or not _alike(before[0], now):
            return None
        self._told[key] += 1
        return before[1]

    def keep(self, key: TrayKey, now: TraySnapshot, found: tuple[Unread, ...]) -> None:
        """Store what an inspection found."""
        self._known[key] = now, found
        self._told[key] = 0


def _left_top(corners: Floats) -> tuple[int, int]:
    left, top = np.maximum(corners.min(axis=0), 0.0).astype(int).tolist()
    return left, top


def _small(image: Image, left_top: tuple[int, int], high: Floats) -> NDArray[np.uint8]:
    left, top = left_top
    # Corners that move by less than a pixel make the part no larger.
    right, bottom = ((high - left_top + _SPOT_PX // 2) // _SPOT_PX * _SPOT_PX + left_top).astype(int).tolist()
    part = image[top : max(bottom, top + _SPOT_PX), left : max(right, left + _SPOT_PX)]
    for _ in range(_HALVED):
        # Three halvings are faster than one step of eight.
        height, width = max(1, part.shape[0] // 2), max(1, part.shape[1] // 2)
        part = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return part


def _near(one: Floats, other: Floats) -> bool:
    return bool(np.abs(one - other).max() < AT_REST_PX)


def _alike(one: TraySnapshot, other: TraySnapshot) -> bool:
    if one.blurred != other.blurred or one.small.shape != other.small.shape or not _near(one.corners, other.corners):
        return False
    if one.read.keys() != other.read.keys() or not all(
        at_rest(pose, other.read[key]) for key, pose in one.read.items()
    ):
        return False
    off = one.small.astype(np.int16) - other.small
    return bool(np.abs(off - np.median(off[::2, ::2], axis=(0, 1)).astype(np.int16)).max() <= CHANGED)


def at_rest(one: Pose, other: Pose) -> bool:
    """Tell whether a thing is where it was."""
    turned = abs((one.heading - other.heading + 180.0) % 360.0 - 180.0)
    return one.point.distance(other.point) < AT_REST_MM and turned < AT_REST_DEGREES
