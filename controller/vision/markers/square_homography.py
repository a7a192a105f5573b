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
        one, two, three, four = corners = quads.transpose(1, 2, 0)
        sides = corners[1:] - three
        np.subtract(one - two + three, four, out=sides[1])
        left, right = sides.take(_LEFT, axis=0), sides.take(_RIGHT, axis=0)
        left *= right[:, ::-1]
        crossed = left[:, 0] - left[:, 1]
        depth = crossed[1:] / not_zero(crossed[0])
        along, down = depth[:, None] * corners[1::2]
        along += two - one
        down += four - one
        return cls(one, along, down, depth)


_LEFT, _RIGHT = np.array([0, 1, 0]), np.array([2, 2, 1])
"""Of which two vectors each determinant is: the last sides of the quad, and what it is off from a parallelogram."""


def not_zero(values: Floats) -> Floats:
    """Return values that can be divided by: of a quad that cannot be a square, any place will do."""
    return np.asarray(np.where(np.abs(values) < _FLAT, _FLAT, values))
