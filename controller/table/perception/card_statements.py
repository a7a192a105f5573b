"""What people say of cards that the camera does not read, or reads wrong: a row as somebody sees it who looks at it.

A statement names what lies in the places of a row, the leftmost first: a card, nothing, or whatever the camera reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from boards.kit.cards import CardKind
from boards.kit.trays import TRAY
from controller.table.perception.program_lock import LockedRow
from controller.table.perception.program_reading import (
    LaidCard,
    NotARowOfCards,
    ReadingProblem,
    TableReading,
    row_problem,
    row_text,
    slot_of,
)

AS_READ, NOTHING = "", "none"
Statement = tuple[str, ...]
"""A card's name, ``none`` for a bare place, or empty for what the camera reads there; by place."""
Statements = Mapping[str, Mapping[int, Statement]]
"""By player, then by row from 1."""
_KINDS = {kind.value: kind for kind in CardKind}
_OF_THE_ROW = ("incomplete-if", "incomplete-repeat", "not-an-action", "too-many", "row-empty", "overlap")
"""Problems of a whole row: what is said decides anew."""

ItemT = TypeVar("ItemT")


def placed(items: Sequence[tuple[int | None, ItemT]]) -> dict[int, ItemT]:
    """Return items of a row, leftmost first, by place from 0: by slot, or by order where slots say nothing sure."""
    slots = [slot for slot, _ in items if slot is not None]
    sure = len({*slots}) == len(items)
    return {int(slot or 0) if sure else index: item for index, (slot, item) in enumerate(items)}


def stated_cards(read: Mapping[int, CardKind], statement: Statement) -> list[CardKind]:
    """Return the cards of a row, left to right: those that are said, and those that were read beside them."""
    said = {place: name for place, name in enumerate(statement) if name != AS_READ}
    cards = {**read, **{place: _KINDS[name] for place, name in said.items() if name != NOTHING}}
    return [cards[place] for place in sorted(cards) if said.get(place) != NOTHING]


def with_statements(reading: TableReading, statements: Statements) -> TableReading:
    """Return a reading as people say it is; cards of which they say something are read no more."""
    for player, rows in statements.items():
        if player in reading.programs:
            for row, statement in rows.items():
                if any(statement):
                    reading = _with_statement(reading, player, row - 1, statement)
    return reading


def _with_statement(reading: TableReading, player: str, lane: int, statement: Statement) -> TableReading:
    mine = [laid for laid in reading.laid if (laid.colour, laid.lane) == (player, lane)]
    places = placed([(laid.slot, laid) for laid in mine])
    said = {place for place, name in enumerate(statement) if name != AS_READ}
    kept = [laid for place, laid in places.items() if place not in said]
    others = [laid for laid in reading.laid if laid not in mine]
    problems = [problem for problem in reading.problems if not _settled(problem, player, lane, said)]
    text: str | None = None
    if not any((problem.colour, problem.lane) == (player, lane) for problem in problems):
        try:
            text = row_text(stated_cards({place: laid.card.kind for place, laid in places.items()}, statement))
        except NotARowOfCards as wrong:
            problems.append(row_problem(wrong.code, player, lane, wrong.index))
    rows = tuple(text if index == lane else row for index, row in enumerate(reading.programs[player]))
    return replace(
        reading,
        programs={**reading.programs, player: rows},
        problems=tuple(problems),
        laid=tuple(sorted((*others, *kept), key=_order)),
    )


def _settled(problem: ReadingProblem, player: str, lane: int, said: set[int]) -> bool:
    """Whether a problem is none any more after what was said of its row."""
    if (problem.colour, problem.lane) != (player, lane):
        return False
    return problem.code in _OF_THE_ROW or problem.slot is None or problem.slot in said


def _order(laid: LaidCard) -> tuple[str, int, float]:
    return laid.colour, TRAY.lanes if laid.lane is None else laid.lane, laid.pose.x


def corrected_row(row: LockedRow, statement: Statement, salt: str) -> LockedRow:
    """Return a locked row as people say it is. Cards of which something was said are not watched any more.

    Raises NotARowOfCards.
    """
    places = placed([(slot_of(card.at), card) for card in row.cards])
    text = row_text(stated_cards({place: card.card.kind for place, card in places.items()}, statement))
    said = {place for place, name in enumerate(statement) if name != AS_READ}
    kept = tuple(card for place, card in sorted(places.items()) if place not in said)
    return LockedRow(row.player, row.row, text, kept, salt)
