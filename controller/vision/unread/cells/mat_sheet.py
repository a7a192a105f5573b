"""A mat's sheet in squares: a picture of it from above, and masks of what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import MatKey
from boards.mats import mat
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View

SQUARE_MM = 4
"""Side of the squares in which light and print are measured."""
KNOT_MM = 20
"""Distance of places that are projected through the lens; those between them are interpolated."""


def left_top(mat_key: MatKey) -> tuple[float, float]:
    """Return the upper left corner of the mat's sheet, mm."""
    sheet = mat(mat_key).sheet
    return sheet.low.x, sheet.high.y


def sheet_size(mat_key: MatKey) -> tuple[int, int]:
    """Return width and height of the mat's sheet in whole squares, mm."""
    sheet = mat(mat_key).sheet
    width, height = (round(length / SQUARE_MM) * SQUARE_MM for length in (sheet.width, sheet.height))
    return width, height


def flattened(image: Image, view: View, mat_key: MatKey) -> tuple[Image, NDArray[np.bool_]]:
    """Warp the mat to 1 px a mm (H x W x 3), and tell which pixels are in the picture."""
    (left, top), (width, height) = left_top(mat_key), sheet_size(mat_key)
    x, y = np.meshgrid(*((np.arange(length // KNOT_MM + 2) * KNOT_MM).astype(np.float64) for length in (width, height)))
    places = np.stack([left + x.ravel(), top - y.ravel()], axis=1)
    knots = view.project_plane(places).reshape(*x.shape, 2).astype(np.float32)
    columns, rows = _between_knots(width, height)
    u, v = (cv2.remap(np.ascontiguousarray(knots[..., axis]), columns, rows, cv2.INTER_LINEAR) for axis in (0, 1))
    last = np.array(image.shape[1::-1]) - 1
    if (knots >= 0).all() and (knots <= last).all():
        inside = np.ones((height, width), np.bool_)
    else:
        inside = np.asarray((u >= 0) & (v >= 0) & (u <= last[0]) & (v <= last[1]), np.bool_)
    return np.asarray(cv2.remap(image, u, v, cv2.INTER_LINEAR), np.uint8), inside


@lru_cache(maxsize=4)
def _between_knots(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where each pixel lies between the knots: columns and rows (H x W each)."""
    # The middle of the first pixel lies half a mm inside.
    columns, rows = np.meshgrid(*((np.arange(length) + 0.5) / KNOT_MM for length in (width, height)))
    return columns.astype(np.float32), rows.astype(np.float32)


def pixels_inside(mat_key: MatKey, shapes: Sequence[Floats], grown_mm: int = 0) -> NDArray[np.bool_]:
    """Return the pixels of the mat in convex outlines (N x 2 mm each), and so many mm around them."""
    width, height = sheet_size(mat_key)
    mask: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
    for shape in shapes:
        pixels = (shape - left_top(mat_key)) * (1.0, -1.0) - 0.5
        cv2.fillConvexPoly(mask, np.rint(np.clip(pixels, -999, 9999) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    if grown_mm:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grown_mm + 1,) * 2, np.uint8)), np.uint8)
    return mask.astype(np.bool_)


def share_of_squares(mask: NDArray[np.bool_]) -> Floats:
    """Return the share of each square."""
    size = (mask.shape[1] // SQUARE_MM, mask.shape[0] // SQUARE_MM)
    return np.asarray(cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float64)


def sum_of_squares(values: NDArray[np.float32]) -> Floats:
    """Return the sum of the values in each square."""
    size = (values.shape[1] // SQUARE_MM, values.shape[0] // SQUARE_MM)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA) * SQUARE_MM**2, np.float64)
