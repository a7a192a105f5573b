"""Small pictures of what happens in a game, for its rules: pictograms of about 100 across, around the origin."""

from __future__ import annotations

from boards.colours import HEX
from boards.drawing.card_art import owner_emblem
from boards.drawing.mat_art import DARK, LIGHT
from boards.drawing.pictograms import INK, LIFE, bolt, burst, cross, golem, heart
from boards.drawing.primitives import WHITE, Path, Shape, Text, box, line, placed, polygon, rounded
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect

Shapes = tuple[Shape, ...]
GOLD = "#f2c200"
WAY = "#1f6fc4"


def small_board(side: int, dark: str = DARK, light: str = LIGHT) -> Shapes:
    """Return a square board of so many cells a side, 96 across."""
    cell = 96 / side
    cells = (
        box(_square(cell_middle(side, column, row), cell), dark if (column + row) % 2 == 0 else light, INK, 1.2)
        for column in range(side)
        for row in range(side)
    )
    return tuple(cells)


def cell_middle(side: int, column: int, row: int) -> Point:
    """Return the middle of a cell of :func:`small_board`, counted from the lower left."""
    cell = 96 / side
    return Point((column + 0.5) * cell - 48, (row + 0.5) * cell - 48)


def small_golem(colour: str, at: Point, scale: float, turned: float = 0.0) -> Shapes:
    """Return a golem that looks up, turned by degrees counter-clockwise."""
    return placed(golem(HEX[colour]), at, scale, turned)


def way(points: tuple[Point, ...], stroke: str = WAY, wide: float = 5.0) -> Shapes:
    """Return a way over a board, with a tip at its end."""
    before, last = points[-2], points[-1]
    length = before.distance(last) or 1.0
    ahead = Point((last.x - before.x) / length, (last.y - before.y) / length)
    neck = Point(last.x - 11 * ahead.x, last.y - 11 * ahead.y)
    wing = Point(-ahead.y * 9, ahead.x * 9)
    course = [(point.x, point.y) for point in (*points[:-1], neck)]
    tip = [(neck.x + wing.x, neck.y + wing.y), (last.x, last.y), (neck.x - wing.x, neck.y - wing.y)]
    return (line(course, stroke, wide), polygon(tip, stroke))


def card_back(colour: str, at: Point, scale: float = 1.0) -> Shapes:
    """Return a card that lies face down."""
    card = rounded(Rect(Point(-11, -15), Point(11, 15)), 3, HEX[colour], INK, 2)
    return placed((card, *owner_emblem(colour, Point(0, 0), 0.13)), at, scale)


def card_front(picture: Shapes, at: Point, scale: float = 1.0) -> Shapes:
    """Return a card that lies face up, with a pictogram of 100."""
    card = rounded(Rect(Point(-22, -30), Point(22, 30)), 5, WHITE, INK, 2.4)
    return placed((card, *placed(picture, Point(0, 2), 0.34)), at, scale)


def cube(sign: str) -> Shapes:
    """Return a die that shows a sign."""
    face = rounded(Rect(Point(-36, -36), Point(36, 36)), 9, WHITE, INK, 5)
    size = 44.0
    return (face, Text(Point(0, -size * CAP_HEIGHT / 2), sign, size, INK, bold=True))


def star(at: Point, size: float) -> Shapes:
    """Return a golden star, so many across."""
    points = tuple(Point(0, 0.5 if number % 2 == 0 else 0.21).rotated(36.0 * number) for number in range(10))
    return placed((Path((points,), GOLD, INK, 0.04),), at, size)


def lost_life(at: Point, scale: float) -> Shapes:
    """Return a heart that is struck out."""
    return placed((heart(LIFE), *cross(INK, 12)), at, scale)


def spark(at: Point, size: float, colour: str) -> Shapes:
    """Return where something is struck."""
    return (burst(9, size, size * 0.55, colour, at),)


def flash(at: Point, scale: float) -> Shapes:
    """Return a unit of energy."""
    return placed((bolt("#ffd23f"),), at, scale)


def _square(middle: Point, side: float) -> Rect:
    return Rect(middle, middle).grown(side / 2)
