"""The print of an empty mat, as it looks from above at 1 px a mm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.floor_tiles import cell_floor
from boards.drawing.mat_art import mat_drawing
from boards.drawing.raster import raster
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from controller.vision.markers.greyscale import to_grey
from controller.vision.unread.cells.mat_sheet import left_top, sheet_size
from controller.vision.unread.floor_print import FloorArea
from controller.vision.unread.local_contrast import AROUND, local_contrast

PRINTED = 0.02
"""Least detail (log of surroundings over place) of what is print."""
MOST = 0.25
"""Detail from which print counts no more."""
STRANGE_HUE, HUE_LEVEL = 0.15, 25.0
"""Difference of log levels of two colours from the paper's, from which it is no paper of the mat in any light; and the
least level at which that is known."""


@dataclass(frozen=True, eq=False)
class MatPrint:
    """The print of an empty field, 1 px a mm."""

    paper: NDArray[np.float32]
    """H x W x 3: log of the levels of its paper."""
    detail: NDArray[np.float32]
    """H x W: log of the surroundings over the place, 0 where none is printed."""
    plain: NDArray[np.bool_]
    """Where no print is near."""
    blank: NDArray[np.bool_]
    """Where none is within 2 mm."""
    per_mm: float
    """Energy of 1 mm of a line."""


@lru_cache(maxsize=4)
def mat_print(mat_key: MatKey) -> MatPrint:
    """Return the print of a mat, without its floor."""
    drawing = mat_drawing(mat(mat_key), "en", floor=False)
    whole = cv2.GaussianBlur(raster(drawing, 1.0), (0, 0), 0.7)
    width, height = sheet_size(mat_key)
    part = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    paper = np.log(np.maximum(cv2.medianBlur(part, AROUND), 1).astype(np.float32))
    detail = local_contrast(to_grey(part))
    printed = np.clip(detail, 0.0, MOST)
    printed[printed < PRINTED] = 0.0
    plain, blank = (
        cv2.dilate((np.abs(detail) >= PRINTED).astype(np.uint8), np.ones((side, side), np.uint8)) == 0
        for side in (3, 5)
    )
    left, top = (
        round(abs(length)) for length in (left_top(mat_key)[0], left_top(mat_key)[1] - mat(mat_key).grid.height_mm)
    )
    line = printed[top + 30 : top + 70, left - 3 : left + 4]
    return MatPrint(paper, printed, np.asarray(plain), np.asarray(blank), float((line * line).sum()) / 40.0)


def floor_area(mat_key: MatKey) -> FloorArea:
    """Return where the floor is on the mat's sheet."""
    floor, (width, height) = cell_floor(mat(mat_key).grid), sheet_size(mat_key)
    left, top = round((width - floor.area.width) / 2), round((height - floor.area.height) / 2)
    return FloorArea(left, top, floor.area.width, floor.area.height, (floor.pitch.x, floor.pitch.y))
