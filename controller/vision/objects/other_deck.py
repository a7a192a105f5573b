"""Find out which other deck lies on the table, from the faces and backs of its cards that were recognised.

Decks of different numbers deal the same ids to different cards. A card whose print is not what its id means in our deck
shows what the id means in its own; few decks mean all of these. Once the deck is known, so is which of the backs that
look like ours may be its cards, and which can only be ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from boards.kit.cards import CardKind
from boards.kit.decks import dealt_ids, decks
from boards.kit.kit import Kit
from boards.kit.thing_keys import CardKey

NUMBERS = range(1, 10)
"""Decks that are tried: they are numbered from 1, and few tables have more than these."""

Print = tuple[str, CardKind | None]
"""A side of a card: its owner's colour, and its kind; None for the back."""

Evidence = tuple[int, frozenset[Print]]
"""A marker's id, and the sides that the card with it may show: more than one where they look alike."""

Deck = dict[int, CardKey]
"""Which card an id means."""


def possible_decks(kit: Kit, evidence: Sequence[Evidence]) -> list[Deck]:
    """Return the other decks that mean what was seen; none if no deck that is tried does, or nothing was seen."""
    known = [(marker, shown) for marker, shown in evidence if shown]
    if not known:
        return []
    others = (_deck(kit, number) for number in NUMBERS if number != kit.deck_seed)
    return [deck for deck in others if all(_shows(deck.get(marker), shown) for marker, shown in known)]


def _shows(card: CardKey | None, shown: frozenset[Print]) -> bool:
    return card is not None and ((card.colour, card.kind) in shown or (card.colour, None) in shown)


def _deck(kit: Kit, number: int) -> Deck:
    cards = decks(kit.rules)
    return dict(zip(dealt_ids(len(cards), number), cards, strict=True))
