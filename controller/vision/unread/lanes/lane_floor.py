"""The floor of a tray's lanes: where it is seen, nothing lies (decision 22).

All other looks at a tray compare it with the sheet as it was before lanes had a floor. So they are given the picture
without the floor, where that is seen; where something lies on it there is none to take away.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.floor_tiles import LANE_FLOOR
from boards.geometry import Point
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.pose.placement import points_array
from controller.vision.unread.floor_print import FloorArea, FloorSeen, see_floor
from controller.vision.unread.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    ROWS_BEFORE,
    printed_floor,
    printed_sheet,
    squares_inside,
)

PX_MM = 2
"""Side of the pixels in which the floor is looked for: its waves are nearly five of them long."""
AROUND_PX = 5
"""Width of the surroundings of a place: a tile and the joint beside it."""
PRINTED, BESIDE_PX = 0.02, 1
"""Least detail (log of surroundings over place) of what is print, and distance from it that is left out."""
DARKEST = 6.0
RASTER_MM = 0.7
"""Blur that rectifying adds."""
STRANGE, STRANGE_SHARE = 0.25, 0.1
"""Detail that no tile has, and share of a square with it from which the square shows other print: figures on a card's
back are about as far apart as tiles."""
HIDDEN_MM2 = 60.0
"""Area of the middles of windows in which the floor is hidden, from which something lies there: about half of each
window's 400 mm² is hidden then. The rims of hard shadows have half as much."""
SEEN_SHARE, LEAST_SEEN_MM2 = 0.97, 400.0
"""Share of a place's squares that must show the floor, and the least area of a place, that nothing lies on: as large as
the narrowest window in which the floor is looked for."""
EDGE_MM = 5.0
"""Width along a lane's edge that need not show the floor: its rounded corners have none."""

AREA = FloorArea(
    (COLUMNS_BEFORE * CELL_MM + LANE_FLOOR.area.low.x - TRAY.field.low.x) / PX_MM,
    ROWS_BEFORE * CELL_MM / PX_MM,
    LANE_FLOOR.area.width / PX_MM,
    LANE_FLOOR.area.height / PX_MM,
    (LANE_FLOOR.pitch.x / PX_MM, LANE_FLOOR.pitch.y / PX_MM),
)


