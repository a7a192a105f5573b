"""Find candidate markers: dark four-sided areas on lighter ground. All contours of a picture are judged at once.

Inverted markers are light areas on darker ground, holes in what is dark. Their quads run the other way: wherever quads
are read, clockwise ones are dark, counter-clockwise ones light.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import Singles, fit_lines, line_intersections, side_lengths
from controller.vision.markers.quad_search.contours import Outlines, outlines

MOST_STRETCHED = 2.0
"""Largest ratio of a marker's sides, where cameras look at a table from above."""

LEAST_FILLED, MOST_FILLED = 0.4, 1.25
"""Limits of an outline's area, as a share of its quad's.

A border with a gap in it has an outline that runs around inside as well.
"""

OUTER = 0.55
"""Distance of the edge from the contour's points, outwards, px of the smaller picture."""

_TOO_SMALL = 0.9
"""Share of the smallest size that is accepted: the outlines are rough."""

_MOST_MOVED = 0.3
"""Largest distance of a corner from the contour's point there, as a share of the shortest side."""

_POINTS = 9
"""Points of the outline, on each side, that a line is fitted through."""
_SHARES = np.linspace(0.14, 0.86, _POINTS)[:, None, None]
_EQUAL = np.ones((_POINTS, 1, 1), np.float32)


def find_quads(
    dark: Grey, shrink: int, smallest_px: float, most_stretched: float = MOST_STRETCHED, *, holes: bool = False
) -> Floats:
    """Find four-sided areas of a binary picture that was made ``shrink`` times smaller; ``holes``: light ones, too.

    Returns N x 4 x 2, px of the whole picture, clockwise around what is dark, counter-clockwise around holes in it;
    their sides have about ``smallest_px`` at least, and the longest is at most ``most_stretched`` times as long as the
    shortest.
    """
    # No corner is moved by more than so much of the shortest side, nor a side longer than by both of its corners.
    smallest = _TOO_SMALL * smallest_px / shrink / (1 + 2 * _MOST_MOVED)
    found = outlines(dark, 2.6 * smallest_px / shrink, smallest, most_stretched, holes=holes)
    if found is None:
        return np.zeros((0, 4, 2))
    quads = _quads(found, most_stretched) * shrink + (shrink - 1) / 2
    return np.asarray(quads[side_lengths(quads).mean(axis=1) >= _TOO_SMALL * smallest_px])


def _quads(outlines: Outlines, most_stretched: float) -> Floats:
    """Return the outlines with four sides, as the intersections of lines through their sides."""
    corners = _four_corners(outlines)
    quads = np.stack([outlines.x[corners], outlines.y[corners]], axis=-1)
    sides = side_lengths(quads)
    filled = outlines.area / np.maximum(_quad_areas(quads), 1.0)
    full = (filled > LEAST_FILLED) & (filled < MOST_FILLED)
    good = np.flatnonzero(full & (sides.max(axis=1) < most_stretched * sides.min(axis=1)))
    # From below to above, from right to left.
    first = outlines.start[good]
    good = good[np.lexsort((-outlines.x[first], -outlines.y[first]))]
    hole = outlines.hole[good]
    found = _by_lines(outlines, corners[good], outlines.start[good], outlines.count[good], hole)
    found[hole] = found[hole, ::-1]
    return found


def _four_corners(outlines: Outlines) -> NDArray[np.intp]:
    """Return N x 4 points, clockwise.

    The farthest from the middle, the one farthest from it, and the farthest to both sides.
    """
    x, y, spread = outlines.x, outlines.y, outlines.at_points
    away_x, away_y = (part - spread(np.add.reduceat(part, outlines.start) / outlines.count) for part in (x, y))
    away_x *= away_x
    away_y *= away_y
    away_x += away_y
    first = outlines.farthest(away_x)
    from_x, from_y = x - spread(x[first]), y - spread(y[first])
    distance = from_x * from_x
    distance += from_y * from_y
    third = outlines.farthest(distance)
    from_x *= spread(y[third] - y[first])
    from_y *= spread(x[third] - x[first])
    from_x -= from_y
    second, fourth = outlines.farthest(from_x), outlines.farthest(from_x, np.minimum)
    return np.stack([first, second, third, fourth], axis=1)


def _quad_areas(quads: Singles) -> Singles:
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)


def _by_lines(
    outlines: Outlines,
    corners: NDArray[np.intp],
    start: NDArray[np.intp],
    count: NDArray[np.intp],
    hole: NDArray[np.bool_],
) -> Floats:
    """Intersect lines through the outlines' sides: a single point of a contour is not exact."""
    quads = np.stack([outlines.x[corners], outlines.y[corners]], axis=-1)
    # Contours run counter-clockwise.
    ends, starts = corners, corners[:, [1, 2, 3, 0]]
    first, around = start[:, None], count[:, None]
    # Points are counted from the contour's first; a remainder takes longer than to look who is beyond the last one.
    along = ends - starts
    along += around * (along < 0)
    taken = np.rint(along * _SHARES).astype(np.intp)
    taken += starts - first
    taken -= around * (taken >= around)
    taken += first
    lines = fit_lines(np.stack([outlines.x[taken], outlines.y[taken]]), _EQUAL)
    normal_x, normal_y, offsets = lines
    # A contour's points are middles of the outermost dark pixels; the edge is farther out, that of a hole farther in.
    middle = np.add.reduce(quads, axis=1, keepdims=True) / 4
    outwards = np.sign(offsets - normal_x * middle[..., 0] - normal_y * middle[..., 1])
    offsets += outwards * np.where(hole, -OUTER, OUTER)[:, None]
    crossed = line_intersections(lines)
    off = crossed - quads
    # NaN, where lines do not cross, is not near.
    off *= off
    moved = np.maximum.reduce(off[..., 0] + off[..., 1], axis=1)
    near = np.sqrt(moved) < _MOST_MOVED * np.minimum.reduce(side_lengths(quads), axis=1)
    return np.where(near[:, None, None], crossed, quads)
