"""What a link does with answers that come late, early, twice or for something else, to the millisecond."""

from __future__ import annotations

from math import inf

import pytest
from msgspec.structs import replace

from boards.base.reasons import NO_REASON
from firmware_bridge.link.commands import (
    Begun,
    Command,
    Ended,
    Ending,
    Progressed,
    Sent,
    Timers,
    expected_s,
)
from firmware_bridge.link.link import Link
from firmware_bridge.link.plausibility import contradiction, is_possible
from firmware_bridge.link.response_classifier import next_session
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    Act,
    ActKind,
    Boot,
    BootCause,
    Claim,
    Done,
    Hello,
    Move,
    Outcome,
    Ping,
    Progress,
    State,
    Stop,
    Turn,
    Verdict,
)
from tests.firmware_bridge.driven_link import BOOT, SLOW, Driven, welcome
from tests.firmware_bridge.link_steps import DONE, MOVE, ack, alive, ending, events, later, moving

# -- STOP ------------------------------------------------------------------------------------------------


def test_a_late_ack_of_the_command_is_no_answer_to_its_stop() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    driven.link.stop(driven.now)
    assert driven.frames() == [Stop()]
    driven.hear(ack(Verdict.ACCEPTED))
    assert driven.link.phase is Phase.SENT, "the STOP is still unanswered"
    assert later(driven, 0.026) == [Stop()], "and is repeated"
    driven.hear(ack(Verdict.STOPPING))
    assert driven.link.phase is Phase.MOVING
    assert Stop() not in later(driven, 0.06)
    driven.hear(Done(Outcome.STOPPED, 300, 0, driven.seq, State.IDLE))
    assert ending(driven).kind == "cancelled"


def test_an_ack_of_a_stop_is_no_answer_to_a_command() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    driven.hear(ack(Verdict.STOPPING))
    assert driven.link.phase is Phase.SENT and later(driven, 0.026) == [SLOW]


def test_a_stop_under_way_is_given_up_after_two_seconds_however_often_it_is_acknowledged() -> None:
    driven = moving()
    driven.link.stop(driven.now)
    driven.frames()
    alive(driven, 1.0)
    driven.hear(ack(Verdict.STOPPING))
    alive(driven, 0.95)
    assert events(driven) == []
    later(driven, 0.05)
    assert ending(driven).kind == "uncertain"


def test_stop_forgets_what_waits_and_ends_the_one_under_way_by_the_robots_word() -> None:
    driven = moving()
    tickets = [driven.link.submit(MOVE, driven.now) for _ in range(3)]
    driven.link.stop(driven.now)
    ended = [event for event in events(driven) if isinstance(event, Ended)]
    assert [(event.ticket, event.sent, event.ending.kind) for event in ended] == [
        (n, None, "cancelled") for n in tickets
    ]
    assert driven.frames() == [Stop()]


def test_stop_finds_a_command_whose_robot_is_looked_for() -> None:
    driven = Driven().to(Phase.GREETING)
    driven.link.stop(driven.now)
    assert Stop() not in driven.frames(), "there is nobody to say it to"
    driven.hear(welcome(driven.session, driven.seq), 0, driven.hello)
    assert driven.frames()[-1] == Stop(), "the number is stopped, not begun"


