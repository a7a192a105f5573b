"""A deck: how many of which card a player has, and which marker id each physical card carries.

The ids are dealt by a *deck seed*, so that nobody learns by heart what a back means. The shuffle is
integer arithmetic of our own (SplitMix64 and Fisher-Yates): the same on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from boards.base.errors import GolemError
from boards.base.message import _, listed
from boards.colours import COLOURS
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey

RULES: tuple[str, ...] = ("3.1", "2.0")
"""The rulebooks; their decks are the same (Battle of Golems 2.0, "Game components")."""

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


class UnknownRules(GolemError):
    """A rulebook that this project does not play."""

    exit_status = 2

    def __init__(self, rules: str) -> None:
        super().__init__(_("there are no rules {rules}; known are {known}", rules=repr(rules), known=listed(RULES)))
        self.rules = rules


def deck_counts(rules: str = "3.1") -> Mapping[CardKind, int]:
    """How many copies of each kind one player's deck holds: 18 actions and 4 bonus cards."""
    if rules not in RULES:
        raise UnknownRules(rules)
    return _COUNTS


def deck(colour: str, rules: str = "3.1") -> tuple[CardKey, ...]:
    """Return one player's cards, by kind, in the order of the rules. Raises UnknownRules."""
    counts = deck_counts(rules)
    return tuple(CardKey(colour, kind, number) for kind, count in counts.items() for number in range(1, count + 1))


def decks(rules: str = "3.1") -> tuple[CardKey, ...]:
    """Return all four players' cards, in colour order."""
    return tuple(card for colour in COLOURS for card in deck(colour, rules))


def dealt_ids(count: int, deck_seed: int) -> tuple[int, ...]:
    """Return the numbers 0 to count-1 in the order that this seed deals them. Any integer is a seed."""
    ids = list(range(count))
    numbers = _split_mix(deck_seed)
    for last in range(count - 1, 0, -1):
        # The bias of a modulo of 2**64 by at most 88 is below 1e-17.
        pick = next(numbers) % (last + 1)
        ids[last], ids[pick] = ids[pick], ids[last]
    return tuple(ids)


def _split_mix(seed: int) -> Iterator[int]:
    """SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)."""
    mask = (1 << 64) - 1
    state = seed & mask
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        yield mixed ^ (mixed >> 31)
