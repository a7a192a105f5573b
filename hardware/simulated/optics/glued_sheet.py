"""A large sheet that was glued from smaller ones, with gaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics.paper_curl import Places

_NOWHERE = 1e5


@dataclass(frozen=True)
class GluedSheet:
    """Sheets side by side that lie flat, apart by a gap. It takes the place of a :class:`Bend`."""

    gap_mm: float
    """Between the two halves; negative: one lies on the other."""
    at_mm: float
    """Where the joint is printed, along the direction."""
    direction: float = 0.0
    """Across the joint, degrees counter-clockwise from the sheet's right."""
    step_px: ClassVar[int] = 1

    def met_by_rays(self, flat: Places, eye: tuple[float, float, float]) -> Places:
        """Where the ink is printed that lies at ``flat``; off the sheet within the gap."""
        angle = np.radians(self.direction)
        way = np.array([np.cos(angle), np.sin(angle)], np.float32)
        along = flat @ way - np.float32(self.at_mm)
        half = self.gap_mm / 2
        shift = np.where(along > 0, -half, half) + np.where(np.abs(along) < half, _NOWHERE, 0.0)
        return np.asarray(flat + shift[..., None] * way, np.float32)

    def shade(self, places: Places) -> NDArray[np.float32]:
        """Return 1: the paper is level."""
        return np.ones(places.shape[:-1], np.float32)