# -- ACK and DONE ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.SENT, Phase.MOVING])
@pytest.mark.parametrize(("seq", "session"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_what_answers_another_number_or_session_says_nothing(phase: Phase, seq: int, session: int) -> None:
    driven = Driven().to(phase, SLOW)
    events(driven)
    for message in (ack(Verdict.LOW_BATTERY), ack(Verdict.GAP), Done(DONE, 1000, 0, driven.seq, State.IDLE)):
        driven.hear(message, driven.session + session, driven.seq + seq)
        assert driven.link.phase is phase and events(driven) == []


def test_a_busy_robot_is_asked_again() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    driven.hear(ack(Verdict.BUSY))
    assert driven.link.phase is Phase.SENT and later(driven, 0.026) == [SLOW]


@pytest.mark.parametrize("verdict", [Verdict.WRONG_SESSION, Verdict.GAP])
def test_a_robot_that_counts_otherwise_is_greeted_anew(verdict: Verdict) -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    events(driven)
    driven.hear(ack(verdict))
    assert driven.link.phase is Phase.GREETING and events(driven) == []
    [hello] = driven.frames()
    assert isinstance(hello, Hello) and hello.claim is Claim.ASK


@pytest.mark.parametrize(
    "verdict", [Verdict.ESTOPPED, Verdict.LOW_BATTERY, Verdict.UNSUPPORTED, Verdict.BAD_ARGUMENT, Verdict.FAULT]
)
def test_a_refusal_ends_the_command_and_the_next_has_the_next_number(verdict: Verdict) -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    events(driven)
    driven.hear(ack(verdict))
    assert ending(driven).kind == "rejected" and driven.link.phase is Phase.READY
    said = driven.frames()
    # Somebody else latched it: what the REPORT to a PING says is news.
    assert [type(message) for message in said] == ([Ping] if verdict is Verdict.ESTOPPED else [])
    before = driven.seq
    driven.link.submit(MOVE, driven.now)
    driven.frames()
    assert driven.seq == before + 1


def test_a_refusal_for_our_own_stop_asks_nothing() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    driven.link.estop(driven.now)
    driven.frames()
    driven.hear(ack(Verdict.ESTOPPED))
    assert driven.frames() == []


def test_done_tells_the_way_and_the_next_command_follows_at_once() -> None:
    driven = moving(MOVE)
    ticket = driven.link.submit(Move(500, 10), driven.now)
    later(driven, 0.1)
    driven.hear(Done(DONE, 990, 7, driven.seq, State.IDLE))
    ended, begun = events(driven)
    assert isinstance(ended, Ended) and ended.ending == Ending("done", NO_REASON, 990, 7)
    assert isinstance(begun, Begun) and begun.ticket == ticket
    assert begun.sent == Sent(BOOT, driven.session, 2, Move(500, 10))
    assert driven.frames() == [Move(500, 10)]


def test_a_done_that_comes_too_soon_is_not_believed() -> None:
    for after, kind in ((0.06, "uncertain"), (0.08, "done")):
        driven = moving(MOVE)
        later(driven, after)
        driven.hear(Done(DONE, 1000, 0, driven.seq, State.IDLE))
        assert ending(driven).kind == kind, after


def test_a_done_of_a_command_of_an_earlier_controller_is_not_timed() -> None:
    link = Link(Timers.serial(115200))
    sent = Sent(BOOT, 50, 3, SLOW)
    ticket = link.open(10.0, sent)
    [hello] = link.take_frames()
    link.receive(Frame(0, hello.seq, welcome(50, 3, 3)), 10.1)
    assert link.phase is Phase.SENT and [frame.message for frame in link.take_frames()] == [SLOW]
    link.receive(Frame(50, 3, Done(DONE, 1000, 0, 3, State.IDLE)), 10.2)
    assert link.take_events() == [Ended(ticket or 0, sent, Ending("done", NO_REASON, 1000, 0))]
    link.submit(MOVE, 10.3)
    assert [(frame.session, frame.seq) for frame in link.take_frames()] == [(50, 4)]


@pytest.mark.parametrize(
    ("command", "distance", "angle", "believed"),
    [
        (Move(100_000, 100), 107_000, 0, True),
        (Move(100_000, 100), 107_001, 0, False),
        (Move(100_000, 100), 93_000, 0, True),
        (Move(100_000, 100), 92_999, 0, False),
        (Move(-100_000, 100), -107_000, 0, True),
        (Move(-100_000, 100), 100_000, 0, False),
        (Move(100_000, 100), 100_000, 9_000, True),
        (Turn(9_000, 90), 0, 9_650, True),
        (Turn(9_000, 90), 0, 9_651, False),
        (Turn(-9_000, 90), 0, -8_350, True),
        (Turn(-9_000, 90), 0, -8_349, False),
        (Act(ActKind.STRIKE), 50_000, 9_000, True),
    ],
)
def test_a_count_that_is_5_percent_and_a_grain_off_is_believed(
    command: Command, distance: int, angle: int, believed: bool
) -> None:
    done = Done(DONE, distance, angle, 1, State.IDLE)
    assert (contradiction(command, done, None, 1.0) == NO_REASON) is believed
    assert contradiction(command, replace(done, outcome=Outcome.STOPPED), 0.0, 1.0) == NO_REASON


@pytest.mark.parametrize(
    ("took", "usual", "believed"), [(0.7, 1.0, True), (0.69, 1.0, False), (0.0, 0.07, True), (0.0, 0.08, False)]
)
def test_a_motion_takes_seven_tenths_of_its_time_unless_it_is_short(took: float, usual: float, believed: bool) -> None:
    done = Done(DONE, 1000, 0, 1, State.IDLE)
    assert (contradiction(Move(1000, 1), done, took, usual) == NO_REASON) is believed
    assert contradiction(Act(ActKind.STRIKE), done, took, usual) == NO_REASON


# -- time ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "progress", "took", "possible"),
    [
        # 100 mm at 50 mm/s take 2 s; at most 1.43 times as fast, and 2 mm, are believed.
        (Move(100_000, 50), Progress(50_000, 0), 1.0, True),
        (Move(100_000, 50), Progress(73_000, 0), 1.0, True),
        (Move(100_000, 50), Progress(74_000, 0), 1.0, False),
        (Move(100_000, 50), Progress(107_000, 0), 9.0, True),
        (Move(100_000, 50), Progress(107_001, 0), 9.0, False),
        (Move(100_000, 50), Progress(2**31 - 1, 0), None, False),
        (Move(100_000, 50), Progress(-2_000, 0), 1.0, True),
        (Move(100_000, 50), Progress(-2_001, 0), 1.0, False),
        (Move(100_000, 50), Progress(50_000, 1), 1.0, False),
        (Move(-100_000, 50), Progress(-50_000, 0), 1.0, True),
        (Move(-100_000, 50), Progress(50_000, 0), 1.0, False),
        (Turn(-9_000, 90), Progress(0, -4_500), 0.5, True),
        (Turn(-9_000, 90), Progress(0, 4_500), 0.5, False),
        (Turn(-9_000, 90), Progress(0, -9_700), 9.0, False),
        (Move(0, 50), Progress(2_000, 0), 0.1, True),
        (Act(ActKind.SHIELD), Progress(0, 0), 0.1, True),
        (Act(ActKind.SHIELD), Progress(0, 1), 0.1, False),
    ],
)
def test_a_way_is_believed_if_it_can_be(
    command: Move | Turn | Act, progress: Progress, took: float | None, possible: bool
) -> None:
    """Other robots are let go on by it: one that tells too much would be driven into."""
    assert is_possible(command, progress, took, expected_s(command)) == possible


def test_a_way_that_cannot_be_is_not_told_on() -> None:
    driven = Driven().to(Phase.MOVING, Move(100_000, 50))
    driven.now += 1.0
    for way in (90_000, -50_000, 50_000):
        driven.hear(Progress(way, 0))
    assert [event.distance_um for event in driven.link.take_events() if isinstance(event, Progressed)] == [50_000]


def test_a_command_is_repeated_after_25_ms_then_every_50_until_it_is_acknowledged() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    assert later(driven, 0.0249) == [] and later(driven, 0.0002) == [SLOW]
    for _ in range(3):
        assert later(driven, 0.0499) == [] and later(driven, 0.0002) == [SLOW]
    driven.hear(ack(Verdict.ACCEPTED))
    assert later(driven, 0.15) == []


def test_a_command_is_given_up_on_a_patience_after_its_acknowledgement() -> None:
    driven = Driven().to(Phase.SENT, Move(1000, 10))
    assert driven.link.next_timer() == pytest.approx(driven.now + 0.025)
    alive(driven, 0.5)
    driven.hear(ack(Verdict.ACCEPTED))
    events(driven)
    alive(driven, 0.6)
    assert events(driven) == [], "0.65 s from the ACK"
    alive(driven, 0.05)
    assert ending(driven).kind == "uncertain" and driven.link.phase is Phase.GREETING


def test_an_acknowledgement_never_makes_the_time_shorter() -> None:
    driven = Driven().to(Phase.SENT, SLOW)
    driven.hear(ack(Verdict.ACCEPTED))
    events(driven)
    alive(driven, 1.95)
    assert events(driven) == []
    alive(driven, 0.05)
    assert ending(driven).kind == "uncertain"


def test_a_moving_robot_gets_a_ping_till_its_time_is_over_and_then_the_same_frame() -> None:
    driven = moving(Move(3000, 10))
    driven.report(driven.session, 0)
    assert [type(message) for message in later(driven, 0.2)] == [Ping], "a silent host says something every 0.2 s"
    assert later(driven, 0.1499) == []
    assert later(driven, 0.0002) == [Move(3000, 10)], "0.05 s after its DONE was due"
    assert [type(message) for message in later(driven, 0.05)] == [Move]


def test_a_silent_robot_is_lost_after_a_second_and_its_command_kept() -> None:
    driven = moving(Move(1000, 1))
    driven.link.submit(MOVE, driven.now)
    later(driven, 0.999)
    assert driven.link.phase is Phase.MOVING
    later(driven, 0.0011)
    assert driven.link.phase is Phase.LOST
    [ended] = events(driven)
    assert isinstance(ended, Ended) and (ended.sent, ended.ending.kind) == (None, "rejected"), "what waited"


def test_hello_is_repeated_later_and_later_up_to_half_a_second_under_one_nonce() -> None:
    driven = Driven()
    driven.link.open(driven.now)
    first = driven.link.take_frames()
    nonces = [frame.seq for frame in first]
    times: list[float] = []
    while driven.now < 13.0:
        at = driven.link.next_timer()
        driven.now = at
        driven.link.poll(at)
        sent = driven.link.take_frames()
        if sent:
            times.append(at)
            nonces += [frame.seq for frame in sent]
    gaps = [round(b - a, 6) for a, b in zip([10.0, *times], times, strict=False)]
    assert gaps[:5] == [0.025, 0.05, 0.1, 0.2, 0.4]
    assert gaps[5] == 0.225 and set(gaps[6:]) <= {0.025, 0.05, 0.1, 0.2, 0.4, 0.5}, "silence begins anew"
    lost = nonces[6:]
    assert len(set(nonces[:6])) == 1 and len(set(lost)) == 1 and lost[0] != nonces[0]


def test_a_claim_is_repeated_as_it_was() -> None:
    driven = Driven()
    driven.link.open(driven.now)
    driven.frames()
    driven.hear(welcome(300), 0, driven.hello)
    [claim] = driven.link.take_frames()
    assert claim.session == next_session(BOOT, 300) == 301
    assert isinstance(claim.message, Hello)
    assert (claim.message.claim, claim.message.replaces, claim.message.boot_id) == (Claim.TAKE, 300, BOOT)
    driven.now += 0.026
    driven.link.poll(driven.now)
    assert driven.link.take_frames() == [claim]


def test_a_robot_that_was_known_is_asked_by_its_boot_and_session() -> None:
    driven = moving()
    known = driven.session
    driven.hear(ack(Verdict.WRONG_SESSION))
    [hello] = driven.frames()
    assert isinstance(hello, Hello)
    assert (hello.claim, hello.replaces, hello.boot_id) == (Claim.ASK, known, BOOT)


def test_every_session_counts_from_one() -> None:
    driven = moving()
    driven.hear(Boot(BOOT + 1, BootCause.POWER), 0, 0)
    driven.frames()
    driven.hear(replace(welcome(0), boot_id=BOOT + 1), 0, driven.hello)
    assert ending(driven).kind == "uncertain"
    driven.frames()
    driven.hear(replace(welcome(driven.session), boot_id=BOOT + 1), driven.session, driven.hello)
    driven.link.submit(MOVE, driven.now)
    driven.frames()
    assert driven.link.phase is Phase.SENT and driven.seq == 1


def test_the_boot_of_an_older_start_is_no_news() -> None:
    for boot, lost in ((BOOT, False), (BOOT - 1, False), (BOOT + 1, True)):
        driven = moving()
        driven.hear(Boot(boot, BootCause.POWER), 0, 0)
        assert (driven.link.phase is Phase.GREETING) is lost


def test_a_broken_channel_keeps_the_command_for_its_patience_and_three_seconds() -> None:
    for stopping, seconds in ((False, 5.0), (True, 5.0)):
        driven = moving()
        if stopping:
            driven.link.stop(driven.now)
        driven.frames()
        driven.link.away("pulled", driven.now)
        assert driven.link.next_timer() == pytest.approx(driven.now + seconds)
        assert later(driven, seconds - 0.001) == [] and events(driven) == []
        later(driven, 0.001)
        assert ending(driven).kind == "uncertain"
        assert driven.link.next_timer() == inf and driven.link.phase is Phase.AWAY


def test_what_is_gone_ends_all_that_was_handed_in() -> None:
    driven = moving()
    driven.link.submit(MOVE, driven.now)
    driven.link.gone("pulled", driven.now)
    kinds = [event.ending.kind for event in events(driven) if isinstance(event, Ended)]
    assert sorted(kinds) == ["rejected", "uncertain"] and driven.frames() == []
    assert later(driven, 100.0) == [] and events(driven) == []
    driven.link.submit(MOVE, driven.now)
    assert ending(driven).kind == "rejected"
