"""Straight lines through points, and where they cross: many at once.

The points of a line run along the first axis: numpy adds up whole rows fastest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats

Values = NDArray[np.floating[Any]]
Singles = NDArray[np.float32]


def lines_through(x: Values, y: Values, weights: Values) -> tuple[Floats, Floats, Floats]:
    """Unit normals' x and y, and offsets (each ...) of total least squares lines through points (each P x ...).

    Points that lie off weigh less in a second round.
    """
    weigh: Values = weights
    for again in (True, False):
        total = np.maximum(weigh.sum(axis=0), 1e-9)
        middle_x, middle_y = (x * weigh).sum(axis=0) / total, (y * weigh).sum(axis=0) / total
        u, v = x - middle_x, y - middle_y
        weighted_u, weighted_v = weigh * u, weigh * v
        spread = (weighted_u * u).sum(axis=0) - (weighted_v * v).sum(axis=0)
        angle = 0.5 * np.arctan2(2 * (weighted_u * v).sum(axis=0), spread)
        normal_x, normal_y = -np.sin(angle), np.cos(angle)
        if again:
            off = np.abs(u * normal_x + v * normal_y)
            scale = np.maximum(off.sum(axis=0) * (2.0 / len(off)), 0.05)
            square = (off / scale) ** 2
            weigh = weights / (1.0 + square * square)
    offsets = normal_x * middle_x + normal_y * middle_y
    return np.asarray(normal_x, np.float64), np.asarray(normal_y, np.float64), np.asarray(offsets, np.float64)


def corners_of_lines(normal_x: Floats, normal_y: Floats, offsets: Floats) -> Floats:
    """Corners (N x 4 x 2) where each side's line (N x 4) crosses the one before it; NaN if they do not."""
    before_x, before_y, before = (part[:, [3, 0, 1, 2]] for part in (normal_x, normal_y, offsets))
    determinant = before_x * normal_y - before_y * normal_x
    determinant = np.where(np.abs(determinant) < 1e-3, np.nan, determinant)
    x = (before * normal_y - offsets * before_y) / determinant
    y = (offsets * before_x - before * normal_x) / determinant
    return np.stack([x, y], axis=-1)


def side_lengths(quads: Values) -> Floats:
    """N x 4 of N x 4 x 2: from each corner to the next."""
    along = quads[:, [1, 2, 3, 0]] - quads
    return np.asarray(np.hypot(along[..., 0], along[..., 1]), np.float64)


def middle_values(values: Singles) -> Singles:
    """The medians along the last axis. For the few values that a marker has, sorting is the fastest way."""
    ordered = np.sort(values, axis=-1)
    count = values.shape[-1]
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2, values.dtype)
