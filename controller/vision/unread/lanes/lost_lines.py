"""Find cards below others by the solid lines of the sheet that should run close along a card's side, and do not.

Borders of lanes, and the border of a lane's first place, run 1 to 2 mm beside the cards. Along 30 mm of a line that
surely is beside a card, wherever within its tolerance it lies, next to nothing dark is seen if a card lies on it. The
outermost border of a lane is one such line, too faint for :func:`below_cards.find_hidden_lines` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.lanes.card_rings import AWAY_MM, OFF, CardRings
from controller.vision.unread.quantiles import median

NEAR_MM = (0.5, 2.0)
"""Distances from a side between which lines are looked for."""
ALONG_MM, PARTS = 5, 6
"""Length of the parts of a side, and how many side by side are judged."""
PRINTED = 0.14
"""Least mean darkness (log) by the print between these distances, wherever within its tolerance it lies..."""
SEEN = 0.5
"""... and the share of it below which it is hidden, in shares of what most lines of the tray show.

Of 2,050 sides of cards in clear rows (116 pictures, all conditions) 572 have so much print beside them; they show 0.86
of it and more, but for one below which another row's card goes on. Sides beside lower cards show from -0.6 on.
"""
TELLING, FEWEST = 0.1, 20
"""Printed darkness of parts that tell how much of it is usually seen, and how many must."""
USUAL = (0.4, 1.0)
"""Limits of that."""
SATURATED = 228.0
"""Brightness of white paper from which print is lost in the light."""


@dataclass(frozen=True, eq=False)
class LostLine:
    """A part of a side of a card beside which a line is missing."""

    card: int
    """Index of the card."""
    shape: Floats
    """Its outline in the card's frame, 4 x 2 mm."""


def find_lost_lines(rings: tuple[CardRings, ...]) -> list[LostLine]:
    """Return the parts of sides next to which a printed line is missing, at most one for each side."""
    parts = [_Parts.of(part) for part in rings]
    telling = [part.free & (part.printed > TELLING) for part in parts]
    if sum(int(there.sum()) for there in telling) < FEWEST:
        return []
    shares = [part.seen[there] / part.printed[there] for part, there in zip(parts, telling, strict=True)]
    usual = float(np.clip(median(np.concatenate(shares)), *USUAL))
    found: list[LostLine] = []
    for of_rings, part in zip(rings, parts, strict=True):
        if part.free.shape[1] < PARTS:
            continue
        printed, seen = (_together(values).mean(axis=2) for values in (part.least, part.seen))
        lost = _together(part.free & (part.level < SATURATED)).all(axis=2)
        lost &= (printed > PRINTED) & (seen < SEEN * usual * printed)
        for strip in np.flatnonzero(lost.any(axis=1)).tolist():
            there = np.flatnonzero(lost[strip])
            first, last = int(there[0]) * ALONG_MM, (int(there[-1]) + PARTS) * ALONG_MM - 1
            found.append(LostLine(int(of_rings.card[strip]), of_rings.outline(strip, first, last, NEAR_MM[1])))
    return found


@dataclass(frozen=True, eq=False)
class _Parts:
    """What is next to sides, in parts of ALONG_MM: N x parts each."""

    seen: Floats
    """How dark it is (log)."""
    printed: Floats
    least: Floats
    """How dark the print is where it lies; and where it may lie and is least dark."""
    free: NDArray[np.bool_]
    """Whether all of a part is beside the card and free."""
    level: Floats
    """Of white paper."""

    @classmethod
    def of(cls, part: CardRings) -> _Parts:
        shifted = [-_means(print_[:, _NEAR].mean(axis=1)) for print_ in part.shifted()]
        alone = part.free if part.over_rim is None else part.free & (part.over_rim == 0.0)
        free = (alone[:, _NEAR].all(axis=1) & part.beside).astype(np.float32)
        return cls(
            -_means(part.seen[:, _NEAR].mean(axis=1)),
            shifted[OFF],
            np.minimum.reduce(shifted),
            _means(free) == 1.0,
            np.exp(_means(part.rim)),
        )


_NEAR = slice(int(np.searchsorted(AWAY_MM, NEAR_MM[0])), int(np.searchsorted(AWAY_MM, NEAR_MM[1], "right")))


def _means(values: NDArray[np.float32]) -> Floats:
    """Return the means of parts of sides (N x places along): N x parts."""
    count = values.shape[1] // ALONG_MM
    parts = values[:, : count * ALONG_MM].reshape(len(values), count, ALONG_MM)
    return np.asarray(parts.mean(axis=2), np.float64)


def _together(values: NDArray[Any]) -> NDArray[Any]:
    """Return so many parts side by side as are judged together: N x places x PARTS."""
    return np.lib.stride_tricks.sliding_window_view(values, PARTS, axis=1)
