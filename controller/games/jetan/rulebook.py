"""The rules of Jetan for people who want to play (source: the book's last part, as docs/rules.md lists it)."""

from __future__ import annotations

from collections.abc import Iterable

from boards.base.message import Message, _, pgettext
from boards.drawing.jetan_figures import FIGURES
from boards.drawing.pictograms import INK, LIFE, cross
from boards.drawing.piece_art import PAINT
from boards.drawing.primitives import Circle, Text, placed
from boards.drawing.rule_art import GOLD, WAY, Shapes, cell_middle, small_board, star, way
from boards.drawing.typography import CAP_HEIGHT
from boards.geometry import Point
from boards.rulebook import LegendEntry, Rulebook, RuleStep
from controller.games.jetan.event_messages import PIECES
from controller.games.jetan.pieces import KINDS

_LIGHT, _DARK = "#f7c894", "#8f8f96"
_SIDE = 4

_NAMES = {kind.name: words for kind, words in zip(KINDS, PIECES, strict=True)}
_MEANINGS: dict[str, Message] = {
    "warrior": _("Two steps, straight. It may turn in between."),
    "padwar": _("Two steps, diagonally."),
    "dwar": _("Three steps, straight."),
    "flier": _("Three steps, diagonally. It jumps over others."),
    "chief": _("Three steps, each straight or diagonal."),
    "princess": _("Three steps, each straight or diagonal. She jumps and takes nothing."),
    "thoat": _("One step straight and one diagonally."),
    "panthan": _("One step: ahead, sideways or diagonally ahead, never back."),
}


def _figure(kind: str, owner: str, at: Point, scale: float = 0.24) -> Shapes:
    return placed(FIGURES[kind](*PAINT[owner]), at, scale)


def _board(cells: Iterable[tuple[str, str, int, int]], *ways: tuple[tuple[int, int], ...]) -> Shapes:
    """Return a small board with pieces (kind, owner, column, row) and ways between cells."""
    shapes = list(small_board(_SIDE, _DARK, _LIGHT))
    for points in ways:
        shapes += way(tuple(cell_middle(_SIDE, *cell) for cell in points), WAY, 4.0)
    for kind, owner, column, row in cells:
        shapes += _figure(kind, owner, cell_middle(_SIDE, column, row))
    return tuple(shapes)


_START = (
    *(("panthan", "black", column, 1) for column in range(4)),
    ("flier", "black", 0, 0),
    ("chief", "black", 1, 0),
    ("princess", "black", 2, 0),
    ("flier", "black", 3, 0),
    ("princess", "orange", 2, 3),
    ("chief", "orange", 1, 3),
)


def _blocked() -> Shapes:
    ground = _board((("dwar", "black", 0, 0), ("panthan", "orange", 0, 1)))
    return (*ground, *placed(cross(LIFE, 16), cell_middle(_SIDE, 0, 2), 0.34))


def _escape() -> Shapes:
    ground = _board((("princess", "black", 0, 0),), ((0, 0), (3, 3)))
    size = 30.0
    return (*ground, Text(Point(-24, 22 - size * CAP_HEIGHT / 2), "10", size, "#ffffff", bold=True))


def _ends() -> Shapes:
    taken = _figure("princess", "orange", Point(18, -12), 0.62)
    return (*_figure("warrior", "black", Point(-26, -12), 0.5), *taken, *star(Point(-26, 36), 26))


def _draw() -> Shapes:
    size = 40.0
    drop = size * CAP_HEIGHT / 2
    sides = (
        Circle(Point(-26, 20), 20, PAINT["black"][0], INK, 3),
        Circle(Point(26, 20), 20, PAINT["orange"][0], INK, 3),
    )
    return (*sides, Text(Point(0, -30 - drop), "10", size, INK, bold=True))


RULEBOOK = Rulebook(
    title=pgettext("game", "Jetan"),
    aim=_(
        "Chess on Mars: twenty pieces a side, a hundred squares. "
        "Take the princess of the other side, or take its chief with yours."
    ),
    picture=FIGURES["chief"](*PAINT["orange"]),
    steps=(
        RuleStep(
            _("The start"),
            _("Black stands in the south, Orange in the north. You agree on who begins; then you take turns."),
            _board(_START),
        ),
        RuleStep(
            _("Steps make a move"),
            _("A piece takes exactly as many steps as it has. It may turn at each, but never crosses a square twice."),
            _board((("warrior", "black", 0, 1),), ((0, 1), (1, 1), (1, 2)), ((0, 1), (0, 3))),
        ),
        RuleStep(
            _("Others block the way"),
            _("A piece passes over empty squares only. Fliers and the princess jump."),
            _blocked(),
        ),
        RuleStep(
            _("Taking"),
            _("End your move on a piece of the other side: it leaves the board. Never on one of your own."),
            _board((("padwar", "black", 0, 0), ("thoat", "orange", 2, 2)), ((0, 0), (2, 2))),
        ),
        RuleStep(
            _("The princess"),
            _("She takes nothing, and may not end where she could be taken."),
            (*FIGURES["princess"](*PAINT["black"]), Circle(Point(36, 34), 9, GOLD, INK, 2)),
        ),
        RuleStep(
            _("Her escape"),
            _("Once in a game she may flee to any square that is empty and not threatened."),
            _escape(),
        ),
        RuleStep(
            _("Who wins?"),
            _("Take the princess, or take the chief with your chief. The winner may begin the next game."),
            _ends(),
        ),
        RuleStep(
            _("A draw"),
            _("Another piece takes a chief; or both sides have three pieces or fewer and nobody wins in ten moves."),
            _draw(),
        ),
    ),
    legend_title=_("The pieces"),
    legend=tuple(
        LegendEntry(kind, _NAMES[kind], meaning, FIGURES[kind](*PAINT["black"])) for kind, meaning in _MEANINGS.items()
    ),
)
