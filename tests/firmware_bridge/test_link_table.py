"""Every cell of the link's two transition tables is visited, with real frames and real time where it can be."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import inf

import pytest

from firmware_bridge.link.commands import Cleared, ClearRefused, Event, Latched, Timers
from firmware_bridge.link.estop_latch import LATCH_TRANSITIONS, HostLatch, LatchPhase, LatchSignal
from firmware_bridge.link.transition_table import TRANSITIONS, Action, Phase, Signal
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    Ack,
    Boot,
    BootCause,
    Clear,
    Done,
    Estop,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Report,
    State,
    Stop,
    Verdict,
)
from tests.firmware_bridge.driven_link import BOOT, COMMAND, SLOW, Driven, welcome


def inject(driven: Driven, signal: Signal) -> None:
    """Make a signal happen."""
    link, then = driven.link, TRANSITIONS[driven.link.phase, signal]
    in_life: dict[Signal, Callable[[], object]] = {
        Signal.OPENED: lambda: link.open(driven.now),
        Signal.AWAY: lambda: link.away("pulled", driven.now),
        Signal.GONE: lambda: link.gone("pulled", driven.now),
        Signal.SUBMIT: lambda: link.submit(COMMAND, driven.now),
        Signal.STOP: lambda: link.stop(driven.now),
        Signal.WELCOME_SAME: lambda: driven.hear(welcome(driven.session, driven.seq), 0, driven.hello),
        Signal.WELCOME_NEW: lambda: driven.hear(welcome(driven.session + 5), 0, driven.hello),
        Signal.WELCOME_OURS: lambda: driven.hear(welcome(driven.session), None, driven.hello),
        Signal.WELCOME_FOREIGN: lambda: driven.hear(welcome(0, dictionary=1), 0, driven.hello),
        Signal.ACCEPTED: lambda: driven.hear(Ack(Verdict.ACCEPTED, 0, State.BUSY)),
        Signal.REJECTED: lambda: driven.hear(Ack(Verdict.LOW_BATTERY, driven.seq, State.IDLE)),
        Signal.DONE: lambda: driven.hear(Done(Outcome.DONE, 1000, 0, driven.seq, State.IDLE)),
        Signal.UNFETCHED: lambda: driven.report(driven.session, driven.seq),
        Signal.SESSION_LOST: lambda: driven.hear(Boot(BOOT + 1, BootCause.RESET), 0, 0),
    }
    due = {
        Signal.RETRY: link._transmitter.retry_at,
        Signal.HEARTBEAT: link._transmitter.heartbeat_at,
        Signal.OVERDUE: link._pending.deadline if link._pending else None,
        Signal.SILENCE: link._transmitter.silent_from + 1.0,
    }
    if then.action is Action.NOTHING and signal not in (Signal.OPENED, Signal.AWAY, Signal.GONE):
        link._signal(signal)
    elif signal in in_life:
        in_life[signal]()
    else:
        when = due[signal]
        assert when is not None and when < inf
        link.poll(when)


SAID: dict[Action, tuple[type[Message] | None, ...]] = {
    Action.NOTHING: (),
    Action.ASK: (Hello,),
    Action.ASK_AGAIN: (Hello,),
    Action.CLAIM: (Hello,),
    Action.CLAIM_AGAIN: (Hello,),
    Action.BEGIN: (),
    Action.ADOPT: (Move,),
    Action.QUEUE: (),
    Action.LAUNCH: (Move,),
    Action.REFUSE: (),
    Action.SEND_AGAIN: (Move,),
    Action.SEND_STOP: (Stop,),
    Action.MARK_STOP: (),
    Action.ACCEPT: (),
    Action.FINISH: (),
    Action.PING: (Ping,),
    Action.NUDGE: (Ping, Move),
    Action.LOSE: (Hello,),
    Action.GIVE_UP: (Hello,),
    Action.LEAVE: (),
    Action.DROP: (),
    Action.SHUT: (),
    Action.TURN_AWAY: (),
}
"""What must be heard on the wire. (NUDGE: one of the two, by the time.)"""

ENDS = {Action.REFUSE, Action.FINISH, Action.GIVE_UP, Action.DROP}
"""Actions that end exactly one command."""


@pytest.mark.parametrize(
    ("phase", "signal"),
    list(itertools.product(Phase, Signal)),
    ids=[f"{phase.name}-{signal.name}" for phase, signal in itertools.product(Phase, Signal)],
)
def test_a_cell_does_what_it_says(phase: Phase, signal: Signal) -> None:
    driven = Driven().to(phase, SLOW if signal is Signal.SILENCE else COMMAND)
    assert driven.link.phase is phase
    driven.link.take_events()
    driven.frames()
    had_errand = driven.link._pending is not None
    step = TRANSITIONS[phase, signal]
    inject(driven, signal)
    assert driven.link.phase is step.then
    said = [type(message) for message in driven.frames()]
    if step.action is Action.NUDGE:
        assert len(said) == 1 and said[0] in SAID[step.action]
    else:
        assert said[: len(SAID[step.action])] == list(SAID[step.action])
        # Beside it at most a timer's HELLO, when several were due at once.
        assert all(kind is Hello for kind in said[len(SAID[step.action]) :])
    ended = driven.endings()
    if step.action in ENDS:
        assert ended == 1
    elif step.action in (Action.CLAIM, Action.SHUT, Action.TURN_AWAY):
        assert ended == int(had_errand)
    else:
        assert ended == 0


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.CLOSED, []),
        (Phase.GREETING, [Hello]),
        (Phase.CLAIMING, [Hello]),
        (Phase.READY, [Ping]),
        (Phase.SENT, [Move]),
        (Phase.MOVING, [Ping]),
        (Phase.LOST, [Hello]),
        (Phase.AWAY, []),
        (Phase.REFUSED, []),
    ],
)
def test_a_robot_that_is_back_is_spoken_to_at_once_and_once(phase: Phase, said: list[type[Message]]) -> None:
    driven = Driven().to(phase)
    driven.frames()
    driven.link.hurry(driven.now)
    assert [type(message) for message in driven.frames()] == said
    assert driven.link.phase is phase
    driven.link.poll(driven.now)
    assert driven.frames() == []


def test_every_phase_leads_to_phases_and_can_be_reached_and_left() -> None:
    assert {step.then for step in TRANSITIONS.values()} == set(Phase)
    for phase in Phase:
        assert {TRANSITIONS[phase, signal].then for signal in Signal} - {phase}, phase
    # Whatever happens, a channel that is gone closes the link.
    assert {TRANSITIONS[phase, Signal.GONE].then for phase in Phase} == {Phase.CLOSED}
    for phase in set(Phase) - {Phase.CLOSED}:
        assert TRANSITIONS[phase, Signal.AWAY].then is Phase.AWAY


def test_no_action_is_without_use() -> None:
    assert {step.action for step in TRANSITIONS.values()} == set(Action)


# -- the latch -------------------------------------------------------------------------------------------

_ESTOP, _CLEAR, _PING = code_of(Estop()), code_of(Clear(0)), code_of(Ping(0))


def _report(to: int, latched: bool) -> Report:
    return Report(to, 1, 0, 0, State.ESTOPPED if latched else State.IDLE, 8000, 4, 0)


def _latch_in(phase: LatchPhase) -> HostLatch:
    latch = HostLatch(Timers.serial(115200))
    if phase is LatchPhase.OFF:
        latch.heard(Frame(0, 10, _report(_PING, False)), _report(_PING, False), 11, 0.0)
    if phase in (LatchPhase.STOPPING, LatchPhase.LATCHED):
        latch.estop(10, 0.0)
    if phase is LatchPhase.LATCHED:
        latch.heard(Frame(0, 10, _report(_ESTOP, True)), _report(_ESTOP, True), 11, 0.0)
    if phase in (LatchPhase.FOUND, LatchPhase.CLEARING):
        latch.heard(Frame(0, 10, _report(_PING, True)), _report(_PING, True), 11, 0.0)
    if phase is LatchPhase.CLEARING:
        latch.clear(10, 0.0)
    assert latch.phase is phase
    return latch


@pytest.mark.parametrize(
    ("phase", "signal"),
    list(itertools.product(LatchPhase, LatchSignal)),
    ids=[f"{phase.name}-{signal.name}" for phase, signal in itertools.product(LatchPhase, LatchSignal)],
)
def test_a_cell_of_the_latch_does_what_it_says(phase: LatchPhase, signal: LatchSignal) -> None:
    latch = _latch_in(phase)
    events: list[Event] = []
    answers = {
        LatchSignal.ANSWERED: (10, _report(_ESTOP, True)),
        LatchSignal.RELEASED: (10, _report(_CLEAR, False)),
        LatchSignal.KEPT: (10, _report(_CLEAR, True)),
        LatchSignal.TOLD_LATCHED: (20, _report(_PING, True)),
        LatchSignal.TOLD_OPEN: (20, _report(_PING, False)),
    }
    if signal is LatchSignal.ESTOP:
        latch.estop(30, 1.0)
    elif signal is LatchSignal.CLEAR:
        latch.clear(30, 1.0)
    else:
        nonce, report = answers[signal]
        events = latch.heard(Frame(0, nonce, report), report, 31, 1.0)
    then = LATCH_TRANSITIONS[phase, signal]
    assert latch.phase is then
    frame = latch.poll(1.0, 0.0)
    if then is LatchPhase.STOPPING:
        assert frame is not None and isinstance(frame.message, Estop)
        assert latch.poll(1.0099, 0.0) is None
        assert latch.poll(1.0101, 0.0) is not None
    elif then is LatchPhase.CLEARING:
        assert frame is not None and isinstance(frame.message, Clear)
    else:
        assert frame is None
    told = {type(event) for event in events}
    if signal is LatchSignal.RELEASED and phase is LatchPhase.CLEARING:
        assert told == {Cleared}
    if signal is LatchSignal.KEPT and phase is LatchPhase.CLEARING:
        assert told == {ClearRefused}
    if signal is LatchSignal.ANSWERED and phase is LatchPhase.STOPPING:
        assert told == {Latched}


def test_a_late_report_from_before_the_stop_says_nothing() -> None:
    latch = _latch_in(LatchPhase.LATCHED)
    late = _report(_PING, False)
    assert latch.heard(Frame(0, 9, late), late, 12, 1.0) == []
    assert latch.phase is LatchPhase.LATCHED
