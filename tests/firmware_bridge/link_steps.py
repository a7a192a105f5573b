"""Steps of tests of the host's link: what came of it, later, a motion under way."""

from __future__ import annotations

from firmware_bridge.link.commands import (
    Ended,
    Ending,
    Event,
)
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.protocol.messages import (
    Ack,
    Message,
    Move,
    Outcome,
    State,
    Verdict,
)
from tests.firmware_bridge.driven_link import SLOW, Driven

DONE = Outcome.DONE
MOVE = Move(1000, 10)
"""Takes 0.1 s; is given up on after 0.65 s."""


def events(driven: Driven) -> list[Event]:
    return driven.link.take_events()


def ending(driven: Driven) -> Ending:
    [ended] = [event for event in events(driven) if isinstance(event, Ended)]
    return ended.ending


def later(driven: Driven, seconds: float) -> list[Message]:
    driven.now += seconds
    driven.link.poll(driven.now)
    return driven.frames()


def alive(driven: Driven, seconds: float) -> None:
    """Let time pass while the robot says REPORTs that say nothing."""
    for _ in range(round(seconds / 0.05)):
        later(driven, 0.05)
        driven.report(driven.session, 0)


def moving(command: Move = SLOW) -> Driven:
    driven = Driven().to(Phase.MOVING, command)
    events(driven)
    return driven


def ack(verdict: Verdict) -> Ack:
    return Ack(verdict, 0, State.BUSY)
