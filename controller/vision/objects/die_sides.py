"""Tell a level die from one that leans by its sides.

Two tilts of a square look nearly the same to one camera: mirrored at the line of sight (the two solutions of T. Collins
and A. Bartoli, *Infinitesimal plane-based pose estimation*, 2014). A die that leans towards the camera by twice the
angle at which it is seen shows a square top, too. It shows other sides, though: a level one those towards the camera, a
leaning one those at its back. So the sides that are seen in both cases are compared with the prints that they may have.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.geometry import Point
from boards.kit.kit import DIE_MM, Kit
from boards.kit.thing_keys import DieKey, ThingKey
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import Grey, to_grey
from controller.vision.markers.image_patches import rectified_patch
from controller.vision.pose.placement import PlacedMarker

STILL_MM = 1.5
"""Largest motion of a top that lies still, mm."""
MOST_LEAN = 18.0
"""Degrees by which a die at rest leans at most: the levelness of 0.95 that a top needs."""
SMALL_LEAN = 6.5
"""Degrees up to which a top is level where its sides tell nothing: of dice that lean at random 1 % look so."""
SIDE_SHOWN = 0.5
"""Correlation from which the sides of a die that leans are seen: of 21 tops that could be level, 0.85 to 0.97."""
LEVEL_LEAD, LEANING_LEAD = 0.1, 0.25
"""Lead in correlation from which a die is level: 99 of 100 of 470 level ones have more, of those that lean none; and
from which it leans."""
BURNT_LEVEL, ANYTHING = 250.0, 0.5
"""Mean level from which a side is burnt out; and its correlation then, as it may show anything."""

Prints = tuple[NDArray[np.float32], ...]
"""Faces of a die, each in four directions: 20 x 20 x 4 grey levels."""

_LEAST_SIDE_PX = 3.0
_LEAST_COSINE = 0.08
_CELLS = 20
"""Most pixels along a side of what is compared: 2 mm each."""
_PRINT_PX_PER_MM = 3.0
_SOFTNESS_PX = 0.7
_LEAST_CONTRAST = 2.0


class Lean(Enum):
    """What the sides of a die say about its top."""

    LEVEL = "level"
    LEANS = "leans"
    UNSURE = "unsure"


@dataclass(frozen=True, eq=False)
class _Tilt:
    """One way in which a marker may be tilted."""

    degrees: float
    turn: Floats
    """3 x 3, from the marker's frame (x right, y up, z out) to the mat frame."""
    middle: Floats
    """Of the marker, 3 mm of the mat frame."""


