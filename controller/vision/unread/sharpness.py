"""Measure how blurred a picture is, by place and direction.

A camera that shakes blurs along its motion, and one row more than another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boards.kit.marker_plan import MODULES
from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.markers.image_patches import sides_px

FEWEST_PX = 30.0
"""Side of the smallest marker whose blur is measured, px."""

_PROFILES = 24
_STEPS = 41
_REACH_MODULES = 0.9
_ALONG = np.linspace(0.12, 0.88, _PROFILES)[:, None]
_ACROSS = np.linspace(-1.0, 1.0, _STEPS)
_STEEP = 1 / 3
"""Share of the steepest slope below which a slope is noise, paper or the next module..."""
_SEEN_OF_IT = 1.3
"""...and the factor that makes up for what is left out."""
_NEAREST = 3


@dataclass(frozen=True)
class Blur:
    """One standard deviation, px, along the sides of a marker: in the more blurred direction, and across."""

    major: float
    minor: float


SHARP = Blur(0.0, 0.0)


@dataclass(frozen=True, eq=False)
class BlurField:
    """The blur of a picture from place to place."""

    places: Floats
    """N x 2 px: where the blur was measured."""
    blurs: Floats
    """N x 2 px: the more blurred direction, then the other."""

    @classmethod
    def measured(cls, grey: Grey, quads: Floats) -> BlurField:
        """Measure the blur by markers that lie still (N x 4 x 2 px)."""
        quads = quads[sides_px(quads) >= FEWEST_PX]
        blurs = measure_blur(grey, quads)
        told = np.isfinite(blurs).all(axis=1)
        return cls(quads[told].mean(axis=1), blurs[told])

    def at(self, place: Floats) -> Blur:
        """Return the blur at a place (2, px), by the nearest markers; sharp where there are none."""
        if not len(self.blurs):
            return SHARP
        near = np.argsort(np.linalg.norm(self.places - place, axis=1), kind="stable")[:_NEAREST]
        major, minor = np.median(self.blurs[near], axis=0)
        return Blur(float(major), float(minor))


def measure_blur(grey: Grey, quads: Floats) -> Floats:
    """Measure the blur of markers (N x 4 x 2 px): N x 2, one standard deviation, px.

    In the more blurred direction and in the other; NaN for a marker without edges.
    """
    if not len(quads):
        return np.zeros((0, 2))
    along = np.roll(quads, -1, axis=1) - quads
    length = np.linalg.norm(along, axis=2, keepdims=True)
    reach = _REACH_MODULES / MODULES * length.mean(axis=1, keepdims=True)
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1) / np.maximum(length, 1e-9) * reach
    # N x sides x across x along x 2; light along a side is averaged: noise must not look like blur.
    feet = quads[:, :, None] + along[:, :, None] * _ALONG
    places = (feet[:, :, None] + out[:, :, None, None] * _ACROSS[:, None, None]).astype(np.float32)
    rows = places.reshape(-1, _PROFILES, 2)
    light = sample_light(grey, rows[..., 0].T, rows[..., 1].T).mean(axis=0).reshape(places.shape[:3])
    slopes = np.maximum(np.diff(light, axis=2), 0.0)
    slopes = slopes * (slopes >= _STEEP * slopes.max(axis=2, keepdims=True))
    total = slopes.sum(axis=2)
    middles = (_ACROSS[1:] + _ACROSS[:-1]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        centroid = (slopes * middles).sum(axis=2) / total
        variance = (slopes * middles**2).sum(axis=2) / total - centroid**2
    sides = _SEEN_OF_IT * np.sqrt(np.maximum(variance, 0.0)) * reach[..., 0]
    ways = np.stack([sides[:, 0::2].mean(axis=1), sides[:, 1::2].mean(axis=1)], axis=1)
    return np.asarray(-np.sort(-ways, axis=1))
