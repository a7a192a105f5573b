"""What the computer plays: three strengths, bounded by positions looked at and not by time.

The same position, strength and seed give the same move, on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.games.jetan.moves import Move
from controller.games.jetan.opponent.search import Search
from controller.games.jetan.opponent.search_board import Board, unpack
from controller.games.jetan.position import Position
from controller.games.seeded_random import Numbers


class Strength(NamedTuple):
    """How hard the computer tries."""

    nodes: int
    """Positions looked at, at the most (the first ply is always finished)."""
    plies: int
    """How far it looks ahead at the most, captures not counted."""
    blur: int
    """Hundredths of a panthan: moves that differ by less are as good to it."""
    seen: int
    """Percent of the moves that it thinks of at all; the others it overlooks."""
    pride: int
    """Hundredths of a panthan that it would rather be behind than draw."""


STRENGTHS: dict[str, Strength] = {
    "easy": Strength(nodes=300, plies=1, blur=120, seen=60, pride=0),
    "medium": Strength(nodes=5_000, plies=3, blur=30, seen=100, pride=150),
    "hard": Strength(nodes=30_000, plies=30, blur=6, seen=100, pride=150),
}
"""From the weakest on."""


class Thought(NamedTuple):
    """What the computer would play, and why."""

    move: Move
    value: int
    """How good it is for the side to move, in hundredths of a panthan; beyond 999,000 the game is won."""
    depth: int
    """Plies searched through."""
    nodes: int
    """Positions looked at."""
    line: tuple[Move, ...]
    """The moves it expects, its own first."""


def think(position: Position, strength: str, seed: int, nodes: int | None = None) -> Thought:
    """Return the move for the side to move. `nodes` replaces the strength's own budget.

    Raises :class:`boards.base.errors.Problems` for an unknown strength, and where there is no legal move.
    """
    if strength not in STRENGTHS:
        raise Problems(
            [
                Problem(
                    "strength",
                    _(
                        "the strengths are {strengths}, not {strength}",
                        strengths=", ".join(STRENGTHS),
                        strength=repr(strength[:40]),
                    ),
                )
            ]
        )
    level = STRENGTHS[strength]
    board = Board(position)
    moves = sorted(board.moves())
    if not moves:
        raise Problems([Problem("position", _("this game is finished: there is no legal move"))])
    numbers = Numbers(seed)
    seen = [move for move in moves if numbers.below(100) < level.seen] or [numbers.pick(moves)]
    # The value of a move is blurred only upward, so that a blur of 1 leaves the best move the best.
    bonus = [numbers.below(level.blur) for _move in seen]
    search = Search(board, level.nodes if nodes is None else nodes, level.pride)
    found = search.best(seen, bonus, level.plies)
    line = tuple(map(unpack, search.line(found.move)))
    return Thought(unpack(found.move), found.value, found.depth, found.nodes, line)


def choose(position: Position, strength: str, seed: int) -> Move:
    """Return the move of :func:`think`."""
    return think(position, strength, seed).move
