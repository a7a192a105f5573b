"""Find cards below others by the outermost border of the lanes, which should run some mm beside a card, and does not.

Between two lanes run two borders, outside of all lanes there is one, which is little in the mean of several mm. So its
peak is compared: by how much the line is darker than the paper on both sides, along 30 mm of a card's side, wherever
within 1 mm of its place it lies. Light changes both alike; the shadow of an edge only adds to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.below_cards import as_printed
from controller.vision.unread.card_sides.card_rings import AWAY_MM, OFF, CardRings, along_lanes, distances
from controller.vision.unread.card_sides.side_parts import SidePart, found_parts, means_of_parts, together
from controller.vision.unread.quantiles import median

FAR_MM = (1.5, 4.5)
"""Distances from a side between which a line is looked for: one that is nearer may be below the card."""
NEAREST_MM = 0.5
"""Distance from which all must be free up to the line."""
PAPER_STEPS = 5
"""Distances on both sides of a line, of half a mm, between which its paper is."""
PRINTED = 0.12
"""Least height (log) of a printed line's peak, blurred as the picture is."""
SEEN, PART_SEEN = 0.35, 0.6
"""Shares of what most lines of the tray show below which a line is hidden: of 30 mm together, and of each 5 mm. Found
are 0.39 and more beside 190 cards in clear rows, but for one, and 0.03 to 0.3 on lower cards."""
FEWEST = 20
"""Parts of lines that tell how much of them is usually seen."""
LEAST_USUAL = 0.5
"""Least share that most lines of the tray show."""
SATURATED = 245.0
"""Brightness of white paper from which print is lost in the light."""


def find_hidden_outer_borders(rings: tuple[CardRings, ...]) -> list[SidePart]:
    """Return the parts of sides some mm beside which the outermost border is missing, at most one for each side."""
    rings = along_lanes(rings)
    parts = [_Peaks.of(part) for part in rings]
    shares = [part.seen[part.telling] / part.printed[part.telling] for part in parts]
    if sum(map(len, shares)) < FEWEST:
        return []
    usual = min(median(np.concatenate(shares)), 1.0)
    if usual < LEAST_USUAL:
        return []
    found: list[SidePart] = []
    for of_rings, part in zip(rings, parts, strict=True):
        hidden = part.telling & part.beside & ~of_rings.inner[:, None]
        hidden &= (part.level < SATURATED) & (part.seen < PART_SEEN * usual * part.printed)
        if not hidden.any():
            continue
        printed, seen = (together(values).mean(axis=2) for values in (part.printed, part.seen))
        lost = together(hidden).all(axis=2) & (seen < SEEN * usual * printed)
        lost &= as_printed(of_rings, lost.any(axis=1))[:, None]
        found += found_parts(of_rings, lost, FAR_MM[1])
    return found


@dataclass(frozen=True, eq=False)
class _Peaks:
    """The highest peak of darkness beside sides, in parts of ALONG_MM: N x parts each."""

    printed: Floats
    seen: Floats
    telling: NDArray[np.bool_]
    """Whether a line is printed there, and all is free from the card to beyond it."""
    beside: NDArray[np.bool_]
    level: Floats
    """Of white paper."""

    @classmethod
    def of(cls, part: CardRings) -> _Peaks:
        print_, dark = (-means_of_parts(values) for values in (part.shifted(0)[0], part.seen))
        free = means_of_parts(part.alone.astype(np.float32)) == 1.0
        at = _FAR.start + print_[:, _FAR].argmax(axis=1)
        # Up to the card's side, which is paper as well.
        onto = np.arange(-PAPER_STEPS, PAPER_STEPS + 1)
        near = np.clip(at[:, None] + onto[:, None], _NEAREST, len(AWAY_MM) - 1)
        at_print, at_dark = (np.take_along_axis(values, near, axis=1) for values in (print_, dark))
        middle = np.abs(onto) <= OFF
        peak = at_print[:, PAPER_STEPS]
        printed = peak - at_print.min(axis=1)
        alone = (peak >= at_print[:, PAPER_STEPS - 1]) & (peak >= at_print[:, PAPER_STEPS + 1]) & (printed > PRINTED)
        reach = np.arange(len(AWAY_MM))[:, None] <= at[:, None] + OFF
        within = (np.arange(len(AWAY_MM)) >= _NEAREST)[:, None] & reach
        return cls(
            printed,
            at_dark[:, middle].max(axis=1) - at_dark.min(axis=1),
            alone & (free | ~within).all(axis=1),
            means_of_parts(np.broadcast_to(part.beside, part.rim.shape).astype(np.float32)) == 1.0,
            np.exp(means_of_parts(part.rim)),
        )


_NEAREST = int(np.searchsorted(AWAY_MM, NEAREST_MM))
_FAR = distances(*FAR_MM)
