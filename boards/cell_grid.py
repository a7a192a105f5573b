"""Cells that fill a field, squares or hexagons: what robots that drive from cell to cell need to know of them."""

from __future__ import annotations

from typing import Protocol

from boards.geometry import Cell, Point


class Grid(Protocol):
    """`SquareGrid` or `HexGrid`.

    The lower left corner of the bounding box of all cells is the origin of the mat frame.
    """

    @property
    def columns(self) -> int:
        """Return the number of columns."""
        ...

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        ...

    @property
    def cell_mm(self) -> float:
        """The distance of neighbouring centres."""
        ...

    @property
    def width_mm(self) -> float:
        """Return the width of all cells, in mm."""
        ...

    @property
    def height_mm(self) -> float:
        """Return the height of all cells, in mm."""
        ...

    @property
    def clearance_mm(self) -> float:
        """Return the least distance between two bodies' middles, in mm.

        Each stays or goes straight from a cell to a neighbour, and all these cells differ.
        """
        ...

    def __contains__(self, cell: Cell, /) -> bool: ...

    def centre(self, cell: Cell) -> Point:
        """Return a cell's middle, in mm of the mat frame."""
        ...

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the outline of a cell, counter-clockwise."""
        ...

    def cell_at(self, place: Point) -> Cell | None:
        """Return the cell that a place lies in, None off the field."""
        ...

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one; those off the field too."""
        ...

    def distance(self, one: Cell, other: Cell) -> int:
        """Step from neighbour to neighbour between two cells."""
        ...
