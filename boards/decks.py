"""What a deck holds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from boards.cards import CardKind

_COUNTS: Mapping[CardKind, int] = MappingProxyType(
    {
        CardKind.FORWARD: 3,
        CardKind.BACKWARD: 3,
        CardKind.TURN_LEFT: 2,
        CardKind.TURN_RIGHT: 2,
        CardKind.STAND: 3,
        CardKind.ATTACK: 2,
        CardKind.DEFEND: 2,
        CardKind.TAKE: 1,
        CardKind.IF_ENEMY: 1,
        CardKind.IF_ATTACKED: 1,
        CardKind.REPEAT_2: 1,
        CardKind.REPEAT_3: 1,
    }
)
"""22 cards of one player: 18 actions and 4 bonus cards, alike in both rulebooks."""

RULES: tuple[str, ...] = ("3.1", "2.0")
"""The rulebooks that are played, the default first."""


def deck_counts(rules: str) -> Mapping[CardKind, int]:
    """How many of each card one player has, by rulebook (``3.1`` or ``2.0``)."""
    if rules not in RULES:
        raise ValueError(f"there is no rulebook {rules!r}; there are {' and '.join(RULES)}")
    return _COUNTS
