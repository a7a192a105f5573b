"""Tell whether the sheets of a glued mat lie as far apart as they should, from one picture of it.

The markers in a mat's corners are printed on sheets of their own. Each is taken for a print of known size and unknown
place; lens, camera pose and places are fitted to all corners in view (:mod:`calibration.initial_intrinsics`). What the
distances between the markers are off is what the joints between them add up to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.camera_model import CameraModel
from calibration.initial_intrinsics import RigidPrint, sheet_centres

OFF_MM = 2.5
"""A joint that is off by less is within what people glue."""
SURE_SIGMAS = 3.0
_SAME_MM = 1.0


@dataclass(frozen=True)
class Joints:
    """How much farther apart a mat's outer markers are than printed, mm: gaps; negative, sheets that overlap."""

    across_mm: float
    """From left to right."""
    upwards_mm: float
    """From the lower edge to the upper one."""
    sigma_across_mm: float
    """One standard deviation."""
    sigma_upwards_mm: float

    @property
    def across(self) -> float | None:
        """What the joints from left to right are off, mm; None if they are in order, or that is not sure."""
        return _surely(self.across_mm, self.sigma_across_mm)

    @property
    def upwards(self) -> float | None:
        """The same from the lower edge to the upper one."""
        return _surely(self.upwards_mm, self.sigma_upwards_mm)


def _surely(off: float, sigma: float) -> float | None:
    return off if abs(off) > max(OFF_MM, SURE_SIGMAS * sigma) else None


def measure_joints(lens: CameraModel, sheets: Sequence[RigidPrint], others: Sequence[RigidPrint]) -> Joints | None:
    """Measure a mat's joints.

    `lens`: the best that is known; `sheets`: the mat's corner markers, each where it should lie in the mat frame;
    `others`: other flat prints in view. None if nothing explains the picture, or no two markers lie side by side.
    """
    found = sheet_centres(lens, sheets, others)
    if found is None:
        return None
    places, covariance = found
    printed = [sheet.local.mean(axis=0) for sheet in sheets]
    sides: dict[int, list[tuple[float, float]]] = {0: [], 1: []}
    for one, other in combinations(range(len(sheets)), 2):
        gap = printed[other] - printed[one]
        axis = 0 if abs(gap[1]) < _SAME_MM else 1 if abs(gap[0]) < _SAME_MM else None
        if axis is None:
            continue
        there = places[other] - places[one]
        way = there / np.linalg.norm(there)
        slope = np.zeros(places.size)
        slope[2 * other : 2 * other + 2], slope[2 * one : 2 * one + 2] = way, -way
        off = float(np.linalg.norm(there) - np.linalg.norm(gap))
        sides[axis].append((off, float(np.sqrt(slope @ covariance @ slope))))
    if not (sides[0] and sides[1]):
        return None
    # Sheets that are glued askew part at one side only.
    across, upwards = (max(sides[axis], key=lambda side: abs(side[0])) for axis in (0, 1))
    return Joints(across[0], upwards[0], across[1], upwards[1])
