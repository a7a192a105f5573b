"""The step cards of Robots on hexagons: a sign as in the text form, a picture, words. Their backs tell nothing."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.drawing.card_art import BAND, EMBLEM, PICTURE, centred_text
from boards.drawing.pictograms import INK, arrow, burst, curved_arrow
from boards.drawing.primitives import (
    WHITE,
    Circle,
    Drawing,
    MarkerShape,
    Shape,
    Text,
    arc,
    box,
    line,
    placed,
    rounded,
    sheet,
)
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.hexagons.hex_board_art import hexagon
from boards.hexagons.hex_messages import STEPS
from boards.kit.kit import CARD_MM, card_markers

BLUE, ORANGE, RED, GREY = "#1f6fc4", "#e07b10", "#c8372d", "#5b6470"
_COLOURS: dict[str, str] = {"D": BLUE, "R": BLUE, "T": RED, "*": RED, "?": ORANGE, "-": GREY}
"""By the first sign of a step: what moves, what hurts, what asks; the rest leads the pointer."""


def step_face(text: str, marker: int, language: Language) -> Drawing:
    """Return the face of a step's card, such as ``D+1`` or ``-> 12``."""
    colour = GREY if text == "RAZ" else _COLOURS[text[0]]
    label = Rect(EMBLEM.low + Point(1, 3), EMBLEM.high - Point(0, 3))
    sign = text.replace("->", "→").replace("-", "−")
    size = 17.0
    return Drawing(
        sheet(*CARD_MM),
        (
            *_ground(marker),
            *placed(step_picture(text, colour), PICTURE.centre, PICTURE.width / 104),
            rounded(BAND, 3.4, colour),
            Text(Point(0, -size * CAP_HEIGHT / 2), sign, size, WHITE, bold=True),
            *centred_text(translate(STEPS[_word_key(text)], language), label, INK, most=6, lines=3),
        ),
    )


def step_back(marker: int) -> Drawing:
    """Return the back: its marker, and nothing to read for people."""
    shapes: list[Shape] = [*_ground(marker), rounded(BAND, 3.4, GREY)]
    for area in (PICTURE, EMBLEM):
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                at = area.centre + Point(across * area.width / 3, (up + 0.5 * (across % 2)) * area.height / 3.6)
                shapes.append(hexagon(at, area.width / 7, None, GREY, 0.7))
    shapes += [hexagon(Point(x, 0), 6, None, WHITE, 1.0) for x in (-18.0, 0.0, 18.0)]
    return Drawing(sheet(*CARD_MM), tuple(shapes))


def _ground(marker: int) -> tuple[Shape, ...]:
    return (box(sheet(*CARD_MM), WHITE), *(MarkerShape(simulated_robot) for simulated_robot in card_markers(marker)))


def _word_key(text: str) -> str:
    return text if text in STEPS else text.split(" ")[0]


def step_picture(text: str, colour: str) -> list[Shape]:
    """Return what a step does, in a square of 100."""
    number = int(text[1:]) if text[0] in "DR" and text != "RAZ" else 0
    if text[0] == "D":
        cells = [Point(0.0, 31.2 * n * (1 if number > 0 else -1)) for n in range(abs(number) + 1)]
        low = min(cell.y for cell in cells) / 2 + max(cell.y for cell in cells) / 2
        shapes: list[Shape] = [hexagon(cell - Point(0, low), 18, WHITE, INK, 3) for cell in cells]
        shapes.append(hexagon(Point(0, -low), 18, "#cfe0f2", INK, 3))
        return [*shapes, arrow(0, -low, cells[-1].y - low, 7)]
    if text[0] == "R" and number:
        sweep = -60.0 * number
        robot = [hexagon(Point(0, 0), 40, WHITE, INK, 3), line([(0, 0), (0, 24)], GREY, 5, 6)]
        return [*robot, curved_arrow(Point(0, 0), 26, 90.0, 90.0 + sweep, 7, 9), Circle(Point(0, 0), 6, colour)]
    if text == "T":
        return [hexagon(Point(0, -34), 13, WHITE, INK, 3), arrow(0, -24, 4, 7), burst(9, 26, 13, colour, Point(0, 26))]
    if text == "*":
        return [burst(12, 46, 24, colour), hexagon(Point(0, 0), 13, WHITE, INK, 3)]
    if text[0] == "?":
        return [hexagon(Point(0, 0), 44, WHITE, colour, 5), Text(Point(0, -22), "?", 62, INK, bold=True)]
    if text == "RAZ":
        return [curved_arrow(Point(0, 0), 34, 60, 400, 9, 13), Text(Point(0, -14), "1", 40, INK, bold=True)]
    ways = [(point.x, point.y) for point in arc(Point(0, -8), 30, 180, 90)]
    return [line(ways, INK, 7), *placed([arrow(0, -24, 26, 8)], Point(16, 22), 1.0, -90)]
