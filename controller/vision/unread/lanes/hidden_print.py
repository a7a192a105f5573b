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
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence, Sums
from controller.vision.unread.trays.tray_sheet import CELL_MM, CORNER

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
ALIKE, SPREADS = 2.0, 3.0
"""Factor within which print is as strong as other print, and spreads of what is seen of that (from its 16th
percentile to its median) by which less of it must be seen."""
SMALLEST = 10
"""Squares of missing print that count: 40 mm² of a line's own area, of something wider than 20 mm."""


def find_hidden_print(print_: PrintEvidence) -> list[NDArray[np.bool_]]:
    """Return for each lane the squares of the sheet (rows x columns of CELL_MM) where its print is missing."""
    high, wide = print_.printed.shape
    size = (wide * SQUARE_MM // CELL_MM, high * SQUARE_MM // CELL_MM)
    found = [np.zeros(size[::-1], np.bool_) for _lane in _LANES]
    if print_.usual_share <= FAINT:
        return found
    for lane, missing in zip(_LANES, _missing(print_, print_.usual_share), strict=True):
        if missing.any():
            # Its borders are the next lanes', too.
            of_sheet: NDArray[np.uint8] = np.zeros((high, wide), np.uint8)
            of_sheet[_rows(lane)] = missing
            found[lane] = _large(of_sheet, size)
    return found


def _large(missing: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the squares of the sheet with enough missing print; ``size``: columns and rows of these."""
    # Lines are dashed: what is one square apart belongs together.
    count, labels = cv2.connectedComponents(cv2.dilate(missing, np.ones((3, 3), np.uint8)))
    sizes = np.bincount(labels[missing > 0], minlength=count)
    large = np.flatnonzero(sizes >= SMALLEST)
    there = (np.isin(labels, large) & (missing > 0)).astype(np.float32)
    return np.asarray(cv2.resize(there, size, interpolation=cv2.INTER_AREA) > 0.0)


def _missing(print_: PrintEvidence, usual: float) -> NDArray[np.bool_]:
    """Return where print is missing in the lanes: lanes x rows x columns of squares."""
    every = np.stack((print_.bare, print_.printed, print_.matched, print_.strange), axis=-1)
    rows = [_rows(lane) for lane in _LANES]
    # One lane below the other, apart by what belongs to none.
    high = rows[0].stop - rows[0].start
    maps = np.zeros((len(rows), high + _MOST_AROUND, *every.shape[1:]), np.float32)
    for lane, part in zip(maps, rows, strict=True):
        lane[:high] = every[part]
    found = np.zeros((len(rows), high, every.shape[1]), np.bool_)
    own = np.stack([print_.bare[part] for part in rows])
    for across, down in AREAS_MM:
        size = (across // SQUARE_MM, down // SQUARE_MM)
        sums = cv2.boxFilter(
            maps.reshape(-1, *every.shape[1:]), -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT
        )
        bare, energy, matched, strange = (part.reshape(maps.shape[:3])[:, :high] for part in cv2.split(sums))
        # The next lane's lines count: their blur is no line.
        strongest = cv2.dilate(print_.bare, np.ones(size[::-1], np.uint8))
        known = (energy > FREE_SHARE * bare) & (print_.noise_of(energy) < MOST_NOISE * usual)
        plain = strange < MOST_STRANGE * energy * usual**2
        on_line = own > CORE_SHARE * np.stack([strongest[part] for part in rows])
        telling = on_line & known
        missing = telling & plain & (matched < MOST_SEEN * usual * energy)
        for lane in np.flatnonzero(missing.any(axis=(1, 2))).tolist():
            least = _least_usual(matched[lane], energy[lane], telling[lane], missing[lane])
            found[lane] |= missing[lane] & (matched[lane] < least * energy[lane])
    return found


def _least_usual(matched: Sums, energy: Sums, telling: NDArray[np.bool_], missing: NDArray[np.bool_]) -> float:
    """Return the share below which print is missing, by what is seen of all print of the lane as strong as that.

    Of fine print, dashed lines above all, a camera of few pixels shows more at one place and less at another.
    """
    strong = float(np.median(energy[missing]))
    alike = telling & ~missing & (energy > strong / ALIKE) & (energy < strong * ALIKE)
    if not alike.any():
        return 1.0
    low, middle = np.percentile(matched[alike] / energy[alike], (16.0, 50.0))
    return float(middle - SPREADS * (middle - low))


def _rows(lane: int) -> slice:
    """Return the rows of squares that are a lane's own, as many of each lane."""
    first = round((CORNER.y - TRAY.lane(lane).centre.y - OWN_MM) / SQUARE_MM)
    return slice(first, first + round(2 * OWN_MM / SQUARE_MM))


_LANES = range(TRAY.lanes)
_MOST_AROUND = max(down for _across, down in AREAS_MM) // SQUARE_MM
