"""The way of the chips: a spiral from the upper right corner inwards, counter-clockwise. Cells count from 1.

Source: "Moving the chips", the rules text; the grid of 8 columns and 6 rows is this project's, to its letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from boards.geometry import Cell, Heading

FIRST = 1
"""The cell where chips are set."""
BASE = 4
"""So many cells at the end of the way are the base."""

_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@cache
def spiral(columns: int, rows: int) -> tuple[Cell, ...]:
    """Return the cells of the grid in the order of the way: left along the top, down, right, up, and so on inwards."""
    free = {Cell(column, row): True for column in range(columns) for row in range(rows)}
    here, heading = Cell(columns - 1, rows - 1), Heading.W
    way = [here]
    while len(way) < columns * rows:
        del free[here]
        if beside(here, heading) not in free:
            heading = heading.left
        here = beside(here, heading)
        way.append(here)
    return tuple(way)


def beside(cell: Cell, heading: Heading) -> Cell:
    """Return the cell next to a cell; it may lie off the board."""
    east, north = heading.step
    return Cell(cell.column + east, cell.row + north)


@cache
def numbers(columns: int, rows: int) -> Mapping[Cell, int]:
    """Return the number of each cell of the grid."""
    return {cell: number for number, cell in enumerate(spiral(columns, rows), start=FIRST)}


@cache
def knight_moves(columns: int, rows: int) -> Mapping[int, tuple[int, ...]]:
    """Return the cells that a knight reaches from each cell, sorted."""
    number_of = numbers(columns, rows)
    return {
        number: tuple(
            sorted(
                number_of[there]
                for east, north in _KNIGHT
                if (there := Cell(cell.column + east, cell.row + north)) in number_of
            )
        )
        for cell, number in number_of.items()
    }


@cache
def arrows(columns: int, rows: int) -> tuple[Heading, ...]:
    """Where the arrow on each cell points, all but the last, which ends the way."""
    way = spiral(columns, rows)
    return tuple(
        next(heading for heading in Heading if beside(here, heading) == there) for here, there in pairwise(way)
    )


def walk(start: int, steps: int, last_free: int) -> list[int]:
    """Return the cells that a chip steps on from a cell: onward, and back from the last free base cell.

    A chip that stands on that cell turns at once.
    """
    here, step = start, 1
    cells: list[int] = []
    for _ in range(steps):
        if here == last_free:
            step = -1
        here += step
        cells.append(here)
    return cells
