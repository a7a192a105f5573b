"""Status of each player's hand, from a reading: cards, complete rows, problems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message
from controller.games.game import ProgramsLaid
from controller.table.core.state import AnyGame
from controller.table.perception.program_reading import TableReading
from controller.table.view.table_messages import say
from controller.table.view.view import HandView


@dataclass(frozen=True)
class Hand:
    """A player's cards as the table takes them."""

    view: HandView
    rows: tuple[str, ...] | None
    """The program in text form; None while it is not complete, or not allowed."""


def hand_of(game: AnyGame, state: Any, reading: TableReading, player: str) -> Hand:
    """How far a player is, judged by the rules. A program with any problem is no program."""
    laid = reading.programs.get(player, ())
    problems: list[Message] = [problem.public for problem in reading.problems if problem.colour == player]
    rows: tuple[str, ...] | None = None
    if laid and not problems and None not in laid:
        rows = tuple(row for row in laid if row)
        refused = _refused(game, state, player, rows)
        # That rows are missing is no mistake while a child still lays cards.
        problems = [say("program-refused", row=row) for problem in refused if (row := _row_of(problem.at))]
        rows = None if refused else rows
    view = HandView(
        cards=reading.cards.get(player, 0),
        rows_laid=sum(1 for row in laid if row != ""),
        complete=rows is not None,
        problems=tuple(problems),
    )
    return Hand(view, rows)


def _refused(game: AnyGame, state: Any, player: str, rows: tuple[str, ...]) -> tuple[Problem, ...]:
    try:
        game.advance(state, ProgramsLaid({player: rows}))
    except Problems as refused:
        return refused.problems
    return ()


def _row_of(at: str) -> str:
    """``programs.red[2]`` is row 3; empty for a place that is no row's."""
    index = at.partition("[")[2].partition("]")[0]
    return str(int(index) + 1) if index.isdecimal() else ""
