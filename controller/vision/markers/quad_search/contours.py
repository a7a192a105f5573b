"""The outer contours of what is dark in a black and white picture, and may be four-sided.

OpenCV follows the ends of runs of dark pixels faster than it goes from pixel to pixel. Most contours can be told to be
nothing from these ends alone; the pixels in between are put in on the others only. They are as `cv2.findContours` with
`CHAIN_APPROX_NONE` gives them: they begin with their leftmost pixel of the topmost and run counter-clockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy import add
from numpy.typing import NDArray

from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import Singles, Values

Whole = NDArray[np.signedinteger[Any]]

MOST_SLENDER = 1.25
"""Largest ratio of the sides of a marker's bounding box, as a part of the largest ratio of its own sides."""

LEAST_BOXED = 0.2
"""Least share of the bounding box inside the contour."""

MOST_ENDS = 4
"""Ends of runs along a hole, for each row: a square has two, and a few more where it is frayed."""

_AROUND = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)


@dataclass(frozen=True, eq=False)
class Outlines:
    """Closed contours, one after the other: each of its pixels in turn."""

    x: Singles
    y: Singles
    start: Whole
    """Index of each contour's first point."""
    count: Whole
    """Points of each contour."""
    area: Singles
    """Area of each contour, within its points."""
    hole: NDArray[np.bool_]
    """Of each contour: whether it runs around something light."""

    def at_points(self, values: Values) -> Values:
        """Return for each point what its contour has of ``values``, one of each contour."""
        return np.repeat(values, self.count)

    def farthest(self, values: Values, extreme: np.ufunc = np.maximum) -> Whole:
        """Return the first point with the largest value, of each contour; with ``np.minimum`` the least one."""
        hits = np.flatnonzero(values == self.at_points(extreme.reduceat(values, self.start)))
        return np.asarray(hits[np.searchsorted(hits, self.start)])


def outlines(
    dark: Grey, shortest: float, smallest: float, most_stretched: float, *, holes: bool = False
) -> Outlines | None:
    """Find the contours around what is dark (not 0) with ``shortest`` points at least; None if there are none.

    Their bounding boxes are ``smallest`` px wide and high at least, in the mean of both, and about ``most_stretched``
    times as long as wide at most. ``holes``: also those around what is light and lies in something dark, of the dark
    pixels around it; they run in the same direction.
    """
    # Filter before contours are handed over: half of them are around single pixels.
    beside = cv2.dilate(dark, _AROUND, borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    spotless = np.asarray(cv2.bitwise_and(dark, beside), np.uint8)
    runs, _hierarchy = cv2.findContoursLinkRuns(spotless)
    # A run has two ends, and a contour as many rows of them as its box is high; around a hole two less.
    slender = MOST_SLENDER * most_stretched
    fewest_rows = math.ceil((2 * smallest - slender) / (1 + slender)) + (-1 if holes else 1)
    runs = [run for run in runs if len(run) >= 2 * fewest_rows]
    if not runs:
        return None
    ends = np.asarray(np.concatenate(runs), np.int32).reshape(-1, 2).T.copy()
    count = np.fromiter(map(len, runs), np.intp, len(runs))
    start = _starts(count)
    left, top = (np.minimum.reduceat(part, start) for part in ends)
    wide, high = np.maximum.reduceat(ends[0], start) - left, np.maximum.reduceat(ends[1], start) - top
    # Around something dark, the first run is the topmost and followed from left to right; around a hole, it is followed
    # from right to left, or lies below.
    outer = (ends[0, start + 1] >= ends[0, start]) & (ends[1, start] == top)
    # The dark runs above and below a hole have their ends elsewhere.
    high += 2 * ~outer
    apt = np.maximum(wide, high) < slender * (np.minimum(wide, high) + 1)
    apt &= (_most_points(wide, high) > shortest) & (wide + high >= 2 * smallest)
    which = np.flatnonzero(apt & outer)
    chosen = np.flatnonzero(np.repeat(apt & outer, count))
    if holes:
        # Texture is full of small holes.
        apt &= ~outer & (2 * (wide + high) > shortest) & (count < MOST_ENDS * (high + 2))
        # Backwards, a hole's runs are followed as those around something dark.
        which = np.concatenate([which, np.flatnonzero(apt)[::-1]])
        chosen = np.concatenate([chosen, np.flatnonzero(np.repeat(apt, count))[::-1]])
    if not len(chosen):
        return None
    boxes = _Boxes(wide[which], high[which], count[which], ~outer[which])
    return _filled_in(spotless, ends.take(chosen, axis=1), boxes, shortest)


@dataclass(frozen=True, eq=False)
class _Boxes:
    """Around contours, given by the ends of their runs."""

    wide: Whole
    high: Whole
    count: Whole
    """How many ends the contour in it has."""
    hole: NDArray[np.bool_]


def _filled_in(dark: Grey, ends: Whole, boxes: _Boxes, shortest: float) -> Outlines | None:
    """Return the contours with all their points, from the ends of their runs (2 x P), in the other direction."""
    start = _starts(boxes.count)
    after = np.arange(1, ends.shape[1] + 1)
    after[start + boxes.count - 1] = start
    (x, y), (next_x, next_y) = ends, ends.take(after, axis=1)
    along, down = next_x - x, next_y - y
    way, steps = np.sign(along), np.maximum(np.abs(along), np.abs(down))
    # Around a hole, what is longer or above is so from its other side.
    side = np.repeat(np.where(boxes.hole, -1, 1).astype(way.dtype), boxes.count)
    # From a run to the one above or below, it goes along the one that is longer there...
    late = side * way * down <= 0
    level = np.where(late, y, next_y)
    twice_area = np.where(late, 2 * next_x - way, 2 * x + way) * down
    # ...and from a run to one beside it, along the one that joins them: above it, or below.
    flat = np.flatnonzero((down == 0) & (steps > 1))
    flat = flat[dark[y[flat], x[flat] + way[flat]] == 0]
    level[flat] += side[flat] * way[flat]
    twice_area[flat] = 2 * (way[flat] - along[flat]) * way[flat] * side[flat]
    count, twice_area = add.reduceat(steps, start), add.reduceat(twice_area, start)
    area = np.asarray(twice_area / 2, np.float32)
    apt = (count >= shortest) & (count < _most_points(boxes.wide, boxes.high))
    apt &= area > LEAST_BOXED * (boxes.wide * boxes.high).astype(np.float32)
    if not apt.any():
        return None
    steps *= np.repeat(apt, boxes.count)
    count, area, hole = count[apt], area[apt], boxes.hole[apt]
    filled_x = np.repeat(x[start[apt]], count) + np.cumsum(np.repeat(way, steps), dtype=np.int32)
    filled_y = np.repeat(level, steps)
    moving = np.flatnonzero(steps)
    filled_y[np.cumsum(steps[moving]) - 1] = next_y[moving]
    # The last point is the first: backwards, it comes first.
    x, y = (part[::-1].astype(np.float32) for part in (filled_x, filled_y))
    count = count[::-1]
    return Outlines(x, y, _starts(count), count, area[::-1], hole[::-1])


def _most_points(wide: Whole, high: Whole) -> Whole:
    """Return the most points that the outline of a marker has in such a box; one with more runs to and fro."""
    return 3 * (wide + high + 2)


def _starts(count: Whole) -> Whole:
    """Return where each of a number of consecutive parts begins."""
    return np.cumsum(count) - count
