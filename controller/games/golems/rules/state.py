"""A game of Battle of Golems between two decisions: the position, the round, what has been laid and rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Json, Outcome
from controller.games.golems.rules.position import Position, dump_board, dump_golems
from controller.games.golems.rules.program import ROWS, Row, format_row

Laid = tuple[tuple[str, tuple[Row, ...]], ...]
"""Programs by colour."""


class State(NamedTuple):
    """Frozen. A round begins with its dice (standard) or programs, and lasts until the next one begins."""

    position: Position
    round: int = 1
    row: int = 0
    """The row last played in this round."""
    began: int = 0
    """How many sides stood when the round began."""
    faces: tuple[tuple[str, str], ...] | None = None
    """The bonus dice of this round, by colour; None while they are awaited, or where there are none."""
    laid: Laid | None = None
    """The programs of this round; None while they are awaited."""
    result: Outcome | None = None

    @property
    def programs(self) -> Mapping[str, tuple[Row, ...]]:
        """Return the programs of this round, by player."""
        return dict(self.laid or ())

    @property
    def round_is_over(self) -> bool:
        """Return whether all rows of the round are played."""
        return self.row == ROWS


def picture(state: State, most_lives: int) -> dict[str, Json]:
    """Return what a screen may show. Rows that were not played yet are None."""
    revealed = {
        colour: [format_row(row) if index < state.row else None for index, row in enumerate(rows)]
        for colour, rows in state.laid or ()
    }
    return {
        "board": dump_board(state.position),
        "golems": dump_golems(state.position),
        "energy": state.position.energy,
        "round": state.round,
        "row": state.row,
        "programs": revealed,
        "bonus": dict(state.faces or ()),
        "lives_max": most_lives,
    }
