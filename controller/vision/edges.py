"""Marker corners from their edges: each side is fitted as a line, in linear light, and the lines are crossed.

A corner of a small marker is blurred away; its sides are not. Across each side the brightness is sampled
on short profiles; the centroid of its slope is a point of the edge; a line through the points, taken
robustly, is the side. All sides of all markers are done at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boards.markers import MODULES
from calibration.camera_model import Floats
from controller.vision.grey import Grey, light_at
from controller.vision.lines import Singles, corners_of_lines, lines_through, middle_values, side_lengths

PROFILES = 12
"""Across each side."""

STEPS = 13
"""Samples on a profile."""

REACH_MODULES = 0.8
"""How far a profile reaches to both sides, in modules: the border and the quiet zone are wider."""

ROUNDS = 2
"""Each starts from the lines of the one before."""

FINE_PX = 5.0
"""A profile that reaches no farther than this says where an edge is to a part of a pixel."""

FARTHEST = 0.6
"""A corner that moves by more modules than this is not believed; the rough one stays."""

_ALONG: Singles = np.linspace(0.12, 0.88, PROFILES, dtype=np.float32)[:, None, None]
_ACROSS: Singles = np.linspace(-1.0, 1.0, STEPS, dtype=np.float32)[:, None, None, None]
_MIDDLES: Singles = (_ACROSS[1:] + _ACROSS[:-1]) * np.float32(0.5)


def fit_edges(
    grey: Grey,
    corners: Floats,
    modules: int = MODULES,
    rounds: int = ROUNDS,
    reach_modules: float = REACH_MODULES,
    farthest: float = FARTHEST,
) -> tuple[Floats, Floats]:
    """Finer corners (N x 4 x 2, px, of ``grey``) of markers that many modules wide, from rough ones, clockwise.

    Also the edges' softness (N, one standard deviation, px); NaN where the edges were not found and the rough
    corners are given back.
    """
    fine, softness = corners, np.full(len(corners), np.nan)
    if len(corners) == 0 or rounds == 0:
        return fine, softness
    module = side_lengths(corners).mean(axis=1) / modules
    reach = reach_modules * module
    while rounds > 0:
        edges = _edge_points(grey, fine, reach)
        crossed = corners_of_lines(*lines_through(edges.x, edges.y, edges.steep))
        off = np.linalg.norm(crossed - corners, axis=2).max(axis=1)
        good = np.isfinite(off) & (off < farthest * module)
        fine = np.where(good[:, None, None], crossed, corners)
        # Of a large marker the last word has a profile whose steps are as fine as pixels.
        narrower = np.maximum(reach / 4, np.minimum(reach, FINE_PX))
        rounds -= rounds > 1 or bool((narrower >= reach).all())
        reach = narrower
    softness = np.where(good, edges.softness(), np.nan)
    return fine, softness


@dataclass(frozen=True, eq=False)
class _Edges:
    """Points on the sides of N markers: PROFILES x N x 4 each."""

    x: Singles
    y: Singles
    steep: Singles
    """How much light rises there."""
    variance: Singles
    """Of where it rises, in squares of the reach."""
    reach: Floats
    """N, px"""

    def softness(self) -> Floats:
        """N, px: the median along the sides."""
        median = middle_values(self.variance.transpose(1, 0, 2).reshape(len(self.reach), -1))
        return np.asarray(np.sqrt(np.maximum(median, 0.0)) * self.reach)


def _edge_points(grey: Grey, corners: Floats, reach: Floats) -> _Edges:
    start = corners.astype(np.float32).transpose(2, 0, 1)
    along = start[..., [1, 2, 3, 0]] - start
    # Corners run clockwise in the picture, so this normal points out of the marker.
    out_x, out_y = along[1], -along[0]
    scale = (reach[:, None] / np.maximum(np.hypot(out_x, out_y), 1e-9)).astype(np.float32)
    out_x, out_y = out_x * scale, out_y * scale
    foot_x, foot_y = (start[axis] + along[axis] * _ALONG for axis in (0, 1))
    slope = _slopes(grey, foot_x + out_x * _ACROSS, foot_y + out_y * _ACROSS)
    total = slope.sum(axis=0)
    safe = np.maximum(total, 1e-6)
    moment = slope * _MIDDLES
    centroid = moment.sum(axis=0) / safe
    variance = (moment * _MIDDLES).sum(axis=0) / safe - centroid**2
    return _Edges(foot_x + out_x * centroid, foot_y + out_y * centroid, total, variance, reach)


def _slopes(grey: Grey, x: Singles, y: Singles) -> Singles:
    """How fast linear light rises from step to step at sub-pixel places (STEPS x ...), where it rises steeply."""
    light = light_at(grey, x.reshape(STEPS, -1), y.reshape(STEPS, -1)).reshape(x.shape)
    slope = np.maximum(light[1:] - light[:-1], 0.0)
    # What is less steep than a third of the steepest is noise, paper or the next module.
    return np.asarray(slope * (slope >= slope.max(axis=0) / 3))
