"""Parts of the sides of cards: what is told of several side by side, and what is found along a side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import CardRings

ALONG_MM, PARTS = 5, 6
"""Length of the parts of a side, and how many side by side are judged."""


DAZZLED, AS_BRIGHT = 252.0, 0.9
"""Brightness of white paper from which print is lost in any case, and the quantile of that of print that is seen up to
which print is seen."""


@dataclass(frozen=True, eq=False)
class SidePart:
    """A part of a side of a card beside which something is found, or missing."""

    card: int
    """Index of the card."""
    shape: Floats
    """Its outline in the card's frame, 4 x 2 mm."""


def means_of_parts(values: NDArray[np.float32]) -> Floats:
    """Return the means of parts of sides (... x places along): ... x parts."""
    end = values.shape[-1] // ALONG_MM * ALONG_MM
    # Sums of as few numbers one beside the other take numpy many times longer.
    first, *others = (values[..., nth:end:ALONG_MM] for nth in range(ALONG_MM))
    return np.asarray(sum(others, first) / np.float32(ALONG_MM), np.float64)


def together(values: NDArray[Any]) -> NDArray[Any]:
    """Return so many parts side by side as are judged together: N x places x PARTS."""
    return np.asarray(values[:, _neighbours(values.shape[1])])


@lru_cache(maxsize=8)
def _neighbours(parts: int) -> NDArray[np.intp]:
    """Return the indices of parts that are judged together: places x PARTS."""
    return np.arange(parts - PARTS + 1)[:, None] + np.arange(PARTS)


def found_parts(rings: CardRings, found: NDArray[np.bool_], reach_mm: float) -> list[SidePart]:
    """Return the part of each side (N x places of :func:`together`) from the first find to the last.

    ``reach_mm``: how far its outline reaches from the card.
    """
    parts: list[SidePart] = []
    for strip in np.flatnonzero(found.any(axis=1)).tolist():
        there = np.flatnonzero(found[strip])
        first, last = int(there[0]) * ALONG_MM, (int(there[-1]) + PARTS) * ALONG_MM - 1
        parts.append(SidePart(int(rings.card[strip]), rings.outline(strip, first, last, reach_mm)))
    return parts


def brightest_shown(levels: Floats, least: float) -> float:
    """Return the brightness of white paper up to which print is seen, at least ``least``.

    ``levels``: the brightness of paper beside print that is seen in this picture.
    """
    return float(np.clip(np.quantile(levels, AS_BRIGHT), least, DAZZLED)) if len(levels) else least
