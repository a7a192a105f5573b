"""The table of phases: every cell is either in it or refused, and every phase can be reached and left."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from controller.games.game import Requirement
from controller.table.core.phase_diagram import page
from controller.table.core.phases import TRANSITIONS, WANTED, Phase, Signal, follow

CELLS = list(itertools.product(Phase, Signal))


@pytest.mark.parametrize(("phase", "signal"), CELLS, ids=lambda value: value.value)
def test_every_cell_leads_on_or_is_refused(phase: Phase, signal: Signal) -> None:
    if (phase, signal) in TRANSITIONS:
        assert follow(phase, signal) is TRANSITIONS[phase, signal]
    else:
        with pytest.raises(ValueError, match=phase.value):
            follow(phase, signal)


def test_every_phase_is_reached_from_setup() -> None:
    reached, frontier = {Phase.SETUP}, [Phase.SETUP]
    while frontier:
        phase = frontier.pop()
        for (source, _), target in TRANSITIONS.items():
            if source is phase and target not in reached:
                reached.add(target)
                frontier.append(target)
    assert reached == set(Phase)


def test_a_restart_and_whatever_a_game_asks_for_are_answered() -> None:
    assert {phase for phase, signal in TRANSITIONS if signal is Signal.RESTARTED} == set(Phase)
    for want in Requirement:
        assert (Phase.CHECK, WANTED[want]) in TRANSITIONS


def test_the_page_shows_the_table_of_today() -> None:
    assert (Path(__file__).parents[2] / "docs" / "phases.md").read_text(encoding="utf-8") == page()
