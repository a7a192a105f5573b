"""Refine marker corners by their edges: fit each side as a line, in linear light, and intersect the lines.

A corner of a small marker is blurred away; its sides are not. Across each side the brightness is sampled on short
profiles; the centroid of its slope is a point of the edge; a line fitted robustly through the points is the side. All
sides of all markers are processed at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy import add

from boards.kit.marker_plan import MODULES
from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.markers.line_fitting import (
    NEXT,
    Singles,
    fit_lines,
    line_intersections,
    medians,
    side_lengths,
)

PROFILES = 12
"""Profiles across each side."""

STEPS = 13
"""Samples on a profile."""

REACH_MODULES = 0.8
"""Reach of a profile to both sides, in modules: the border and the quiet zone are wider."""

ROUNDS = 2
"""Rounds of fitting; each starts from the lines of the one before."""

FINE_PX = 5.0
"""Largest reach of a profile that locates an edge to a part of a pixel."""

FARTHEST = 0.6
"""Largest motion of a corner, in modules; beyond it the rough corner stays."""

_ALONG: Singles = np.linspace(0.12, 0.88, PROFILES, dtype=np.float32)[:, None, None]
_ACROSS: Singles = np.linspace(-1.0, 1.0, STEPS, dtype=np.float32)[:, None, None, None]
_MIDDLES: Singles = (_ACROSS[1:] + _ACROSS[:-1]) * np.float32(0.5)


def refine_corners(
    grey: Grey,
    corners: Floats,
    modules: int = MODULES,
    rounds: int = ROUNDS,
    reach_modules: float = REACH_MODULES,
    farthest: float = FARTHEST,
) -> tuple[Floats, Floats]:
    """Refine rough corners (N x 4 x 2, px of ``grey``, clockwise) of markers that are ``modules`` modules wide.

    Returns the corners (N x 4 x 2, px) and the blur of the edges (N, one standard deviation, px), which is NaN where no
    edges were found and the rough corners are returned. Profiles reach ``reach_modules`` modules to both sides; a
    corner that moves by more than ``farthest`` modules is rejected.
    """
    fine, edge_blur = corners, np.full(len(corners), np.nan)
    if len(corners) == 0 or rounds == 0:
        return fine, edge_blur
    module = add.reduce(side_lengths(corners), axis=1) / 4 / modules
    reach = reach_modules * module
    while rounds > 0:
        edges = _edge_points(grey, fine, reach)
        crossed = line_intersections(fit_lines(edges.points, edges.steep))
        off = crossed - corners
        off *= off
        # NaN, where lines do not cross, is not near.
        good = np.sqrt(np.maximum.reduce(off[..., 0] + off[..., 1], axis=1)) < farthest * module
        fine = np.where(good[:, None, None], crossed, corners)
        # For a large marker the last round has steps as fine as pixels.
        wide = bool((reach > FINE_PX).any())
        rounds -= rounds > 1 or not wide
        if wide:
            reach = np.maximum(reach / 4, np.minimum(reach, FINE_PX))
    edge_blur = np.where(good, edges.edge_blur(), np.nan)
    return fine, edge_blur


@dataclass(frozen=True, eq=False)
class _Edges:
    """Points on the sides of N markers."""

    points: Singles
    """2 x PROFILES x N x 4: x and y, px."""
    slope: Singles
    """STEPS - 1 x PROFILES x N x 4: how much light rises at each step of a profile, where it rises steeply."""
    steep: Singles
    """PROFILES x N x 4: the sum of the slope."""
    centroid: Singles
    """PROFILES x N x 4: centroid of the slope, in units of the reach."""
    reach: Floats
    """N, px"""

    def edge_blur(self) -> Floats:
        """Return the width of the edges, one standard deviation, the median along the sides: N, px."""
        spread = self.slope * _MIDDLES
        spread *= _MIDDLES
        variance = add.reduce(spread)
        variance /= np.maximum(self.steep, _LEAST_STEEP)
        variance -= self.centroid**2
        median = medians(variance.transpose(1, 0, 2).reshape(len(self.reach), -1))
        return np.asarray(np.sqrt(np.maximum(median, 0.0)) * self.reach)


_LEAST_STEEP = 1e-6


def _edge_points(grey: Grey, corners: Floats, reach: Floats) -> _Edges:
    start = np.ascontiguousarray(corners.transpose(2, 0, 1), np.float32)
    along = start.take(NEXT, axis=2)
    along -= start
    # Corners run clockwise in the picture, so this normal points out of the marker.
    out = np.empty_like(along)
    out[0] = along[1]
    np.negative(along[0], out=out[1])
    out *= (reach[:, None] / np.maximum(np.hypot(out[0], out[1]), 1e-9)).astype(np.float32)
    foot = along[:, None] * _ALONG
    foot += start[:, None]
    slope = _slopes(grey, foot[:, None] + out[:, None, None] * _ACROSS)
    steep = add.reduce(slope)
    centroid = add.reduce(slope * _MIDDLES)
    centroid /= np.maximum(steep, _LEAST_STEEP)
    points = out[:, None] * centroid
    points += foot
    return _Edges(points, slope, steep, centroid, reach)


def _slopes(grey: Grey, places: Singles) -> Singles:
    """Return the rise of linear light from step to step at places (2 x STEPS x ..., px), where it is steep."""
    x, y = places.reshape(2, STEPS, -1)
    light = sample_light(grey, x, y).reshape(places.shape[1:])
    slope = np.maximum(light[1:], light[:-1])
    slope -= light[:-1]
    # What is less steep than a third of the steepest is noise, paper or the next module.
    slope *= slope >= np.maximum.reduce(slope) / 3
    return slope
