"""The rules of Robots on hexagons for people who want to play (source: the book, as docs/rules.md lists it)."""

from __future__ import annotations

from boards.base.message import Message, _, literal, pgettext
from boards.drawing.pictograms import INK, LIFE, bolt, cross
from boards.drawing.primitives import WHITE, Circle, Shape, Text, line, placed, rounded
from boards.drawing.rule_art import Shapes, spark, star, way
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.hexagons.hex_board_art import CAMP, CAMP_INK, LAKE, PAINT, YELLOW, computer, figure, hexagon, waves
from boards.hexagons.hex_step_card_art import BLUE, GREY, ORANGE, RED, step_picture
from boards.rulebook import LegendEntry, Rulebook, RuleStep
from controller.games.robots_hex.program import STEP_MEANINGS, parse_step

_R = 21.0
"""The side of a hexagon in the pictures."""

_STEPS: tuple[tuple[str, str, str], ...] = (
    ("D+1", "D+1  D+2", BLUE),
    ("R+1", "R+1  R+2", BLUE),
    ("T", "T", RED),
    ("*", "*", RED),
    ("? 1", "? 1", ORANGE),
    ("-> 5", "→ 5", GREY),
    ("RAZ", "RAZ", GREY),
)


def _robot(at: Point, paint: str, turned: float = 0.0, scale: float = 1.0) -> Shapes:
    """Return a robot that looks up, turned by degrees counter-clockwise."""
    body = (Circle(Point(0, 0), 12, paint, INK, 2.4), line([(0, 0), (0, 12)], WHITE, 4))
    return placed(body, at, scale, turned)


def _cells(*middles: tuple[float, float]) -> tuple[Shape, ...]:
    return tuple(hexagon(Point(x, y), _R, "#faf8f3", INK, 1.6) for x, y in middles)


_COLUMN = ((0.0, 36.4), (0.0, 0.0), (0.0, -36.4))
_GREEN, _VIOLET = PAINT["green"], PAINT["violet"]


def _program() -> Shapes:
    sheet = rounded(Rect(Point(-32, -46), Point(32, 46)), 5, WHITE, INK, 2.6)
    texts = ("1  D+2", "2  R+1", "3  T", "4  RAZ")
    return (sheet, *(Text(Point(-22, 24 - 20 * n), text, 15, INK, anchor="start") for n, text in enumerate(texts)))


def _placing() -> Shapes:
    ground = _cells(*_COLUMN)
    return (
        *ground,
        Circle(Point(0, 0), 5, INK),
        *_robot(Point(0, -36.4), _GREEN),
        *_robot(Point(0, 36.4), _VIOLET, 180),
    )


def _turn() -> Shapes:
    return (*_cells(*_COLUMN), *_robot(Point(0, -36.4), _GREEN), *way((Point(0, -22), Point(0, 8))))


def _blocked() -> Shapes:
    shape = placed((figure("square", PAINT["yellow"]),), Point(0, 0), 0.44)
    return (*_cells(*_COLUMN), *_robot(Point(0, -36.4), _GREEN), *shape, *placed(cross(LIFE, 16), Point(0, 0), 0.36))


def _shot() -> Shapes:
    return (
        *_cells(*_COLUMN),
        *_robot(Point(0, -36.4), _GREEN),
        *spark(Point(0, 0), 19, "#f0b429"),
        *_robot(Point(0, 0), _VIOLET, 180),
    )


def _question() -> Shapes:
    size = 62.0
    return (
        hexagon(Point(0, 0), 46, WHITE, ORANGE, 5),
        Text(Point(0, -size * CAP_HEIGHT / 2), "?", size, INK, bold=True),
    )


def _signal() -> Shapes:
    paper = rounded(Rect(Point(-30, -22), Point(30, 22)), 3, "#fff6d8", INK, 3)
    fold = line([(-30, 22), (0, -4), (30, 22)], INK, 3)
    return (paper, fold, *_robot(Point(0, -8), _GREEN, 0, 0.6))


def _cell(fill: str, *shapes: Shape) -> Shapes:
    return (hexagon(Point(0, 0), 48, fill, INK, 3), *shapes)


_THINGS: tuple[tuple[str, Message, Message, Shapes], ...] = (
    ("lake", _("Lake"), _("A robot that enters it is destroyed."), _cell(LAKE, *waves())),
    (
        "lightning",
        _("Lightning"),
        _("The step that led here is destroyed for the rest of the game."),
        _cell(YELLOW, *placed([bolt("#f2a900")], Point(0, 0), 0.55)),
    ),
    (
        "shape",
        _("Shape"),
        _("Nobody gets in. Questions can look for it."),
        _cell("#faf8f3", figure("triangle", PAINT["red"])),
    ),
    (
        "computer",
        _("Central computer"),
        _("It stands in a camp, and may be an aim."),
        _cell(CAMP["violet"], *computer(CAMP_INK["violet"])),
    ),
    (
        "start",
        pgettext("legend of a board", "Start"),
        _("A robot begins here, or in its own camp."),
        _cell("#faf8f3", Circle(Point(0, 0), 9, INK)),
    ),
)

RULEBOOK = Rulebook(
    title=pgettext("game", "Robots on hexagons"),
    aim=_(
        "Write programs of up to fifteen steps, then watch your robots carry them out. Be the last with robots, "
        "or enter the other camp, or shoot its computer: you agree on the aim."
    ),
    picture=(hexagon(Point(0, 0), 48, CAMP["green"], INK, 3), *_robot(Point(0, 0), _GREEN, 0, 2.0)),
    steps=(
        RuleStep(
            _("Write in secret"), _("Each robot has a program of its own, with up to four questions."), _program()
        ),
        RuleStep(
            _("Place the robots"),
            _("By turns, one robot each: in your own camp or on a black point. You say which way it looks."),
            _placing(),
        ),
        RuleStep(
            _("A turn"),
            _("Each of your robots does the next step of its program. Questions and jumps cost no turn."),
            _turn(),
        ),
        RuleStep(
            _("In the way"), _("Robots and shapes block a move: it is not done. Off the board is out."), _blocked()
        ),
        RuleStep(
            _("Shots"),
            _("Ten in a game. They hit friend and foe, one or two cells ahead."),
            _shot(),
        ),
        RuleStep(
            _("Questions"),
            _("A question is answered yes or no: “no enemy robots at 2 cells or less”."),
            _question(),
        ),
        RuleStep(
            _("Signals"),
            _("Five in a game: name a robot and, in secret, a step. In your next turn it does that step instead."),
            _signal(),
        ),
        RuleStep(
            _("Who wins?"),
            _("The side that reaches the aim. The last side with robots always wins."),
            (*_robot(Point(0, -12), _GREEN, 0, 2.2), *star(Point(0, 34), 30)),
        ),
    ),
    legend_title=_("The steps, and what is on the board"),
    legend=(
        *(
            LegendEntry(key, literal(sign), STEP_MEANINGS[parse_step(key).kind], tuple(step_picture(key, paint)))
            for key, sign, paint in _STEPS
        ),
        *(LegendEntry(key, name, meaning, picture) for key, name, meaning, picture in _THINGS),
    ),
)
