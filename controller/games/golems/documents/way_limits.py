"""What a way of playing and a rulebook allow on the board: the same for `golem resolve` and at the table.

Source: `Battle of Golems` 3.1, "Variants of the game", and 2.0, "Optional rules".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boards.base.errors import Problem
from boards.base.message import _
from controller.games.game import Json
from controller.games.golems.rules.position import Golem, Position
from controller.games.golems.rules.setup import SMALLEST
from controller.games.golems.rules.square_grid import Grid

BEGINNER, AUTONOMOUS = "beginner", "autonomous"

SMALL_BOARD_WAYS = frozenset({BEGINNER, AUTONOMOUS})
"""Ways that are played on 4x4 only."""
FEWER_PLAYERS = 2
"""The most golems of the rules 2.0 and of the beginner game."""

_TOKEN_KEYS = ("walls", "waters", "barrels")


def way_problems(position: Position) -> Iterator[Problem]:
    """Find what the way or the rulebook of a position does not allow on the board, as for `golem resolve`."""
    tokens = (position.walls, position.waters, position.barrels)
    return limit_problems(position.rules, position.way, position.grid, tokens, position.golems)


def limit_problems(
    rules: str, way: str, field: Grid, tokens: Sequence[Sequence[Json]], golems: Sequence[Golem]
) -> Iterator[Problem]:
    """Find what the way or the rulebook does not allow.

    `tokens` are the cells of walls, waters and barrels.
    """
    if way in SMALL_BOARD_WAYS and (field.columns, field.rows) != SMALLEST:
        yield Problem(
            "board.size",
            _(
                "the {way} game is played on 4x4, not on {columns}x{rows}",
                way=way,
                columns=field.columns,
                rows=field.rows,
            ),
        )
    if way == BEGINNER:
        for key, cells in zip(_TOKEN_KEYS, tokens, strict=True):
            if cells:
                yield Problem(f"board.{key}", _("the beginner game has no tokens; leave out {key}", key=key))
        for golem in golems:
            if golem.barrel:
                place = f"golems.{golem.colour}.barrel"
                yield Problem(place, _("the beginner game has no tokens; the golem can't carry a barrel"))
    if len(golems) > FEWER_PLAYERS and rules == "2.0":
        yield Problem("golems", _("the rules 2.0 are for two players, not for {count} golems", count=len(golems)))
    elif len(golems) > FEWER_PLAYERS and way == BEGINNER:
        yield Problem("golems", _("the beginner game is for two players, not for {count} golems", count=len(golems)))
