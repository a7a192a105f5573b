"""Parts of the sides of cards: what is told of several side by side, and what is found along a side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import AWAY_MM, CardRings, distances

ALONG_MM, PARTS = 5, 6
"""Length of the parts of a side, and how many side by side are judged."""
AROUND_MM = (0.5, 6.0)
"""Distances from a side between which print is compared, and paper may be brighter than the card's edge."""
LEAST_BLUR_MM = 0.3
"""Least blur of a picture that is reckoned with."""
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


def strip_of(rings: tuple[CardRings, ...], card: int, side: int) -> tuple[CardRings, int] | None:
    """Return the strip along a side of a card, as its index in one of the rings; None if there is none."""
    for part in rings:
        found = np.flatnonzero((part.card == card) & (part.side == side))
        if len(found):
            return part, int(found[0])
    return None


def means_of_parts(values: NDArray[np.float32]) -> Floats:
    """Return the means of parts of sides (... x places along): ... x parts."""
    end = values.shape[-1] // ALONG_MM * ALONG_MM
    # Sums of as few numbers one beside the other take numpy many times longer.
    first, *others = (values[..., nth:end:ALONG_MM] for nth in range(ALONG_MM))
    return np.asarray(sum(others, first) / np.float32(ALONG_MM), np.float64)


def together(values: NDArray[Any], parts: int = PARTS) -> NDArray[Any]:
    """Return so many parts side by side as are judged together: N x places x parts."""
    return np.asarray(values[:, _neighbours(values.shape[1], parts)])


@lru_cache(maxsize=8)
def _neighbours(count: int, parts: int) -> NDArray[np.intp]:
    """Return the indices of parts that are judged together: places x parts."""
    return np.arange(max(count - parts + 1, 0))[:, None] + np.arange(parts)


def found_parts(rings: CardRings, found: NDArray[np.bool_], reach_mm: float, judged: int = PARTS) -> list[SidePart]:
    """Return the part of each side (N x places of :func:`together`) from the first find to the last.

    ``reach_mm``: how far its outline reaches from the card; ``judged``: how many parts were judged at once.
    """
    parts: list[SidePart] = []
    for strip in np.flatnonzero(found.any(axis=1)).tolist():
        there = np.flatnonzero(found[strip])
        first, last = int(there[0]) * ALONG_MM, (int(there[-1]) + judged) * ALONG_MM - 1
        parts.append(SidePart(int(rings.card[strip]), rings.outline(strip, first, last, reach_mm)))
    return parts


def darkness_beside(part: CardRings, near: slice) -> Floats:
    """Return how dark it is (log) between some distances (``near``, of AWAY_MM) beside parts of sides: N x parts.

    Against the card's own edge, or paper a little farther out if that is brighter: a bent card's edge is darker or
    lighter than the lane.
    """
    around = part.seen[:, _AROUND]
    smooth = cv2.blur(around.reshape(-1, around.shape[2]), (ALONG_MM, 1)).reshape(around.shape)
    paper = np.maximum(np.where(part.alone[:, _AROUND], smooth, np.float32(0.0)).max(axis=1), np.float32(0.0))
    return means_of_parts(paper - part.seen[:, near].mean(axis=1))


def blurred_beside_cards(printed: NDArray[np.float32], near: slice, blur_mm: float) -> Floats:
    """Return the print at some distances (``near``, of AWAY_MM) as it is seen beside the white edge of its card.

    ``printed``: N x distances x places along. It is cut off where the card begins, and blurred: less is seen of a line
    that nearly touches the card.
    """
    spread = np.exp(-0.5 * ((AWAY_MM[near, None] - AWAY_MM) / max(blur_mm, LEAST_BLUR_MM)) ** 2)
    spread = (spread * (AWAY_MM > 0.0) / spread.sum(axis=1, keepdims=True)).astype(np.float32)
    return np.asarray(spread @ printed, np.float64)


def brightest_shown(levels: Floats, least: float) -> float:
    """Return the brightness of white paper up to which print is seen, at least ``least``.

    ``levels``: the brightness of paper beside print that is seen in this picture.
    """
    return float(np.clip(np.quantile(levels, AS_BRIGHT), least, DAZZLED)) if len(levels) else least


_AROUND = distances(*AROUND_MM)
