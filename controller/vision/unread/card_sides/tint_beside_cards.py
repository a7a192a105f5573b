"""See the tint of a tray's paper beside its cards (decision 23): where it is missing, something white lies there.

A card's own edge is white, and the lane beside it darker by the tint. Where that much darkness is missing along a part
of a side, a card below sticks out, or paper. Where all of it is seen, nothing white lies there, whatever lines beside
the card seem to be missing. The share of the tint that is seen elsewhere beside the cards of the same tray tells how
much of it this light and this camera leave.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.kit.kit import CARD_MM
from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import RIM, CardRings, distances
from controller.vision.unread.card_sides.side_parts import (
    ALONG_MM,
    SidePart,
    blurred_beside_cards,
    found_parts,
    means_of_parts,
    strip_of,
    together,
)
from controller.vision.unread.quantiles import median, percentile

NEAR_MM = (1.0, 2.0)
"""Distances from a side between which the tint should be seen."""
OFF_STEPS = 1
"""Steps of half a mm by which the print may lie elsewhere."""
PRINTED = (0.08, 0.35)
"""Printed darkness (log) between which a place tells: markers' quiet zones have none, and lines are darker."""
USUAL, FEWEST = (0.4, 1.2), 30
"""Limits of the share of the tint that is usually seen, and the fewest parts of sides that tell it."""
WHITE, TINTED = 0.5, 0.75
"""Shares of that up to which a place is white, and from which it is the lane's."""
SPREADS = 4.0
"""How many times as far below the median as most of the lower half of the shares a place must be to be white."""
WINDOW = 4
"""Parts of a side, one beside the other, that must be white: 20 mm."""
SATURATED = 245.0
"""Brightness of white paper from which the tint is lost in the light."""
INSIDE_MM, DISPLACED = (-1.0, -0.5), 1.0
"""Distances from a side, within the card, between which its edge is white, and share of the tint from which it is not:
the card ends there."""
MOSTLY = 0.8
"""Share of a part of a side that must be displaced, or the lane's."""
ENOUGH = 0.6
"""Share of a side that must tell whether the tint is seen along it."""
EVEN_EDGE = 0.1
"""Largest range of the brightness (log) across a card's own edge: a bent card's print may lie where its edge should."""


@dataclass(frozen=True, eq=False)
class TintBesideCards:
    """What is seen of the tint beside the cards of a tray."""

    rings: tuple[CardRings, ...]
    shares: tuple[Floats, ...]
    """Of the usual tint, in parts of sides, ALONG_MM long (N x parts each); not a number where nothing tells."""
    displaced: tuple[NDArray[np.bool_], ...]
    """Where a card's other side is not where it should be, nor is this one: it is bent, or lies on a bent sheet."""

    def white_strips(self) -> list[SidePart]:
        """Return the parts of sides beside which the tray is white."""
        found: list[SidePart] = []
        for part, share, displaced in zip(self.rings, self.shares, self.displaced, strict=True):
            white = np.asarray(together((share < _white(share)) & ~displaced, WINDOW).all(axis=2), np.bool_)
            found += found_parts(part, white, NEAR_MM[1] + 1.0, WINDOW)
        return found

    def nothing_missed(self, side: SidePart) -> bool:
        """Return whether lines that are not seen beside a part of a card's side say nothing.

        The tint is seen all along it, so nothing lies there; or the card's other side is not where it should be.
        """
        share, displaced = self._beside(side)
        return bool(len(share) and ((share >= TINTED).all() or displaced.mean() > MOSTLY))

    def is_seen(self, side: SidePart) -> bool:
        """Return whether the tint is seen along a card's side: none of what tells is white, and most is the lane's.

        Then no card that is as wide sticks out there.
        """
        share, _displaced = self._beside(side)
        telling = share[~np.isnan(share)]
        enough = len(telling) > ENOUGH * len(share)
        return bool(enough and (telling > WHITE).all() and (telling >= TINTED).mean() > MOSTLY)

    def _beside(self, side: SidePart) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the shares beside a part of a card's side, and where it is displaced; nothing if it is not known."""
        middle = side.shape.mean(axis=0)
        away = np.abs(middle) - np.array(CARD_MM) / 2
        axis = int(away[1] > away[0])
        number = axis + 2 * int(middle[axis] < 0.0)
        along = side.shape[:, 1 - axis] * (1.0 if number in (0, 3) else -1.0)
        at = strip_of(self.rings, side.card, number)
        if at is None:
            return np.zeros(0), np.zeros(0, np.bool_)
        part, strip = at
        nth = next(nth for nth, each in enumerate(self.rings) if each is part)
        share, displaced = self.shares[nth][strip], self.displaced[nth][strip]
        first, last = (round(end - float(part.along[0])) // ALONG_MM for end in (along.min(), along.max()))
        there = slice(max(first, 0), min(last, len(share) - 1) + 1)
        return share[there], displaced[there]


def see_tint_beside_cards(rings: tuple[CardRings, ...], blur_mm: float) -> TintBesideCards:
    """Measure the tint along all sides of the cards of a tinted tray. ``blur_mm``: of the picture."""
    measured = [_shares(part, blur_mm) for part in rings]
    telling: NDArray[np.float64] = np.concatenate([share[~np.isnan(share)] for share in measured])
    middle = median(telling) if len(telling) >= FEWEST else np.nan
    usual = float(np.clip(middle, *USUAL))
    displaced = tuple(_displaced(part, usual) for part in rings)
    if middle < USUAL[0]:
        # Light veils it, and more in some places than in others.
        measured = [np.full_like(share, np.nan) for share in measured]
    return TintBesideCards(rings, tuple(share / usual for share in measured), displaced)


def _white(share: Floats) -> float:
    """Return the share up to which a place is white: next to none where shares differ widely, as in soft pictures."""
    telling = share[share > WHITE]
    if not len(telling):
        return 0.0
    middle = median(telling)
    return min(WHITE, middle - SPREADS * (middle - percentile(telling, 25.0)))


def _displaced(part: CardRings, usual: float) -> NDArray[np.bool_]:
    """Return the parts of sides opposite to which the tint begins within the card's outline: N x parts.

    ``usual``: share of the tint that is seen.
    """
    inside = -means_of_parts(part.seen[:, distances(*INSIDE_MM)].mean(axis=1))
    begins = inside > DISPLACED * usual * PRINTED[0]
    number = {
        (card, side): nth for nth, (card, side) in enumerate(zip(part.card.tolist(), part.side.tolist(), strict=True))
    }
    other = [number[card, (side + 2) % 4] for card, side in number]
    return np.asarray(begins[other, ::-1], np.bool_)


def _shares(part: CardRings, blur_mm: float) -> Floats:
    """Return the share of the printed tint that is seen in parts of sides; not a number where nothing tells."""
    near = distances(*NEAR_MM)
    seen = -means_of_parts(part.seen[:, near].mean(axis=1))
    shifted = [
        -means_of_parts(blurred_beside_cards(print_, near, blur_mm).mean(axis=1)) for print_ in part.shifted(OFF_STEPS)
    ]
    least, most = np.minimum.reduce(shifted), np.maximum.reduce(shifted)
    free = (part.alone[:, near].all(axis=1) & part.beside).astype(np.float32)
    lit = np.exp(means_of_parts(part.rim)) < SATURATED
    even = np.ptp(means_of_parts(part.seen[:, RIM]), axis=1) < EVEN_EDGE
    telling = (means_of_parts(free) == 1.0) & lit & even & (least > PRINTED[0]) & (most < PRINTED[1])
    return np.where(telling, seen / np.maximum(least, PRINTED[0]), np.nan)
