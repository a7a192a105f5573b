"""Tell which readings are turned as their nearest sure neighbour is, and as large.

The markers of a board are turned alike and equally large, those on walls and things that stand upright often. By chance
one in four figures is read so, for it is compared with words in all four rotations; and of figures whose sizes are
spread over a factor of ten, one in five is about as large as a given one.
"""

from __future__ import annotations

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.line_fitting import counter_clockwise, side_lengths

FARTHEST = 4.0
"""Distance of the nearest sure reading, in sides."""

LEAST_COSINE = 0.94
"""Of the angle between the upper sides of both: 20 degrees; neighbours are seen from nearly the same side."""

LEAST_ALIKE = 0.8
"""Ratio of the sizes of both: neighbours are seen from nearly the same distance."""


def aligned(corners: Floats, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which of N quads (N x 4 x 2, px, from their own upper left) are turned and as large as the nearest sure one.

    Never by themselves: a sure one is compared with another.
    """
    middles = add.reduce(corners, axis=1) / 4
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    side = add.reduce(side_lengths(corners), axis=1) / 4
    # Of the same place is what was read there a second time.
    apart[:, ~sure] = np.inf
    apart[apart < side[:, None] / 2] = np.inf
    nearest = apart.argmin(axis=1)
    near = apart[np.arange(len(corners)), nearest] < FARTHEST * side
    alike = (side > LEAST_ALIKE * side[nearest]) & (side[nearest] > LEAST_ALIKE * side)
    upper = corners[:, 1] - corners[:, 0]
    upper /= np.maximum(np.linalg.norm(upper, axis=1, keepdims=True), 1e-9)
    cosine = add.reduce(upper * upper[nearest], axis=1)
    inverted = counter_clockwise(corners)
    return np.asarray(near & alike & (cosine > LEAST_COSINE) & (inverted == inverted[nearest]))
