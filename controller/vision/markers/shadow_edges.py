"""The corners of markers that lie between two lights.

Where a hard shadow's edge comes near a marker's side, light rises twice there, and
`controller.vision.markers.corner_refinement` takes the steeper rise: that of the shadow's edge, which may be a module
off, and counts for more the brighter the light beyond it is. So the sides of markers whose quiet zone is partly dim are
looked for once more. Light first rises where the black border ends: that is near the side; a line that most of these
places agree on leaves out the others. Along this line, each place has its own black and its own white; where these are
not even, a shadow's edge is near, and it counts for nothing.

It runs when all is read, so it can make no other id of a marker, and for few markers: of those that robots are placed
by. A marker that is not read by the new corners keeps the old ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.decoding import EVEN, decode
from controller.vision.markers.detector import Markers
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.markers.line_fitting import NEXT, Singles, line_intersections, side_lengths
from controller.vision.markers.marker_dictionary import MarkerDictionary, marker_dictionary
from controller.vision.markers.module_sampling import mean_light, ring, sample_modules

PROFILES = 18
"""Profiles across each side."""

REACHES_MODULES = (1.0, 0.6)
"""Reaches of the rough rounds, in modules; as far as the border is wide."""
STEPS = 41
AGREE_MODULES = 0.12
"""Largest distance of a place that agrees with a line, in modules."""

REACH_PX, REACHES_FINE = 2.5, ((0.3, 0.35), (0.0, 0.2), (0.0, 0.2))
"""Reaches of the fine rounds: px and least modules; and how near, px, agreeing places are."""
MOST_REACH_MODULES = 0.45
STEPS_FINE = 21
PLATEAU = STEPS_FINE // 5
"""Steps at either end of a profile that are all black, or all white."""

FIRST_RISE = 2.2
"""The border ends where light is this many times the black before it."""
RISES_WITHIN_PX = 2.5
"""Distance within which it then rises most steeply, px."""
DARKEST = 0.025
"""Share of the paper's light below which everything counts as black."""

UNEVEN = 0.2
"""Largest change within a plateau, as a share of the contrast."""
LEAST_RATIO = 1.8
"""Least ratio of white to black."""

FEWEST, SHORTEST = 6, 0.35
"""Places that must agree on a side, and the share of it that they must span."""

_ALONG = np.linspace(0.06, 0.94, PROFILES)[:, None, None]
_ONE, _OTHER = np.triu_indices(PROFILES, 3)
"""Pairs of places that lines are laid through: not too near to each other."""

Sides = NDArray[np.bool_]


def correct_shadowed_corners(grey: Grey, markers: Markers, at: NDArray[np.intp]) -> Markers:
    """Correct the corners of the markers with the indices ``at`` where a shadow's edge has moved them."""
    if not len(at):
        return markers
    dictionary = marker_dictionary()
    dim, paper = _partly_shadowed(grey, markers.corners[at], dictionary)
    at, paper = at[dim], paper[dim]
    if not len(at):
        return markers
    corners, sure = _fit_sides(grey, markers.corners[at], paper, dictionary.modules)
    words = decode(grey, corners, dictionary)
    sure &= (words.ids == markers.ids[at]) & (words.turns == 0)
    mended = markers.corners.copy()
    mended[at[sure]] = corners[sure]
    return replace(markers, corners=mended)


def _partly_shadowed(grey: Grey, corners: Floats, dictionary: MarkerDictionary) -> tuple[NDArray[np.bool_], Floats]:
    """Return which quiet zones are partly in shadow (N), and the light of paper outside of it (N)."""
    quiet = np.sort(ring(mean_light(sample_modules(grey, corners, dictionary.modules + 2))), axis=0)
    # One in ten may be dirt, or a burnt spot.
    few = len(quiet) // 10
    dim, bright = quiet[few], quiet[-1 - few]
    return np.asarray(dim <= EVEN * bright), bright.astype(np.float64)


