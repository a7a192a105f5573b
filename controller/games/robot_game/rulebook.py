"""The rules of Robot Game for people who want to watch or to write a bot (source: the book; see docs/rules.md)."""

from __future__ import annotations

from boards.base.message import _, pgettext
from boards.drawing.pictograms import INK, LIFE, cross, shield
from boards.drawing.primitives import WHITE, Circle, Text, box, placed, rounded
from boards.drawing.rule_art import Shapes, cell_middle, small_board, spark, star, way
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.rulebook import LegendEntry, Rulebook, RuleStep

_SIDE = 3
_RED, _BLUE, _BLACK = "#c8372d", "#1f5fbf", "#2b2b31"


def _robot(paint: str, at: Point, scale: float = 1.0) -> Shapes:
    body = rounded(Rect(Point(-11, -11), Point(11, 11)), 4, paint, INK, 2.4)
    return placed((body, Circle(Point(-4, 3), 2.2, WHITE), Circle(Point(4, 3), 2.2, WHITE)), at, scale)


def _board(*robots: tuple[str, int, int]) -> Shapes:
    placed_robots = (shape for paint, column, row in robots for shape in _robot(paint, cell_middle(_SIDE, column, row)))
    return (*small_board(_SIDE), *placed_robots)


def _at(column: int, row: int) -> Point:
    return cell_middle(_SIDE, column, row)


def _arena() -> Shapes:
    corners = [box(Rect(Point(x - 16, y - 16), Point(x + 16, y + 16)), _BLACK) for x in (-32, 32) for y in (-32, 32)]
    return (*_board((_RED, 1, 1)), *corners)


def _code() -> Shapes:
    sheet = rounded(Rect(Point(-40, -46), Point(40, 46)), 5, WHITE, INK, 2.6)
    texts = ("class Robot:", "  def act(", "    self, game)")
    return (sheet, *(Text(Point(-34, 20 - 18 * n), text, 10.5, INK, anchor="start") for n, text in enumerate(texts)))


def _number(text: str, size: float = 44.0) -> Shapes:
    return (Text(Point(0, -size * CAP_HEIGHT / 2), text, size, INK, bold=True),)


RULEBOOK = Rulebook(
    title=pgettext("game", "Robot Game"),
    aim=_(
        "Nobody steers here: each side is a program in Python, a bot, that says what its robots do. "
        "The side with more robots after a hundred rounds wins."
    ),
    picture=_robot(_RED, Point(0, 0), 4.0),
    steps=(
        RuleStep(_("The arena"), _("19 × 19 cells, nearly round. Nobody enters a black one."), _arena()),
        RuleStep(
            _("The bot"),
            _("In every round it is asked for each robot: what do you see, what do you do?"),
            _code(),
        ),
        RuleStep(
            _("All at once"),
            _("Two robots that want one cell collide: both stay, and enemies lose 5 points."),
            (*_board((_RED, 0, 1), (_BLUE, 2, 1)), *placed(cross(LIFE, 16), _at(1, 1), 0.4)),
        ),
        RuleStep(
            _("Friends"),
            _("They stand in each other’s way, but never hurt each other."),
            _board((_RED, 0, 1), (_RED, 1, 1)),
        ),
        RuleStep(
            _("New robots"),
            _(
                "Every ten rounds five robots of each side appear at the edge. "
                "Robots that still stand there are destroyed."
            ),
            _number("+5"),
        ),
        RuleStep(
            _("Who wins?"),
            _("The side with more robots after a hundred rounds. Equal numbers are a draw."),
            (*_robot(_RED, Point(0, -12), 2.6), *star(Point(0, 36), 28)),
        ),
    ),
    legend_title=_("What a robot can do"),
    legend=(
        LegendEntry(
            "move",
            pgettext("act of a robot", "Move"),
            _("One cell ahead, back or to a side."),
            (*_board((_RED, 0, 1)), *way((_at(0, 1) + Point(14, 0), _at(1, 1)))),
        ),
        LegendEntry(
            "attack",
            pgettext("act of a robot", "Attack"),
            _("Hits an enemy beside it: 8 to 10 points."),
            (
                *small_board(_SIDE),
                *spark(_at(2, 1), 17, "#f0b429"),
                *_robot(_RED, _at(1, 1)),
                *_robot(_BLUE, _at(2, 1)),
            ),
        ),
        LegendEntry(
            "guard",
            pgettext("act of a robot", "Guard"),
            _("Stays. Hits count half, collisions nothing."),
            placed(shield(_RED), Point(0, 0), 0.9),
        ),
        LegendEntry(
            "suicide",
            pgettext("act of a robot", "Explode"),
            _("Is gone; every enemy beside it loses 15 points."),
            (*small_board(_SIDE), *spark(_at(1, 1), 44, "#f0b429"), *_robot(_RED, _at(1, 1))),
        ),
        LegendEntry("hp", _("Points"), _("A robot begins with 50. At 0 it is gone."), _number("50")),
    ),
)
