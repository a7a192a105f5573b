"""Find small scraps of white paper on a tinted lane: they hide too little of its floor to be missed there.

A scrap is brighter and bluer than the lane by as much as the tint takes, all over, and the lane around it is even.
Light that is as strong is of the lamp's colour, and fades.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.paper.loose_paper import lane_tint
from controller.vision.unread.quantiles import median, percentile
from controller.vision.unread.trays.tray_sheet import CELL_MM, TrayEdition, printed_squares

BRIGHTER = (0.06, 0.2)
"""Logs between which a square of it is brighter than most of the lane around it..."""
STEP = (0.07, 0.16)
"""... and between which the scrap is brighter than what is just beside it."""
BLUER = 0.35
"""Least change of colour from there, as a share of the tint's own."""
EVEN = 0.025
"""Range of the brightness (log) of what is just beside it."""
SQUARES = (9, 120)
"""Limits of its area, squares: larger paper hides the floor."""
FEWEST_BESIDE, FEWEST_INSIDE = 12, 3
"""Squares beside it, and inside without its rim, that tell."""
AROUND = 21
"""Squares within which the usual brightness is taken."""
BESIDE_MM = 3
"""Distance from things that were read."""
SATURATED = 250.0
"""Level of green from which brightness is not measured."""
_LEVELS = 300.0


def find_white_scraps(mean: Floats, edition: TrayEdition, below: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the squares of scraps of white paper on the lanes of a tinted sheet from above.

    ``mean``: the mean colours of its squares; ``below``: pixels that things which were read hide.
    """
    tint, plain = lane_tint(edition)
    size = (below.shape[1] // CELL_MM, below.shape[0] // CELL_MM)
    around = np.ones((2 * BESIDE_MM + 1, 2 * BESIDE_MM + 1), np.uint8)
    near = cv2.dilate(below.astype(np.uint8) * np.uint8(255), around)
    free = (cv2.resize(near, size, interpolation=cv2.INTER_AREA) == 0) & plain
    if free.sum() < AROUND:
        return []
    off = _brighter(mean, edition, free)
    hue = np.log(np.maximum(mean[..., 0], 1.0)) - np.log(np.maximum(mean[..., 2], 1.0)) - tint
    bright = free & (off > BRIGHTER[0]) & (off < BRIGHTER[1]) & (mean[..., 1] < SATURATED)
    opened = cv2.morphologyEx(bright.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _count, labels, stats, _middles = cv2.connectedComponentsWithStats(opened)
    sizes = stats[1:, cv2.CC_STAT_AREA]
    pieces = [labels == nth + 1 for nth in np.flatnonzero((sizes >= SQUARES[0]) & (sizes <= SQUARES[1])).tolist()]
    step = -median(tint[plain])
    return [piece for piece in pieces if _is_scrap(piece, free, off, hue / step)]


def _brighter(mean: Floats, edition: TrayEdition, free: NDArray[np.bool_]) -> Floats:
    """Return by how much brighter each free square is than the lane around it (log); 0 elsewhere."""
    printed, _texture = printed_squares(edition)
    light = np.log(np.maximum(mean[..., 1], 4.0)) - np.log(printed[..., 1])
    middle = median(light[free])
    local = np.clip(np.where(free, light - middle, 0.0) * _LEVELS + 128.0, 0.0, 255.0).astype(np.uint8)
    usual = (cv2.medianBlur(local, AROUND).astype(np.float64) - 128.0) / _LEVELS + middle
    return np.where(free, light - usual, 0.0)


def _is_scrap(piece: NDArray[np.bool_], free: NDArray[np.bool_], off: Floats, bluer: Floats) -> bool:
    mask = piece.astype(np.uint8)
    rim, beside = (cv2.dilate(mask, np.ones((side, side), np.uint8)) > 0 for side in (3, 7))
    ring = beside & ~rim & free
    inside = cv2.erode(mask, np.ones((2, 2), np.uint8)) > 0
    if ring.sum() < FEWEST_BESIDE or inside.sum() < FEWEST_INSIDE:
        return False
    if percentile(off[ring], 90.0) - percentile(off[ring], 10.0) > EVEN:
        return False
    step = median(off[piece]) - median(off[ring])
    return STEP[0] < step < STEP[1] and median(bluer[piece]) - median(bluer[ring]) > BLUER
