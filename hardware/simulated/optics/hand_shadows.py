"""Hands and fingers over the table, with their shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from calibration.camera_model import Floats
from hardware.simulated.optics.light import Light, Shot

FLAT = (74.0, 82.0, 78.0, 62.0)
"""Lengths of four fingers, mm, the index finger first."""
POINTING = (74.0, 26.0, 24.0, 20.0)

SKINS = ((0.16, 0.26, 0.52), (0.10, 0.17, 0.36), (0.04, 0.07, 0.15))
"""Blue, green, red: what skins reflect."""

_PALM_MM = (84.0, 78.0)
"""Length from the wrist to the fingers' roots, and width."""
_FINGER_MM = 17.0
_ARM_MM = (420.0, 58.0)
_ROUND = np.radians(np.arange(0, 360, 30))
_SHADOW_PX = 5
_ROUND_PX = 9.0
"""From a finger's rim to where it is seen from above."""


@dataclass(frozen=True)
class Hand:
    """A hand that reaches over the table."""

    at: Pose
    """The tip of the index finger, mm of the mat frame, and the direction in which it points."""
    fingers: tuple[float, float, float, float] = FLAT
    spread: float = 9.0
    """Between neighbouring fingers, degrees."""
    height_mm: float = 20.0
    skin: tuple[float, float, float] = SKINS[0]
    size: float = 0.85
    """Of a child's; 1 is a grown-up's."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        parts = [np.array([(p.x, p.y) for p in map(self.at.place, part)]) for part in self._parts()]
        off = np.array([0.3, -0.4]) * self.height_mm
        cast = [shot.view.project_plane(part + off) for part in parts]
        held = [shot.view.project_plane(part, self.height_mm) for part in parts]
        region = _region(np.concatenate([*cast, *held]), light.shape)
        if region is None:
            return light
        rows, columns = region
        under, corner = light[region], np.array([columns.start, rows.start])
        shadow = _soft(_mask(under.shape, cast, corner), _SHADOW_PX)
        mask = _mask(under.shape, held, corner)
        round_ = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3) / _ROUND_PX, 1.0)
        skin = np.array(self.skin, np.float32) * (0.55 + 0.45 * round_[..., None])
        cover = _soft(mask, 0.7)
        shown = light.copy()
        shown[region] = under * (1.0 - np.float32(0.5) * shadow) * (1.0 - cover) + skin * cover
        return shown

    def _parts(self) -> list[list[Point]]:
        """Outlines of fingers, palm and arm: +x is where the index finger points, the origin its tip, mm."""
        index = self.fingers[0]
        wide, (palm, breadth) = _FINGER_MM, _PALM_MM
        knuckles = [Point(-index, -(breadth - wide) * nth / 3) for nth in range(4)]
        turns = [self.spread * (1 - nth) - self.spread for nth in range(4)]
        fingers = [
            _sausage(root, root + Point(length - wide / 2, 0.0).rotated(turn), wide)
            for root, length, turn in zip(knuckles, self.fingers, turns, strict=True)
        ]
        wrist = Point(-index - palm, -(breadth - wide) / 2)
        thumb = _sausage(wrist + Point(25.0, breadth / 2 - wide / 2), Point(-index - 18.0, wide * 1.9), wide * 1.15)
        body = [
            knuckles[0] + Point(4.0, wide / 2),
            knuckles[3] + Point(2.0, -wide / 2),
            wrist + Point(0.0, -_ARM_MM[1] / 2),
            wrist + Point(0.0, _ARM_MM[1] / 2),
        ]
        elbow = wrist + Point(-_ARM_MM[0], 0.0)
        arm = _sausage(wrist, elbow, _ARM_MM[1])
        return [[Point(p.x * self.size, p.y * self.size) for p in part] for part in (*fingers, thumb, body, arm)]


def _region(pixels: Floats, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    """Return the part of a picture that these places and a shadow's edge around them are in."""
    margin = 4 * _SHADOW_PX
    left, top = np.maximum(np.floor(pixels.min(axis=0) - margin).astype(int), 0).tolist()
    right, bottom = np.minimum(np.ceil(pixels.max(axis=0) + margin).astype(int), (shape[1], shape[0])).tolist()
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _mask(shape: tuple[int, ...], parts: list[Floats], corner: Floats) -> NDArray[np.uint8]:
    mask = np.zeros(shape[:2], np.uint8)
    for part in parts:
        hull = cv2.convexHull(np.rint((part - corner) * 16).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, (255,), cv2.LINE_AA, 4)
    return mask


def _soft(mask: NDArray[np.uint8], sigma_px: float) -> NDArray[np.float32]:
    """H x W x 1: how far it covers each pixel."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma_px), np.float32)[..., None] / np.float32(255)


def _sausage(one: Point, other: Point, wide: float) -> list[Point]:
    return [end + Point(wide / 2 * np.cos(a), wide / 2 * np.sin(a)) for end in (one, other) for a in _ROUND]
