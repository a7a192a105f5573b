"""The square board by the names of its cells: neighbours, order, directions.

The rules work on cell names (``a1``) as they stand in files and events, so nothing is translated on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from boards.geometry import Cell

FACINGS: tuple[str, ...] = ("N", "E", "S", "W")
"""Clockwise. N is towards higher numbers."""

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
"""Columns and rows that one cell ahead is away."""

RIGHT_OF: Mapping[str, str] = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT_OF: Mapping[str, str] = {"N": "W", "W": "S", "S": "E", "E": "N"}
BACK_OF: Mapping[str, str] = {"N": "S", "E": "W", "S": "N", "W": "E"}

LARGEST = 26
"""Columns are letters, so there are no more; rows keep them company."""


class Stance:
    """A cell of a board and a facing: where a golem stands, and what that makes of its surroundings.

    There is one object for each (:attr:`Grid.stances`).
    """

    __slots__ = ("ahead", "at", "behind", "facing", "left", "right", "turned")

    at: str
    facing: str
    ahead: str | None
    """The cell in front; None at the edge."""
    behind: str | None
    """The cell in the back; None at the edge."""
    left: Stance
    """After a turn to the left."""
    right: Stance
    """After a turn to the right."""
    turned: tuple[str]
    """What the event of a turn into this stance tells."""


class Grid:
    """A board of columns x rows cells. There is one object a size (:func:`grid`), so it is compared by identity."""

    __slots__ = ("ahead", "cells", "columns", "order", "rows", "stances")

    def __init__(self, columns: int, rows: int) -> None:
        cells = [Cell(column, row) for column in range(columns) for row in range(rows)]
        self.columns = columns
        self.rows = rows
        self.cells: tuple[str, ...] = tuple(map(str, cells))
        """All names, by column, then by row as a number."""
        self.order: Mapping[str, int] = {name: index for index, name in enumerate(self.cells)}
        """Name -> place in `cells`; what is not in here is off the board."""
        self.ahead: Mapping[str, Mapping[str, str | None]] = {
            facing: {str(cell): self._name(cell.column + right, cell.row + up) for cell in cells}
            for facing, (right, up) in STEPS.items()
        }
        """Facing -> cell -> the neighbour on that side, None at the edge."""
        self.stances: Mapping[str, Mapping[str, Stance]] = {
            facing: {name: Stance() for name in self.cells} for facing in FACINGS
        }
        """Facing -> cell -> the stance of a golem there."""
        for facing, by_cell in self.stances.items():
            ahead, behind = self.ahead[facing], self.ahead[BACK_OF[facing]]
            left, right = self.stances[LEFT_OF[facing]], self.stances[RIGHT_OF[facing]]
            for name, stance in by_cell.items():
                stance.at, stance.facing = name, facing
                stance.ahead, stance.behind = ahead[name], behind[name]
                stance.left, stance.right = left[name], right[name]
                stance.turned = (facing,)

    def _name(self, column: int, row: int) -> str | None:
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return str(Cell(column, row)) if inside else None

    def __repr__(self) -> str:
        return f"grid({self.columns}, {self.rows})"


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the board of this size, 1x1 to 26x26."""
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        raise ValueError(f"a board has 1 to {LARGEST} columns and rows, not {columns} x {rows}")
    return Grid(columns, rows)
