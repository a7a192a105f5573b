"""A puzzle told in the terminal: what is wanted, each try from its own beginning, the judge's words once."""

from __future__ import annotations

import io

import pytest

from boards.base.catalogue import languages, translate
from controller.app.terminal.story import TerminalNarrator, phrase
from tests.support import task_views


@pytest.mark.parametrize("language", languages())
def test_a_second_try_is_no_undo_and_the_judge_is_heard_once(language: str) -> None:
    out = io.StringIO()
    teller = TerminalNarrator(out, language, colour=False, progress=False)
    told = task_views.tried("round-the-corner", right=False)
    failed = told.view()
    for _ in range(2):
        teller.on_view(failed)
    assert failed.task is not None
    teller.on_view(told.tell("taken-up", number=told.state.game.number).view())
    teller.end(failed)
    said = [line.strip() for line in out.getvalue().split("\n")]
    assert failed.task is not None
    for words in (failed.task.name, failed.task.story, *failed.task.verdict):
        assert said.count(translate(words, language)) == 1
    assert said.count(phrase("try", language, number=2)) == 1
    assert not any("↶" in line for line in said) and failed.reason not in out.getvalue()


def test_golems_are_named_and_not_their_side() -> None:
    out = io.StringIO()
    TerminalNarrator(out, "pl", colour=False, progress=False).on_view(task_views.puzzle("two-friends").view())
    assert "  Czerwony, Żółty · nie zostawić na planszy żadnej beczki" in out.getvalue()
