"""What the table takes from a reading: how far each hand is, what is wrong with it, what the board must show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boards.errors import Problems
from boards.geometry import Cell
from controller.games.game import ProgramsLaid
from controller.table.reading import TableReading
from controller.table.state import AnyGame
from controller.table.view import HandView, Words
from controller.table.words import say

TOKEN_KINDS: tuple[tuple[str, str], ...] = (("barrels", "barrel"), ("walls", "wall"), ("waters", "water"))
"""Keys of a board, and the token that lies on its cells."""


@dataclass(frozen=True)
class Hand:
    """A player's cards as the table takes them."""

    view: HandView
    rows: tuple[str, ...] | None
    """The program in text form; None while it is not complete, or not allowed."""


def hand_of(game: AnyGame, state: Any, reading: TableReading, player: str) -> Hand:
    """How far a player is, judged by the rules. A program with any problem is no program."""
    laid = reading.programs.get(player, ())
    problems: list[Words] = [problem.words for problem in reading.problems if problem.colour == player]
    rows: tuple[str, ...] | None = None
    if reading.complete(player) and not problems:
        rows = tuple(row for row in laid if row is not None)
        problems = _refusals(game, state, player, rows)
    view = HandView(
        cards=reading.cards.get(player, 0),
        rows_laid=sum(1 for row in laid if row != ""),
        complete=rows is not None and not problems,
        problems=tuple(problems),
    )
    return Hand(view, rows if view.complete else None)


def _refusals(game: AnyGame, state: Any, player: str, rows: tuple[str, ...]) -> list[Words]:
    try:
        game.advance(state, ProgramsLaid({player: rows}))
    except Problems as refused:
        return [say("program-refused", row=_row_of(problem.at)) for problem in refused.problems]
    return []


def _row_of(at: str) -> str:
    """``programs.red[2]`` is row 3; a place without a row is said as all of them."""
    index = at.partition("[")[2].partition("]")[0]
    return str(int(index) + 1) if index.isdecimal() else "1-4"


def tokens_of(board: Mapping[str, Any]) -> dict[Cell, str]:
    """The tokens that a board in the form of `golem resolve` must show, by cell."""
    return {Cell.parse(cell): kind for key, kind in TOKEN_KINDS for cell in board[key]}
