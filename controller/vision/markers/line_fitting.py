"""Fit straight lines through points, and intersect them: many at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats

Values = NDArray[np.floating[Any]]
Singles = NDArray[np.float32]

NEXT = np.array([1, 2, 3, 0])
"""The next corner of each corner."""
_BEFORE = np.array([3, 0, 1, 2])


def fit_lines(points: Values, weights: Values) -> Floats:
    """Fit total least squares lines through points (2 x P x ...): unit normals' x and y, and offsets (3 x ...).

    ``weights`` P x ...; points that lie off weigh less in a second round.
    """
    weigh: Values = weights
    for again in (True, False):
        total = np.maximum(add.reduce(weigh), _LEAST_WEIGHT)
        middle = add.reduce(points * weigh, axis=1)
        middle /= total
        away = points - middle[:, None]
        weighted = weigh * away
        cross = add.reduce(weighted[0] * away[1])
        weighted *= away
        squares = add.reduce(weighted, axis=1)
        cross += cross
        angle = np.arctan2(cross, squares[0] - squares[1])
        angle *= 0.5
        normal = np.empty_like(squares)
        np.negative(np.sin(angle), out=normal[0])
        np.cos(angle, out=normal[1])
        if again:
            away *= normal[:, None]
            off = np.abs(add.reduce(away))
            off /= np.maximum(add.reduce(off) * (2.0 / len(off)), 0.05)
            off *= off
            off *= off
            off += 1.0
            weigh = weights / off
    middle *= normal
    lines = np.empty((3, *angle.shape))
    lines[:2] = normal
    lines[2] = add.reduce(middle)
    return lines


_LEAST_WEIGHT = 1e-9


def line_intersections(lines: Floats) -> Floats:
    """Intersect each side's line (3 x N x 4) with the one before it: corners (N x 4 x 2); NaN if they are parallel."""
    normal_x, normal_y, offsets = lines
    before_x, before_y, before = lines.take(_BEFORE, axis=2)
    determinant = before_x * normal_y - before_y * normal_x
    np.copyto(determinant, np.nan, where=np.abs(determinant) < 1e-3)
    corners = np.empty((*determinant.shape, 2))
    np.divide(before * normal_y - offsets * before_y, determinant, out=corners[..., 0])
    np.divide(offsets * before_x - before * normal_x, determinant, out=corners[..., 1])
    return corners


def side_lengths(quads: Values) -> Floats:
    """Return the distance from each corner to the next: N x 4 of N x 4 x 2."""
    along = quads.take(NEXT, axis=1)
    along -= quads
    return np.asarray(np.hypot(along[..., 0], along[..., 1]), np.float64)


def counter_clockwise(quads: Values) -> NDArray[np.bool_]:
    """Tell which quads (N x 4 x 2, px) run counter-clockwise in the picture: N."""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(one[:, 0] * other[:, 1] < one[:, 1] * other[:, 0])


def medians(values: Singles) -> Singles:
    """Return the medians along the last axis. For the few values of a marker, sorting is the fastest way."""
    ordered = np.sort(values, axis=-1)
    count = values.shape[-1]
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2, values.dtype)
