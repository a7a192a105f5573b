"""Where markers may be: dark four-sided areas on lighter ground. All contours of a picture are judged at once.

The picture is halved first: its noise and three quarters of its pixels go, the outline of a marker of 14 px
stays. What is found is rough, to about a pixel; `controller.vision.edges` finds the edges anew in the whole picture.
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
from controller.vision.lines import corners_of_lines, lines_through


@dataclass(frozen=True)
class Search:
    """One way through a picture."""

    shrink: int
    """The picture is made this many times smaller."""
    window: int
    """Of the adaptive threshold, px of the smaller picture; odd."""
    share: float = 1.0
    """A pixel is dark that is darker than this share of its neighbourhood's mean, and than noise explains."""
    smooth: bool = False
    """Take noise out with a 3 x 3 Gaussian first."""


LIGHT = Search(2, 7)
"""Finds also what is faint and small."""

SHADOW = Search(2, 7, 0.78)
"""Finds what a hard shadow's edge runs by: beside it, paper in the shadow is darker than its neighbourhood too."""

NOISE_TIMES = 3.0
"""A pixel is dark that is darker than its neighbourhood by more than this many standard deviations of the noise..."""
FEWEST_LEVELS, MOST_LEVELS = 3.0, 8.0
"""...within these limits, grey levels."""

MOST_STRETCHED = 2.0
"""A side of a marker is never this many times longer than another."""

FILLED = 0.25
"""By this share of its area an outline may differ from the four-sided figure through its corners."""

OUTER = 0.55
"""How far outside the contour's points the edge is, px of the smaller picture."""

_POINTS = 9
"""Of the outline, on each side, that a line is laid through."""
_SHARES = np.linspace(0.14, 0.86, _POINTS)[:, None, None]
_EQUAL = np.ones((_POINTS, 1, 1))


def find_quads(grey: Grey, search: Search, smallest_px: float) -> Floats:
    """Dark four-sided areas whose sides have about ``smallest_px`` at least: N x 4 x 2, px of ``grey``, clockwise."""
    small = _smaller(grey, search)
    dark = _dark(small, search)
    contours, _hierarchy = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    # A contour has at least as many points as its box is wide and high, twice: a turned square the fewest.
    fewest = 2.6 * smallest_px / search.shrink
    long = [contour for contour in contours if len(contour) >= fewest]
    if not long:
        return np.zeros((0, 4, 2))
    return _quads(long) * search.shrink + (search.shrink - 1) / 2


def _smaller(grey: Grey, search: Search) -> Grey:
    small = grey
    if search.shrink > 1:
        size = (grey.shape[1] // search.shrink, grey.shape[0] // search.shrink)
        whole = grey[: size[1] * search.shrink, : size[0] * search.shrink]
        small = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8) if search.smooth else small


def _dark(small: Grey, search: Search) -> Grey:
    """255 where a pixel is darker than its neighbourhood."""
    mean = cv2.blur(small, (search.window, search.window), borderType=cv2.BORDER_REPLICATE)
    below = float(np.clip(NOISE_TIMES * noise_levels(small), FEWEST_LEVELS, MOST_LEVELS))
    levels = np.arange(256)
    limit = np.clip(np.rint(np.minimum(levels * search.share, levels - below)), 0, 255).astype(np.uint8)
    return np.asarray(cv2.compare(small, cv2.LUT(mean, limit), cv2.CMP_LT), np.uint8)


def noise_levels(grey: Grey) -> float:
    """The noise, one standard deviation, grey levels: from the smaller three quarters of neighbours' differences."""
    rows = grey[:: max(1, grey.shape[0] // _NOISE_ROWS)].astype(np.int16)
    off = np.abs(rows[:, 1:] - rows[:, :-1]).ravel()
    if not len(off):
        return 0.0
    count = max(1, len(off) * 3 // 4)
    smaller = np.partition(off, count - 1)[:count]
    # The mean of the smaller three quarters of a half-normal distribution is 0.515 of its deviation.
    return float(smaller.mean()) / 0.515 / 2**0.5


_NOISE_ROWS = 20


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
        next_x, next_y = np.roll(self.x, -1), np.roll(self.y, -1)
        next_x[ends], next_y[ends] = self.x[self.start], self.y[self.start]
        return np.asarray(np.add.reduceat(self.y * next_x - self.x * next_y, self.start) / 2)

    def boxes(self) -> tuple[Floats, Floats]:
        """Widths and heights."""
        width = np.maximum.reduceat(self.x, self.start) - np.minimum.reduceat(self.x, self.start)
        height = np.maximum.reduceat(self.y, self.start) - np.minimum.reduceat(self.y, self.start)
        return width, height

    def farthest(self, values: Floats, owner: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of each contour, the first point with the largest value."""
        hits = np.flatnonzero(values == np.maximum.reduceat(values, self.start)[owner])
        _contours, first = np.unique(owner[hits], return_index=True)
        return np.asarray(hits[first])


def _starts(count: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.concatenate([np.zeros(1, np.intp), np.cumsum(count)[:-1]])


def _quads(contours: Sequence[NDArray[Any]]) -> Floats:
    count = np.fromiter((len(contour) for contour in contours), np.intp, len(contours))
    points = np.concatenate(contours)[:, 0].astype(np.float64)
    outlines = _Outlines(points[:, 0].copy(), points[:, 1].copy(), _starts(count), count)
    areas, (width, height) = outlines.areas(), outlines.boxes()
    likely = (areas > 0.3 * width * height) & (np.maximum(width, height) < 2.5 * np.minimum(width, height))
    if not likely.any():
        return np.zeros((0, 4, 2))
    outlines, areas = outlines.chosen(likely), areas[likely]
    corners = _four_corners(outlines)
    quads = np.stack([outlines.x[corners], outlines.y[corners]], axis=-1)
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    good = (np.abs(_quad_areas(quads) - areas) < FILLED * areas) & (
        sides.max(axis=1) < MOST_STRETCHED * sides.min(axis=1)
    )
    return np.asarray(_by_lines(outlines, corners, quads)[good])


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


def _by_lines(outlines: _Outlines, corners: NDArray[np.intp], quads: Floats) -> Floats:
    """Corners where lines through the outlines' sides cross: a single point of a contour says little."""
    ends, starts = corners, np.roll(corners, -1, axis=1)
    count = outlines.count[:, None]
    # Contours run counter-clockwise.
    length = (ends - starts) % count
    first = outlines.start[:, None]
    taken = first + (starts - first + np.rint(length * _SHARES).astype(np.intp)) % count
    normal_x, normal_y, offsets = lines_through(outlines.x[taken], outlines.y[taken], _EQUAL)
    # A contour's points are middles of the outermost dark pixels; the edge is farther out.
    middle = quads.mean(axis=1, keepdims=True)
    outwards = np.sign(offsets - normal_x * middle[..., 0] - normal_y * middle[..., 1])
    crossed = corners_of_lines(normal_x, normal_y, offsets + outwards * OUTER)
    off = np.linalg.norm(crossed - quads, axis=2).max(axis=1)
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).min(axis=1)
    near = np.isfinite(off) & (off < 0.3 * sides)
    return np.where(near[:, None, None], crossed, quads)
