"""Look again at print that is doubted: at the one displacement at which most of an area's print is seen.

Paper is not flat, and the right end of a sheet, where no marker is, may lie some mm beside where its markers say.
:mod:`print_evidence` finds the displacement in coarse blocks of the sheet, which the edge of a light, or of a thing, may
mislead. What a thing hides is seen at no displacement.
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

    share: float
    """Of its energy."""
    noise: float
    """One standard deviation of the share where nothing is printed."""
    right_mm: int
    down_mm: int
    """The displacement."""


def aligned_print(print_: PrintEvidence, rows: slice, columns: slice) -> AlignedPrint:
    """Return what is seen of the print of an area (squares of SQUARE_MM) at its best displacement."""
    top, left = rows.start * SQUARE_MM, columns.start * SQUARE_MM
    expected = print_.expected[top : rows.stop * SQUARE_MM, left : columns.stop * SQUARE_MM]
    lines, places = np.nonzero(expected)
    weights = expected[lines, places]
    energy = float((weights * weights).sum())
    if energy <= 0.0:
        return AlignedPrint(0.0, float("inf"), 0, 0)
    padded = np.pad(
        print_.detail[
            max(top - REACH_MM, 0) : rows.stop * SQUARE_MM + REACH_MM,
            max(left - REACH_MM, 0) : columns.stop * SQUARE_MM + REACH_MM,
        ],
        REACH_MM,
    )
    # Where the area begins in what is cut out.
    lines += REACH_MM + min(top, REACH_MM)
    places += REACH_MM + min(left, REACH_MM)
    steps = range(-REACH_MM, REACH_MM + 1)
    found = np.array([[float(weights @ padded[lines + down, places + right]) for right in steps] for down in steps])
    best = np.unravel_index(int(found.argmax()), found.shape)
    noise = float(print_.noise_of(np.array(energy, np.float32)))
    return AlignedPrint(float(found[best]) / energy, noise, int(best[1]) - REACH_MM, int(best[0]) - REACH_MM)
