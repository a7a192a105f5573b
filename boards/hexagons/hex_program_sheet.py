"""The sheet to write a program of Robots on hexagons on: 15 steps, four tests, shots and signals to tick off."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.drawing.card_art import centred_text
from boards.drawing.pictograms import INK
from boards.drawing.primitives import WHITE, Drawing, Shape, Text, box, line, rounded, sheet
from boards.geometry import Point, Rect
from boards.hexagons.hex_board_art import GROUND, hexagon
from boards.hexagons.hex_messages import SHEET, STEPS

SIZE_MM = (190.0, 262.0)
_STEPS, _TESTS, _SHOTS, _SIGNALS = 15, 4, 10, 5
_PALE = "#9a958a"
_LEFT, _MIDDLE, _RIGHT = -95.0, -17.0, 95.0
_ROW = 13.6


def program_sheet(language: Language) -> Drawing:
    """One robot's sheet, with its origin in the centre."""
    shapes: list[Shape] = [box(sheet(*SIZE_MM), WHITE)]
    shapes += _blank(translate(SHEET["robot"], language), Point(_LEFT, 117), _MIDDLE - 5)
    shapes += _blank(translate(SHEET["side"], language), Point(_MIDDLE + 4, 117), _RIGHT)
    shapes += _steps(language)
    shapes += _meanings(language)
    shapes += _tests(language)
    shapes += _boxes(translate(SHEET["shots"], language), _SHOTS, Point(_LEFT, -116))
    shapes += _boxes(translate(SHEET["signals"], language), _SIGNALS, Point(20, -116))
    shapes.append(Text(Point(_LEFT, -128), translate(SHEET["lost"], language), 4.6, INK, anchor="start"))
    return Drawing(sheet(*SIZE_MM), tuple(shapes))


def _blank(word: str, at: Point, until: float) -> list[Shape]:
    """Return a word and a line to write on."""
    return [
        Text(at, word, 7, INK, bold=True, anchor="start"),
        line([(at.x + 26, at.y - 1), (until, at.y - 1)], INK, 0.4),
    ]


def _steps(language: Language) -> list[Shape]:
    """Fifteen numbered boxes."""
    top = 101.0
    shapes: list[Shape] = [
        Text(Point(_LEFT, top + 2.5), translate(SHEET["steps"], language), 6, INK, bold=True, anchor="start")
    ]
    for number in range(_STEPS):
        low = top - (number + 1) * _ROW
        shapes.append(
            rounded(Rect(Point(_LEFT + 14, low + 1), Point(_MIDDLE - 5, low + _ROW - 0.6)), 2, WHITE, INK, 0.5)
        )
        centre = Point(_LEFT + 6.2, low + _ROW / 2)
        shapes.append(hexagon(centre, 6.0, GROUND, INK, 0.4))
        shapes.append(Text(centre - Point(0, 2.0), str(number + 1), 5.6, INK, bold=True))
    return shapes


def _meanings(language: Language) -> list[Shape]:
    """Return what can be written."""
    area = Rect(Point(_MIDDLE + 4, 12), Point(_RIGHT, 102))
    shapes: list[Shape] = [rounded(area, 3, GROUND)]
    pitch = (area.height - 4) / len(STEPS)
    for number, (text, words) in enumerate(STEPS.items()):
        base = area.high.y - 2 - (number + 0.72) * pitch
        sign = {"?": "? 1–4", "->": "-> 1–15"}.get(text, text)
        shapes.append(Text(Point(area.low.x + 4, base), sign, 5.2, INK, bold=True, anchor="start"))
        room = Rect(Point(area.low.x + 29, base - 2.2), Point(area.high.x - 2, base + pitch - 2.2))
        for written in centred_text(translate(words, language), room, INK, most=4.8, lines=1, bold=False):
            shapes.append(Text(Point(room.low.x, base), written.text, written.size_mm, INK, anchor="start"))
    return shapes


def _tests(language: Language) -> list[Shape]:
    """Four questions, two lines each."""
    top = 4.0
    left = _MIDDLE + 4
    shapes: list[Shape] = [
        Text(Point(left, top), translate(SHEET["tests"], language), 5.6, INK, bold=True, anchor="start")
    ]
    for number in range(_TESTS):
        base = top - 15 - number * 25.5
        shapes.append(Text(Point(left, base + 1), f"? {number + 1}", 7, INK, bold=True, anchor="start"))
        shapes += [line([(left + 15, base - down), (_RIGHT, base - down)], _PALE, 0.35) for down in (0.0, 11.5)]
    return shapes


def _boxes(word: str, count: int, at: Point) -> list[Shape]:
    """Boxes to tick off."""
    shapes: list[Shape] = [Text(at + Point(0, 1), word, 5.2, INK, bold=True, anchor="start")]
    for number in range(count):
        low = at + Point(26 + number * 7.6, -1)
        shapes.append(box(Rect(low, low + Point(6, 6)), WHITE, INK, 0.45))
    return shapes
