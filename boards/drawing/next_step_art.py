"""A picture of what a player does next, for screens: pictograms of about 100 across, around the origin."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from boards.colours import HEX
from boards.drawing.pictograms import INK, LIFE, arrow, check_mark, golem, golem_standing, hourglass
from boards.drawing.primitives import WHITE, Circle, Path, Shape, line, placed, rounded
from boards.drawing.rule_art import Shapes, card_back, cube, star, way
from boards.geometry import Point, Rect

_GOOD = "#1f6b2c"


def _lay() -> Shapes:
    row = rounded(Rect(Point(-48, -44), Point(48, -4)), 6, "#ece7dc", INK, 3)
    return (row, *card_back("blue", Point(-28, -24), 1.0), arrow(14, 46, -30, 14))


def _ready() -> Shapes:
    return (Circle(Point(0, 0), 46, WHITE, _GOOD, 6), check_mark(_GOOD, 13))


def _watch() -> Shapes:
    upper = [Point(-46 + n * 4.6, 30 * math.sin(math.pi * n / 20)) for n in range(21)]
    lower = [Point(point.x, -point.y) for point in reversed(upper)]
    pupil = (Circle(Point(0, 0), 17, INK), Circle(Point(6, 6), 5, WHITE))
    return (Path(((*upper, *lower),), WHITE, INK, 5), *pupil)


def _look_away() -> Shapes:
    return (*_watch(), line([(-40, -38), (40, 38)], LIFE, 8))


def _move() -> Shapes:
    places = (Circle(Point(-28, -20), 20, "#ffffff", INK, 4), Circle(Point(30, 24), 20, "#ffe7ae", INK, 4))
    return (*places, Circle(Point(-28, -20), 11, HEX["red"]), *way((Point(-14, -8), Point(16, 14)), INK, 6))


def _put() -> Shapes:
    cell = rounded(Rect(Point(-34, -48), Point(34, 0)), 5, "#ece7dc", INK, 3)
    return (cell, *placed(golem(HEX["red"]), Point(0, -24), 0.46), arrow(0, 50, 6, 14))


def _pause() -> Shapes:
    bars: tuple[Shape, ...] = tuple(rounded(Rect(Point(x, -34), Point(x + 18, 34)), 5, INK) for x in (-26, 8))
    return (Circle(Point(0, 0), 48, WHITE, INK, 4), *bars)


def _stop() -> Shapes:
    corners = tuple(Point(48, 0).rotated(22.5 + 45 * n) for n in range(8))
    hand = (line([(0, -18), (0, 24)], WHITE, 12), Circle(Point(0, -30), 6, WHITE))
    return (Path((corners,), "#b3221a", INK, 3), *hand)


def _win() -> Shapes:
    return (star(Point(0, 0), 92)[0], *placed(golem(HEX["red"]), Point(0, -4), 0.3))


def _over() -> Shapes:
    return placed(golem_standing(HEX["blue"]), Point(0, 0), 0.95)


NEXT_STEPS: Mapping[str, Callable[[], Shapes]] = {
    "lay": _lay,
    "ready": _ready,
    "wait": hourglass,
    "watch": _watch,
    "look-away": _look_away,
    "throw": lambda: cube("6"),
    "move": _move,
    "put": _put,
    "pause": _pause,
    "stop": _stop,
    "win": _win,
    "over": _over,
}
"""What is to be done -> its picture."""
