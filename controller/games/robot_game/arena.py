"""The arena: 19 x 19 cells, a disc of 225 free ones, 48 of them doors.

A place is (x, y) with (0, 0) upper left, as bots and files say it; the rules count cells, `19 * y + x`.
Source: the rules of Robot Game, "Arena".
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.geometry import Cell

SIZE = 19
CENTRE = 9
RIM = 73
"""A cell is an obstacle exactly if its squared distance from the centre is this or more."""

AROUND: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The four neighbours, in the order in which bots hear of them."""

Place = tuple[int, int]


def is_free(x: int, y: int) -> bool:
    """Whether a robot may stand there. Off the 19 x 19 cells nobody may."""
    return (x - CENTRE) ** 2 + (y - CENTRE) ** 2 < RIM


def cell_of(x: int, y: int) -> int:
    """Return the cell of a bot's coordinates."""
    return SIZE * y + x


def place_of(cell: int) -> Place:
    """Return a bot's coordinates of a cell."""
    y, x = divmod(cell, SIZE)
    return x, y


def mirrored(cell: int) -> int:
    """Return the cell on the other side of the centre: (18 - x, 18 - y)."""
    return SIZE * SIZE - 1 - cell


PLACES: tuple[Place, ...] = tuple((x, y) for y in range(SIZE) for x in range(SIZE) if is_free(x, y))
"""The free places, row by row."""

CELLS: Mapping[Place, int] = {place: cell_of(*place) for place in PLACES}
"""Free place -> its cell. What is not in here is no place for a robot."""

NEIGHBOURS: Mapping[int, tuple[int, ...]] = {
    cell: tuple(CELLS[x + right, y + down] for right, down in AROUND if (x + right, y + down) in CELLS)
    for (x, y), cell in CELLS.items()
}
"""Free cell -> the free cells orthogonally beside it."""

SPAWN_CELLS: tuple[int, ...] = tuple(cell for cell, beside in NEIGHBOURS.items() if len(beside) < len(AROUND))
"""The free cells with an obstacle orthogonally beside them, row by row."""

SPAWN_PAIRS: tuple[tuple[int, int], ...] = tuple(
    (cell, mirrored(cell)) for cell in SPAWN_CELLS if cell < mirrored(cell)
)
"""Each spawn cell of the upper half with its mirror image."""


def table_cell(cell: int) -> Cell:
    """Return the cell of a printed mat, which counts rows from below."""
    x, y = place_of(cell)
    return Cell(x, SIZE - 1 - y)
