"""What a robot is told: the seven kinds of step, as text and as values.

    D+1 D+2 D-1 D-2   one or two cells ahead or back        R+1 R+2 R-1 R-2   sixths of a turn, + is clockwise
    T   shot          *   self-destruction                  ? n   test        RAZ   reset        -> x   go to

Spaces within a step and case don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from boards.base.errors import InvalidInput, Problem
from boards.base.message import Message, _
from controller.games.robots_hex.questions.parse_errors import PROGRAM_MISTAKES

LONGEST = 15
"""Steps of a program, and the steps that signals name."""
LONGER = range(LONGEST + 1, 51)
"""Steps of a program where players have chosen longer ones."""
TESTS: tuple[str, ...] = ("1", "2", "3", "4")
SHOTS = 10
"""Shots of a robot, for the whole game."""
SIGNALS = 5
"""Signals of a player, for the whole game."""

_LONGEST_TEXT = 20
_STEPS = "D+1 D+2 D-1 D-2, R+1 R+2 R-1 R-2, T, *, ? n, RAZ, -> x"


class Kind(Enum):
    """What a step does. The values are the signs of the text form."""

    MOVE = "D"
    TURN = "R"
    SHOT = "T"
    EXPLODE = "*"
    TEST = "?"
    RESET = "RAZ"
    GO_TO = "->"


ACTIONS: tuple[Kind, ...] = (Kind.MOVE, Kind.TURN, Kind.SHOT, Kind.EXPLODE)
"""The steps that do something on the field and so end the robot's turn."""


STEP_MEANINGS: Mapping[Kind, Message] = {
    Kind.MOVE: _("1 or 2 cells ahead; with − back. A robot or a shape in the way: it stays."),
    Kind.TURN: _("Turns by 1 or 2 sides to the right; with − to the left."),
    Kind.SHOT: _("Shoots ahead: one cell away is destroyed, two cells away loses its next step."),
    Kind.EXPLODE: _("Blows itself up: the same harm all around."),
    Kind.TEST: _("Asks question 1. Yes: it goes on. No: it skips one step."),
    Kind.GO_TO: _("Goes to step 5 and does it at once."),
    Kind.RESET: _("Back above step 1: the program begins again."),
}
"""What the kinds of steps do, with the numbers of an example."""


class Instruction(NamedTuple):
    """One step."""

    kind: Kind
    number: int = 0
    """Cells (negative: back), sixths of a turn, the test's number, the step to go to."""


class NotAStep(InvalidInput):
    """A text that is no step; says what the steps are."""


_FORM = re.compile(r"([DR])([+-][12])|(\?)([0-9])|(->)([1-9][0-9]?)")
_PLAIN = {kind.value: Instruction(kind) for kind in (Kind.SHOT, Kind.EXPLODE, Kind.RESET)}


@lru_cache(maxsize=4096)
def parse_step(text: str) -> Instruction:
    """Return the step that a text means. Raises :class:`NotAStep`."""
    bare = "".join(text.split()).upper() if len(text) <= _LONGEST_TEXT else ""
    if bare in _PLAIN:
        return _PLAIN[bare]
    match = _FORM.fullmatch(bare)
    if not match:
        what = repr(text[:_LONGEST_TEXT]) if text.strip() else _("an empty text")
        raise NotAStep(_("{what} is no step; the steps are {steps}", what=what, steps=_STEPS))
    sign, number = [part for part in match.groups() if part is not None]
    return Instruction(Kind(sign), int(number))


def format_step(step: Instruction) -> str:
    """Return the text of a step: ``parse_step(format_step(s)) == s``."""
    if step.kind in (Kind.MOVE, Kind.TURN):
        return f"{step.kind.value}{step.number:+d}"
    if step.kind in (Kind.TEST, Kind.GO_TO):
        return f"{step.kind.value} {step.number}"
    return f"{step.kind.value}"


def check_program(
    given: object, tests: Sequence[str], at: str, rows: Sequence[int] | None = None, *, most: int = LONGEST
) -> list[Problem]:
    """Every reason why a list of texts is no program.

    `tests` are the numbers of the tests there are, `rows` the places of the steps among what was given, where there
    was more. `most` steps are allowed.
    """
    if not isinstance(given, list | tuple):
        return [Problem(at, _("a program is a list of steps in text form"))]
    texts: Sequence[object] = given
    problems: list[Problem] = []
    if len(texts) > most:
        message = PROGRAM_MISTAKES["too-many"].bind(most=most, count=len(texts))
        problems.append(Problem(at, message, message))
    for index, text in enumerate(texts[: 2 * most]):
        place = f"{at}[{index if rows is None else rows[index]}]"
        problem = _wrong_step(text, index + 1, len(texts), tests, place)
        problems += [] if problem is None else [problem]
    return problems


def _wrong_step(text: object, number: int, steps: int, tests: Sequence[str], at: str) -> Problem | None:
    """Return what is wrong with a step of a program, counted from 1; None, if nothing."""
    if not isinstance(text, str):
        return Problem(at, _("a step is text, such as D+1"))
    try:
        step = parse_step(text)
    except NotAStep as error:
        shown = repr(text[:_LONGEST_TEXT])
        return Problem(at, error.message, PROGRAM_MISTAKES["no-step"].bind(step=number, found=shown, steps=_STEPS))
    if step.kind is Kind.GO_TO and step.number > steps:
        message = PROGRAM_MISTAKES["beyond"].bind(step=number, to=step.number, count=steps)
        return Problem(
            at, _("there is no step {number}; the program has {steps}", number=step.number, steps=steps), message
        )
    if step.kind is Kind.TEST and str(step.number) not in tests:
        message = PROGRAM_MISTAKES["no-test"].bind(step=number, test=step.number)
        return Problem(at, _no_test(step.number, tests), message)
    return None


def _no_test(number: int, tests: Sequence[str]) -> Message:
    if not tests:
        return _("there is no test {number} at all", number=number)
    if len(tests) == 1:
        return _("there is no test {number}; there is {test}", number=number, test=tests[0])
    return _("there is no test {number}; there are {tests}", number=number, tests=", ".join(tests))
