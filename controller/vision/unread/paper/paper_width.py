"""Measure how wide something is that is nearly as pale as its lane, by its two steps of brightness.

Squares are too coarse for that, and too noisy one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS_BEFORE,
    COLUMNS_ON_SHEET,
    TrayEdition,
    printed_sheet,
)

REACH_MM = 75
"""Distance from what surely belongs to it to its edges: a line may be all that was noticed."""

LEAST_STEP = 0.012
"""Least step of the log of the brightness at an edge..."""
SURE_NOISES = 4.0
"""... in standard deviations of the steps anywhere."""

NARROWEST_MM = 20
"""Narrowest sheet: below it both steps would run into each other."""

_COARSE_MM = 10
"""Error of what is known of it in squares, on each side."""
_LINE_MM = 2
"""Half width of a line."""
_NEAR_MM, _FAR_MM = 2, 9
"""Distances from an edge between which both sides are compared: a card that lies askew has a blurred edge."""


_FIRST_MM, _LAST_MM = COLUMNS_BEFORE * CELL_MM, COLUMNS_ON_SHEET * CELL_MM - _FAR_MM
"""Limits of the lane, without the sheet's own edges."""


def measure_pale_width(
    flat: Image, edition: TrayEdition, rows: NDArray[np.bool_], columns: NDArray[np.intp]
) -> float | None:
    """Return the width along a lane, mm; None where there are no clear edges.

    ``flat``: the tray's sheet from above; ``rows``: the squares' rows in the lane, ``columns``: the squares' columns
    that it surely covers.
    """
    steps = _steps(_along(flat, edition, np.repeat(rows, CELL_MM)))
    lane = steps[_FIRST_MM:_LAST_MM]
    usual = float(np.median(lane))
    least = max(LEAST_STEP, SURE_NOISES * 1.48 * float(np.median(np.abs(lane - usual))))
    first, last = int(columns[0]) * CELL_MM, (int(columns[-1]) + 1) * CELL_MM
    start, middle = max(first - REACH_MM, _FIRST_MM), (first + last) // 2
    left = steps[start : min(first + _COARSE_MM, middle)] - usual
    inner = max(last - _COARSE_MM, middle)
    right = steps[inner : min(last + REACH_MM, _LAST_MM)] - usual
    if not len(left) or not len(right):
        return None
    for sign in (1.0, -1.0):
        # Brighter than the lane, or darker.
        up, down = _edges(sign * left, least), _edges(-sign * right, least)
        width = inner + down[0] - start - up[-1] if len(up) and len(down) else 0
        if width > NARROWEST_MM:
            return float(width)
    return None


def _edges(steps: Floats, least: float) -> NDArray[np.intp]:
    """Return where steps are steepest, in order."""
    around = np.pad(steps, _NEAR_MM + 1, mode="edge")
    steepest = np.lib.stride_tricks.sliding_window_view(around, 2 * _NEAR_MM + 3).max(axis=1) == steps
    return np.flatnonzero(steepest & (steps > least))


def _along(flat: Image, edition: TrayEdition, rows: NDArray[np.bool_]) -> Floats:
    """Return the log of the brightness over that of the empty sheet at each mm along a lane, without its lines."""
    seen, empty = (np.log(np.maximum(part[rows].astype(np.float32), 8.0)) for part in (flat, printed_sheet(edition)))
    profile = (seen - empty).mean(axis=(0, 2))
    # Lines are seen beside the thing, not on it.
    places = np.arange(len(profile))
    plain = np.abs(places[:, None] - line_columns(edition)[None, :]).min(axis=1) > _LINE_MM
    return np.asarray(np.interp(places, places[plain], profile[plain]), np.float64)


def _steps(profile: Floats) -> Floats:
    """Return at each place by how much the brightness is higher to its right than to its left."""
    around = np.pad(profile, _FAR_MM, mode="edge")
    kernel = np.zeros(2 * _FAR_MM + 1)
    kernel[: _FAR_MM - _NEAR_MM + 1], kernel[_FAR_MM + _NEAR_MM :] = -1.0, 1.0
    return np.asarray(np.correlate(around, kernel / (_FAR_MM - _NEAR_MM + 1), mode="valid"))
