"""Where markers may be: dark four-sided areas on lighter ground. All contours of a picture are judged at once.

What is found is rough, to about a pixel; `controller.vision.edges` finds the edges anew in the whole picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.grey import Grey
from controller.vision.lines import Singles, Values, corners_of_lines, lines_through, side_lengths

MOST_STRETCHED = 2.0
"""A side of a marker is never this many times longer than another."""

MOST_SLENDER = 2.5
"""Nor is the box around one, with its sides along the picture's."""

LEAST_FILLED, MOST_FILLED = 0.4, 1.25
"""An outline's area, as a share of that of the four-sided figure through its corners. A border with a gap in it has
an outline that runs around inside as well."""

OUTER = 0.55
"""How far outside the contour's points the edge is, px of the smaller picture."""

_TOO_SMALL = 0.9
"""What is found is rough."""

_POINTS = 9
"""Of the outline, on each side, that a line is laid through."""
_SHARES = np.linspace(0.14, 0.86, _POINTS)[:, None, None]
_EQUAL = np.ones((_POINTS, 1, 1), np.float32)


def find_quads(dark: Grey, shrink: int, smallest_px: float) -> Floats:
    """Four-sided areas of a black and white picture that was made ``shrink`` times smaller.

    N x 4 x 2, px of the whole picture, clockwise; their sides have about ``smallest_px`` at least.
    """
    contours, _hierarchy = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    smallest = smallest_px / shrink
    long = [contour for contour in contours if len(contour) >= 2.6 * smallest]
    if not long:
        return np.zeros((0, 4, 2))
    quads = _quads(long) * shrink + (shrink - 1) / 2
    return np.asarray(quads[side_lengths(quads).mean(axis=1) >= _TOO_SMALL * smallest_px])


@dataclass(frozen=True, eq=False)
class _Outlines:
    """Closed contours, one after the other."""

    x: Singles
    y: Singles
    start: NDArray[np.intp]
    count: NDArray[np.intp]

    @property
    def owner(self) -> NDArray[np.intp]:
        """Of each point, its contour."""
        return np.repeat(np.arange(len(self.count)), self.count)

    def chosen(self, which: NDArray[np.bool_]) -> _Outlines:
        points = np.repeat(which, self.count)
        count = self.count[which]
        return _Outlines(self.x[points], self.y[points], _starts(count), count)

    def sizes(self) -> tuple[Singles, Singles]:
        """Width and height of the boxes around contours."""
        wide, high = (
            np.maximum.reduceat(part, self.start) - np.minimum.reduceat(part, self.start) for part in (self.x, self.y)
        )
        return wide, high

    def areas(self) -> Singles:
        """By the shoelace formula; positive for the outer edge of something dark."""
        # From the contour's first point, so that the products stay small.
        x, y = (part - np.repeat(part[self.start], self.count) for part in (self.x, self.y))
        # The step from one contour to the next is none: it ends, and the next one begins, at (0, 0).
        x[self.start], y[self.start] = 0.0, 0.0
        return np.asarray(np.add.reduceat(y[:-1] * x[1:] - x[:-1] * y[1:], self.start) / 2)

    def farthest(self, values: Values, owner: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of each contour, the first point with the largest value."""
        hits = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, self.start), self.count))
        of = owner[hits]
        return np.asarray(hits[np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]]))])


def _starts(count: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.concatenate([np.zeros(1, np.intp), np.cumsum(count)[:-1]])


def _quads(contours: Sequence[NDArray[Any]]) -> Floats:
    count = np.fromiter(map(len, contours), np.intp, len(contours))
    x, y = np.concatenate(contours)[:, 0].T.astype(np.float32)
    outlines = _Outlines(x, y, _starts(count), count)
    wide, high = outlines.sizes()
    square = np.maximum(wide, high) < MOST_SLENDER * (np.minimum(wide, high) + 1)
    square &= count < 3 * (wide + high + 2)
    if not square.any():
        return np.zeros((0, 4, 2))
    outlines = outlines.chosen(square)
    areas = outlines.areas()
    full = areas > LEAST_FILLED / 2 * np.prod(outlines.sizes(), axis=0)
    if not full.any():
        return np.zeros((0, 4, 2))
    outlines, areas = outlines.chosen(full), areas[full]
    corners = _four_corners(outlines)
    quads = np.stack([outlines.x[corners], outlines.y[corners]], axis=-1)
    sides = side_lengths(quads)
    filled = areas / np.maximum(_quad_areas(quads), 1.0)
    full = (filled > LEAST_FILLED) & (filled < MOST_FILLED)
    good = full & (sides.max(axis=1) < MOST_STRETCHED * sides.min(axis=1))
    return _by_lines(outlines, corners[good], outlines.start[good], outlines.count[good])


def _four_corners(outlines: _Outlines) -> NDArray[np.intp]:
    """N x 4 points, clockwise: the farthest from the middle, the one farthest from it, the farthest to both sides."""
    owner = outlines.owner
    middle_x = (np.add.reduceat(outlines.x, outlines.start) / outlines.count)[owner]
    middle_y = (np.add.reduceat(outlines.y, outlines.start) / outlines.count)[owner]
    first = outlines.farthest((outlines.x - middle_x) ** 2 + (outlines.y - middle_y) ** 2, owner)
    from_x, from_y = outlines.x - outlines.x[first][owner], outlines.y - outlines.y[first][owner]
    third = outlines.farthest(from_x**2 + from_y**2, owner)
    along_x, along_y = outlines.x[third] - outlines.x[first], outlines.y[third] - outlines.y[first]
    aside = from_x * along_y[owner] - from_y * along_x[owner]
    second, fourth = outlines.farthest(aside, owner), outlines.farthest(-aside, owner)
    return np.stack([first, second, third, fourth], axis=1)


def _quad_areas(quads: Singles) -> Singles:
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)


def _by_lines(
    outlines: _Outlines, corners: NDArray[np.intp], start: NDArray[np.intp], count: NDArray[np.intp]
) -> Floats:
    """Corners where lines through the outlines' sides cross: a single point of a contour says little."""
    quads = np.stack([outlines.x[corners], outlines.y[corners]], axis=-1)
    # Contours run counter-clockwise.
    ends, starts = corners, corners[:, [1, 2, 3, 0]]
    first, around = start[:, None], count[:, None]
    steps = np.rint((ends - starts) % around * _SHARES).astype(np.intp)
    taken = first + (starts - first + steps) % around
    normal_x, normal_y, offsets = lines_through(outlines.x[taken], outlines.y[taken], _EQUAL)
    # A contour's points are middles of the outermost dark pixels; the edge is farther out.
    middle = quads.mean(axis=1, keepdims=True)
    outwards = np.sign(offsets - normal_x * middle[..., 0] - normal_y * middle[..., 1])
    crossed = corners_of_lines(normal_x, normal_y, offsets + outwards * OUTER)
    off = np.linalg.norm(crossed - quads, axis=2).max(axis=1)
    sides = side_lengths(quads).min(axis=1)
    near = np.isfinite(off) & (off < 0.3 * sides)
    return np.where(near[:, None, None], crossed, quads)
