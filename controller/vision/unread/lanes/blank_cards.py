"""Find cards that show none of our faces by the floor that they hide: a card's area, even all over, and no more.

Whatever tells that a lane is not empty may say no more than that something covers it. Where the floor of tiles is
hidden in an area as large as a card, is seen on both sides of it (or a card that was read lies there), and nothing is
seen on that area but one tone of paper, which ends at the lane's borders, it is a card whose blank side is up. Hands
are uneven, sleeves go on into the next lane, screens are larger.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.unread.floor_print import FloorSeen
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS_BEFORE, COLUMNS_ON_SHEET, CORNER

INSIDE = (13, 19)
"""Squares along and across a lane that surely lie on a card which fills its place, be it turned a little: 52 x 76
mm."""
MARGIN = (1, 1)
"""Squares of it around these."""
BESIDE = (3, 2)
"""Distance of these from the squares beside a card on which the floor is seen, and the width of those, squares."""
LEAST_FREE, LEAST_BESIDE = 0.6, 12
"""Share of a card's squares on which nothing lies that was read, and how many beside it tell."""
HIDDEN, SHOWN = 0.85, 0.95
"""Share of the card's squares that show no floor, and of those on each side of it that do. Of 33 blank and grey cards
32 have 1.0 and 1.0; of hands, patches of light and sheets that cover the same area none has so much on its sides."""
EVEN = 0.035
"""Standard deviation of the log of the brightness of paper: those cards have 0.003 to 0.021, hands 0.06 and more."""
SHIFTS = range(-2, 3)
"""Squares across the lane by which a card may lie off its middle."""
ENDS_MM, ENDS = (-8, 12), 0.03
"""Distances from a lane's border, outwards, within which a card ends, and by how much its tone changes there (log)."""
COLOURED = 0.15
"""Largest difference of the logs of what it takes of each colour, against the bare lanes: white and grey take the same;
skin and sleeves seldom do."""
BURNT = 250.0
"""Brightness from which light, and not paper, is what is even."""


def find_blank_cards(floor: FloorSeen, flat: Image, covered: NDArray[np.bool_], lane: int) -> list[NDArray[np.bool_]]:
    """Return the squares of each card in a lane that shows none of our faces.

    ``floor``: of the lanes; ``flat``: the tray's sheet from above, 1 px a mm; ``covered``: squares that things which
    were read may show on.
    """
    free = ~covered
    hiding = free & (floor.hidden | ~floor.seen)
    top = round((CORNER.y - TRAY.lane(lane).centre.y) / CELL_MM - INSIDE[1] / 2)
    near = hiding[max(top + SHIFTS[0], 0) : top + SHIFTS[-1] + INSIDE[1]].sum(axis=0)
    upto = np.concatenate([[0], near.cumsum()])
    # Most lanes hide nowhere as much; what follows costs more.
    if (upto[INSIDE[0] :] - upto[: -INSIDE[0]]).max() < HIDDEN * LEAST_FREE * INSIDE[0] * INSIDE[1]:
        return []
    levels = cv2.LUT(flat, _LOG).mean(axis=2)
    size = (covered.shape[1], covered.shape[0])
    mean, square = (cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part in (levels, levels**2))
    masks = np.stack([free, hiding, free * mean, free * square]).astype(np.float64)
    # Sums of columns between two rows, by differences.
    sums = np.concatenate([np.zeros_like(masks[:, :1]), masks.cumsum(axis=1)], axis=1)
    found: list[tuple[float, int, int]] = []
    for row in (top + shift for shift in SHIFTS):
        if row < 0 or row + INSIDE[1] > len(covered):
            continue
        rows = slice(row, row + INSIDE[1])
        of_columns = sums[:, rows.stop] - sums[:, rows.start]
        upto = np.concatenate([np.zeros((len(of_columns), 1)), of_columns.cumsum(axis=1)], axis=1)
        number, hidden, total, squared = upto[:, INSIDE[0] :] - upto[:, : -INSIDE[0]]
        level = total / np.maximum(number, 1.0)
        spread = np.sqrt(np.maximum(squared / np.maximum(number, 1.0) - level**2, 0.0))
        alike = (number >= LEAST_FREE * INSIDE[0] * INSIDE[1]) & (hidden >= HIDDEN * number)
        alike &= (spread <= EVEN) & (level <= np.log(BURNT))
        alike[:COLUMNS_BEFORE] = alike[COLUMNS_ON_SHEET - INSIDE[0] + 1 :] = False
        for column in np.flatnonzero(alike).tolist():
            if min(_beside(of_columns, column)) >= SHOWN and _ends(levels, lane, column, float(level[column])):
                found.append((float(spread[column]), row, column))
    cards = [_squares(covered, row, column) for row, column in _apart(found)]
    return [card for card in cards if not _is_coloured(flat, floor, covered, card)]


