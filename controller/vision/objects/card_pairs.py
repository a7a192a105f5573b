"""Pair the two markers of a card: same id, and each where the other implies it.

Anything else is unread or needs evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boards.geometry import Pose
from boards.kit.kit import CARD_MARKER_CENTRES
from boards.kit.printed_items import PrintedItem
from controller.vision.pose.placement import PlacedMarker, local_corners, rigid_fit

PAIR_RMS_MM = 2.0
"""Largest residual of two markers of one flat card, mm (measured: 0.1-0.4; a bent sleeve: 1)."""

ONE_CARD_MM = 75.0
"""Largest distance of two markers of one card, mm: the diagonal between their centres and some slack."""


_UPPER_TO_LOWER = CARD_MARKER_CENTRES[1] - CARD_MARKER_CENTRES[0]
_ABOUT_MM = 12.0


@dataclass(frozen=True, eq=False)
class CardPair:
    """A card read from both its markers."""

    pose: Pose
    rms_mm: float
    markers: tuple[PlacedMarker, PlacedMarker]


@dataclass(frozen=True, eq=False)
class CardCandidates:
    """The places at which one card's id lies; one place, if all is well."""

    pairs: tuple[CardPair, ...]
    singles: tuple[PlacedMarker, ...]

    def groups(self) -> list[list[PlacedMarker]]:
        """Group markers by place: pairs, then singles that are close enough to be of one card."""
        groups: list[list[PlacedMarker]] = [[*pair.markers] for pair in self.pairs]
        for single in self.singles:
            near = [group for group in groups if len(group) < 2 and _apart(group[0], single) < ONE_CARD_MM]
            if near:
                near[0].append(single)
            else:
                groups.append([single])
        return groups


def pair_markers(thing: PrintedItem, seen: Sequence[PlacedMarker]) -> CardCandidates:
    """Sort the markers of one card's id into pairs that fit the card, best first, and the rest."""
    upper, lower = (local_corners(marker) for marker in thing.markers)
    local = np.concatenate([upper, lower])
    fits: list[CardPair] = []
    for first in seen:
        for second in seen:
            if first is second or not _could_be_a_card(first, second):
                continue
            pose, rms = rigid_fit(local, np.concatenate([first.corners, second.corners]))
            if rms <= PAIR_RMS_MM:
                fits.append(CardPair(pose, rms, (first, second)))
    pairs: list[CardPair] = []
    taken: list[int] = []
    for pair in sorted(fits, key=lambda fit: (fit.rms_mm, fit.markers[0].index)):
        indices = [marker.index for marker in pair.markers]
        if not any(index in taken for index in indices):
            pairs.append(pair)
            taken += indices
    singles = tuple(marker for marker in seen if marker.index not in taken)
    return CardCandidates(tuple(pairs), singles)


def scaled_pair(thing: PrintedItem, group: Sequence[PlacedMarker]) -> tuple[Pose, float] | None:
    """Return where a picture of a card with these two markers is, and its size in cards; None if they are not of one.

    A display shows cards in any size.
    """
    if len(group) != 2:
        return None
    local = np.concatenate([local_corners(marker) for marker in thing.markers])
    scale = _apart(*group) / float(np.linalg.norm(local[:4].mean(axis=0) - local[4:].mean(axis=0)))
    fits = [rigid_fit(local * scale, np.concatenate([one.corners, two.corners])) for one, two in (group, group[::-1])]
    pose, rms = min(fits, key=lambda fit: fit[1])
    return (pose, scale) if rms <= PAIR_RMS_MM else None


def single_poses(thing: PrintedItem, seen: PlacedMarker) -> tuple[Pose, Pose]:
    """Return the card's pose if this is its upper left marker, and if it is its lower right one."""
    upper, lower = thing.markers
    return rigid_fit(local_corners(upper), seen.corners)[0], rigid_fit(local_corners(lower), seen.corners)[0]


def _could_be_a_card(upper: PlacedMarker, lower: PlacedMarker) -> bool:
    """Tell whether the second marker lies about where the first one's card has it: saves most fits."""
    there = upper.pose.local(lower.centre)
    return there.distance(_UPPER_TO_LOWER) < _ABOUT_MM


def _apart(one: PlacedMarker, other: PlacedMarker) -> float:
    return one.centre.distance(other.centre)
