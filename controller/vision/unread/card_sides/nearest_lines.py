"""Find cards below others by lines that should touch a card's side: on a flat sheet they are where they are printed.

:mod:`lost_lines` misses a line only if it lies beside the card wherever within 1 mm it may be. Most borders lie nearer
than that, and a lower card that turns by some degrees hides them along 15 to 30 mm of two or more sides. Where the
tray's lines are seen within half a mm of their places, half a mm is tolerance enough.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import CardRings, distances
from controller.vision.unread.card_sides.side_parts import (
    PARTS,
    SidePart,
    blurred_beside_cards,
    darkness_beside,
    found_parts,
    means_of_parts,
    together,
)

NEAR_MM = (0.5, 1.0)
"""Distances from a side between which lines are looked for."""
OFF_STEPS = 1
"""Steps of half a mm by which a line may lie elsewhere."""
SEEN = 0.25
"""Share of the usual darkness below which a line is hidden."""
ON_ONE_SIDE, ON_MORE = (PARTS, 0.06), (3, 0.07)
"""Parts side by side, and least darkness (log) that should be seen of them: of one side, and of each of two of a card.

Of 4,062 clear rows (352 pictures of the second renderer) one is doubted for this, at the rim of a patch of light.
"""


def find_nearest_lines(rings: tuple[CardRings, ...], usual: float, brightest: float, blur_mm: float) -> list[SidePart]:
    """Return the parts of sides that hide a line which should touch the card, at most one for each side.

    ``usual``: share of the printed darkness that most lines of the tray show; ``brightest``: of white paper, up to
    which print is seen; ``blur_mm``: of the picture. Only a sheet that lies flat can be judged
    (:mod:`flat_sheets`).
    """
    sides = [_Lines.of(part, usual, brightest, blur_mm) for part in rings]
    short = [_hidden(side, *ON_MORE) for side in sides]
    cards = Counter(
        int(card) for part, hidden in zip(rings, short, strict=True) for card in part.card[hidden.any(axis=1)]
    )
    found: list[SidePart] = []
    for part, side, hidden in zip(rings, sides, short, strict=True):
        on_more = np.array([cards[int(card)] > 1 for card in part.card], np.bool_)
        long = found_parts(part, _hidden(side, *ON_ONE_SIDE), NEAR_MM[1])
        found += long + found_parts(part, hidden & on_more[:, None], NEAR_MM[1], ON_MORE[0])
    return found


@dataclass(frozen=True, eq=False)
class _Lines:
    """How dark parts of sides should be, and are: N x parts each."""

    expected: Floats
    seen: Floats
    telling: NDArray[np.bool_]

    @classmethod
    def of(cls, part: CardRings, usual: float, brightest: float, blur_mm: float) -> _Lines:
        dark = [-blurred_beside_cards(print_, _NEAR, blur_mm).mean(axis=1) for print_ in part.shifted(OFF_STEPS)]
        expected = np.minimum.reduce([means_of_parts(np.asarray(one, np.float32)) for one in dark])
        free = means_of_parts((part.alone[:, _NEAR].all(axis=1) & part.beside).astype(np.float32)) == 1.0
        lit = means_of_parts((np.exp(part.rim) <= brightest).astype(np.float32)) == 1.0
        return cls(usual * expected, darkness_beside(part, _NEAR), free & lit)


def _hidden(lines: _Lines, parts: int, least: float) -> NDArray[np.bool_]:
    """Return which runs of so many parts hide their lines: N x runs."""
    expected, seen = (together(values, parts).mean(axis=2) for values in (lines.expected, lines.seen))
    hidden = together(lines.telling, parts).all(axis=2) & (expected > least) & (seen < SEEN * expected)
    return np.asarray(hidden, np.bool_)


_NEAR = distances(*NEAR_MM)
