"""The question cards of Robots on hexagons: words as the question language has them, what they are for, a picture."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.drawing.card_art import BAND, EMBLEM, PICTURE, centred_text
from boards.drawing.pictograms import INK, arrow, bolt, burst, check_mark, cross
from boards.drawing.primitives import (
    WHITE,
    Circle,
    Drawing,
    MarkerShape,
    Shape,
    Text,
    box,
    line,
    placed,
    rounded,
    sheet,
)
from boards.geometry import Point, Rect
from boards.hexagons.hex_board_art import CAMP, LAKE, PAINT, YELLOW, compass_rose, figure, hexagon, waves
from boards.hexagons.hex_question_cards import COLOURS, DIGITS, TESTS, group_of
from boards.hexagons.hex_question_messages import GROUP_WORDS, LABELS
from boards.kit.kit import CARD_MM, card_markers

_INKS: dict[str, str] = {
    "test": "#e07b10", "many": "#00796b", "number": "#00796b", "colour": "#5d4037", "what": "#1f6fc4",
    "where": "#2e7d32", "me": "#6a3d9a", "join": "#5b6470",
}  # fmt: skip
"""The colour of a card by what it is for."""
_RED, _BLUE, _GREY = "#d32f2f", "#1f6fc4", "#9aa3ab"


def word_face(word: str, marker: int, language: Language) -> Drawing:
    """Return the face of a question card. Its back is that of the steps."""
    group = group_of(word)
    assert group is not None, word
    colour = _INKS[group]
    below = Rect(EMBLEM.low + Point(1, 3), EMBLEM.high - Point(0, 3))
    return Drawing(
        sheet(*CARD_MM),
        (
            box(sheet(*CARD_MM), WHITE),
            *(MarkerShape(simulated_robot) for simulated_robot in card_markers(marker)),
            *placed(_picture(word, group, colour), PICTURE.centre, PICTURE.width / 104),
            rounded(BAND, 3.4, colour),
            *centred_text(translate(LABELS[word], language), BAND.grown(-1.2), WHITE, most=11.0, lines=2),
            *centred_text(translate(GROUP_WORDS[group], language), below, colour, most=6, lines=2),
        ),
    )


def _picture(word: str, group: str, colour: str) -> list[Shape]:
    """Return what a word means, in a square of 100."""
    if word in TESTS:
        sign = Text(Point(0, -22), f"?{word[-1]}", 52, INK, bold=True)
        return [hexagon(Point(0, 0), 46, WHITE, colour, 5), sign]
    if word in DIGITS or word in "()":
        return [Text(Point(0, -29), word, 84, INK, bold=True)]
    if word in COLOURS:
        return [Circle(Point(0, 0), 40, PAINT[word], INK, 3)]
    return {"many": _many, "what": _thing, "where": _place, "me": _self, "join": _joining}[group](word)


def _many(word: str) -> list[Shape]:
    if word == "no":
        return [Circle(Point(0, 0), 38, WHITE, INK, 4), line([(-27, -27), (27, 27)], _RED, 8)]
    sign = "≥" if word == "at-least" else "="
    return [Text(Point(0, -29), sign, 84, INK, bold=True)]


def _robot(fill: str) -> list[Shape]:
    """Return a robot from above, its front to the north."""
    return [Circle(Point(0, 0), 30, fill, INK, 4), arrow(0, -16, 22, 9)]


def _thing(word: str) -> list[Shape]:
    robots = {"enemy-robots": _RED, "my-robots": _BLUE, "robots": _GREY}
    cells = {"lakes": (LAKE, waves()), "lightning": (YELLOW, list(placed([bolt("#f2a900")], Point(0, 0), 0.6)))}
    if word in robots:
        return _robot(robots[word])
    if word in cells:
        ground, picture = cells[word]
        return [hexagon(Point(0, 0), 46, ground, INK, 3), *picture]
    if word == "cells":
        return [hexagon(Point(0, 0), 46, WHITE, INK, 3)]
    return [figure(word.removesuffix("s"), _GREY)]


def _place(word: str) -> list[Shape]:
    if word in ("within", "at"):
        # Near cells count, or only those of one ring.
        rings: list[Shape] = [
            Circle(Point(0, 0), 42, "#cfe8cf", INK, 3),
            Circle(Point(0, 0), 25, "#cfe8cf" if word == "within" else WHITE, INK, 3),
        ]
        return [*rings, Circle(Point(0, 0), 8, INK)]
    if word == "in-direction":
        return list(compass_rose(Point(0, 0), 44))
    fire = word == "in-my-fire"
    ahead: list[Shape] = [hexagon(Point(0, y), 17, "#f2a39d" if fire else WHITE, INK, 3) for y in (0, 32)]
    here = hexagon(Point(0, -32), 17, WHITE, INK, 3)
    return [*ahead, here, Circle(Point(0, -32), 8, INK)] if fire else [*ahead, here, arrow(0, -32, 46, 7)]


def _self(word: str) -> list[Shape]:
    if word == "i-face":
        return [*placed(_robot(_BLUE), Point(0, -10), 0.9), arrow(0, 22, 48, 9)]
    if word == "shots-left":
        return [burst(9, 22, 10, _RED, Point(x, y)) for x, y in ((0, 22), (-24, -20), (24, -20))]
    if word == "cell-ahead":
        asked = Text(Point(0, 10), "?", 34, INK, bold=True)
        return [hexagon(Point(0, 22), 24, WHITE, INK, 3), asked, *placed(_robot(_BLUE), Point(0, -28), 0.62)]
    grounds = {"in-green-camp": CAMP["green"], "in-violet-camp": CAMP["violet"], "in-my-camp": "#cfe0f2"}
    ground = grounds.get(word, "#f6d0cd")
    return [hexagon(Point(0, 0), 46, ground, INK, 3), *placed(_robot(_BLUE), Point(0, 0), 0.62)]


def _joining(word: str) -> list[Shape]:
    if word == "not":
        return [Circle(Point(0, 0), 38, WHITE, INK, 4), *placed(cross(_RED), Point(0, 0), 0.7)]
    tick = check_mark("#2e7d32")
    if word == "and":
        return [*placed([tick], Point(-22, 0), 0.5), *placed([tick], Point(24, 0), 0.5)]
    return [*placed([tick], Point(-22, 0), 0.5), *placed(cross(_RED), Point(24, 0), 0.4)]
