"""Find the edge of torn paper on a lane: a thin bright line, where white fibres show. No light makes one.

It is all that is seen of paper which is as pale as the lane and hides none of its print.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.unread.lanes.lane_light import SQUARE_MM, LaneLight, without_print
from controller.vision.unread.quantiles import median
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, TrayEdition

AROUND_PX = 13
"""Width within which the edge is brighter than most of the lane: a px is a mm."""
BESIDE_THING_MM = 4
"""Distance from things that were read within which edges are not looked for: they have rims."""
INSET_MM, RIM_MM = 8.0, 4
"""Distance from the sides of a lane within which they are not looked for: lines are printed there; and width along it
within which an edge, all of it, is the rim of what lies beyond."""
NOISES, SURE_NOISES = 3.0, 4.0
"""Standard deviations by which a place is brighter, and the whole edge in the mean."""
LEAST_NOISE_LEVELS = 0.25
SHORTEST_MM, WIDEST_MM = 17.0, 3.6
"""Limits of its length, and of its mean width."""
BRIGHTER, BRIGHTEST = 0.006, 0.05
"""Least share by which it is brighter than the lane, and most anywhere: more is light between two shadows."""
UNEVEN, UNEVEN_SHARE = 0.04, 0.015
"""Log of brightness over that of the lane around, and share of a lane that is so much brighter or darker, from which it
lies under shadows: light between them is as thin."""


def find_torn_edges(
    flat: Image, edition: TrayEdition, below: NDArray[np.bool_], light: LaneLight
) -> list[NDArray[np.bool_]]:
    """Return the squares (of SQUARE_MM) of edges of torn paper in the lanes of a sheet from above, where light is even.

    ``below``: pixels that things which were read hide.
    """
    around = np.ones((2 * BESIDE_THING_MM + 1, 2 * BESIDE_THING_MM + 1), np.uint8)
    free = (cv2.dilate(below.astype(np.uint8), around) == 0) & _places(edition)
    for rows in _lanes():
        small = slice(rows.start // SQUARE_MM, rows.stop // SQUARE_MM)
        off = np.abs(light.residual[small, :, 0][light.free[small]])
        if not len(off) or float((off > UNEVEN).mean()) > UNEVEN_SHARE:
            free[rows] = False
    if not free.any():
        return []
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    above = np.asarray(cv2.blur(_above(np.asarray(grey, np.uint8), free), (3, 3)), np.float32)
    noise = max(1.48 * median(np.abs(above[free])), LEAST_NOISE_LEVELS)
    bright = ((above > NOISES * noise) & free).astype(np.uint8)
    _count, labels, stats, _middles = cv2.connectedComponentsWithStats(bright, connectivity=8)
    length = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    thin = (length >= SHORTEST_MM) & (stats[:, cv2.CC_STAT_AREA] <= WIDEST_MM * length)
    found: list[NDArray[np.bool_]] = []
    for label in np.flatnonzero(thin[1:]) + 1:
        top = int(stats[label, cv2.CC_STAT_TOP])
        if _is_rim(top, top + int(stats[label, cv2.CC_STAT_HEIGHT])):
            continue
        there = labels == label
        mean, most, level = (float(value) for value in (above[there].mean(), above[there].max(), grey[there].mean()))
        if mean > max(SURE_NOISES * noise, BRIGHTER * level) and most < BRIGHTEST * level:
            size = (there.shape[1] // SQUARE_MM, there.shape[0] // SQUARE_MM)
            found.append(cv2.resize(there.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.0)
    return found


def _is_rim(top: int, bottom: int) -> bool:
    """Tell whether rows of pixels (``bottom`` is the first below them) lie along the side of what is looked at."""
    return any(
        (top >= rows.start and bottom <= rows.start + RIM_MM) or (top >= rows.stop - RIM_MM and bottom <= rows.stop)
        for rows in _lanes()
    )


def _above(grey: NDArray[np.uint8], free: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return by how many levels free places are brighter than most of what is around them; 0 elsewhere."""
    found = np.zeros(grey.shape, np.float32)
    reach = AROUND_PX // 2
    for rows in _lanes():
        columns = np.flatnonzero(free[rows].any(axis=0))
        # The median takes long: of stretches that are free, and of what is around these, alone.
        for stretch in np.split(columns, np.flatnonzero(np.diff(columns) > AROUND_PX) + 1) if len(columns) else ():
            left, right = int(stretch[0]), int(stretch[-1]) + 1
            first, high = max(left - reach, 0), max(rows.start - reach, 0)
            near = np.ascontiguousarray(grey[high : rows.stop + reach, first : right + reach])
            inner = slice(rows.start - high, rows.stop - high), slice(left - first, right - first)
            usual = np.asarray(cv2.medianBlur(near, AROUND_PX))
            cv2.subtract(near[inner], usual[inner], found[rows, left:right], dtype=cv2.CV_32F)
    found[~free] = 0.0
    return found


@lru_cache(maxsize=1)
def _lanes() -> list[slice]:
    """Return the rows of pixels of each lane."""
    areas = [TRAY.lane(lane).grown(-INSET_MM) for lane in range(TRAY.lanes)]
    return [slice(round(CORNER.y - area.high.y), round(CORNER.y - area.low.y)) for area in areas]


@lru_cache(maxsize=8)
def _places(edition: TrayEdition) -> NDArray[np.bool_]:
    """Return the pixels of all places of the lanes but the first, which is white."""
    inside = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)
    left, right = TRAY.field.low.x + TRAY.slot_mm, TRAY.field.high.x - INSET_MM
    for rows in _lanes():
        inside[rows, round(left - CORNER.x) : round(right - CORNER.x)] = True
    return inside & (without_print(edition) > 0)
