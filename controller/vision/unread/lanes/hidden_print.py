"""Find where print of a lane is positively missing: something of any shape lies on it, however small.

A place counts where most of the print around it is free and would stand out from the noise, nearly nothing of it is
seen, and nothing else is seen there either: paper is plain, while the edge of a shadow, or of a reflection, is not.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.trays import TRAY
from controller.vision.unread.lanes.lane_coverage import FAINT, OWN_MM
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence
from controller.vision.unread.tray_sheet import CELL_MM, CORNER

AREAS_MM = ((18, 18), (6, 26), (26, 6))
"""Sizes of areas whose print is looked at: along a line, the print beside it does not count."""
CORE_SHARE = 0.5
"""Share of the strongest print around a square from which it is on a line, and not on the blurred edge of one."""
FREE_SHARE = 0.7
"""Share of the print around a square that things which were read must leave free."""
MOST_SEEN = 0.2
"""Share of the print, against that of most of the tray, up to which it is missing."""
MOST_STRANGE = 0.3
"""Energy of whatever is seen, against that of the print, up to which the place is plain."""
MOST_NOISE = 0.1
"""Largest standard deviation of the seen share by which it is known well enough."""
SMALLEST = 10
"""Squares of missing print that count: 40 mm² of a line's own area, of something wider than 20 mm."""


def find_hidden_print(print_: PrintEvidence, lane: int) -> NDArray[np.bool_]:
    """Return the squares of the sheet (rows x columns of CELL_MM) where a lane's print is missing."""
    usual = print_.usual_share
    middle = CORNER.y - TRAY.lane(lane).centre.y
    rows = slice(round((middle - OWN_MM) / SQUARE_MM), round((middle + OWN_MM) / SQUARE_MM))
    missing: NDArray[np.uint8] = np.zeros(print_.printed.shape, np.uint8)
    if usual > FAINT:
        # Its borders are the next lanes', too.
        missing[rows] = _missing(print_, rows, usual)
    if not missing.any():
        return np.zeros((missing.shape[0] * SQUARE_MM // CELL_MM, missing.shape[1] * SQUARE_MM // CELL_MM), np.bool_)
    # Lines are dashed: what is one square apart belongs together.
    count, labels = cv2.connectedComponents(cv2.dilate(missing, np.ones((3, 3), np.uint8)))
    sizes = np.bincount(labels[missing > 0], minlength=count)
    large = np.flatnonzero(sizes >= SMALLEST)
    size = (missing.shape[1] * SQUARE_MM // CELL_MM, missing.shape[0] * SQUARE_MM // CELL_MM)
    there = (np.isin(labels, large) & (missing > 0)).astype(np.float32)
    return np.asarray(cv2.resize(there, size, interpolation=cv2.INTER_AREA) > 0.0)


def _missing(print_: PrintEvidence, rows: slice, usual: float) -> NDArray[np.bool_]:
    """Return where print is missing in some rows: rows x columns of squares."""
    maps = np.stack([part[rows] for part in (print_.bare, print_.printed, print_.matched, print_.strange)], axis=-1)
    near = slice(max(rows.start - _MOST_AROUND, 0), rows.stop + _MOST_AROUND)
    inner = slice(rows.start - near.start, rows.stop - near.start)
    found = np.zeros(maps.shape[:2], np.bool_)
    for across, down in AREAS_MM:
        size = (across // SQUARE_MM, down // SQUARE_MM)
        sums = cv2.boxFilter(maps, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
        bare, energy, matched, strange = (np.ascontiguousarray(sums[..., nth], np.float32) for nth in range(4))
        # The next lane's lines count: their blur is no line.
        strongest = cv2.dilate(print_.bare[near], np.ones(size[::-1], np.uint8))[inner]
        known = (energy > FREE_SHARE * bare) & (print_.noise_of(energy) < MOST_NOISE * usual)
        plain = strange < MOST_STRANGE * energy * usual**2
        on_line = print_.bare[rows] > CORE_SHARE * strongest
        found |= on_line & known & plain & (matched < MOST_SEEN * usual * energy)
    return found


_MOST_AROUND = max(down for _across, down in AREAS_MM) // SQUARE_MM
