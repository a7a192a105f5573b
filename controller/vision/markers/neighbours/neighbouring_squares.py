"""Squares in which markers may lie beside those that were read, seen from the same side.

On boards markers lie at even distances: where one has a neighbour, there it may have others in the other three
directions. And where markers and inverted markers lie side by side like a chessboard's squares, each adjoins squares
of the other kind; their outlines run into each other at the corners, so they are not found as outlines.
"""

from __future__ import annotations

import numpy as np
from numpy import add

from calibration.camera_model import Floats
from controller.vision.markers.square_homography import SquareHomographies, not_zero

_CORNERS = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]).T[:, None, :, None]
"""Of the unit square: x and y, for each direction, corner and square."""

_ASIDE = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]).T[:, :, None, None]

NEAREST = 0.3
"""Least distance of a place from the camera's plane, in distances of the square's nearest corner."""

LEAST_STEP, MOST_STEPS = 0.5, 4.0
"""Distances of neighbours, in sides of a marker; of boards' markers they are 1.2 to 2.8 sides."""

LEAST_ALIKE = 0.6
"""Least ratio of the sizes of neighbours, in the picture."""

_NEAREST_DEPTH = 1e-9


def adjoining_squares(quads: Floats) -> Floats:
    """Return the squares that share a side with squares seen as ``quads`` (N x 4 x 2, px): M x 4 x 2, px.

    They are light beside dark ones, and dark beside light ones, and so run the other way. Those that would lie behind
    the camera are left out.
    """
    places, far = _places(SquareHomographies.of(quads), _ASIDE + _CORNERS)
    return np.asarray(places[far][:, ::-1])


def lattice_squares(quads: Floats, among: Floats) -> Floats:
    """Return the squares that lie around ``quads`` (N x 4 x 2, px) as their nearest neighbours do: M x 4 x 2, px.

    Nearest ``among`` others (K x 4 x 2, px); they lie in the same direction from the square, and in the three at right
    angles to it.
    """
    middles, sizes = add.reduce(among, axis=1).T / 4, _diagonals(among)
    own, size = add.reduce(quads, axis=1).T / 4, _diagonals(quads)[:, None]
    apart = np.hypot(*(own[:, :, None] - middles[:, None]))
    other = (apart > LEAST_STEP * size) & (sizes > LEAST_ALIKE * size) & (size > LEAST_ALIKE * sizes)
    apart[~other] = np.inf
    nearest = apart.argmin(axis=1)
    there = np.flatnonzero(np.logical_or.reduce(other, axis=1))
    homographies = SquareHomographies.of(quads[there])
    x, y = _within(homographies, middles[:, nearest[there]]) - 0.5
    near = np.maximum(np.abs(x), np.abs(y)) < MOST_STEPS
    steps = np.stack([x, -y, -x, y, y, x, -y, -x]).reshape(2, 4, 1, -1)
    places, far = _places(homographies, steps + _CORNERS)
    return np.asarray(places[far & near])


def _diagonals(quads: Floats) -> Floats:
    across = quads[:, 2] - quads[:, 0]
    return np.hypot(across[:, 0], across[:, 1])


def _places(homographies: SquareHomographies, square: Floats) -> tuple[Floats, Floats]:
    """Return where quads (2 x D x 4 x N, in sides) are seen: D x N x 4 x 2 px, and which lie before the camera."""
    u, v = square
    g, h = homographies.depth
    depth = g * u + h * v + 1.0
    nearest = 1.0 + np.minimum(g, 0.0) + np.minimum(h, 0.0)
    far = np.logical_and.reduce(depth > NEAREST * nearest, axis=1)
    level = homographies.along[:, None, None] * u
    level += homographies.down[:, None, None] * v
    level += homographies.first[:, None, None]
    level /= np.maximum(depth, _NEAREST_DEPTH)
    return level.transpose(1, 3, 2, 0), far


def _within(homographies: SquareHomographies, places: Floats) -> Floats:
    """Return where places (2 x N, px) lie in the unit square's plane: 2 x N, in sides."""
    g, h = homographies.depth
    (a, c), (b, d), (x, y) = (
        homographies.along - g * places,
        homographies.down - h * places,
        places - homographies.first,
    )
    return np.stack([x * d - b * y, a * y - x * c]) / not_zero(a * d - b * c)
