"""Find white paper on the tint of a lane, of any shape: a torn card, a note.

It is hardly brighter than the lane, as a lamp's light may be, but bluer by just so much as the tint is yellower than
paper, whatever the light. Slow changes of colour are the light's own.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import TrayKey
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.tray_sheet import CELL_MM, FIELD, printed_squares, squares

SHARE = (0.5, 1.8)
"""Limits of the change of colour of white paper, as shares of the tint's own."""
NOISES, MOST_NOISE = 5.0, 0.15
"""Standard deviations of the squares' colour that the change must be, and the most noise, as a share of the tint's."""
SMALLEST_MM2 = 300.0
"""Area of paper that counts."""
BESIDE_MM = 3
"""Distance from a thing that was read, which may be bent, from which its surroundings are compared."""
AROUND = 21
"""Squares within which the usual colour is taken."""
EVEN = 0.012
"""Largest printed texture of squares that are compared: without lines."""
SATURATED = 238.0
"""Level of a colour from which it is not measured well."""
_LEVELS = 1200.0


def find_loose_paper(flat: Image, key: TrayKey, below: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the squares of pieces of white paper on the lanes of a sheet from above.

    ``below``: pixels that things which were read hide.
    """
    tint, plain = _print(key)
    size = (below.shape[1] // CELL_MM, below.shape[0] // CELL_MM)
    near = cv2.dilate(below.astype(np.float32), np.ones((2 * BESIDE_MM + 1, 2 * BESIDE_MM + 1), np.uint8))
    free = (cv2.resize(near, size, interpolation=cv2.INTER_AREA) == 0.0) & plain
    mean, _rough = squares(flat)
    hue = np.log(np.maximum(mean[..., 0], 1.0)) - np.log(np.maximum(mean[..., 2], 1.0)) - tint
    if free.sum() < AROUND or (mean[free] > 250.0).any(axis=1).mean() > 0.5:
        return []
    middle = float(np.median(hue[free]))
    local = np.clip(np.where(free, hue - middle, 0.0) * _LEVELS + 128.0, 0.0, 255.0).astype(np.uint8)
    usual = (cv2.medianBlur(local, AROUND).astype(np.float64) - 128.0) / _LEVELS + middle
    off = hue - usual
    noise = 1.48 * float(np.median(np.abs(off[free])))
    step = -float(np.median(tint[plain]))
    if step <= 0.0 or noise > MOST_NOISE * step:
        return []
    paper = (
        free & (off > max(SHARE[0] * step, NOISES * noise)) & (off < SHARE[1] * step) & (mean.max(axis=2) < SATURATED)
    )
    found = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _count, labels, stats, _centroids = cv2.connectedComponentsWithStats(found)
    large = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] * CELL_MM**2 >= SMALLEST_MM2) + 1
    return [labels == label for label in large]


@lru_cache(maxsize=8)
def _print(key: TrayKey) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the printed log of blue over red, and the tinted squares of the lanes without lines: rows x columns."""
    mean, texture = printed_squares(key)
    tint = np.log(mean[..., 0]) - np.log(mean[..., 2])
    inside = np.zeros(tint.shape, np.bool_)
    inside[FIELD] = True
    common = float(np.median(tint[FIELD]))
    return np.asarray(tint), np.asarray(inside & (texture < EVEN) & (np.abs(tint - common) < 0.01))