def see_lane_floor(sheet: Image, key: TrayKey, below: NDArray[np.bool_]) -> FloorSeen | None:
    """Return where the floor of a tray's lanes is seen, in squares of its sheet; None if it has none.

    ``sheet``: from above; ``below``: pixels of it that things which were read hide.
    """
    logs = _logs(sheet)
    hidden = cv2.resize(below.astype(np.uint8), logs.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    squares = (sheet.shape[1] // CELL_MM, sheet.shape[0] // CELL_MM)
    brightness = np.asarray(cv2.resize(logs, squares, interpolation=cv2.INTER_AREA), np.float64)
    detail, plain = _detail(logs), _blank(key) & ~hidden
    floor = see_floor(detail, plain, brightness, AREA, CELL_MM // PX_MM)
    if floor is None:
        return None
    strange = np.asarray((detail > STRANGE) & plain, np.float32)
    strong = cv2.resize(strange, squares, interpolation=cv2.INTER_AREA) > STRANGE_SHARE
    return replace(floor, seen=floor.seen & ~strong, untold=floor.untold | (floor.seen & strong))


def find_on_floor(floor: FloorSeen, covered: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the parts of the lanes in which something hides the floor, in squares of the sheet.

    ``covered``: squares that things which were read may show on.
    """
    count, labels = cv2.connectedComponents((floor.hidden & ~covered).astype(np.uint8), connectivity=8)
    sizes = np.bincount(labels.ravel(), minlength=count) * CELL_MM**2
    return [labels == label for label in range(1, count) if sizes[label] >= HIDDEN_MM2]


def shows_floor(floor: FloorSeen, squares: NDArray[np.bool_], covered: NDArray[np.bool_]) -> bool:
    """Tell whether all of a place is seen to be empty, but for what things that were read cover.

    ``squares``: of the place; ``covered``: those that things which were read may show on.
    """
    free = squares & ~covered
    area = float(free.sum()) * CELL_MM**2
    return area >= LEAST_SEEN_MM2 and not floor.hidden[free].any() and float(floor.seen[free].mean()) >= SEEN_SHARE


def lane_shows_floor(floor: FloorSeen, lane: int, covered: NDArray[np.bool_]) -> bool:
    """Tell whether all of a lane is seen to be empty, but for what things that were read cover.

    ``covered``: squares that they may show on.
    """
    free = _inside(lane) & ~covered
    return not floor.hidden[free].any() and (not free.any() or float(floor.seen[free].mean()) >= SEEN_SHARE)


def without_floor(sheet: Image, key: TrayKey, floor: FloorSeen, blur_mm: float) -> Image:
    """Return a tray's sheet from above without its floor, where that is seen.

    ``blur_mm``: of the picture's edges, one standard deviation.
    """
    size = (sheet.shape[1], sheet.shape[0])
    gate = (floor.veil * (floor.height / _left_by_blur(blur_mm))) * floor.seen
    off_x, off_y, share = (
        cv2.resize(part.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
        for part in (*cv2.split(floor.off * PX_MM), gate)
    )
    u, v = _places(size)
    tiles = cv2.remap(_soft_floor(key, round(blur_mm, 1)), u - off_x, v - off_y, cv2.INTER_LINEAR)
    brighter = cv2.exp(cv2.multiply(tiles, share))
    return np.asarray(cv2.multiply(sheet, cv2.merge([brighter] * 3), dtype=cv2.CV_8U), np.uint8)


def _left_by_blur(blur_mm: float) -> float:
    """Return the share of the floor's waves that is left by blur, and by the pixels in which it is looked for."""
    soft = np.hypot(blur_mm, RASTER_MM)
    blurred = np.exp(-2.0 * (np.pi * soft / np.array([LANE_FLOOR.pitch.x, LANE_FLOOR.pitch.y])) ** 2)
    return float((blurred * np.sinc(1.0 / np.array(AREA.pitch))).mean())


@lru_cache(maxsize=16)
def _soft_floor(key: TrayKey, blur_mm: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(printed_floor(key), (0, 0), max(blur_mm, 0.3)), np.float32)


@lru_cache(maxsize=1)
def _places(size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return column and row of each pixel."""
    u, v = np.meshgrid(*(np.arange(length, dtype=np.float32) for length in size))
    return u, v


_LOG = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)


def _logs(sheet: Image) -> NDArray[np.float32]:
    """Return the log of the brightness of a sheet from above in pixels of PX_MM."""
    size = (sheet.shape[1] // PX_MM, sheet.shape[0] // PX_MM)
    grey = cv2.LUT(cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY), _LOG)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def _detail(logs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much darker each place is than its surroundings."""
    return np.asarray(cv2.medianBlur(logs, AROUND_PX) - logs, np.float32)


@lru_cache(maxsize=TRAY.lanes)
def _inside(lane: int) -> NDArray[np.bool_]:
    """Return the squares of a lane, without its edge."""
    area = TRAY.lane(lane).grown(-EDGE_MM)
    corners = (area.low, Point(area.high.x, area.low.y), area.high, Point(area.low.x, area.high.y))
    return squares_inside([points_array(corners)])


@lru_cache(maxsize=8)
def _blank(key: TrayKey) -> NDArray[np.bool_]:
    """Return where nothing but the floor is printed."""
    print_ = np.abs(_detail(_logs(printed_sheet(key)))) >= PRINTED
    side = 2 * BESIDE_PX + 1
    blank = cv2.dilate(print_.astype(np.uint8), np.ones((side, side), np.uint8)) == 0
    first, last = (round(COLUMNS_BEFORE * CELL_MM + length) // PX_MM for length in (0.0, TRAY.field.width))
    blank[:, :first] = blank[:, last:] = False
    return np.asarray(blank, np.bool_)
