"""The lens: vignetting, softness, a focus that is not right.

(Its distortion is part of the camera model.)
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics.light import Light, Shot, coarse_pixels, spread, times

_FINER = 8
"""A disc is drawn so many times larger and averaged."""


@dataclass(frozen=True)
class Vignetting:
    """Corners are darker: by the fourth power of the cosine of the angle, and more if the lens is small."""

    strength: float = 1.0
    """1 is the natural law."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        camera = shot.view.camera
        plain = (coarse_pixels(camera.size) - np.array(camera.centre)) / np.array(camera.focal)
        falls = (1.0 + (plain**2).sum(axis=-1)) ** (-2.0 * self.strength)
        return times(light, spread(np.asarray(falls, np.float32), camera.size))


@dataclass(frozen=True)
class Softness:
    """A lens that is in focus: a Gaussian."""

    sigma_px: float = 0.7

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        return np.asarray(cv2.GaussianBlur(light, (0, 0), self.sigma_px), np.float32)


@dataclass(frozen=True)
class Defocus:
    """A lens that is not in focus: each point is a disc, larger towards the corners if the field is curved."""

    radius_px: float
    corner_px: float = 0.0
    """How much larger the radius is in the corners."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        middle = _through_disc(light, self.radius_px)
        if not self.corner_px:
            return middle
        corner = _through_disc(light, self.radius_px + self.corner_px)
        size = np.array(shot.view.camera.size)
        away = (coarse_pixels(shot.view.camera.size) - (size - 1) / 2) / np.linalg.norm(size / 2)
        share = spread(np.asarray((away**2).sum(axis=-1), np.float32), shot.view.camera.size)
        return np.asarray(middle + times(corner - middle, share), np.float32)


def _through_disc(light: Light, radius_px: float) -> Light:
    return np.asarray(cv2.filter2D(light, -1, disc(radius_px), borderType=cv2.BORDER_REPLICATE), np.float32)


def disc(radius_px: float) -> NDArray[np.float32]:
    """Return a disc of even light that adds up to 1, its edge through pixels' parts."""
    reach = int(np.ceil(radius_px))
    count = 2 * reach + 1
    fine = (np.arange(count * _FINER) + 0.5) / _FINER - count / 2
    inside = (fine[:, None] ** 2 + fine[None, :] ** 2 <= radius_px**2).astype(np.float32)
    share = inside.reshape(count, _FINER, count, _FINER).mean(axis=(1, 3))
    return np.asarray(share / share.sum(), np.float32)
