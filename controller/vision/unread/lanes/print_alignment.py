"""Look again at print that is doubted: at the one displacement at which most of an area's print is seen.

Paper is not flat, and the right end of a sheet, where no marker is, may lie some mm beside where its markers say.
:mod:`print_evidence` finds the displacement in coarse blocks, which the edge of a light, or of a thing, may mislead.
What a thing hides is seen at no displacement.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from controller.vision.unread.lanes.print_evidence import MARGIN_MM, SQUARE_MM, PrintEvidence

REACH_MM = MARGIN_MM
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
    top, left = max(rows.start * SQUARE_MM, 0), max(columns.start * SQUARE_MM, 0)
    expected = print_.expected[top : rows.stop * SQUARE_MM, left : columns.stop * SQUARE_MM]
    energy = float(np.vdot(expected, expected))
    if energy <= 0.0:
        return AlignedPrint(0.0, 0.0, float("inf"))
    height, width = expected.shape
    first_row, first_column = top + MARGIN_MM - reach_mm, left + MARGIN_MM - reach_mm
    around = print_.detail_around[first_row:, first_column:][: height + 2 * reach_mm, : width + 2 * reach_mm]
    # The sum of expected detail times seen detail, at each displacement.
    seen = float(cv2.matchTemplate(around, expected, cv2.TM_CCORR).max())
    return AlignedPrint(energy, seen / energy, float(print_.noise_of(np.array(energy, np.float32))))
