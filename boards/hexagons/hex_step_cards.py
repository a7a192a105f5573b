"""The cards of Robots on hexagons: a step each, as many of each as a player with two robots may want."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from boards.kit.decks import dealt_ids
from boards.kit.marker_plan import HEX_STEP_IDS

STEPS: tuple[tuple[str, int], ...] = (
    ("D+1", 6), ("D+2", 4), ("D-1", 2), ("D-2", 1), ("R+1", 4), ("R+2", 2), ("R-1", 4), ("R-2", 2), ("T", 5), ("*", 2),
    ("RAZ", 2), *((f"? {n}", 2) for n in range(1, 5)), *((f"-> {n}", 1) for n in range(1, 16)),
)  # fmt: skip
"""The text of a step, and how many cards of one player say it."""


@lru_cache(maxsize=16)
def step_ids(deck_seed: int = 1) -> Mapping[str, int]:
    """Return the text of a step -> the marker on all its cards.

    The seed deals the ids, as it does for the golems' cards.
    """
    dealt = dealt_ids(len(STEPS), deck_seed)
    return MappingProxyType({text: HEX_STEP_IDS[number] for (text, _), number in zip(STEPS, dealt, strict=True)})
