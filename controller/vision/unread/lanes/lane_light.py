"""Measure the light on a tray's lanes where nothing is printed: what paper that lies there changes, whatever its shape.

The picture is divided by the empty sheet. On the bare lane the rest is light, which changes slowly but at the edges of
shadows, and all colours alike. Print is left out, and filled in from beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, TrayEdition, printed_sheet

SQUARE_MM = 2
"""Side of the squares in which light is measured."""
EDGE_MM = 7
"""Width along the sides of lanes that is left out: several lines are printed there."""
FIGURE_MM = 19
"""Half the width of the figure in the first place, which is left out."""
AROUND_PX, PRINTED_LEVELS = 11, 3
"""Width of the surroundings of print, and by how much it differs from them."""
JOINED_PX, BESIDE_PX = 9, 5
"""Widths within which print belongs together, and by which more than print is left out."""
BESIDE_THING_MM = 2
"""Distance from things that were read within which nothing is measured."""
PLAIN_SHARE, FREE_SHARE = 0.2, 0.5
"""Least share of a square without print, and without things that were read."""
FILLED = (3, 5, 9)
"""Squares from around which print is filled in."""
SLOW = 41
"""Squares within which light is compared: more than twice what lies on a place."""
DARKEST = 6.0
AXES = np.array([(0.114, 0.587, 0.299), (1.0, 0.0, -1.0), (-0.5, 1.0, -0.5)], np.float32)
"""Brightness (ITU-R BT.601), blue over red, green over both: weights of the logs of blue, green and red."""
LEAST_NOISE = (0.002, 0.003, 0.003)
_LEVELS = 500.0

Light = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class LaneLight:
    """The light on a tray's lanes: rows x columns of squares of SQUARE_MM, x AXES where it is of three parts."""

    values: Light
    """Logs of the light along AXES."""
    residual: Light
    """What of it does not change slowly."""
    free: NDArray[np.bool_]
    """Squares of the lanes that show the sheet, or what lies unread on it."""
    noise: Floats
    """One standard deviation of ``residual`` along each of AXES, in a square without print."""
    paper: float
    """Log of the brightness of white paper over that of the lanes, as they are printed."""

    @classmethod
    def measured(cls, flat: Image, edition: TrayEdition, below: NDArray[np.bool_]) -> LaneLight | None:
        """Measure a sheet from above; None if next to nothing of its lanes is free.

        ``below``: pixels that things which were read hide.
        """
        empty, plain = _printed(edition)
        size = (flat.shape[1] // SQUARE_MM, flat.shape[0] // SQUARE_MM)
        around = np.ones((2 * BESIDE_THING_MM + 1, 2 * BESIDE_THING_MM + 1), np.uint8)
        near = cv2.dilate(below.astype(np.uint8), around)
        taken = np.where(near == 0, plain, np.uint8(0))
        share = cv2.resize(taken.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        away = 1.0 - cv2.resize(near.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        free = (away > FREE_SHARE) & _inside()
        measured = share > PLAIN_SHARE
        telling = measured & free
        if telling.sum() < SLOW:
            return None
        bare = cv2.copyTo(flat, taken).astype(np.float32)
        seen = _divided(cv2.resize(bare, size, interpolation=cv2.INTER_AREA), np.maximum(share, PLAIN_SHARE))
        levels = cv2.log(np.maximum(seen, np.float32(DARKEST))) - empty
        values = _filled(np.asarray(cv2.transform(levels, AXES), np.float32), measured)
        residual = values - _slow(values, free)
        noise = 1.48 * _medians(np.abs(residual), telling)
        return cls(values, np.asarray(residual, np.float32), free, np.maximum(noise, LEAST_NOISE), _paper(edition))


def _medians(values: Light, taken: NDArray[np.bool_]) -> Floats:
    """Return the median along each of AXES of the squares taken."""
    return np.array([median(np.asarray(axis, np.float32)[taken]) for axis in cv2.split(values)])


def _divided(values: MatLike, share: NDArray[np.floating[Any]]) -> Light:
    """Return values (rows x columns x AXES) divided by shares (rows x columns): numpy is slow along short axes."""
    return np.asarray(cv2.divide(values, cv2.merge([share.astype(np.float32)] * 3)), np.float32)


def _filled(values: Light, known: NDArray[np.bool_]) -> Light:
    """Fill in what is not known from around it."""
    values, there = values.copy(), known.astype(np.uint8)
    for across in FILLED:
        if there.all():
            break
        size = (across, across)
        share = np.asarray(cv2.blur(there.astype(np.float32), size), np.float32)
        near = np.asarray(cv2.blur(cv2.copyTo(values, there), size), np.float32)
        near = _divided(near, np.maximum(share, np.float32(1e-6)))
        fill = ((share > 0.0) & (there == 0)).astype(np.uint8)
        cv2.copyTo(near, fill, values)
        there |= fill
    return values


def _slow(values: Light, free: NDArray[np.bool_]) -> Light:
    """Return the median of the light around each square."""
    size = (free.shape[1] // 2, free.shape[0] // 2)
    weight = cv2.resize(free.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    middle = _medians(values, free).astype(np.float32)
    off = cv2.copyTo(cv2.subtract(values, np.array([*middle, 0.0])), free.astype(np.uint8))
    coarse = cv2.resize(off, size, interpolation=cv2.INTER_AREA)
    # What is not free is as light as what is around it.
    wide = (3 * SLOW // 8, 3 * SLOW // 8)
    mean = _divided(cv2.blur(coarse, wide), np.maximum(cv2.blur(weight, wide), np.float32(1e-3)))
    known = (weight > FREE_SHARE).astype(np.uint8)
    cv2.copyTo(_divided(coarse, np.maximum(weight, np.float32(FREE_SHARE))), known, mean)
    rounded = np.clip(mean * _LEVELS + 128.0, 0.0, 255.0).astype(np.uint8)
    slow = cv2.GaussianBlur(cv2.medianBlur(rounded, SLOW // 2 | 1).astype(np.float32), (0, 0), 2.0)
    logs = ((slow - 128.0) / _LEVELS + middle).astype(np.float32)
    return np.asarray(cv2.resize(logs, free.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


@lru_cache(maxsize=1)
def _inside() -> NDArray[np.bool_]:
    """Return the squares of the lanes, without their edges and figures."""
    inside = np.zeros((ROWS * CELL_MM // SQUARE_MM, COLUMNS * CELL_MM // SQUARE_MM), np.bool_)
    for lane in range(TRAY.lanes):
        area, first = TRAY.lane(lane).grown(-1.0), TRAY.slot_centre(lane, 0)
        inside[squares_of(area.low.x, area.high.x, area.low.y + EDGE_MM, area.high.y - EDGE_MM)] = True
        inside[squares_of(first.x - FIGURE_MM, first.x + FIGURE_MM, first.y - FIGURE_MM, first.y + FIGURE_MM)] = False
    return inside


def squares_of(left: float, right: float, low: float, high: float) -> tuple[slice, slice]:
    """Return the squares in a rectangle of the tray's frame, mm."""
    rows = slice(round((CORNER.y - high) / SQUARE_MM), round((CORNER.y - low) / SQUARE_MM))
    return rows, slice(round((left - CORNER.x) / SQUARE_MM), round((right - CORNER.x) / SQUARE_MM))


@lru_cache(maxsize=8)
def _printed(edition: TrayEdition) -> tuple[Light, NDArray[np.uint8]]:
    """Return the logs of the empty sheet's colours (squares of SQUARE_MM), and its pixels without print (1 or 0)."""
    plain = without_print(edition)
    size = (plain.shape[1] // SQUARE_MM, plain.shape[0] // SQUARE_MM)
    sheet = cv2.GaussianBlur(printed_sheet(edition), (0, 0), 0.8).astype(np.float32) * plain[..., None]
    share = cv2.resize(plain.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    mean = cv2.resize(sheet, size, interpolation=cv2.INTER_AREA) / np.maximum(share, 1e-3)[..., None]
    return np.log(np.maximum(mean, DARKEST)).astype(np.float32), plain


@lru_cache(maxsize=8)
def _paper(edition: TrayEdition) -> float:
    """Return the log of the brightness of white paper over that of most of the lanes."""
    levels = cv2.transform(_printed(edition)[0], AXES[:1])
    return float(np.log(255.0)) - median(np.asarray(levels, np.float32)[_inside()])


@lru_cache(maxsize=8)
def without_print(edition: TrayEdition) -> NDArray[np.uint8]:
    """Return 1 where no print of the sheet is near, else 0: a px is a mm."""
    sheet = printed_sheet(edition)
    differs = cv2.absdiff(cv2.medianBlur(sheet, AROUND_PX), sheet).max(axis=2) > PRINTED_LEVELS
    joined = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((JOINED_PX, JOINED_PX), np.uint8))
    return np.asarray(cv2.dilate(joined, np.ones((BESIDE_PX, BESIDE_PX), np.uint8)) == 0, np.uint8)
