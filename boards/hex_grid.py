"""Hexagon cells with flat tops: neighbours, distances, and millimetres.

Columns stand straight up; columns b, d, f, ... are shifted half a cell to the north ("odd-q" offset
coordinates). Distances and lines are taken in axial coordinates, where the three axes of a hexagon grid are
straight. Source of both: Amit Patel, "Hexagonal Grids" (Red Blob Games).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from boards.geometry import Cell, Point


class HexHeading(Enum):
    """The six facings, the sides of a hexagon. The value is the heading in degrees."""

    N = 90
    NE = 30
    SE = -30
    S = -90
    SW = -150
    NW = 150

    @property
    def direction(self) -> int:
        """1 to 6, clockwise from 1 = north, as the board's corners show them."""
        return _CLOCKWISE.index(self) + 1

    @staticmethod
    def of(direction: int) -> HexHeading:
        """Return the heading of a direction, 1 to 6."""
        return _CLOCKWISE[direction - 1]


_CLOCKWISE = tuple(HexHeading)
_AXIAL_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""By direction: how (column, axial row) changes, one cell ahead."""

DIRECTIONS: tuple[int, ...] = (1, 2, 3, 4, 5, 6)


def turned(direction: int, sixths: int) -> int:
    """Return a direction turned clockwise by so many sixths of a turn."""
    return (direction - 1 + sixths) % 6 + 1


def opposite(direction: int) -> int:
    """Return the opposite heading."""
    return turned(direction, 3)


def ahead(cell: Cell, direction: int, cells: int = 1) -> Cell:
    """Return the cell so many steps away in a straight line; it may lie off every board."""
    right, up = _AXIAL_STEPS[direction - 1]
    column = cell.column + right * cells
    return Cell(column, _axial_row(cell) + up * cells + column // 2)


def distance(one: Cell, other: Cell) -> int:
    """How many steps it takes from one cell to the other."""
    right, up = other.column - one.column, _axial_row(other) - _axial_row(one)
    return max(abs(right), abs(up), abs(right + up))


def _axial_row(cell: Cell) -> int:
    return cell.row - cell.column // 2


@dataclass(frozen=True)
class HexGrid:
    """A field of hexagons; the lower left corner of its bounding box is the origin of the mat frame."""

    columns: int
    rows: int
    cell_mm: float
    """From flat side to flat side, which is the distance of neighbouring centres."""
    raised: int = 1
    """Which columns are shifted half a cell to the north: the odd ones (1), or the even ones (0), as round a board to
    which a column was added on the left."""

    @property
    def side_mm(self) -> float:
        """The side of a hexagon."""
        return self.cell_mm / math.sqrt(3.0)

    @property
    def width_mm(self) -> float:
        """Return the width of all cells, in mm."""
        return self.side_mm * (1.5 * self.columns + 0.5)

    @property
    def height_mm(self) -> float:
        """Return the height of all cells, in mm."""
        return self.cell_mm * (self.rows + (0.5 if self.columns > 1 else 0.0))

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.columns and 0 <= cell.row < self.rows

    def centre(self, cell: Cell) -> Point:
        """Return a cell's middle, in mm of the mat frame."""
        shift = self._shift(cell.column)
        return Point(self.side_mm * (1.5 * cell.column + 1.0), self.cell_mm * (cell.row + 0.5 + shift))

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the six corners, counter-clockwise from the east."""
        centre, spoke = self.centre(cell), Point(self.side_mm, 0.0)
        return tuple(centre + spoke.rotated(60.0 * index) for index in range(6))

    def cell_at(self, place: Point) -> Cell | None:
        """Return the cell that a place lies in, None off the field: a hexagon holds what is nearest to its centre."""
        guess = math.floor(place.x / (1.5 * self.side_mm))
        near = [
            Cell(column, math.floor(place.y / self.cell_mm - self._shift(column)) + row)
            for column in (guess - 1, guess)
            for row in (-1, 0, 1)
        ]
        cell = min(near, key=lambda cell: self.centre(cell).distance(place))
        return cell if cell in self else None

    @property
    def clearance_mm(self) -> float:
        """How near two bodies' middles come at most (`Grid`).

        One passes between two cells that are both neighbours of a third, where the other is, at the height of a
        triangle of centres.
        """
        return self.cell_mm * math.sqrt(3.0) / 2.0

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one, clockwise from the north; those off the field too."""
        return tuple(self.ahead(cell, direction) for direction in DIRECTIONS)

    def ahead(self, cell: Cell, direction: int, cells: int = 1) -> Cell:
        """Return the cell so many steps away in a straight line; it may lie off the field."""
        found = ahead(self._odd(cell), direction, cells)
        return Cell(found.column - 1 + self.raised, found.row)

    def distance(self, one: Cell, other: Cell) -> int:
        """Step from neighbour to neighbour between two cells."""
        return distance(self._odd(one), self._odd(other))

    def _shift(self, column: int) -> float:
        return 0.5 if column % 2 == self.raised else 0.0

    def _odd(self, cell: Cell) -> Cell:
        """Return the same cell where the odd columns are shifted."""
        return Cell(cell.column + 1 - self.raised, cell.row)
