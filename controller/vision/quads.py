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
from controller.vision.lines import corners_of_lines, lines_through, side_lengths

MOST_STRETCHED = 2.0
"""A side of a marker is never this many times longer than another."""

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
_EQUAL = np.ones((_POINTS, 1, 1))


def find_quads(dark: Grey, shrink: int, smallest_px: float) -> Floats:
    """Four-sided areas of a black and white picture that was made ``shrink`` times smaller.

    N x 4 x 2, px of the whole picture, clockwise; their sides have about ``smallest_px`` at least.
    """
    contours, _hierarchy = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    smallest = smallest_px / shrink
    likely = [contour for contour in contours if len(contour) >= 2.6 * smallest and _could_be_square(contour)]
    if not likely:
        return np.zeros((0, 4, 2))
    quads = _quads(likely) * shrink + (shrink - 1) / 2
    return np.asarray(quads[side_lengths(quads).mean(axis=1) >= _TOO_SMALL * smallest_px])


def _could_be_square(contour: NDArray[Any]) -> bool:
    """By its box: not stretched, and the contour is not much longer than the box's own."""
    _left, _top, width, height = cv2.boundingRect(contour)
    low, high = (width, height) if width < height else (height, width)
    return high < 2.5 * low and len(contour) < 3 * (width + height)


@dataclass(frozen=True, eq=False)
class _Outlines:
    """Closed contours, one after the other."""

    x: Floats
    y: Floats
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

    def areas(self) -> Floats:
        """By the shoelace formula; positive for the outer edge of something dark."""
        ends = self.start + self.count - 1
        after = np.arange(1, len(self.x) + 1)
        after[ends] = self.start
        return np.asarray(np.add.reduceat(self.y * self.x[after] - self.x * self.y[after], self.start) / 2)

    def farthest(self, values: Floats, owner: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of each contour, the first point with the largest value."""
        hits = np.flatnonzero(values == np.maximum.reduceat(values, self.start)[owner])
        _contours, first = np.unique(owner[hits], return_index=True)
        return np.asarray(hits[first])


def _boxes(outlines: _Outlines) -> Floats:
    """Areas of the boxes around contours."""
    sizes = [
        np.maximum.reduceat(part, outlines.start) - np.minimum.reduceat(part, outlines.start)
        for part in (outlines.x, outlines.y)
    ]
    return np.asarray(sizes[0] * sizes[1])


def _starts(count: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.concatenate([np.zeros(1, np.intp), np.cumsum(count)[:-1]])


def _quads(contours: Sequence[NDArray[Any]]) -> Floats:
    count = np.fromiter((len(contour) for contour in contours), np.intp, len(contours))
    points = np.concatenate(contours)[:, 0].astype(np.float64)
    outlines = _Outlines(points[:, 0].copy(), points[:, 1].copy(), _starts(count), count)
    areas = outlines.areas()
    full = areas > LEAST_FILLED / 2 * _boxes(outlines)
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


def _quad_areas(quads: Floats) -> Floats:
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
