"""Sheets that do not lie flat: a curl from having been rolled, and wrinkles.

A sheet is a height over the table, small against its size: lengths along it are left as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float32]
"""... x 2, mm of a sheet's own frame."""

_TOWARDS = 2
"""Rounds in which the place where a ray meets a sheet is found; slopes are small."""

_LAMP = (0.5, 0.35)
"""How much brighter paper is that leans by 45 degrees to the sheet's right, or up."""


@dataclass(frozen=True)
class Bend:
    """The height of a sheet over the table."""

    curl_mm: float = 0.0
    """How high two opposite edges are lifted."""
    across_mm: float = 88.0
    """The distance between these edges."""
    wrinkle_mm: float = 0.0
    """Height of the waves, from valley to ridge."""
    wave_mm: float = 150.0
    """From ridge to ridge."""
    direction: float = 0.0
    """In which height changes, degrees counter-clockwise from the sheet's right."""
    phase: float = 0.0
    """Of the waves, degrees."""
    step_px: ClassVar[int] = 4
    """A picture of it is bent at every so many pixels, and in between by interpolation: sheets bend slowly."""

    def height(self, places: Places) -> NDArray[np.float32]:
        """Over the table, mm, never below it."""
        along = self._along(places)
        waves = 0.5 + 0.5 * np.cos(along * (2 * np.pi / self.wave_mm) + np.radians(self.phase))
        return np.asarray(self.curl_mm * (along * (2 / self.across_mm)) ** 2 + self.wrinkle_mm * waves, np.float32)

    def slope(self, places: Places) -> NDArray[np.float32]:
        """Height gained a mm, in the direction."""
        along, turn = self._along(places), 2 * np.pi / self.wave_mm
        curl = self.curl_mm * along * (8 / self.across_mm**2)
        waves = -0.5 * self.wrinkle_mm * turn * np.sin(along * turn + np.radians(self.phase))
        return np.asarray(curl + waves, np.float32)

    def shade(self, places: Places) -> NDArray[np.float32]:
        """How bright the paper is there, 1 where it is level."""
        angle = np.radians(self.direction)
        towards = _LAMP[0] * np.cos(angle) + _LAMP[1] * np.sin(angle)
        return np.asarray(np.clip(1.0 - towards * self.slope(places), 0.6, 1.15), np.float32)

    def met_by_rays(self, flat: Places, eye: tuple[float, float, float]) -> Places:
        """Where rays meet the sheet that would meet it at ``flat`` if it lay flat.

        ``eye``: where they come from, mm of the sheet's own frame and above the table.
        """
        x, y, up = eye
        away = np.array([x, y], np.float32) - flat
        met = flat
        for _ in range(_TOWARDS):
            met = np.asarray(flat + away * (self.height(met) / np.float32(up))[..., None], np.float32)
        return met

    def _along(self, places: Places) -> NDArray[np.float32]:
        angle = np.radians(self.direction)
        return np.asarray(places[..., 0] * np.cos(angle) + places[..., 1] * np.sin(angle), np.float32)
