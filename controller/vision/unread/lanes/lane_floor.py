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
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.markers.greyscale import to_grey
from controller.vision.pose.placement import points_array
from controller.vision.unread.floor_print import FloorArea, FloorSeen, look_for_floor
from controller.vision.unread.local_contrast import LOG_LEVEL, local_contrast
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    ROWS_BEFORE,
    TrayEdition,
    printed_floor,
    printed_sheet,
    squares_inside,
)

PRINTED, BESIDE_MM = 0.02, 2
"""Least detail (log of surroundings over place) of what is print, and distance from it that is left out."""
RASTER_MM = 0.7
"""Blur that rectifying adds."""
STRANGE, STRANGE_MM, STRANGE_SHARE = 0.25, 2, 0.1
"""Detail that no tile has, over so many mm, and share of a square with it from which the square shows other print:
figures on a card's back are about as far apart as tiles."""
HIDDEN_MM2 = 60.0
"""Area of the middles of windows in which the floor is hidden, from which something lies there: about half of each
window's 400 mm² is hidden then. The rims of hard shadows have half as much."""
PACKED_HEIGHT, PACKED_MM2 = 0.8, 1500.0
"""Share of its printed height from which the floor is left by strong compression, and the area that must hide it there.

Of 44 pictures packed to a quality of 10 to 55 (half of them 28 and less) no place of a clear row hid half of that at
this height. Blank cards, 5,500 mm², hide all of it.
"""
MISSED_MM2, UNSEEN_MM2 = 200.0, 1000.0
"""Connected area in which the narrowest window does not see the floor, sure or not, from which a lane is searched and
no place in it is taken for empty (scraps of 25 mm have 400 and more, most rims of hard shadows less); and from which
something may lie there, whatever else is found (clear lanes have 900 at most)."""
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
    sheet: Image, edition: TrayEdition, below: NDArray[np.bool_], covered: NDArray[np.bool_]
) -> FloorSeen | None:
    """Return where the floor of a tray's lanes is seen, in squares of its sheet; None if it has none.

    ``sheet``: from above; ``below``: pixels of it that things which were read hide; ``covered``: squares that they may
    show on. Lanes that do not show all of their floor at a quick look are looked at closely.
    """
    grey = to_grey(sheet)
    squares = (sheet.shape[1] // CELL_MM, sheet.shape[0] // CELL_MM)
    brightness = np.asarray(cv2.LUT(cv2.resize(grey, squares, interpolation=cv2.INTER_AREA), LOG_LEVEL), np.float64)
    plain = _blank(edition) & ~below

    def doubted(floor: FloorSeen) -> NDArray[np.bool_]:
        lanes = [lane for lane in range(TRAY.lanes) if not lane_shows_floor(floor, lane, covered)]
        return np.asarray(np.any([np.zeros_like(covered), *(_inside(lane, 0.0) for lane in lanes)], axis=0))

    floor, detail = look_for_floor(grey, plain, brightness, AREA, CELL_MM, TRAY.lanes, doubted)
    if floor is None:
        return None
    coarse = (sheet.shape[1] // STRANGE_MM, sheet.shape[0] // STRANGE_MM)
    strange = cv2.resize(cv2.copyTo(detail, plain.astype(np.uint8)), coarse, interpolation=cv2.INTER_AREA) > STRANGE
    strong = cv2.resize(strange.astype(np.float32), squares, interpolation=cv2.INTER_AREA) > STRANGE_SHARE
    return replace(floor, seen=floor.seen & ~strong, untold=floor.untold | (floor.seen & strong))


def find_on_floor(floor: FloorSeen, covered: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the parts of the lanes in which something hides the floor, in squares of the sheet, lane by lane.

    ``covered``: squares that things which were read may show on.
    """
    found: list[NDArray[np.bool_]] = []
    for lane in range(TRAY.lanes):
        # Things in two lanes may touch.
        free = ~covered & _inside(lane, 0.0)
        hidden = _parts(floor.hidden & free, HIDDEN_MM2)
        missed = [
            part for part in _parts(floor.missed & free, UNSEEN_MM2) if not any((part & of).any() for of in hidden)
        ]
        found += [*hidden, *missed]
    return found


def find_on_packed_floor(floor: FloorSeen, covered: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return what hides the floor in a strongly compressed picture and is as large as a part of a card.

    The same as :func:`find_on_floor`. Compression takes the floor away in places; where it is as high as it is printed,
    not in as large ones.
    """
    if floor.height < PACKED_HEIGHT:
        return []
    free = (floor.hidden & ~covered & _inside(lane, 0.0) for lane in range(TRAY.lanes))
    return [part for hidden in free for part in _parts(hidden, PACKED_MM2)]


def _parts(mask: NDArray[np.bool_], least_mm2: float) -> list[NDArray[np.bool_]]:
    """Return the connected parts of this area at least."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    sizes = np.bincount(labels.ravel(), minlength=count) * CELL_MM**2
    return [labels == label for label in range(1, count) if sizes[label] >= least_mm2]


def shows_floor(floor: FloorSeen, squares: NDArray[np.bool_], covered: NDArray[np.bool_]) -> bool:
    """Tell whether all of a place is seen to be empty, but for what things that were read cover.

    ``squares``: of the place; ``covered``: those that things which were read may show on.
    """
    free = squares & ~covered
    if free.sum() * CELL_MM**2 < LEAST_SEEN_MM2 or floor.hidden[free].any():
        return False
    return not _parts(floor.missed & free, MISSED_MM2) and float(floor.seen[free].mean()) >= SEEN_SHARE


def lane_shows_floor(floor: FloorSeen, lane: int, covered: NDArray[np.bool_]) -> bool:
    """Tell whether all of a lane is seen to be empty, but for what things that were read cover.

    ``covered``: squares that they may show on.
    """
    free = _inside(lane) & ~covered
    if not free.any():
        return True
    hidden = float(floor.hidden[free].sum()) * CELL_MM**2 >= HIDDEN_MM2
    missed = _parts(floor.missed & free, MISSED_MM2)
    return not hidden and not missed and float(floor.seen[free].mean()) >= SEEN_SHARE


def without_floor(sheet: Image, edition: TrayEdition, floor: FloorSeen, blur_mm: float) -> Image:
    """Return a tray's sheet from above without its floor, where that is seen.

    ``blur_mm``: of the picture's edges, one standard deviation.
    """
    size = (sheet.shape[1], sheet.shape[0])
    gate = (floor.veil * (floor.height / _left_by_blur(blur_mm))) * floor.seen
    off_x, off_y, share = (
        cv2.resize(part.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
        for part in (*cv2.split(floor.off), gate)
    )
    u, v = _places(size)
    tiles = cv2.remap(_soft_floor(edition, round(blur_mm, 1)), u - off_x, v - off_y, cv2.INTER_LINEAR)
    brighter = cv2.exp(cv2.multiply(tiles, share))
    return np.asarray(cv2.multiply(sheet, cv2.merge([brighter] * 3), dtype=cv2.CV_8U), np.uint8)


def _left_by_blur(blur_mm: float) -> float:
    """Return the share of the floor's waves that is left by blur."""
    soft = np.hypot(blur_mm, RASTER_MM)
    return float(np.exp(-2.0 * (np.pi * soft / np.array(AREA.pitch)) ** 2).mean())


@lru_cache(maxsize=16)
def _soft_floor(edition: TrayEdition, blur_mm: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(printed_floor(edition), (0, 0), max(blur_mm, 0.3)), np.float32)


@lru_cache(maxsize=1)
def _places(size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return column and row of each pixel."""
    u, v = np.meshgrid(*(np.arange(length, dtype=np.float32) for length in size))
    return u, v


@lru_cache(maxsize=2 * TRAY.lanes)
def _inside(lane: int, edge_mm: float = EDGE_MM) -> NDArray[np.bool_]:
    """Return the squares of a lane, without so much of its edge."""
    area = TRAY.lane(lane).grown(-edge_mm)
    corners = (area.low, Point(area.high.x, area.low.y), area.high, Point(area.low.x, area.high.y))
    return squares_inside([points_array(corners)])


@lru_cache(maxsize=8)
def _blank(edition: TrayEdition) -> NDArray[np.bool_]:
    """Return where nothing but the floor is printed."""
    print_ = np.abs(local_contrast(to_grey(printed_sheet(edition)))) >= PRINTED
    side = 2 * BESIDE_MM + 1
    blank = cv2.dilate(print_.astype(np.uint8), np.ones((side, side), np.uint8)) == 0
    first = COLUMNS_BEFORE * CELL_MM
    blank[:, :first] = blank[:, first + round(TRAY.field.width) :] = False
    return np.asarray(blank, np.bool_)
