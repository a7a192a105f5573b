"""Look again at print that is doubted: at the one displacement at which most of an area's print is seen.

Paper is not flat, and the right end of a sheet, where no marker is, may lie some mm beside where its markers say.
:mod:`print_evidence` finds the displacement in coarse blocks, which the edge of a light, or of a thing, may mislead.
What a thing hides is seen at no displacement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence

REACH_MM = 4
"""Largest displacement, along the lanes and across them: dashed lines are 5 mm apart."""


@dataclass(frozen=True)
class AlignedPrint:
    """What is seen of an area's print."""

    energy: float
    """Of the print."""
    share: float
    """Of that energy that is seen."""
    noise: float
    """One standard deviation of the share where nothing is printed."""


def aligned_print(print_: PrintEvidence, rows: slice, columns: slice, reach_mm: int = REACH_MM) -> AlignedPrint:
    """Return what is seen of the print of an area (squares of SQUARE_MM) at its best displacement."""
    top, left = rows.start * SQUARE_MM, columns.start * SQUARE_MM
    expected = print_.expected[max(top, 0) : rows.stop * SQUARE_MM, max(left, 0) : columns.stop * SQUARE_MM]
    lines, places = np.nonzero(expected)
    weights = expected[lines, places]
    energy = float((weights * weights).sum())
    if energy <= 0.0:
        return AlignedPrint(0.0, 0.0, float("inf"))
    height, width = print_.detail.shape
    lines, places = lines + max(top, 0), places + max(left, 0)
    steps = range(-reach_mm, reach_mm + 1)
    seen = max(
        float(weights @ print_.detail[np.clip(lines + down, 0, height - 1), np.clip(places + right, 0, width - 1)])
        for down in steps
        for right in steps
    )
    return AlignedPrint(energy, seen / energy, float(print_.noise_of(np.array(energy, np.float32))))
