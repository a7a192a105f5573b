"""The homographies from the unit square to quads.

P. Heckbert, *Fundamentals of texture mapping and image warping*, 1989, section 2.2.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.camera_model import Floats

_FLAT = 1e-9


@dataclass(frozen=True, eq=False)
class SquareHomographies:
    """Of N quads. A place (u, v) of the square is seen at (first + u along + v down) / (1 + u, v times depth), px."""

    first: Floats
    """2 x N: x and y of the first corner, px."""
    along: Floats
    """2 x N: what is added along the first side."""
    down: Floats
    """2 x N: the same along the last side."""
    depth: Floats
    """2 x N: what is added to the depth, 1 at the first corner, along both."""

    @classmethod
    def of(cls, quads: Floats) -> SquareHomographies:
        """Return those of quads (N x 4 x 2, px)."""
        one, two, three, four = quads.transpose(1, 2, 0)
        (dx1, dy1), (dx2, dy2), (sx, sy) = two - three, four - three, one - two + three - four
        area = not_zero(dx1 * dy2 - dx2 * dy1)
        g, h = (sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area
        return cls(one, two - one + g * two, four - one + h * four, np.stack([g, h]))


def not_zero(values: Floats) -> Floats:
    """Return values that can be divided by: of a quad that cannot be a square, any place will do."""
    return np.asarray(np.where(np.abs(values) < _FLAT, _FLAT, values))
