"""The floor of a tray's lanes: where it is seen, nothing lies (decision 22).

All other looks at a tray compare it with the sheet as it was before lanes had a floor. So they are given the picture
without the floor, where that is seen; where something lies on it there is none to take away.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from controller.vision.unread.surroundings import medians_around
from controller.vision.unread.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    ROWS_BEFORE,
    printed_floor,
    printed_sheet,
    squares_inside,
)

AROUND_MM = 11
"""Width of the surroundings of a place: more than twice that of any printed line."""
PRINTED, BESIDE_MM = 0.02, 2
"""Least detail (log of surroundings over place) of what is print, and distance from it that is left out."""
DARKEST = 6.0
RASTER_MM = 0.7
"""Blur that rectifying adds."""
HIDDEN_MM2 = 30.0
"""Area in which the floor is hidden, from which something lies there: two squares. In the middle of its window: about
half of the window's 400 mm² are hidden then."""
SEEN_SHARE, LEAST_SEEN_MM2 = 0.97, 400.0
"""Share of a place's squares that must show the floor, and the least area of a place, that nothing lies on: as large as
the narrowest window in which the floor is looked for."""
EDGE_MM = 5.0
"""Width along a lane's edge that need not show the floor: its rounded corners have none."""

AREA = FloorArea(
    COLUMNS_BEFORE * CELL_MM + LANE_FLOOR.area.low.x - TRAY.field.low.x,
    ROWS_BEFORE * CELL_MM,
    LANE_FLOOR.area.width,
    LANE_FLOOR.area.height,
    (LANE_FLOOR.pitch.x, LANE_FLOOR.pitch.y),
)


def see_lane_floor(
    sheet: Image, key: TrayKey, below: NDArray[np.bool_], detail: NDArray[np.float32] | None = None
) -> FloorSeen | None:
    """Return where the floor of a tray's lanes is seen, in squares of its sheet; None if it has none.

    ``sheet``: from above; ``below``: pixels of it that things which were read hide; ``detail``: of the sheet, if
    :func:`sheet_details` has measured it.
    """
    size = (sheet.shape[1] // CELL_MM, sheet.shape[0] // CELL_MM)
    green = cv2.resize(np.ascontiguousarray(sheet[..., 1]), size, interpolation=cv2.INTER_AREA)
    brightness = np.asarray(cv2.LUT(green, _LOG), np.float64)
    detail = sheet_details([sheet])[0] if detail is None else detail
    return see_floor(detail, _blank(key) & ~below, brightness, AREA, CELL_MM)


def sheet_details(sheets: Sequence[Image]) -> list[NDArray[np.float32]]:
    """Return how much darker each place of each sheet is than its surroundings, as a log: sooner than one by one."""
    greys = [cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY) for sheet in sheets]
    pairs = zip(greys, medians_around(greys, AROUND_MM), strict=True)
    return [np.asarray(cv2.LUT(around, _LOG) - cv2.LUT(grey, _LOG), np.float32) for grey, around in pairs]


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
    soft = float(np.hypot(blur_mm, RASTER_MM))
    waves = [np.exp(-2.0 * (np.pi * soft / pitch) ** 2) for pitch in AREA.pitch]
    gate = floor.veil * (floor.height / np.mean(waves)) * floor.seen
    off_x, off_y, share = (
        cv2.resize(part.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
        for part in (floor.off_mm[..., 0], floor.off_mm[..., 1], gate)
    )
    u, v = _pixels(*size)
    printed = cv2.GaussianBlur(printed_floor(key), (0, 0), max(blur_mm, 0.3))
    tiles = cv2.remap(printed, u - off_x, v - off_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    brighter = np.exp(tiles * share)
    return np.asarray(cv2.multiply(sheet, cv2.merge([brighter] * 3), dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=2)
def _pixels(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return column and row of each pixel."""
    u, v = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return u, v


_LOG = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)


@lru_cache(maxsize=TRAY.lanes)
def _inside(lane: int) -> NDArray[np.bool_]:
    """Return the squares of a lane, without its edge."""
    area = TRAY.lane(lane).grown(-EDGE_MM)
    corners = (area.low, Point(area.high.x, area.low.y), area.high, Point(area.low.x, area.high.y))
    return squares_inside([points_array(corners)])


@lru_cache(maxsize=8)
def _blank(key: TrayKey) -> NDArray[np.bool_]:
    """Return where nothing but the floor is printed."""
    print_ = np.abs(sheet_details([printed_sheet(key)])[0]) >= PRINTED
    side = 2 * BESIDE_MM + 1
    blank = cv2.dilate(print_.astype(np.uint8), np.ones((side, side), np.uint8)) == 0
    first = COLUMNS_BEFORE * CELL_MM
    blank[:, :first] = blank[:, first + round(TRAY.field.width) :] = False
    return np.asarray(blank, np.bool_)
