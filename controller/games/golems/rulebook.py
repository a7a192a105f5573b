"""The rules of Battle of Golems for people who want to play (source: both rulebooks, as docs/rules.md lists them)."""

from __future__ import annotations

from boards.base.message import Message, _, pgettext
from boards.colours import HEX
from boards.drawing.pictograms import LIFE, arrow, barrel, card_picture, cross, golem_face, shield
from boards.drawing.primitives import Circle, Shape, placed
from boards.drawing.rule_art import (
    Shapes,
    card_back,
    card_front,
    cell_middle,
    cube,
    flash,
    lost_life,
    small_board,
    small_golem,
    spark,
    star,
    way,
)
from boards.drawing.token_art import token_ground
from boards.geometry import Point
from boards.kit.cards import WORDS, CardKind
from boards.rulebook import LegendEntry, Rulebook, RuleStep

_SIDE = 3
"""Cells a side of the boards in the pictures."""
_SMALL = 0.26

_MEANINGS: dict[CardKind, Message] = {
    CardKind.FORWARD: _("The golem goes one cell ahead."),
    CardKind.BACKWARD: _("One cell back. It still looks ahead."),
    CardKind.TURN_LEFT: _("A quarter turn to the left, on its cell."),
    CardKind.TURN_RIGHT: _("A quarter turn to the right, on its cell."),
    CardKind.STAND: _("The golem does nothing."),
    CardKind.ATTACK: _("It strikes the cell ahead."),
    CardKind.DEFEND: _("No strike hurts it in this row."),
    CardKind.TAKE: _("It picks up the barrel ahead, if it carries none."),
    CardKind.IF_ENEMY: _("Is an enemy or a barrel ahead? Then it does the 1st card beside, else the 2nd."),
    CardKind.IF_ATTACKED: _("Is it being struck in this row? Then it does the 1st card beside, else the 2nd."),
    CardKind.REPEAT_2: _("The card beside, 2 times."),
    CardKind.REPEAT_3: _("The card beside, 3 times."),
}
_TOKENS: tuple[tuple[str, Message, Message], ...] = (
    (
        "barrel",
        pgettext("token", "Barrel"),
        _("Stops golems. Attack destroys it, Take picks it up. A golem that carries one loses it instead of a life."),
    ),
    ("wall", pgettext("token", "Wall"), _("Stops golems. Nothing destroys it.")),
    ("water", pgettext("token", "Water"), _("A golem that tries to enter loses a life and stays where it is.")),
)


def _start() -> Shapes:
    corner, other = cell_middle(_SIDE, 0, 0), cell_middle(_SIDE, 2, 2)
    return (
        *small_board(_SIDE),
        *small_golem("red", corner, _SMALL),
        *small_golem("blue", other, _SMALL, 180.0),
    )


def _lay() -> Shapes:
    rows = [card_back("red", Point(-26, y), 0.7) for y in (36.0, 12.0, -12.0, -36.0)]
    more = [card_back("red", Point(0, y), 0.7) for y in (12.0, -36.0)]
    numbers = [Circle(Point(-44, y), 2.6, HEX["red"]) for y in (36.0, 12.0, -12.0, -36.0)]
    hand = placed(golem_face(HEX["red"]), Point(32, 4), 0.36)
    return (*numbers, *(shape for card in (*rows, *more) for shape in card), *hand)


def _reveal() -> Shapes:
    return (
        *card_back("red", Point(-32, 22), 0.9),
        *way((Point(-14, 22), Point(4, 22))),
        *card_front(card_picture(CardKind.FORWARD, HEX["red"]), Point(28, 22), 0.82),
        *card_back("blue", Point(-32, -28), 0.9),
        *way((Point(-14, -28), Point(4, -28))),
        *card_front(card_picture(CardKind.ATTACK, HEX["blue"]), Point(28, -28), 0.82),
    )


def _moves() -> Shapes:
    """Two that want the same cell: neither goes."""
    left, right, wanted = cell_middle(_SIDE, 0, 1), cell_middle(_SIDE, 2, 1), cell_middle(_SIDE, 1, 1)
    return (
        *small_board(_SIDE),
        *small_golem("red", left, _SMALL, -90.0),
        *small_golem("blue", right, _SMALL, 90.0),
        *placed(cross(LIFE, 16), wanted, 0.36),
    )


def _strikes() -> Shapes:
    low, high = cell_middle(_SIDE, 0, 0), cell_middle(_SIDE, 0, 1)
    return (
        *small_board(_SIDE),
        *spark(high, 19, "#f0b429"),
        *small_golem("blue", high, _SMALL, 180.0),
        *small_golem("red", low, _SMALL),
        *lost_life(cell_middle(_SIDE, 1, 1), 0.28),
        *placed(shield(HEX["blue"]), cell_middle(_SIDE, 2, 1), 0.26),
    )


def _energy() -> Shapes:
    return (*flash(Point(-22, 0), 0.8), arrow(24, 34, -34, 14))


def _end() -> Shapes:
    return (*small_golem("red", Point(0, -12), 0.68), *star(Point(0, 36), 32))


def _token_picture(kind: str) -> Shapes:
    shapes: list[Shape] = list(placed(token_ground(kind), Point(0, 0), 1.15))
    if kind == "barrel":
        shapes += [Circle(Point(0, 0), 31, "#ffffff"), *placed(barrel(), Point(0, 0), 0.46)]
    return tuple(shapes)


RULEBOOK = Rulebook(
    title=pgettext("game", "Battle of Golems"),
    aim=_(
        "Each player has a golem. You do not steer it: you write it a program of cards. "
        "Be the last one standing, or have the most lives when the energy is used up."
    ),
    picture=golem_face(HEX["red"]),
    steps=(
        RuleStep(
            _("The start"),
            _("Two golems stand in opposite corners and look along the board. Each has three lives. The energy is 10."),
            _start(),
        ),
        RuleStep(
            _("The bonus die"),
            _("In the standard game everybody rolls: the die shows which bonus card you may use. Blank: none."),
            cube("×2"),
        ),
        RuleStep(
            _("Lay four rows"),
            _("One card in each row, face down, and nobody else looks. An If takes two more cards, a Repeat one."),
            _lay(),
        ),
        RuleStep(
            _("Turn them over"),
            _("Row 1 of all golems is turned over and done at the same time, then row 2, row 3 and row 4."),
            _reveal(),
        ),
        RuleStep(
            _("First they move"),
            _("If two want the same cell, neither goes. At the edge, a wall or a barrel a golem stays where it is."),
            _moves(),
        ),
        RuleStep(
            _("Then they strike"),
            _("A struck golem loses a life, unless it defends. A golem that has just moved away is not hit."),
            _strikes(),
        ),
        RuleStep(
            _("The round is over"),
            _("The energy goes down by one, and you lay new programs. At 1 the game ends: most lives win."),
            _energy(),
        ),
        RuleStep(
            _("Who wins?"),
            _("The last golem standing. In a scenario: the first to do what its card asks for."),
            _end(),
        ),
    ),
    legend_title=_("The cards and tokens"),
    legend=(
        *(
            LegendEntry(kind.value, WORDS[kind], meaning, card_picture(kind, HEX["red"]))
            for kind, meaning in _MEANINGS.items()
        ),
        *(LegendEntry(kind, name, meaning, _token_picture(kind)) for kind, name, meaning in _TOKENS),
    ),
)
