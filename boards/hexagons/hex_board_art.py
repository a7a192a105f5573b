"""The board of hexagons as a drawing: cells, what is printed on them, the six directions, markers, a legend."""

from __future__ import annotations

import math

from boards.base.catalogue import Language, translate
from boards.base.message import Message
from boards.drawing.card_art import centred_text
from boards.drawing.pictograms import INK, WATER, bolt
from boards.drawing.primitives import (
    WHITE,
    Circle,
    Contour,
    Drawing,
    MarkerShape,
    Path,
    Shape,
    Text,
    box,
    line,
    placed,
    rounded,
)
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Cell, Point, Rect
from boards.hex_grid import DIRECTIONS, HexHeading
from boards.hexagons.hex_messages import LEGEND
from boards.hexboards import HexBoard

GROUND = "#f6f3ec"
PLAIN = "#faf8f3"
CAMP: dict[str, str] = {"green": "#cfe8cf", "violet": "#e0d2ee"}
CAMP_INK: dict[str, str] = {"green": "#2e7d32", "violet": "#6a3d9a"}
YELLOW, LAKE = "#ffe27a", "#bfe0f2"
PAINT: dict[str, str] = {
    "red": "#d32f2f", "blue": "#1f6fc4", "green": "#2e9e41", "yellow": "#f2c200",
    "violet": "#7e45b5", "orange": "#ee7b1a", "black": "#1b1b1b", "white": "#ffffff",
}  # fmt: skip
"""Colours of the shapes. A shape has a dark rim, so that white and yellow ones are seen too."""
_QUIET = "#8a8577"


def hexboard_drawing(board: HexBoard, language: Language) -> Drawing:
    """Return the printed board, in the mat frame."""
    shapes: list[Shape] = [box(board.sheet, WHITE)]
    if board.border_mm >= 40:
        field = Rect(Point(0, 0), Point(board.grid.width_mm, board.grid.height_mm))
        shapes += hex_border(field, board.border_mm, board.title, language)
    shapes += hex_cells(board)
    shapes += [MarkerShape(marker) for marker in board.markers]
    return Drawing(board.sheet, tuple(shapes))


def hexagon(centre: Point, side: float, fill: str | None, stroke: str | None = None, stroke_mm: float = 0.0) -> Path:
    """Return a hexagon with a flat top."""
    return Path((_ring(centre, side),), fill, stroke, stroke_mm)


def _ring(centre: Point, side: float) -> Contour:
    return tuple(Point(side, 0.0).rotated(60.0 * index) + centre for index in range(6))


def hex_cells(board: HexBoard) -> list[Shape]:
    """Return the field, in the board's own frame."""
    grid = board.grid
    grounds = {cell: CAMP[camp] for camp, cells in board.camps.items() for cell in cells}
    grounds |= dict.fromkeys(board.lakes, LAKE) | dict.fromkeys(board.lightning, YELLOW)
    every = [Cell(column, row) for column in range(grid.columns) for row in range(grid.rows)]
    shapes: list[Shape] = [
        Path((grid.corners(cell),), grounds.get(cell, PLAIN), INK, 0.012 * grid.cell_mm) for cell in every
    ]
    unit = grid.cell_mm / 100
    for cell in board.lakes:
        shapes += placed(waves(), grid.centre(cell), unit)
    for cell in board.lightning:
        shapes += placed([bolt("#f2a900")], grid.centre(cell), 0.55 * unit)
    for cell, text in board.shapes.items():
        colour, form = text.split()
        shapes += placed([figure(form, PAINT[colour])], grid.centre(cell), unit)
    for camp, cell in board.computers.items():
        shapes += placed(computer(CAMP_INK[camp]), grid.centre(cell), unit)
    for cell in board.starts:
        shapes.append(Circle(grid.centre(cell), 9 * unit, INK))
    size = 0.1 * grid.cell_mm
    for cell in every:
        foot = grid.centre(cell) - Point(0.0, 0.46 * grid.cell_mm)
        shapes.append(Text(foot, str(cell), size, _QUIET))
    return shapes


def waves() -> list[Shape]:
    """Three waves."""
    return [line([(x, y + 4 * math.sin(x / 5.6)) for x in range(-24, 25, 2)], WATER, 3.2) for y in (-14.0, 2.0, 18.0)]


