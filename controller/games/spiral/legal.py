"""What is legal after a roll."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.spiral.board import Board
from controller.games.spiral.choices import MOVE, NEW_CHIP, PASSED, Choice
from controller.games.spiral.movement import Turn
from controller.games.spiral.position import Position

SIX = 6
"""The highest face; it gives another turn."""


def legal_choices(board: Board, position: Position, roll: int) -> tuple[Choice, ...]:
    """All choices: moves by cell, then by knight cells, then `new`; `pass`, if there is nothing else."""
    found = [
        choice
        for cell in position.chips[position.turn]
        for choice in _moves_of(board, position, roll, Choice(MOVE, cell))
    ]
    if roll == SIX and Turn(board, position).can_set():
        found.append(NEW_CHIP)
    return tuple(found) or (PASSED,)


def _moves_of(board: Board, position: Position, roll: int, begun: Choice) -> Iterator[Choice]:
    """Return the moves of one chip that begin with these knight cells."""
    turn = Turn(board, position)
    if turn.may_move(begun.cell, roll):
        offered = turn.move(begun.cell, roll, begun.knights)
        if not offered:
            yield begun
        for cell in offered:
            yield from _moves_of(board, position, roll, begun._replace(knights=(*begun.knights, cell)))
