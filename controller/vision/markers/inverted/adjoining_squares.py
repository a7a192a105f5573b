"""Squares that adjoin a marker, as on boards where markers and inverted markers lie side by side like a chessboard's.

Such squares touch each other at their corners, so that their outlines run into each other; but where one of them is,
there the next ones are.
"""

from __future__ import annotations

import numpy as np

from calibration.camera_model import Floats

_ASIDE = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])
_CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
_PLACES = (_ASIDE[:, None] + _CORNERS).reshape(-1, 2).T.astype(np.float64)
"""Corners of the four squares beside the unit square: 2 x 16."""

NEAREST = 0.3
"""Least distance of a place from the camera's plane, in distances of the square's nearest corner."""


def adjoining_squares(quads: Floats) -> Floats:
    """Return the squares that share a side with squares seen as ``quads`` (N x 4 x 2, px): M x 4 x 2, px.

    They are light beside dark ones, and dark beside light ones, and so run the other way. By the homography from the
    unit square (P. Heckbert, *Fundamentals of texture mapping and image warping*, 1989, section 2.2.3). Those that
    would lie behind the camera are left out.
    """
    one, two, three, four = quads.transpose(1, 2, 0)
    (dx1, dy1), (dx2, dy2), (sx, sy) = two - three, four - three, one - two + three - four
    area = dx1 * dy2 - dx2 * dy1
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g, h = (sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area
    u, v = _PLACES[..., None]
    depth = g * u + h * v + 1.0
    nearest = 1.0 + np.minimum(g, 0.0) + np.minimum(h, 0.0)
    far = depth > NEAREST * nearest
    level = (two - one + g * two)[:, None] * u + (four - one + h * four)[:, None] * v + one[:, None]
    places = (level / np.where(far, depth, 1.0)).transpose(2, 1, 0)
    return np.asarray(places.reshape(-1, 4, 2)[far.T.reshape(-1, 4).all(axis=1), ::-1])
