"""Find cards below others by the solid lines of the sheet that should run close along a card's side, and do not.

Borders of lanes, and the border of a lane's first place, run 1 to 2 mm beside the cards. Along 30 mm of a line that
surely is beside a card, wherever within its tolerance it lies, next to nothing dark is seen if a card lies on it. The
outermost border of a lane is one such line, too faint for :func:`below_cards.find_hidden_lines` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import OFF, CardRings, along_lanes, distances
from controller.vision.unread.card_sides.narrow_gaps import find_narrow_gaps
from controller.vision.unread.card_sides.nearest_lines import find_nearest_lines
from controller.vision.unread.card_sides.side_parts import (
    PARTS,
    SidePart,
    brightest_shown,
    darkness_beside,
    found_parts,
    means_of_parts,
    together,
)
from controller.vision.unread.quantiles import median

NEAR_MM = (0.5, 2.0)
"""Distances from a side between which lines are looked for."""
PRINTED = 0.14
"""Least mean darkness (log) by the print between these distances, wherever within its tolerance it lies..."""
SEEN = 0.5
"""... and the share of it below which it is hidden, in shares of what most lines of the tray show.

Of 2,050 sides of cards in clear rows (116 pictures, all conditions) 572 have so much print beside them; they show 0.86
of it and more, but for one below which another row's card goes on. Sides beside lower cards show from -0.6 on.
"""
TELLING, FEWEST = 0.1, 20
"""Printed darkness of parts that tell how much of it is usually seen, and how many must."""
LEAST_USUAL = 0.6
"""Least share that most lines of the tray show: less is seen of bent sheets, whose lines are elsewhere."""
INK_SEEN = 0.3
"""Share of the usual colour of the ink from which a border of the lane is seen."""
SATURATED = 245.0
"""Brightness of white paper from which print is lost in the light, unless print is seen in as bright a light."""
AS_USUAL = 0.8
"""Share of the usual darkness from which print is seen."""


@dataclass(frozen=True)
class LostLines:
    """The parts of sides next to which a printed line is missing, at most one for each side."""

    beside_cards: list[SidePart]
    in_gaps: list[SidePart]
    """In narrow gaps between two rows: what hides it there may lie in either of them."""


def find_lost_lines(rings: tuple[CardRings, ...], blur_mm: float, *, flat: bool) -> LostLines:
    """Return where a printed line is missing.

    ``blur_mm``: of the picture; ``flat``: whether all lines are within half a mm of where they are printed.
    """
    parts = [_Parts.of(part) for part in rings]
    telling = [part.free & (part.printed > TELLING) for part in parts]
    if sum(int(there.sum()) for there in telling) < FEWEST:
        return NOTHING
    usual = min(_usual([(part.seen, part.printed, there) for part, there in zip(parts, telling, strict=True)]), 1.0)
    if usual < LEAST_USUAL:
        return NOTHING
    usual_ink = _usual([(part.ink, part.printed_ink, part.free & (part.printed_ink > TELLING)) for part in parts])
    shown = [there & (part.seen > usual * AS_USUAL * part.printed) for part, there in zip(parts, telling, strict=True)]
    levels = np.concatenate([part.level[there] for part, there in zip(parts, shown, strict=True)])
    brightest = brightest_shown(levels, SATURATED)
    found: list[SidePart] = []
    for of_rings, part in zip(rings, parts, strict=True):
        if part.free.shape[1] < PARTS:
            continue
        printed, seen = (together(values).mean(axis=2) for values in (part.least, part.seen))
        lost = together(part.free & (part.level <= brightest)).all(axis=2)
        lost &= (printed > PRINTED) & (seen < SEEN * usual * printed)
        ink, printed_ink = (together(values).mean(axis=2) for values in (part.ink, part.printed_ink))
        lost &= ~of_rings.across[:, None] | (ink < INK_SEEN * usual_ink * printed_ink)
        found += found_parts(of_rings, lost, NEAR_MM[1])
    gaps = [find_narrow_gaps(of_rings, usual, brightest, blur_mm) for of_rings in along_lanes(rings)]
    if flat:
        found += find_nearest_lines(rings, usual, brightest, blur_mm)
    return LostLines(found, list(chain.from_iterable(gaps)))


NOTHING = LostLines([], [])


@dataclass(frozen=True, eq=False)
class _Parts:
    """What is next to sides, in parts of ALONG_MM: N x parts each."""

    seen: Floats
    """How dark it is (log): against the card's own edge, or what is brighter a little farther out."""
    printed: Floats
    least: Floats
    """How dark the print is where it lies; and where it may lie and is least dark."""
    ink: Floats
    """How much of the ink's colour is seen; 0 beside sides that do not run along the lane."""
    printed_ink: Floats
    free: NDArray[np.bool_]
    """Whether all of a part is beside the card and free."""
    level: Floats
    """Of white paper."""

    @classmethod
    def of(cls, part: CardRings) -> _Parts:
        shifted = -means_of_parts(np.stack([print_[:, _NEAR] for print_ in part.shifted()]).mean(axis=2))
        free = (part.alone[:, _NEAR].all(axis=1) & part.beside).astype(np.float32)
        return cls(
            darkness_beside(part, _NEAR),
            shifted[OFF],
            np.minimum.reduce(shifted),
            means_of_parts(part.ink[:, _NEAR].mean(axis=1)),
            means_of_parts(part.shifted_ink(0)[0][:, _NEAR].mean(axis=1)),
            means_of_parts(free) == 1.0,
            np.exp(means_of_parts(part.rim)),
        )


_NEAR = distances(*NEAR_MM)


def _usual(parts: Sequence[tuple[Floats, Floats, NDArray[np.bool_]]]) -> float:
    """Return what share of the print is seen in most of some places (0 of none): what is seen, printed, and which."""
    shares = np.concatenate([seen[there] / printed[there] for seen, printed, there in parts])
    return median(shares) if len(shares) else 0.0
