"""Find plain paper beside what stands on a floor: places as large as a tile that are even and show no tile.

A token on its face is white paper. Below a golem it shows corners of some mm, too little for the windows in which the
floor is looked for (`floor_print.py`). Where a picture is calm, each tile is seen by itself: the slope of the line that
relates the levels in a window of one tile to the tile as it is printed is near to the usual one. The edge of a shadow
takes that away, too, but is not even.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.floor_tiles import TILE_SHARE
from controller.vision.unread.floor_print import FloorArea, FloorSeen
from controller.vision.unread.quantiles import median

UNSEEN, EVEN = 0.2, 4.0
"""Share of the usual slope below which a tile is not seen; and most residuals of an even place, in usual ones."""
CALM, STEADY = 0.18, 0.02
"""Usual residual, as a part of the usual slope, up to which each tile tells; and the share of a floor that is seen in
which tiles may seem to be missing: in strongly compressed pictures they come and go."""
LEAST_FREE = 0.6
"""Share of a window that must be free and without other print."""
BRIGHTEST, DARKEST = 235.0, 20.0
"""Mean levels between which a window tells."""
NEAR_PX = 40
"""Distance from what lies there within which a token below it may be seen."""
SOFT_PX = 0.8
STEP_PX = 2
"""Side of the places that are told, px: neighbouring windows are nearly the same."""
_LEAST_VARIANCE = 1e-3

Pixels = NDArray[np.float32]


def find_plain_paper(
    green: Pixels,
    blank: NDArray[np.bool_],
    lying: NDArray[np.bool_],
    floor: FloorSeen,
    area: FloorArea,
    square: int,
) -> NDArray[np.bool_]:
    """Return the middles of windows of a tile's size that are even and show no tile (H x W).

    ``green``: levels of the sheet from above, 1 px a mm; ``blank``: pixels in the picture with no print but the
    floor's; ``lying``: what things that were read hide; ``square``: side of a square of ``floor``, px.
    """
    found = np.zeros(green.shape, np.bool_)
    if floor.faint:
        return found
    part = _even(area)
    inside, hidden = blank[part], lying[part]
    weight = (inside & ~hidden).astype(np.float32)
    levels = cv2.log(np.maximum(green[part], np.float32(1.0)))
    tile = _tiles(part, floor, area, green.shape)
    window = round(max(area.pitch) / STEP_PX)

    def mean(values: Pixels) -> Pixels:
        return np.asarray(cv2.blur(_halved(values), (window, window), borderType=cv2.BORDER_CONSTANT), np.float32)

    share = mean(weight)
    each = np.maximum(share, np.float32(1e-3))
    tiles_there, levels_there = weight * tile, weight * levels
    of_tile, of_levels = mean(tiles_there) / each, mean(levels_there) / each
    spread = np.maximum(mean(tiles_there * tile) / each - of_tile**2, np.float32(_LEAST_VARIANCE))
    slope = (of_tile * of_levels - mean(tiles_there * levels) / each) / spread
    rest = mean(levels_there * levels) / each - of_levels**2 - slope**2 * spread
    residual = np.sqrt(np.maximum(rest, np.float32(0.0)))
    telling = (_halved(inside.astype(np.float32)) > 0.5) & (share > LEAST_FREE)
    telling &= (of_levels < np.log(BRIGHTEST)) & (of_levels > np.log(DARKEST))
    seen, veil = (_of_places(of_floor, part, square) for of_floor in (floor.seen, floor.veil))
    known = telling & (seen > 0.5)
    if not known.any():
        return found
    usual, rough = median(slope[known]), median(residual[known])
    if not 0.0 < rough < CALM * usual:
        return found
    plain = telling & (slope < UNSEEN * usual * veil) & (residual < EVEN * rough)
    if not plain.any():
        return found
    near = cv2.dilate(_halved(hidden.astype(np.float32)), np.ones((2 * NEAR_PX // STEP_PX + 1,) * 2, np.uint8)) > 0.0
    away = known & ~near
    if not away.any() or plain[away].mean() <= STEADY:
        found[part] = np.repeat(np.repeat(plain, STEP_PX, axis=0), STEP_PX, axis=1)
    return found


def _even(area: FloorArea) -> tuple[slice, slice]:
    """Return the rows and columns of a floor from which a whole number of steps is taken."""
    rows, columns = (
        slice(round(low), round(low) + round(length) // STEP_PX * STEP_PX)
        for low, length in ((area.top, area.height), (area.left, area.width))
    )
    return rows, columns


def _halved(values: Pixels) -> Pixels:
    """Return the means of places of STEP_PX x STEP_PX px."""
    size = (values.shape[1] // STEP_PX, values.shape[0] // STEP_PX)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def _tiles(part: tuple[slice, slice], floor: FloorSeen, area: FloorArea, shape: tuple[int, ...]) -> Pixels:
    """Return how much of each pixel of a part of the sheet is tile, where the floor is in this picture."""
    along: list[Pixels] = []
    for axis, (start, pitch, range_) in enumerate(
        ((area.left, area.pitch[0], part[1]), (area.top, area.pitch[1], part[0]))
    ):
        places = np.arange(range_.start, range_.stop, dtype=np.float32) + np.float32(0.5 - start)
        places = places[None, :] if axis == 0 else places[:, None]
        off = cv2.resize(floor.off[..., axis].astype(np.float32), shape[1::-1], interpolation=cv2.INTER_LINEAR)[part]
        share: Pixels = np.asarray((places - off) / np.float32(pitch), np.float32)
        # In place: of arrays as large as the sheet, new ones take longer than what is done with them.
        share -= np.floor(share)
        from_middle = np.abs(np.subtract(share, np.float32(0.5), out=share), out=share)
        from_middle *= np.float32(-pitch)
        from_middle += np.float32(TILE_SHARE * pitch / 2 + 0.5)
        along.append(np.minimum(np.maximum(from_middle, np.float32(0.0), out=share), np.float32(1.0), out=share))
    along[0] *= along[1]
    return np.asarray(cv2.GaussianBlur(along[0], (0, 0), SOFT_PX), np.float32)


def _of_places(squares: NDArray[np.generic], part: tuple[slice, slice], square: int) -> Pixels:
    """Return the values of squares of so many px at each place of STEP_PX of a part."""
    rows, columns = (np.arange(range_.start, range_.stop, STEP_PX) // square for range_ in part)
    return np.asarray(squares[rows[:, None], columns], np.float32)
