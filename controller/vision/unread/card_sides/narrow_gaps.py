"""Find cards below others in gaps of 1 to 3 mm between two rows: the borders printed there are not seen.

In so narrow a gap the white edges of both cards blur into what is printed between them. So the print is cut out by
both cards and blurred before it is compared, and what counts is the darkest that is seen of it, along 30 mm.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import AWAY_MM, BESIDE_MM, CardRings, distances
from controller.vision.unread.card_sides.side_parts import (
    ALONG_MM,
    PARTS,
    SidePart,
    blurred_beside_cards,
    found_parts,
    means_of_parts,
    together,
)

FIRST_MM = 0.5
"""Distance from a side from which what is free counts."""
STEPS = (1, 4)
"""Free places of half a mm across a gap: with fewer nothing is seen, with more lines are compared one by one."""
PRINTED = 0.06
"""Least mean darkness (log) that should be seen..."""
SEEN = 0.45
"""... and the share of it below which it is hidden."""


def find_narrow_gaps(rings: CardRings, usual: float, brightest: float, blur_mm: float) -> list[SidePart]:
    """Return the parts of sides along the lanes beside which a narrow gap does not show the borders of the lanes.

    ``usual``: share of the printed darkness that most lines of the tray show; ``brightest``: of white paper, up to
    which print is seen; ``blur_mm``: of the picture.
    """
    first = int(np.searchsorted(AWAY_MM, FIRST_MM))
    near = slice(first, first + STEPS[1] + 1)
    free = np.logical_and.accumulate(rings.free[:, near], axis=1)
    width = free.sum(axis=1)
    narrow = (width >= STEPS[0]) & (width <= STEPS[1]) & rings.beside & rings.inner[:, None]
    long = np.flatnonzero(narrow.sum(axis=1) >= PARTS * ALONG_MM)
    if not len(long):
        return []
    rings, free, width, narrow = rings.of_strips(long), free[long], width[long], narrow[long]
    gap = FIRST_MM + 0.5 * (width - 1) + BESIDE_MM
    printed = np.minimum.reduce([_darkest(print_, gap, free, near, blur_mm) for print_ in rings.shifted()])
    # The light may end in the gap: the other card's edge, too, is paper.
    paper = np.maximum(rings.seen[:, _UP_TO].max(axis=1), 0.0)
    seen = paper - np.where(free, rings.seen[:, near], np.inf).min(axis=1)
    seen = np.where(narrow, seen, 0.0)
    should, shown = (means_of_parts(np.asarray(values, np.float32)) for values in (usual * printed, seen))
    level = np.exp(means_of_parts(rings.rim))
    there = (means_of_parts(narrow.astype(np.float32)) == 1.0) & (level <= brightest)
    should, shown = together(should).mean(axis=2), together(shown).mean(axis=2)
    return found_parts(rings, together(there).all(axis=2) & (should > PRINTED) & (shown < SEEN * should), 2.0)


_UP_TO = distances(FIRST_MM, FIRST_MM + 0.5 * STEPS[1] + 3.0)
"""Distances in the gap, and on the edge of the card beyond it."""


def _darkest(printed: NDArray[np.float32], gap: Floats, free: NDArray[np.bool_], near: slice, blur_mm: float) -> Floats:
    """Return how dark the darkest of a gap is by the print (N x distances x places along), both cards' edges white."""
    uncovered = np.where(AWAY_MM[:, None] < gap[:, None], printed, np.float32(0.0))
    dark = -blurred_beside_cards(uncovered, near, blur_mm)
    return np.asarray(np.where(free, dark, 0.0).max(axis=1), np.float64)
