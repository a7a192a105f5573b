"""The line in the terminal that says what the table is doing, and where the golems are."""

from __future__ import annotations

import io

import pytest

from controller.app.terminal.story import PHASES, TerminalNarrator
from controller.table.core.phases import Phase
from tests.support import views


def test_every_phase_that_is_shown_has_a_word() -> None:
    assert set(PHASES) == {phase.shown.value for phase in Phase}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "  row       red a2E ♥♥♥  blue d4S ♥··"),
        ("de", "  Reihe     Rot a2E ♥♥♥  Blau d4S ♥··"),
        ("pl", "  rząd      czerwony a2E ♥♥♥  niebieski d4S ♥··"),
    ],
)
def test_the_line_is_told_in_the_language_of_the_story(language: str, line: str) -> None:
    out = io.StringIO()
    TerminalNarrator(out, language, colour=False, progress=True).on_view(views.acting())
    assert out.getvalue().split("\r\033[K")[-1] == line
