"""The host's link: how far a motion has come, signs of life, layouts of newer robots, nonces."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boards.base.reasons import NO_REASON
from firmware_bridge.link.commands import Begun, Ended, Progressed, Timers
from firmware_bridge.link.dialect import Comparison
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.link.transmitter import Transmitter
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    LAYOUTS,
    MINOR,
    Ack,
    Describe,
    Description,
    Move,
    Ping,
    Progress,
    State,
    Track,
    Turn,
    Verdict,
)
from tests.firmware_bridge.driven_link import SLOW, Driven, welcome
from tests.firmware_bridge.link_steps import MOVE, events, moving


def test_a_robot_is_asked_how_far_its_command_has_come_and_only_that_answer_counts() -> None:
    driven = Driven().to(Phase.READY)
    assert driven.link.track(driven.now) is None, "nothing is under way"
    driven.hear(Progress(100, 0), driven.session, 1)
    assert events(driven) == []
    ticket = driven.link.submit(SLOW, driven.now)
    driven.frames()
    assert driven.link.track(driven.now) is None, "nobody knows whether it has begun"
    driven.hear(Ack(Verdict.ACCEPTED, 0, State.BUSY))
    events(driven)
    assert driven.link.track(driven.now) == ticket
    assert driven.link.take_frames() == [Frame(driven.session, driven.seq, Track())]
    for session, seq in ((0, 1), (1, 0), (0, -1)):
        driven.hear(Progress(100, 0), driven.session + session, driven.seq + seq)
    assert events(driven) == []
    driven.hear(Progress(420, 0), driven.session, driven.seq)
    assert events(driven) == [Progressed(ticket, 420, 0)]
    driven.link.stop(driven.now)
    driven.frames()
    assert driven.link.track(driven.now) is None and driven.frames() == [], "it is about to stop"


def test_a_sign_of_life_keeps_a_command_whose_time_has_not_begun_but_no_stop() -> None:
    for stopping, ends in ((False, False), (True, True)):
        driven = moving(Move(2000, 1))
        if stopping:
            driven.link.stop(driven.now)
        driven.frames()
        for _ in range(40):
            driven.now += 0.1
            driven.link.keep_alive(driven.now)
            assert Ping in [type(said) for said in driven.frames()]
            driven.report(driven.session, 0)
            driven.link.poll(driven.now)
        assert bool(events(driven)) is ends


# -- a newer robot's layouts ------------------------------------------------------------------------------


def test_what_waits_and_a_newer_robot_does_not_know_is_refused_as_soon_as_that_is_known() -> None:
    driven = Driven()
    driven.link.open(driven.now)
    turn, move = driven.link.submit(Turn(9000, 90), driven.now), driven.link.submit(MOVE, driven.now)
    driven.frames()
    newer_robot = replace(welcome(0), minor=MINOR + 1, dictionary=7)
    driven.hear(newer_robot, 0, driven.hello)
    asked: list[int] = []
    while said := [message for message in driven.frames() if isinstance(message, Describe)]:
        [question] = said
        asked.append(question.code)
        layout = next(one for one in LAYOUTS if one.code == question.code)
        driven.hear(Description(0xEE, 1), 0, driven.hello)
        assert driven.link.welcome is None, "an answer to nothing that was asked"
        driven.hear(Description(question.code, 1 if layout.kind is Turn else layout.layout), 0, driven.hello)
    assert asked == [layout.code for layout in LAYOUTS] and driven.link.phase is Phase.CLAIMING
    driven.hear(replace(newer_robot, session=driven.session), driven.session, driven.hello)
    ended, begun = events(driven)
    assert isinstance(ended, Ended) and (ended.ticket, ended.sent, ended.ending.kind) == (turn, None, "rejected")
    assert isinstance(begun, Begun) and begun.ticket == move
    assert driven.link.dialect is not None and ended.ending.reason == driven.link.dialect.refusal(Turn) != NO_REASON


def test_a_layout_that_nobody_asked_for_says_nothing() -> None:
    driven = Driven().to(Phase.READY)
    driven.hear(Description(LAYOUTS[0].code, 1), 0, driven.hello)
    assert driven.link.phase is Phase.READY and events(driven) == [] and driven.frames() == []


def test_the_link_wakes_when_the_first_of_its_timers_is_due() -> None:
    driven = moving(MOVE)
    for passed in (0.2, 0.2, 0.21):
        driven.now += passed
        driven.link.poll(driven.now)
        driven.frames()
        driven.report(driven.session, 0)
    # MOVE is given up on 0.65 s after it was acknowledged; the next heartbeat would be at 0.66.
    assert driven.link.next_timer() == pytest.approx(driven.now + 0.04, abs=1e-4)
    driven.link.stop(driven.now)
    assert driven.link.next_timer() == pytest.approx(driven.now + 0.025), "a STOP is repeated first"


def test_a_comparison_takes_only_what_was_asked() -> None:
    comparison = Comparison()
    assert not comparison.hear(Description(LAYOUTS[1].code, 5)) and comparison.told == {}
    for layout in LAYOUTS:
        assert comparison.hear(Description(layout.code, layout.layout))
    assert comparison.question is None and not comparison.hear(Description(LAYOUTS[0].code, 5))
    assert comparison.told == {layout.code: layout.layout for layout in LAYOUTS}


# -- nonces -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("now", "first"), [(10.0, 10_001), (75.536, 10_001), (65.534, 0xFFFF), (65.535, 1), (0.0, 1)])
def test_nonces_begin_with_the_clock_and_go_round_without_the_standing_stops_0(now: float, first: int) -> None:
    transmitter = Transmitter(Timers.serial(115200))
    transmitter.begin(now)
    assert [transmitter.fresh_nonce(), transmitter.fresh_nonce()] == [first, first % 0xFFFF + 1]
