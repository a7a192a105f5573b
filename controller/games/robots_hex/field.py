"""The hexagon board by the names of its cells: neighbours, distances, order.

The rules work on cell names (``a1``) as they stand in files and events, so nothing is translated on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from boards.geometry import Cell
from boards.hex_grid import DIRECTIONS, ahead, distance

LARGEST = 26
"""Columns are letters, so there are no more; rows keep them company."""


class Field:
    """A board of columns x rows cells. There is one object a size (:func:`field`), so it is compared by identity."""

    __slots__ = ("_cell_of", "ahead", "cells", "columns", "order", "rows")

    def __init__(self, columns: int, rows: int) -> None:
        self._cell_of = {
            str(cell): cell for cell in (Cell(column, row) for column in range(columns) for row in range(rows))
        }
        self.columns = columns
        self.rows = rows
        self.cells: tuple[str, ...] = tuple(self._cell_of)
        """All names, by column, then by row as a number."""
        self.order: Mapping[str, int] = {name: index for index, name in enumerate(self.cells)}
        """Name -> place in `cells`; what is not in here is off the board."""
        self.ahead: Mapping[int, Mapping[str, str]] = {
            direction: {
                name: beside
                for name, cell in self._cell_of.items()
                if (beside := str(ahead(cell, direction))) in self._cell_of
            }
            for direction in DIRECTIONS
        }
        """Direction -> cell -> the neighbour on that side; at the edge there is none."""

    def distance(self, one: str, other: str) -> int:
        """Return the distance of two cells, in steps."""
        return distance(self._cell_of[one], self._cell_of[other])

    def line(self, cell: str, direction: int, cells: int = LARGEST * 2) -> tuple[str, ...]:
        """Return the straight line of cells from a cell on (itself not included), to the edge or so many cells."""
        found: list[str] = []
        step = self.ahead[direction]
        here: str | None = cell
        while len(found) < cells and (here := step.get(here or "")) is not None:
            found.append(here)
        return tuple(found)

    def ring(self, cell: str, steps: int) -> tuple[str, ...]:
        """Return the cells exactly so many steps away."""
        return tuple(other for other in self.cells if self.distance(cell, other) == steps)

    def __repr__(self) -> str:
        return f"field({self.columns}, {self.rows})"


@cache
def field(columns: int, rows: int) -> Field:
    """Return the board of this size, 1x1 to 26x26."""
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        raise ValueError(f"a board has 1 to {LARGEST} columns and rows, not {columns} x {rows}")
    return Field(columns, rows)