def _fit_sides(grey: Grey, corners: Floats, paper: Floats, modules: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Fit corners (N x 4 x 2, px), and tell whether all four sides are sure (N)."""
    module = side_lengths(corners).mean(axis=1) / modules
    for reach in REACHES_MODULES:
        profiles = _Profiles.across(grey, corners, reach * module, STEPS)
        off, told = profiles.first_rises(paper)
        corners, _sure = profiles.corners(off, told, AGREE_MODULES * module)
    for reach, agree in REACHES_FINE:
        reach_px = np.minimum(np.maximum(REACH_PX, reach * module), MOST_REACH_MODULES * module)
        profiles = _Profiles.across(grey, corners, reach_px, STEPS_FINE)
        off, told = profiles.clean_rises(paper)
        corners, sure = profiles.corners(off, told, np.full(len(module), agree))
    return corners, sure


@dataclass(frozen=True, eq=False)
class _Profiles:
    """Light across the sides of N markers, from the inside outwards."""

    light: Singles
    """STEPS x PROFILES x N x 4"""
    reach: Floats
    """N x 1, px: from a side, to both directions."""
    start: Floats
    """2 x N x 4, px: where a side begins; the next one ends it."""
    out: Floats
    """2 x N x 4: unit vectors, outwards."""

    @classmethod
    def across(cls, grey: Grey, corners: Floats, reach: Floats, steps: int) -> _Profiles:
        """Sample light across the sides of markers (N x 4 x 2, px)."""
        start = corners.transpose(2, 0, 1)
        along = start.take(NEXT, axis=2) - start
        out = np.stack([along[1], -along[0]])
        out /= np.maximum(np.hypot(out[0], out[1]), 1e-9)
        away = np.linspace(-1.0, 1.0, steps)[:, None, None, None] * reach[:, None]
        places = (start[:, None] + along[:, None] * _ALONG)[:, None] + out[:, None, None] * away
        x, y = places.astype(np.float32).reshape(2, steps, -1)
        return cls(sample_light(grey, x, y).reshape(places.shape[1:]), reach[:, None], start, out)

    def first_rises(self, paper: Floats) -> tuple[Floats, Sides]:
        """Return how far outwards light first rises from black, px (PROFILES x N x 4), and whether it does."""
        steps = len(self.light)
        number = np.arange(steps)[:, None, None, None]
        seen = self.light + DARKEST * paper[:, None]
        blackest = self.light.argmin(axis=0)
        over = (seen > FIRST_RISE * np.take_along_axis(seen, blackest[None], 0)) & (number > blackest)
        first = over.argmax(axis=0)
        step_px = 2 * self.reach / (steps - 1)
        soon = (number >= first - 1) & ((number - first) * step_px <= RISES_WITHIN_PX)
        steepest = np.where(soon[:-1], self.light[1:] - self.light[:-1], -1.0).argmax(axis=0)
        return (steepest + 0.5) * step_px - self.reach, over.any(axis=0)

    def clean_rises(self, paper: Floats) -> tuple[Floats, Sides]:
        """Return the same where light rises between an even black and an even white, to a part of a pixel."""
        inner, outer = self.light[:PLATEAU], self.light[-PLATEAU:]
        black, white = inner.mean(axis=0), outer.mean(axis=0)
        rise = np.maximum(white - black, 1e-6)
        slope = np.maximum(np.abs(inner[-1] - inner[0]), np.abs(outer[-1] - outer[0]))
        clean = (slope < UNEVEN * rise) & (white > LEAST_RATIO * black) & (rise > DARKEST * paper[:, None])
        # A step from 0 to 1 is as far out as the mean along the profile is less than a half.
        mean = np.clip((self.light - black) / rise, -UNEVEN, 1 + UNEVEN).mean(axis=0)
        return (1 - 2 * mean) * self.reach, clean

    def corners(self, off: Floats, told: Sides, agree: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Intersect the lines that most places agree on (``off`` px outwards, if ``told``).

        Returns the corners (N x 4 x 2, px) and whether all four are sure (N).
        """
        begin, end, taken = _consensus_lines(off, told, agree)
        one = self.start + self.out * begin
        along = self.start.take(NEXT, axis=2) + self.out * end - one
        normal = np.stack([-along[1], along[0]]) / np.maximum(np.hypot(along[0], along[1]), 1e-9)
        crossed = line_intersections(np.concatenate([normal, (normal * one).sum(axis=0)[None]]))
        there = np.asarray(np.isfinite(crossed).all(axis=(1, 2)))
        span = np.where(taken, _ALONG, 0.0).max(axis=0) - np.where(taken, _ALONG, 1.0).min(axis=0)
        sure = np.asarray((taken.sum(axis=0) >= FEWEST) & (span > SHORTEST))
        before = self.start.transpose(1, 2, 0)
        return np.where(there[:, None, None], crossed, before), np.asarray(there & sure.all(axis=1))


def _consensus_lines(off: Floats, told: Sides, agree: Floats) -> tuple[Floats, Floats, Sides]:
    """Return how far out each side's line begins and ends (N x 4, px), and the places that it uses (PROFILES x N x 4).

    Of the lines through two places each, the one that most others agree with, weighted by distance; then least squares.
    """
    along = _ALONG[:, 0, 0]
    slope = (off[_OTHER] - off[_ONE]) / (along[_OTHER] - along[_ONE])[:, None, None]
    at_start = off[_ONE] - slope * along[_ONE][:, None, None]
    apart = np.abs(off - at_start[:, None] - slope[:, None] * _ALONG) / agree[:, None]
    votes = np.where(told, np.maximum(1 - apart, 0), 0).sum(axis=1)
    best = np.where(told[_ONE] & told[_OTHER], votes, -1).argmax(axis=0)
    taken = told & (np.take_along_axis(apart, best[None, None], 0)[0] < 1)
    weight = taken / np.maximum(taken.sum(axis=0), 1)
    middle, mean = (weight * _ALONG).sum(axis=0), (weight * off).sum(axis=0)
    spread = (weight * (_ALONG - middle) ** 2).sum(axis=0)
    slope = (weight * (_ALONG - middle) * (off - mean)).sum(axis=0) / np.maximum(spread, 1e-12)
    begin = mean - slope * middle
    return begin, begin + slope, taken
