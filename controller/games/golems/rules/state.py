"""A game of Battle of Golems between two decisions: the position, the round, what has been laid and rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Outcome
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import ROWS, Row

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
    more_tokens: tuple[str, ...] = ()
    """In a scenario: of which tokens more may be laid before the first row."""

    @property
    def programs(self) -> Mapping[str, tuple[Row, ...]]:
        """Return the programs of this round, by player."""
        return dict(self.laid or ())

    @property
    def round_is_over(self) -> bool:
        """Return whether all rows of the round are played."""
        return self.row == ROWS