class DieSides:
    """Compares the sides of dice with their prints; those of a die that rests level are not compared again."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._level: dict[ThingKey, Point] = {}
        """Where tops lay that were level."""

    def lean_of_top(self, grey: Grey, view: View, top: PlacedMarker) -> Lean:
        """Tell whether a die whose top looks level leans, by the sides that are seen."""
        key = top.thing.key
        before = self._level.pop(key, None)
        rests = before is not None and before.distance(top.centre) < STILL_MM
        lean = Lean.LEVEL if rests else _lean(grey, view, self._kit, top)
        if lean is Lean.LEVEL:
            self._level[key] = top.centre
        return lean


def _lean(grey: Grey, view: View, kit: Kit, top: PlacedMarker) -> Lean:
    tilts = _tilts(view, top)
    if tilts is None:
        return Lean.UNSURE
    less, more = tilts
    if more.degrees <= MOST_LEAN:
        return Lean.LEVEL
    key = top.thing.key
    if isinstance(key, DieKey) and (prints := _prints(kit, key)):
        level, leaning = (_sides_shown(grey, view, top, tilt, prints) for tilt in (less, more))
        if leaning > max(SIDE_SHOWN, level + LEANING_LEAD):
            return Lean.LEANS
        if level > leaning + LEVEL_LEAD:
            return Lean.LEVEL
    return Lean.LEVEL if less.degrees <= SMALL_LEAN else Lean.UNSURE


def _tilts(view: View, top: PlacedMarker) -> tuple[_Tilt, _Tilt] | None:
    """Return both tilts of a marker that look alike, the smaller one first; None if there is none."""
    half = top.thing.markers[0].side_mm / 2
    square = np.array([(-half, half, 0.0), (half, half, 0.0), (half, -half, 0.0), (-half, -half, 0.0)])
    plain = view.camera.from_pixels(top.corners_px).reshape(-1, 1, 2)
    count, turns, shifts, _errors = cv2.solvePnPGeneric(
        square, plain, np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE_SQUARE
    )
    if count < 2:
        return None
    found: list[_Tilt] = []
    for turn, shift in zip(turns, shifts, strict=True):
        refined, moved = cv2.solvePnPRefineLM(square, plain, np.eye(3), np.zeros(5), turn, shift)
        in_mat = view.rotation.T @ cv2.Rodrigues(refined)[0]
        middle = view.rotation.T @ (moved.ravel() - view.translation)
        if not np.isfinite(in_mat).all():
            return None
        degrees = float(np.degrees(np.arccos(np.clip(in_mat[2, 2], -1.0, 1.0))))
        found.append(_Tilt(degrees, in_mat, middle))
    first, second = sorted(found, key=lambda tilt: tilt.degrees)
    return first, second


def _sides_shown(grey: Grey, view: View, top: PlacedMarker, tilt: _Tilt, prints: Prints) -> float:
    """Return how well the best of the sides that a die with this tilt shows looks like one of its prints: -1 to 1."""
    half = DIE_MM / 2
    up = top.thing.markers[0].centre.y
    centre = tilt.middle - tilt.turn @ np.array([0.0, up, half])
    best = -1.0
    for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)):
        normal, right = tilt.turn @ np.array([x, y, 0.0]), tilt.turn @ np.array([-y, x, 0.0])
        middle = centre + normal * half
        away = view.position - middle
        if normal @ away < _LEAST_COSINE * np.linalg.norm(away):
            continue
        corners = [middle + half * (a * right + b * tilt.turn[:, 2]) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        best = max(best, _likeness(grey, view.project(np.stack(corners)), prints))
    return best


def _likeness(grey: Grey, corners: Floats, prints: Prints) -> float:
    """Return the correlation of what is seen at a side's corners (4 x 2 px) with that print which it has most of."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (float(sides[n] + sides[n + 2]) / 2 for n in (0, 1))
    if not min(width, height) >= _LEAST_SIDE_PX:
        return -1.0
    seen = rectified_patch(grey, corners, (max(round(width), 4), max(round(height), 3)))
    if seen.mean() >= BURNT_LEVEL:
        return ANYTHING
    size = min(seen.shape[1], _CELLS), min(seen.shape[0], _CELLS)
    small = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    # As soft along either axis as what is seen there.
    soft = [_SOFTNESS_PX * cells / pixels for cells, pixels in zip(size, seen.shape[::-1], strict=True)]
    resized = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in prints]
    expected = cv2.GaussianBlur(np.concatenate(resized, axis=-1), (0, 0), max(soft[0], 0.1), sigmaY=max(soft[1], 0.1))
    expected = expected - expected.mean(axis=(0, 1))
    small = small - small.mean()
    scale = expected.std(axis=(0, 1)) * max(float(small.std()), _LEAST_CONTRAST)
    return float(((expected * small[..., None]).mean(axis=(0, 1)) / scale).max())


@lru_cache(maxsize=64)
def _prints(kit: Kit, key: DieKey) -> Prints:
    """Return the other faces of a die."""
    others = [face for face in kit.things if isinstance(face, DieKey) and face.colour == key.colour and face != key]
    found: list[NDArray[np.float32]] = []
    for face in others:
        drawn = to_grey(raster(drawing_of(face, kit, "en"), _PRINT_PX_PER_MM))
        small = cv2.resize(drawn, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
        found.append(np.stack([np.rot90(small, turns) for turns in range(4)], axis=-1).astype(np.float32))
    return tuple(found)
