"""Rectify a tray's sheet: 1 px a mm, and in squares that are compared with the empty printed sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.mat_art import tray_drawing
from boards.drawing.primitives import Drawing
from boards.drawing.raster import raster
from boards.geometry import Point, Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.pose.placement import to_mat_frame

CELL_MM = 4
"""The side of a square."""

_FIELD, (_WIDTH, _HEIGHT) = TRAY.field, TRAY.size_mm
_LEFT, _ABOVE = round(_FIELD.low.x + _WIDTH / 2), round(_HEIGHT / 2 - _FIELD.high.y)
"""Width of the sheet left of the lanes and above them, mm."""

COLUMNS_BEFORE, ROWS_BEFORE = _LEFT // CELL_MM, _ABOVE // CELL_MM
"""Squares left of the lanes and above them."""
COLUMNS_ON_SHEET = COLUMNS_BEFORE + round(_WIDTH - _LEFT) // CELL_MM
COLUMNS = COLUMNS_ON_SHEET + 2
"""Some mm more than the sheet on its right: that edge has no marker, and is elsewhere if the sheet is bent."""
ROWS = ROWS_BEFORE + round(_HEIGHT - _ABOVE) // CELL_MM
FIELD = np.s_[
    ROWS_BEFORE : ROWS_BEFORE + round(_FIELD.height) // CELL_MM,
    COLUMNS_BEFORE : COLUMNS_BEFORE + round(_FIELD.width) // CELL_MM,
]
"""The squares of the lanes."""

CORNER = Point(_FIELD.low.x - COLUMNS_BEFORE * CELL_MM, _FIELD.high.y + ROWS_BEFORE * CELL_MM)
"""The upper left corner of all squares, in the tray's frame; squares are aligned with the lanes."""

_KNOT_MM = 24
"""Distance of places that are projected through the lens; linear interpolation between them errs by less than 0.05 px.
"""


