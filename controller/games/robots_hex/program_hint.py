"""A hint for somebody who writes a program: the step that a good program of the same beginning has next. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.message import Message, _, joined
from controller.games.robots_hex.opponent import TARGET_TEST, continued_program
from controller.games.robots_hex.program import STEP_MEANINGS, TESTS, Kind, check_program, parse_step
from controller.games.robots_hex.questions.parse_errors import PROGRAM_MISTAKES
from controller.games.robots_hex.questions.parser import NotAQuestion
from controller.games.robots_hex.setup import question_of
from controller.games.robots_hex.state import State

_WRITE = _("Step {number}: write {step}.")
_ASK_BELOW = _("And below the steps: {question}")
_WHOLE = _("The program has all its {steps} steps: lay it.")


def program_hint(state: State, asked: str, rows: Sequence[str]) -> Message:
    """Return what to write next in a robot's program that begins with these rows, and what that does.

    Rows are steps and tests as people write them; what is wrong with them is told first. The same rows: the same hint.
    """
    tests: dict[str, str] = {}
    steps: list[str] = []
    for row in rows:
        try:
            question = question_of(row)
        except NotAQuestion as error:
            return PROGRAM_MISTAKES["question"].bind(test=row.split(":")[0].split()[-1], why=error.message)
        if question is None:
            steps.append(row.strip())
        else:
            tests[question[0]] = row
    most = state.position.steps
    # A question may be written after its step, and a jump before the step that it goes to.
    wrong = check_program([*steps, *["T"] * (most - len(steps))], TESTS, "program", most=most)
    if wrong:
        return wrong[0].people or wrong[0].message
    program = continued_program(state, asked, tuple(steps), tuple(tests.values()))
    if len(program) <= len(steps):
        return _WHOLE.bind(steps=len(steps))
    step = parse_step(program[len(steps)])
    told = [_WRITE.bind(number=len(steps) + 1, step=program[len(steps)]), STEP_MEANINGS[step.kind]]
    if step.kind is Kind.TEST and str(step.number) not in tests:
        told.append(_ASK_BELOW.bind(question=TARGET_TEST))
    return joined(told, " ")
