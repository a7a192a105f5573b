"""Uneven light: a lamp over the table, and the room's own light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boards.geometry import Point
from hardware.simulated.optics.light import Light, Shot, coarse_mm, spread, times


@dataclass(frozen=True)
class Lamp:
    """A small lamp. Its light falls with the square of the distance and the cosine of the slant (Lambert)."""

    at: Point
    """Below it on the table, mm of the mat frame."""
    height_mm: float
    share: float
    """Of the light straight below it that comes from the lamp; the rest is everywhere."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        away = coarse_mm(shot.view) - (self.at.x, self.at.y)
        far = 1.0 + (away**2).sum(axis=-1) / self.height_mm**2
        falls = np.asarray(1.0 - self.share + self.share * far**-1.5, np.float32)
        return times(light, spread(falls, shot.view.camera.size))
