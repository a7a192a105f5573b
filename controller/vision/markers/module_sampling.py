"""Sample the light of a marker's modules, of many markers at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.markers.line_fitting import counter_clockwise, medians
from controller.vision.markers.square_homography import SquareHomographies

Levels = NDArray[np.float32]
_T = TypeVar("_T", bound=np.generic)

_FLAT = 1e-6

SPOTS = 2
"""Samples of a module in each direction."""
SPREAD = 0.2
"""Distance of a sample from a module's middle, in modules."""


def mean_light(spots: Levels) -> Levels:
    """Return the mean light of modules over their samples."""
    light: Levels = add.reduce(spots)
    light /= len(spots)
    return light


def sample_modules(grey: Grey, quads: Floats, across: int) -> Levels:
    """Sample linear light at four spots of each module of N areas, and of the ring around them.

    Of a quad that runs counter-clockwise, an inverted marker's, border and ring change places: each has the light of
    the other. It is light that is inverted, and not grey levels: blur mixes light. Returns 4 x across x across x N.
    """
    x, y = _places(quads, across)
    spots = sample_light(grey, x, y).reshape(SPOTS * SPOTS, across, across, len(quads))
    inverted = np.flatnonzero(counter_clockwise(quads))
    if len(inverted):
        # The grid of such a quad is seen as in a mirror.
        turned = spots[..., inverted].reshape(SPOTS, SPOTS, across, across, -1).transpose(1, 0, 3, 2, 4)
        turned = turned.reshape(SPOTS * SPOTS, across, across, -1)
        light = mean_light(turned)
        both = medians(ring(light[1:-1, 1:-1]).T) + medians(ring(light).T)
        spots[..., inverted] = np.maximum(both - turned, 0.0)
    return spots


@lru_cache(maxsize=8)
def _grid(across: int) -> Levels:
    """Return sample places along one side, 0 to 1 across the border: spots x modules, with one ring around."""
    modules = across - 2
    offsets = np.linspace(-SPREAD, SPREAD, SPOTS) / modules
    return np.asarray(offsets[:, None] + (np.arange(across) - 0.5) / modules, np.float32)


def _places(quads: Floats, across: int) -> Levels:
    """Return where the grid's places lie in quads (N x 4 x 2), x and y: 2 x P x N, spot by spot, then by module."""
    homographies = SquareHomographies.of(quads)
    # Numerators of x and y, and what they are divided by: each a plane, level = u * along + v * across + first.
    along, down, first = np.empty((3, 3, 1, 1, 1, 1, len(quads)), np.float32)
    along[:2, 0, 0, 0, 0], along[2] = homographies.along, homographies.depth[0]
    down[:2, 0, 0, 0, 0], down[2] = homographies.down, homographies.depth[1]
    first[:2, 0, 0, 0, 0], first[2] = homographies.first, 1.0
    grid = _grid(across)
    levels = along * grid[:, None, :, None] + down * grid[:, None, :, None, None]
    levels += first
    levels = levels.reshape(3, -1, len(quads))
    depth = levels[2]
    # For a quad that cannot be a square, any place will do.
    flat = np.abs(depth) < _FLAT
    if flat.any():
        depth[flat] = _FLAT
    levels[:2] /= depth
    return levels[:2]


def ring(modules: NDArray[_T]) -> NDArray[_T]:
    """Return the outermost modules: 4 (across - 1) x N."""
    return np.concatenate([modules[0, :-1], modules[:-1, -1], modules[-1, 1:], modules[1:, 0]])
