"""What is wrong with a question, in the language in which it was asked: data for :mod:`.parser`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _

END: Message = _("the end")
NUMBER: Message = _("a number")

MISTAKES: Mapping[str, Message] = {
    "too-long": _("a question has at most {most} characters, this one has {count}"),
    "too-deep": _("there are more than {most} parentheses and {no} within each other"),
    "unexpected": _("word {place} is {found}; one of these is expected: {wanted}"),
    "directions": _("directions are 1 to 6, in {text}"),
    "distances": _("distances are counted from 1, in {text}"),
}
"""The name of a mistake -> its sentence."""

CARD_MISTAKES: Mapping[str, Message] = {
    "stray-word": _("card {card} is a word of a question; a question begins with its card “Test 1:”"),
    "step-within": _("test {test}, card {card} is a step; lay all steps first, the questions after them"),
    "unexpected": _("test {test}, card {card} does not fit here; what fits: {wanted}"),
    "ends": _("test {test}: the question is not finished; what comes next: {wanted}"),
    "directions": _("test {test}, card {card}: directions are 1 to 6"),
    "distances": _("test {test}, card {card}: distances are counted from 1"),
    "too-deep": _("test {test}, card {card}: too many parentheses and “not” within each other"),
}
"""What is wrong with a program that is laid as cards: where, not which card it is, as everybody reads it."""

PROGRAM_MISTAKES: Mapping[str, Message] = {
    "too-many": _("a program has at most {most} steps, this one has {count}"),
    "no-step": _("step {step}: {found} is no step; the steps are {steps}"),
    "beyond": _("step {step}: there is no step {to}; the program has {count}"),
    "no-test": _("step {step}: test {test} has no question; write “test {test}: …”, or lay it behind “Test {test}:”"),
    "twice": _("test {test} has two questions; one is enough"),
    "question": _("test {test}: {why}"),
}
"""What is wrong with a program, as people at the table are told."""
