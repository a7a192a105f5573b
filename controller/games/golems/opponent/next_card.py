"""A hint for somebody who lays cards: the card that a good program would have next."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.golems.opponent.candidate_programs import Laid
from controller.games.golems.opponent.program_choice import choose
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import cards_of, parse_row
from controller.games.tabletop import CardHint

STRENGTH = "medium"
SEED = 1
"""A hint is the same whenever it is asked for."""


def next_card(position: Position, colour: str, laid: Laid, face: str | None) -> CardHint | None:
    """Return the next card of a legal program that begins with these cards; None where every row is whole.

    ``laid`` holds four rows that can be gone on with; ``face`` is what the golem's bonus die shows.
    """
    rows = choose(position, colour, STRENGTH, SEED, face=face, laid=laid)
    return first_missing([cards_of(parse_row(row)) for row in rows], laid)


def first_missing(program: Sequence[Sequence[str]], laid: Laid) -> CardHint | None:
    """Return the first card of a program that does not lie there; None where all do.

    Rows that can be gone on with come before those in which other cards lie.
    """
    rows = [tuple(laid[index]) if index < len(laid) else () for index in range(len(program))]
    agree = [tuple(cards[: len(row)]) == row for cards, row in zip(program, rows, strict=True)]
    for index, cards in enumerate(program):
        if agree[index] and len(rows[index]) < len(cards):
            return CardHint(index, cards[len(rows[index])])
    for index, cards in enumerate(program):
        if not agree[index]:
            return CardHint(index, cards[0], instead=True)
    return None