def figure(form: str, fill: str) -> Shape:
    """Return a square, triangle or circle that fills much of a cell of 100."""
    if form == "circle":
        return Circle(Point(0.0, 3.0), 29, fill, INK, 2.4)
    corners: tuple[tuple[float, float], ...]
    if form == "square":
        corners = ((-26.0, -22.0), (26.0, -22.0), (26.0, 30.0), (-26.0, 30.0))
    else:
        corners = ((-34.0, -21.0), (34.0, -21.0), (0.0, 36.0))
    return Path((tuple(Point(x, y) for x, y in corners),), fill, INK, 2.4)


def computer(ink: str) -> list[Shape]:
    """Return a screen on a foot, with a sign of the camp's colour on it."""
    return [
        rounded(Rect(Point(-31, -14), Point(31, 32)), 5, ink, INK, 2.4),
        rounded(Rect(Point(-24, -7), Point(24, 25)), 3, WHITE),
        hexagon(Point(0, 9), 11, None, ink, 3.6),
        Path(((Point(-6, -14), Point(6, -14), Point(11, -26), Point(-11, -26)),), INK),
    ]


def compass_rose(at: Point, side: float) -> tuple[Shape, ...]:
    """Return the directions 1 to 6 around a hexagon."""
    shapes: list[Shape] = [hexagon(Point(0, 0), 17, WHITE, INK, 1.6)]
    for direction in DIRECTIONS:
        way = float(HexHeading.of(direction).value)
        tip = [Point(x, y).rotated(way) for x, y in ((17.5, -5.0), (24.5, 0.0), (17.5, 5.0))]
        shapes.append(Path((tuple(tip),), INK))
        spot = Point(33.0, 0.0).rotated(way)
        shapes.append(Text(spot - Point(0, 12 * CAP_HEIGHT / 2), str(direction), 12, INK, bold=True))
    return placed(shapes, at, side / 40)


def hex_border(field: Rect, border: float, title: Message, language: Language) -> list[Shape]:
    """Draw a title above the field, a legend below, and the six directions at every corner."""
    room = Point(min(4.0, border / 20), border * 0.2)
    strips = (
        Rect(Point(room.x, field.high.y + room.y), Point(field.width - room.x, field.high.y + border - 6)),
        Rect(Point(room.x, 6 - border), Point(field.width - room.x, -room.y)),
    )
    shapes: list[Shape] = [rounded(strip, 6, GROUND) for strip in strips]
    size = strips[0].height / 2 - 2
    for strip in strips:
        for x in (strip.low.x + size + 6, strip.high.x - size - 6):
            shapes += compass_rose(Point(x, strip.centre.y), size)
    aside = Point(2 * size + 20, 4)
    middle = Rect(strips[0].low + aside, strips[0].high - aside)
    shapes += centred_text(translate(title, language), middle, INK, most=34, lines=1)
    shapes += _legend(Rect(strips[1].low + aside, strips[1].high - aside), language)
    return shapes


def _legend(area: Rect, language: Language) -> list[Shape]:
    """Return what the pictures on the cells mean."""
    pitch = area.width / len(LEGEND)
    pictures: dict[str, tuple[str, list[Shape]]] = {
        "lake": (LAKE, waves()),
        "lightning": (YELLOW, list(placed([bolt("#f2a900")], Point(0, 0), 0.55))),
        "shape": (PLAIN, [figure("triangle", PAINT["orange"])]),
        "computer": (CAMP["green"], computer(CAMP_INK["green"])),
        "start": (PLAIN, [Circle(Point(0, 0), 9, INK)]),
    }
    shapes: list[Shape] = []
    side = min(area.height * 0.5, 24.0)
    for number, (name, words) in enumerate(LEGEND.items()):
        low = area.low + Point(number * pitch, 0)
        at = Point(low.x + side + 2, area.centre.y)
        ground, picture = pictures[name]
        shapes.append(hexagon(at, side, ground, INK, 0.6))
        shapes += placed(picture, at, side * math.sqrt(3) / 100)
        label = Rect(Point(at.x + side + 1, area.low.y), Point(low.x + pitch - 3, area.high.y))
        shapes += centred_text(translate(words, language), label, INK, most=11, lines=3)
    return shapes