def rectify_sheet(image: Image, view: View, tray: Pose) -> Image:
    """Warp the sheet to ROWS x COLUMNS squares, 1 px a mm, blue-green-red. Black where it is not in the picture."""
    x, y = np.meshgrid(_knots(COLUMNS * CELL_MM), _knots(ROWS * CELL_MM))
    local = np.stack([CORNER.x + x.ravel(), CORNER.y - y.ravel()], axis=1)
    pixels = view.project_plane(to_mat_frame(tray, local)).T.reshape(2, *x.shape).astype(np.float32)
    # Resizing interpolates between the knots; those beyond the sheet are for its edges.
    size = (x.shape[1] * _KNOT_MM, x.shape[0] * _KNOT_MM)
    part = np.s_[_KNOT_MM : _KNOT_MM + ROWS * CELL_MM, _KNOT_MM : _KNOT_MM + COLUMNS * CELL_MM]
    u, v = (np.asarray(cv2.resize(axis, size, interpolation=cv2.INTER_LINEAR)[part], np.float32) for axis in pixels)
    return np.asarray(cv2.remap(image, u, v, cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True)
class TrayEdition:
    """A tray's sheet as it was printed."""

    key: TrayKey
    tinted: bool = True
    """Whether its paper has a tint (decision 23); older ones are white, but for places for cards."""

    def drawing(self, floor: bool) -> Drawing:
        """Return the print of the sheet, with the floor of its lanes or without."""
        return tray_drawing(kit().things[self.key], self.key.colour, "en", floor, self.tinted)

    @property
    def rim(self) -> Floats:
        """The colour of the sheet's rim, as shares of white: blue, green, red."""
        return np.asarray(printed_sheet(self)[1, -1] / 255.0, np.float64)


def squares(flat: Image) -> tuple[Floats, Floats]:
    """Return the mean colour (R x C x 3) and relative standard deviation of the brightness (R x C) of each square."""
    values = flat.astype(np.float32)
    size = (flat.shape[1] // CELL_MM, flat.shape[0] // CELL_MM)
    mean = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    grey = np.ascontiguousarray(values[..., 1])
    square = cv2.resize(grey * grey, size, interpolation=cv2.INTER_AREA)
    spread = np.sqrt(np.maximum(square - mean[..., 1] ** 2, 0.0))
    return np.asarray(mean, np.float64), np.asarray(spread / np.maximum(mean[..., 1], 8.0), np.float64)


@lru_cache(maxsize=8)
def printed_sheet(edition: TrayEdition) -> Image:
    """Draw the empty sheet of a tray, without a floor, as :func:`rectify_sheet` would show it in even light."""
    return _drawn(edition, floor=False)


@lru_cache(maxsize=8)
def printed_floor(edition: TrayEdition) -> NDArray[np.float32]:
    """Return by how much the floor makes each place of a tray's sheet darker: log of the level, 1 px a mm."""
    without, with_floor = (_drawn(edition, floor).astype(np.float32).mean(axis=2) for floor in (False, True))
    return np.asarray(np.log(np.maximum(without, 1.0) / np.maximum(with_floor, 1.0)), np.float32)


def _drawn(edition: TrayEdition, floor: bool) -> Image:
    picture = raster(edition.drawing(floor), 1.0)
    left, above = round(CORNER.x + _WIDTH / 2), round(_HEIGHT / 2 - CORNER.y)
    part = picture[above : above + ROWS * CELL_MM, left : left + COLUMNS * CELL_MM]
    beside = COLUMNS * CELL_MM - part.shape[1]
    wider = cv2.copyMakeBorder(part, 0, 0, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(wider, (0, 0), 0.7), np.uint8)


@lru_cache(maxsize=8)
def printed_sheet_with_floor(edition: TrayEdition) -> Image:
    """Draw the empty sheet of a tray with its floor."""
    return np.asarray(np.rint(printed_sheet(edition) * np.exp(-printed_floor(edition))[..., None]), np.uint8)


@lru_cache(maxsize=8)
def printed_squares(edition: TrayEdition, floor: bool = False) -> tuple[Floats, Floats]:
    """Return what :func:`squares` gives of the empty sheet, with or without a floor."""
    mean, texture = squares(printed_sheet_with_floor(edition) if floor else printed_sheet(edition))
    return np.maximum(mean, 8.0), texture


def in_squares(local: Floats) -> Floats:
    """Convert places of the tray's frame (N x 2, mm) to columns and rows of squares; integers are their middles."""
    return np.asarray((local - (CORNER.x, CORNER.y)) * (1 / CELL_MM, -1 / CELL_MM) - 0.5)


def square_centre(column: float, row: float) -> Point:
    """Convert a column and row of squares to a place of the tray's frame, mm."""
    return Point(CORNER.x + (column + 0.5) * CELL_MM, CORNER.y - (row + 0.5) * CELL_MM)


def squares_inside(shapes: Sequence[Floats]) -> NDArray[np.bool_]:
    """Return the squares in these convex outlines (N x 2 mm of the tray's frame each)."""
    mask = np.zeros((ROWS, COLUMNS), np.uint8)
    for shape in shapes:
        cv2.fillConvexPoly(mask, np.rint(in_squares(shape) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return mask.astype(np.bool_)


def pixels_inside(shapes: Sequence[Floats]) -> NDArray[np.bool_]:
    """Return the pixels of the sheet from above in these convex outlines (N x 2 mm of the tray's frame each)."""
    mask = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.uint8)
    for shape in shapes:
        pixels = (shape - (CORNER.x, CORNER.y)) * (1.0, -1.0) - 0.5
        cv2.fillConvexPoly(mask, np.rint(pixels * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return mask.astype(np.bool_)


def _knots(length: int) -> Floats:
    """Return the knots along one side, mm, one before it and one after it."""
    return np.asarray((np.arange(-(-length // _KNOT_MM) + 2) - 0.5) * _KNOT_MM, np.float64)