def _apart(found: list[tuple[float, int, int]]) -> list[tuple[int, int]]:
    """Return row and column of those places (how uneven each is, row, column) that are most even and do not overlap."""
    taken: list[tuple[int, int]] = []
    for _spread, row, column in sorted(found):
        if all(abs(column - other) > INSIDE[0] for _row, other in taken):
            taken.append((row, column))
    return taken


def _squares(covered: NDArray[np.bool_], row: int, column: int) -> NDArray[np.bool_]:
    across, down = MARGIN
    squares = np.zeros_like(covered)
    left, above = max(column - across, 0), max(row - down, 0)
    squares[above : row + INSIDE[1] + down, left : column + INSIDE[0] + across] = True
    return squares


def _is_coloured(flat: Image, floor: FloorSeen, covered: NDArray[np.bool_], squares: NDArray[np.bool_]) -> bool:
    """Tell whether some squares are of another colour than the bare lanes."""
    size = (covered.shape[1], covered.shape[0])
    logs = np.log(np.maximum(cv2.resize(flat, size, interpolation=cv2.INTER_AREA).astype(np.float64), 4.0))
    bare = floor.seen & ~covered & ~squares
    if not bare.any():
        return True
    inner = cv2.erode((squares & ~covered).astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=0) > 0
    here = inner if inner.any() else squares & ~covered
    return float(np.ptp(np.median(logs[here], axis=0) - np.median(logs[bare], axis=0))) > COLOURED


def _beside(of_columns: NDArray[np.float64], column: int) -> list[float]:
    """Return the share of the floor that is seen on both sides of a card whose squares begin in this column.

    1 where another card lies, and beyond the lane, where nothing could be seen.
    """
    found: list[float] = []
    away, wide = BESIDE
    for first in (column - away - wide + 1, column + INSIDE[0] + away - 1):
        inside = slice(max(first, COLUMNS_BEFORE), min(first + wide, COLUMNS_ON_SHEET))
        number, hidden = of_columns[:2, inside].sum(axis=1) if inside.start < inside.stop else (0.0, 0.0)
        found.append(1.0 - hidden / number if number >= LEAST_BESIDE else 1.0)
    return found


def _ends(levels: NDArray[np.float32], lane: int, column: int, level: float) -> bool:
    """Tell whether what lies in a lane ends near both its borders, and does not go on beyond them.

    ``levels``: logs of the brightness (H x W pixels of the sheet); ``level``: of the paper that begins in this column.
    """
    area, across = TRAY.lane(lane), np.s_[column * CELL_MM : (column + INSIDE[0]) * CELL_MM]
    for border, outwards in ((CORNER.y - area.high.y, -1), (CORNER.y - area.low.y, 1)):
        at = np.clip(round(border) + outwards * np.arange(*ENDS_MM), 0, len(levels) - 1)
        if float(np.abs(levels[at, across].mean(axis=1) - level).max()) < ENDS:
            return False
    return True


_LOG = np.log(np.maximum(np.arange(256), 4.0)).astype(np.float32)
