"""What is wrong with a program on the table, for the child who laid it, in short sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boards.base.message import Message, _
from boards.kit.cards import WORDS, CardKind
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.scene import Why
from controller.vision.unread.remedies import why_words

_TEXTS: dict[str, Message] = {
    "wrong-owner": _("Row {row}: here lies a card of another player ({owner}): {card}. Give it back."),
    "outside-lanes": _("A card lies on the tray but in no row: {card}. Push it into a row or take it away."),
    "between-lanes": _("A card lies between rows {row} and {next}: {card}. Push it into one of them."),
    "overlap": _("Row {row}: two cards lie in one place: {card}, {other}. Lay them side by side."),
    "incomplete-if": _("Row {row}: «{card}» needs two cards after it: one for yes, one for no."),
    "incomplete-repeat": _("Row {row}: «{card}» needs an action card after it."),
    "not-an-action": _("Row {row}: «{card}» can't stand there; an action card must."),
    "too-many": _("Row {row} has too many cards. Take away: {card}."),
    "row-empty": _("Row {row} is empty, but a later row is not. Lay a card in row {row}."),
    "unread": _("Row {row}: a card can't be read ({why}). {advice}"),
    "tray-unread": _("This tray can't be read ({why}). {advice}"),
}

CODES: tuple[str, ...] = tuple(_TEXTS)


@dataclass(frozen=True)
class ProblemContext:
    """What a problem is about, besides its place."""

    card: CardKind | None = None
    other: CardKind | None = None
    """The card that lies on it."""
    owner: str | None = None
    why: Why | None = None
    upper_lane: int | None = None
    """Of the two lanes that a card lies between."""

    def hidden(self) -> ProblemContext:
        """Return the same without the cards' meanings."""
        return replace(self, card=None, other=None)


_PLACES = (_("card {number}"), _("a card"))
"""A card by its place in the row, and one that has none."""


def problem_words(code: str, lane: int | None, slot: int | None, about: ProblemContext) -> Message:
    """Return the sentence of a problem's code in all languages. Lanes and slots are counted from 0, rows from 1.

    Cards without a kind are called by their place, so that a screen can show the sentence to everybody.
    """
    row = 0 if lane is None else lane + 1

    def name(kind: CardKind | None, place: int | None) -> Message:
        if kind is not None:
            return WORDS[kind]
        numbered, somewhere = _PLACES
        return somewhere if place is None else numbered.bind(number=place + 1)

    return _TEXTS[code].bind(
        row=row,
        next=row + 1,
        card=name(about.card, slot),
        other=name(about.other, None if slot is None else slot + 1),
        owner=COLOUR_WORDS[about.owner] if about.owner else "?",
        why=why_words(about.why).label if about.why else "?",
        advice=why_words(about.why).advice if about.why else "",
    )


def row_of(problem: Message) -> int:
    """Return the row, from 1, that a problem is about; 0 for one that is no row's. It may come from a record."""
    row = problem.facts.get("row")
    return int(row) if isinstance(row, int) or (isinstance(row, str) and row.isdecimal()) else 0


def is_empty(problem: Message) -> bool:
    """Whether a problem says that its row is empty. It may come from a record."""
    return problem.text == _TEXTS["row-empty"].text
