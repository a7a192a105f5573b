"""Frames, millimetres and degrees; cells to millimetres and back, for print, screen, camera and simulator.

The *mat frame*: origin in the lower left corner of the playing field (not of the sheet), x to the east,
y to the north, z up, all in mm. Headings are degrees counter-clockwise from east, in (-180, 180].
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from boards.base.errors import InvalidInput
from boards.base.message import _


@dataclass(frozen=True, order=True)
class Cell:
    """A cell by column and row, counted from 0 at the lower left. ``str()`` is as in chess: ``a1``."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"

    @staticmethod
    def parse(text: str) -> Cell:
        """`a1` to `z99`; raises ValueError in plain words otherwise."""
        letter, digits = text[:1], text[1:]
        plain = digits.isascii() and digits.isdigit() and not digits.startswith("0")
        if not ("a" <= letter <= "z") or not plain or len(digits) > 2:
            raise InvalidInput(_("{text} is not a cell; a cell is a letter and a number, like a1", text=repr(text)))
        return Cell(ord(letter) - ord("a"), int(digits) - 1)


class Heading(Enum):
    """The four facings of a square board. The value is the heading in degrees."""

    E = 0
    N = 90
    W = 180
    S = -90

    @property
    def step(self) -> tuple[int, int]:
        """Columns and rows that one cell ahead is away."""
        return _STEPS[self]

    @property
    def left(self) -> Heading:
        """Return the heading to the left."""
        return _LEFT[self]

    @property
    def right(self) -> Heading:
        """Return the heading to the right."""
        return _RIGHT[self]

    @property
    def back(self) -> Heading:
        """Return the opposite heading."""
        return _LEFT[_LEFT[self]]


_STEPS = {Heading.E: (1, 0), Heading.N: (0, 1), Heading.W: (-1, 0), Heading.S: (0, -1)}
_LEFT = {
    Heading.E: Heading.N,
    Heading.N: Heading.W,
    Heading.W: Heading.S,
    Heading.S: Heading.E,
}
_RIGHT = {after: before for before, after in _LEFT.items()}


@dataclass(frozen=True)
class Point:
    """A place in the mat frame, mm."""

    x: float
    y: float

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def distance(self, other: Point) -> float:
        """Return the distance to another point, in mm."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def rotated(self, degrees: float) -> Point:
        """Return the point turned counter-clockwise about the origin."""
        radians = math.radians(degrees)
        sine, cosine = math.sin(radians), math.cos(radians)
        return Point(self.x * cosine - self.y * sine, self.x * sine + self.y * cosine)


@dataclass(frozen=True)
class Rect:
    """An upright rectangle, mm: its lower left and its upper right corner."""

    low: Point
    high: Point

    @property
    def width(self) -> float:
        """Return the width in mm."""
        return self.high.x - self.low.x

    @property
    def height(self) -> float:
        """Return the height in mm."""
        return self.high.y - self.low.y

    @property
    def centre(self) -> Point:
        """Return the middle, in mm."""
        return Point((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)

    def __contains__(self, place: Point) -> bool:
        return self.low.x <= place.x <= self.high.x and self.low.y <= place.y <= self.high.y

    def grown(self, margin: float) -> Rect:
        """Return the rectangle with a margin added on every side (taken away, if negative)."""
        return Rect(self.low - Point(margin, margin), self.high + Point(margin, margin))


@dataclass(frozen=True)
class Pixel:
    """A place in a picture, px: u to the right, v down, (0, 0) the centre of the upper left pixel."""

    u: float
    v: float


@dataclass(frozen=True)
class Pose:
    """Where a flat thing lies: its own origin in the mat frame (mm) and its heading (degrees)."""

    x: float
    y: float
    heading: float

    @property
    def point(self) -> Point:
        """Return the place without the heading."""
        return Point(self.x, self.y)

    def place(self, local: Point) -> Point:
        """Return a point of the thing's own frame, in the mat frame."""
        radians = math.radians(self.heading)
        sine, cosine = math.sin(radians), math.cos(radians)
        return Point(local.x * cosine - local.y * sine + self.x, local.x * sine + local.y * cosine + self.y)

    def local(self, place: Point) -> Point:
        """Return a point of the mat frame, in the thing's own frame."""
        x, y, radians = place.x - self.x, place.y - self.y, math.radians(-self.heading)
        sine, cosine = math.sin(radians), math.cos(radians)
        return Point(x * cosine - y * sine, x * sine + y * cosine)

    def then(self, step: Pose) -> Pose:
        """Return where the thing is after a step that is given in its own frame."""
        radians = math.radians(self.heading)
        sine, cosine = math.sin(radians), math.cos(radians)
        x, y = step.x * cosine - step.y * sine + self.x, step.x * sine + step.y * cosine + self.y
        return Pose(x, y, wrap_degrees(self.heading + step.heading))


def wrap_degrees(degrees: float) -> float:
    """Return the same angle in (-180, 180]."""
    wrapped = math.fmod(degrees, 360.0)
    if wrapped > 180.0:
        return wrapped - 360.0
    return wrapped + 360.0 if wrapped <= -180.0 else wrapped


def nearest_heading(degrees: float) -> tuple[Heading, float]:
    """Return the facing nearest to a heading, and how far off it is (degrees, signed)."""
    facing = min(Heading, key=lambda h: (abs(wrap_degrees(degrees - h.value)), h.value))
    return facing, wrap_degrees(degrees - facing.value)


@dataclass(frozen=True)
class SquareGrid:
    """A field of square cells; its lower left corner is the origin of the mat frame."""

    columns: int
    rows: int
    cell_mm: float

    @property
    def width_mm(self) -> float:
        """Return the width of all cells, in mm."""
        return self.columns * self.cell_mm

    @property
    def height_mm(self) -> float:
        """Return the height of all cells, in mm."""
        return self.rows * self.cell_mm

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.columns and 0 <= cell.row < self.rows

    def centre(self, cell: Cell) -> Point:
        """Return the middle, in mm."""
        return Point((cell.column + 0.5) * self.cell_mm, (cell.row + 0.5) * self.cell_mm)

    def cell_at(self, place: Point) -> Cell | None:
        """Return the cell that a place lies in, None off the field."""
        cell = Cell(math.floor(place.x / self.cell_mm), math.floor(place.y / self.cell_mm))
        return cell if cell in self else None

    @property
    def clearance_mm(self) -> float:
        """How near two bodies' middles come at most (`Grid`): ways along sides of one square."""
        return self.cell_mm

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners, counter-clockwise from the lower left."""
        low = Point(cell.column * self.cell_mm, cell.row * self.cell_mm)
        return tuple(low + Point(x * self.cell_mm, y * self.cell_mm) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one, north, east, south, west; those off the field too."""
        return tuple(Cell(cell.column + column, cell.row + row) for column, row in _AROUND)

    def distance(self, one: Cell, other: Cell) -> int:
        """Step from neighbour to neighbour between two cells."""
        return abs(one.column - other.column) + abs(one.row - other.row)


_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
