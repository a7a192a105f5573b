"""The rules of the dice race for people who want to play (source: the book's first part, as docs/rules.md lists it)."""

from __future__ import annotations

from boards.base.message import Message, _, pgettext
from boards.drawing.pictograms import INK, LIFE, cross
from boards.drawing.piece_art import PAINT, sign_shapes
from boards.drawing.primitives import Circle, Shape, Text, box, placed
from boards.drawing.rule_art import Shapes, cell_middle, cube, small_board, way
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point, Rect
from boards.rulebook import LegendEntry, Rulebook, RuleStep
from controller.games.spiral.narration.event_messages import FIGURES
from controller.games.spiral.tabletop import BASE_COLOURS, SIGNS

_SIDE = 3
_MEANINGS: dict[str, Message] = {
    "king": _("You set one more chip on cell 1."),
    "dragon": _("It carries you six cells on."),
    "heart": _("You have another turn."),
    "shop": _("You forgot your purse: six cells back."),
    "ace": _("Your chip leaves the board."),
    "spider": _("You miss your next turn."),
    "chess": _("Go on like a knight: two cells and one aside, where you like."),
}


def _chip(owner: str, at: Point, scale: float = 0.36) -> Shapes:
    return placed((Circle(Point(0, 0), 34, PAINT[owner][0], INK, 5),), at, scale)


def _row(*chips: tuple[str, int]) -> list[Shape]:
    """Return four cells side by side, and chips on some."""
    shapes: list[Shape] = [box(Rect(Point(x, -12), Point(x + 24, 12)), "#ffffff", INK, 1.6) for x in (-48, -24, 0, 24)]
    for owner, number in chips:
        shapes += _chip(owner, Point(-36 + 24 * number, 0), 0.26)
    return shapes


def _spiral() -> Shapes:
    course = [(2, 2), (0, 2), (0, 0), (2, 0), (2, 1), (1, 1)]
    return (*small_board(_SIDE), *way(tuple(cell_middle(_SIDE, *cell) for cell in course)))


def _passing() -> Shapes:
    return (
        *_row(("red", 0), ("blue", 1)),
        *way((Point(-36, 16), Point(-36, 30), Point(12, 30), Point(12, 15))),
        *placed(cross(LIFE, 18), Point(-12, 0), 0.44),
    )


def _new_chip() -> Shapes:
    return (*placed(cube("6"), Point(-22, 14), 0.62), *_chip("red", Point(26, -16), 0.7))


def _base() -> Shapes:
    shapes: list[Shape] = []
    for number, paint in enumerate(BASE_COLOURS):
        low = Point(-48 + 24 * number, -12)
        shapes.append(box(Rect(low, low + Point(24, 24)), paint, INK, 1.6))
        shapes += placed(sign_shapes("★"), low + Point(12, 12), 0.2)
    return (*shapes, *_chip("red", Point(36, 0), 0.24), *way((Point(-40, 28), Point(36, 28), Point(36, 15))))


def _turning() -> Shapes:
    return (
        *_row(("blue", 3), ("red", 1)),
        *way((Point(-12, 16), Point(-12, 30), Point(18, 30))),
        *way((Point(18, -30), Point(-34, -30), Point(-34, -15))),
    )


def _score() -> Shapes:
    size = 40.0
    return (Text(Point(0, -size * CAP_HEIGHT / 2), "4000", size, INK, bold=True),)


def _two_chips() -> Shapes:
    return (*_chip("red", Point(-18, 12), 0.7), *_chip("red", Point(18, -12), 0.7))


RULEBOOK = Rulebook(
    title=pgettext("game", "The dice race"),
    aim=_(
        "Race your chips along the spiral and bring them home into the base in the middle. "
        "Play round after round, until somebody reaches the sum that you agreed on."
    ),
    picture=cube("5"),
    steps=(
        RuleStep(
            _("The way"), _("From cell 1 in the upper corner along the arrows, round and round inwards."), _spiral()
        ),
        RuleStep(
            _("Your turn"),
            _("Throw the die and move one of your chips so many cells. You must move if you can."),
            _two_chips(),
        ),
        RuleStep(
            _("A six"),
            _("Set a new chip on cell 1, or move six cells. Then throw again. You have four chips at most."),
            _new_chip(),
        ),
        RuleStep(
            _("Out you go"),
            _("The chips of others that you pass or land on leave the board. You may not land on your own."),
            _passing(),
        ),
        RuleStep(
            _("Coming home"),
            _("The base is filled from its last cell. A chip that stops exactly there is home and safe."),
            _base(),
        ),
        RuleStep(
            _("Too many pips"),
            _("You turn round at the last free cell and count the rest backwards. Next time you go on again."),
            _turning(),
        ),
        RuleStep(
            _("The round ends"),
            _("It ends when all four base cells are taken. Whoever has most of them wins."),
            placed(sign_shapes("★"), Point(0, 0), 1.2),
        ),
        RuleStep(
            _("Your sum"),
            _("Count your chips, and write a zero behind for each one at home: four chips, three at home: 4000."),
            _score(),
        ),
    ),
    legend_title=_("The pictures on the cells"),
    legend=tuple(
        LegendEntry(kind, FIGURES[kind], meaning, placed(sign_shapes(SIGNS[kind]), Point(0, 0), 1.3))
        for kind, meaning in _MEANINGS.items()
    ),
)
