"""Tell which views of the board are still missing: sides and corners of the picture, near and far, tilted each way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from calibration.board_views import BoardView

COLUMNS, ROWS = 8, 5
"""Regions of the picture, across and down."""

ENOUGH_CORNERS = 2
"""Board corners in a region for it to count as seen."""

SIDE_SHARE = 0.6
"""Share of the regions along a side that must be seen."""

LEANS = 14.0
"""Tilt of the board that counts, degrees."""

NEAR, FAR = 0.052, 0.045
"""Sides of a square, as shares of the picture's diagonal, on a board held near and held far."""


class WantedView(Enum):
    """A view that is needed. In the order in which they are asked for."""

    NEAR = "near"
    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"
    UPPER_LEFT = "upper-left"
    UPPER_RIGHT = "upper-right"
    LOWER_RIGHT = "lower-right"
    LOWER_LEFT = "lower-left"
    LEAN_LEFT = "lean-left"
    LEAN_RIGHT = "lean-right"
    LEAN_UP = "lean-up"
    LEAN_DOWN = "lean-down"
    FAR = "far"


PICTURE_CORNERS = (WantedView.UPPER_LEFT, WantedView.UPPER_RIGHT, WantedView.LOWER_RIGHT, WantedView.LOWER_LEFT)


def regions(points: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.intp]:
    """Return the region, counted row by row, of each pixel (N x 2): N."""
    place = np.clip(points / np.array(size), 0.0, 1.0 - 1e-9)
    return np.asarray((place[:, 1] * ROWS).astype(np.intp) * COLUMNS + (place[:, 0] * COLUMNS).astype(np.intp))


def corners_seen(views: Sequence[BoardView]) -> NDArray[np.int64]:
    """Count the board corners seen in each region of the picture: ROWS x COLUMNS."""
    counts = np.zeros(ROWS * COLUMNS, np.int64)
    for view in views:
        counts += np.bincount(regions(view.pixels, view.size), minlength=ROWS * COLUMNS)
    return counts.reshape(ROWS, COLUMNS)


def coverage(views: Sequence[BoardView]) -> float:
    """Return the share of the picture's regions in which the board was seen."""
    return float((corners_seen(views) >= ENOUGH_CORNERS).mean())


def missing(views: Sequence[BoardView]) -> tuple[WantedView, ...]:
    """Return the views that are missing, in the order in which to ask for them."""
    seen = corners_seen(views) >= ENOUGH_CORNERS
    places = {want: bool(met(seen)) for want, met in _PLACES.items()}
    held = {want: any(met(view) for view in views) for want, met in _HELD.items()}
    return tuple(want for want in WantedView if not (places | held)[want])


_PLACES: Mapping[WantedView, Callable[[NDArray[np.bool_]], bool | np.bool_]] = {
    WantedView.LEFT: lambda seen: seen[:, 0].mean() >= SIDE_SHARE,
    WantedView.RIGHT: lambda seen: seen[:, -1].mean() >= SIDE_SHARE,
    WantedView.TOP: lambda seen: seen[0].mean() >= SIDE_SHARE,
    WantedView.BOTTOM: lambda seen: seen[-1].mean() >= SIDE_SHARE,
    WantedView.UPPER_LEFT: lambda seen: bool(seen[0, 0]),
    WantedView.UPPER_RIGHT: lambda seen: bool(seen[0, -1]),
    WantedView.LOWER_RIGHT: lambda seen: bool(seen[-1, -1]),
    WantedView.LOWER_LEFT: lambda seen: bool(seen[-1, 0]),
}
"""Views wanted by where in the picture board corners were seen."""

_HELD: Mapping[WantedView, Callable[[BoardView], bool]] = {
    WantedView.NEAR: lambda view: view.share >= NEAR,
    WantedView.FAR: lambda view: view.share <= FAR,
    WantedView.LEAN_LEFT: lambda view: view.tilt[0] <= -LEANS,
    WantedView.LEAN_RIGHT: lambda view: view.tilt[0] >= LEANS,
    WantedView.LEAN_UP: lambda view: view.tilt[1] <= -LEANS,
    WantedView.LEAN_DOWN: lambda view: view.tilt[1] >= LEANS,
}
"""Views wanted by how the board was held. It leans to the side that is farther from the camera."""
