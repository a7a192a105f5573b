"""What is printed on the question cards of Robots on hexagons. `…` is where a number belongs."""

from __future__ import annotations

from boards.base.message import Message, _, literal, pgettext
from boards.hexagons.hex_question_cards import DIGITS, TESTS


def _test(number: str) -> Message:
    return _("Test {number}:", number=number)


LABELS: dict[str, Message] = {
    **{name: _test(name.split()[1]) for name in TESTS},
    **{digit: literal(digit) for digit in DIGITS},
    "(": literal("("),
    ")": literal(")"),
    "at-least": pgettext("question card", "at least …"),
    "exactly": pgettext("question card", "exactly …"),
    "no": pgettext("question card", "no"),
    "red": pgettext("question card", "red"),
    "blue": pgettext("question card", "blue"),
    "green": pgettext("question card", "green"),
    "yellow": pgettext("question card", "yellow"),
    "violet": pgettext("question card", "violet"),
    "orange": pgettext("question card", "orange"),
    "black": pgettext("question card", "black"),
    "white": pgettext("question card", "white"),
    "enemy-robots": pgettext("question card", "enemy robots"),
    "my-robots": pgettext("question card", "my robots"),
    "robots": pgettext("question card", "robots"),
    "squares": pgettext("question card", "squares"),
    "triangles": pgettext("question card", "triangles"),
    "circles": pgettext("question card", "circles"),
    "lakes": pgettext("question card", "lakes"),
    "lightning": pgettext("question card", "lightning"),
    "cells": pgettext("question card", "cells"),
    "within": pgettext("question card", "at … cells or less"),
    "at": pgettext("question card", "at exactly … cells"),
    "in-my-direction": pgettext("question card", "in my direction"),
    "in-direction": pgettext("question card", "in direction …"),
    "in-my-fire": pgettext("question card", "in my column of fire"),
    "i-face": pgettext("question card", "I face direction …"),
    "in-my-camp": pgettext("question card", "I am in my camp"),
    "in-opposing-camp": pgettext("question card", "I am in the opposing camp"),
    "in-green-camp": pgettext("question card", "I am in the green camp"),
    "in-violet-camp": pgettext("question card", "I am in the violet camp"),
    "shots-left": pgettext("question card", "I have at least … shots left"),
    "cell-ahead": pgettext("question card", "the cell … ahead is"),
    "and": pgettext("question card", "and"),
    "or": pgettext("question card", "or"),
    "not": pgettext("question card", "not"),
}
"""The words on a card: as the question language has them, so that a row of cards reads like the question."""

GROUP_WORDS: dict[str, Message] = {
    "test": _("the question:"),
    "many": _("how many"),
    "number": _("a number"),
    "colour": _("a colour"),
    "what": _("what"),
    "where": _("where"),
    "me": _("about me"),
    "join": _("joins"),
}
"""What the cards of a group are for; stands on each of them, and in what is said of mistakes."""
