"""The table of phases: every cell is either in it or refused, and every phase can be reached and left."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import get_args

import pytest

from controller.games.game import Requirement
from controller.table.core.phase_diagram import page
from controller.table.core.phases import GATES, TRANSITIONS, WANTED, Control, Gate, Phase, Signal, follow
from controller.table.perception.ready_cards import TRANSITIONS as CARDS
from controller.table.perception.ready_cards import ReadyCard, seen_again

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
    for requirement in Requirement:
        assert (Phase.CHECK, WANTED[requirement]) in TRANSITIONS


def test_whatever_is_shown_as_another_phase_leads_on_as_that_one_does() -> None:
    """An old record, which knew only what is shown, replays in the finer phases."""
    for phase in Phase:
        assert phase.shown.shown is phase.shown
        for (source, signal), target in TRANSITIONS.items():
            if source is phase.shown and phase is not phase.shown:
                assert follow(phase, signal).shown is target.shown, (phase, signal)


def test_golems_drive_home_by_themselves_only_for_a_known_reason() -> None:
    homing = {phase for phase in Phase if phase.drives_home}
    assert homing == {Phase.GATHERING, Phase.HOMING, Phase.STRANDED}
    reasons = {signal for (source, signal), target in TRANSITIONS.items() if target in homing and source not in homing}
    assert reasons == {
        *(Signal.UNDONE, Signal.TAKEN_UP, Signal.RESTARTED),
        *(Signal.STOPPED, Signal.CUT_SHORT, Signal.DRIVE),
    }
    assert [
        source
        for (source, signal), target in TRANSITIONS.items()
        if target in homing and source not in homing
        if signal is Signal.RESTARTED
    ] == [Phase.ROW]


@pytest.mark.parametrize("gate", [Gate.OPEN, Gate.PAUSED, Gate.GUARDED, Gate.ESTOPPED])
@pytest.mark.parametrize("control", get_args(Control))
def test_every_gate_answers_every_control(gate: Gate, control: Control) -> None:
    then = GATES[gate, control]
    if control in ("pause", "stop"):
        assert then is not Gate.OPEN
    elif control == "estop":
        assert then is Gate.ESTOPPED
    if gate is Gate.ESTOPPED:
        assert then is (Gate.PAUSED if control == "clear" else Gate.ESTOPPED), "only its release ends it"
    if gate is Gate.GUARDED and control in ("pause", "stop"):
        assert then is Gate.PAUSED, "a pause by a person stays a person's to end"
    if gate in (Gate.PAUSED, Gate.GUARDED) and then is Gate.OPEN:
        assert control == "resume", "only a person's word lets it go on"


@pytest.mark.parametrize(("card", "lying"), list(itertools.product(ReadyCard, (True, False))))
def test_a_ready_card_counts_only_after_it_was_away(card: ReadyCard, lying: bool) -> None:
    then = CARDS[card, lying]
    assert then is (ReadyCard.AWAY if not lying else ReadyCard.LEFT if card is ReadyCard.LEFT else ReadyCard.LAID)
    assert seen_again({"red": card}, ("red",), ("red",) if lying else ()) == {"red": then}


@pytest.mark.parametrize("card", ReadyCard)
def test_a_ready_card_that_cannot_be_seen_stays_what_it_was(card: ReadyCard) -> None:
    """A hand over the card of the last round, taken away again, does not lock a program."""
    assert seen_again({"red": card}, ("red",), (), ("red",)) == {"red": card}
    assert seen_again({"red": card}, ("red",), ("red",), ("red",)) == {"red": CARDS[card, True]}


def test_the_page_shows_the_table_of_today() -> None:
    assert (Path(__file__).parents[2] / "docs" / "phases.md").read_text(encoding="utf-8") == page()
