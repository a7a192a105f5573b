"""The host's link: what the host wants, what the robot says of itself, pure decisions, and why commands end."""

from __future__ import annotations

from math import inf

import pytest
from msgspec.structs import replace

from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.link.commands import (
    Command,
    Ended,
    Latched,
    Ponged,
    Sent,
    Timers,
    expected_s,
    timeout_for,
    timeout_s,
)
from firmware_bridge.link.estop_latch import newer
from firmware_bridge.link.link import QUEUE_MOST
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.plausibility import OtherDictionary, OtherRobot, contradiction
from firmware_bridge.link.response_classifier import classify_welcome, next_session
from firmware_bridge.link.transition_table import Phase, Signal
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Act,
    ActKind,
    Done,
    Estop,
    Fault,
    FaultCode,
    Move,
    Ping,
    Report,
    State,
    Stop,
    Telemetry,
    Turn,
    Verdict,
)
from tests.firmware_bridge.driven_link import BOOT, SLOW, Driven, welcome
from tests.firmware_bridge.link_steps import DONE, MOVE, alive, ending, events, later, moving

# -- what the host wants -----------------------------------------------------------------------------------


def test_eight_commands_wait_and_no_more() -> None:
    driven = moving()
    assert QUEUE_MOST == 8
    for _ in range(8):
        driven.link.submit(MOVE, driven.now)
    assert events(driven) == [] and not driven.link.idle
    driven.link.submit(MOVE, driven.now)
    assert ending(driven).kind == "rejected"


def test_a_link_is_idle_in_session_with_nothing_to_do() -> None:
    for phase in Phase:
        assert Driven().to(phase).link.idle is (phase is Phase.READY)


def test_a_retracted_command_leaves_no_frame_and_no_number() -> None:
    driven = Driven().to(Phase.READY)
    ticket = driven.link.submit(SLOW, driven.now)
    driven.link.retract(ticket + 1)
    assert driven.link.phase is Phase.SENT
    driven.link.retract(ticket)
    assert driven.link.phase is Phase.READY and driven.frames() == [] and driven.link.next_timer() < inf
    events(driven)
    assert SLOW not in later(driven, 0.19)
    driven.link.submit(MOVE, driven.now)
    driven.frames()
    assert driven.seq == 1


def test_a_command_whose_frame_was_held_back_goes_out_once_it_is_on_record_and_its_time_begins_then() -> None:
    driven = Driven().to(Phase.READY)
    ticket = driven.link.submit(SLOW, driven.now)
    assert driven.frames() == [SLOW]
    driven.now += 0.9
    driven.report(driven.session, 0)
    driven.link.recorded(ticket + 1, driven.now)
    assert driven.frames() == [], "another ticket's"
    driven.link.recorded(ticket, driven.now)
    assert driven.frames() == [SLOW]
    events(driven)
    alive(driven, 1.95)
    assert events(driven) == []
    alive(driven, 0.05)
    assert ending(driven).kind == "uncertain", "2 s from when it was on record"


def test_a_link_at_rest_says_something_every_fifth_of_a_second() -> None:
    fresh = Driven()
    fresh.link.open(fresh.now)
    fresh.frames()
    fresh.hear(welcome(0), 0, fresh.hello)
    fresh.frames()
    fresh.now += 0.02
    fresh.hear(welcome(fresh.session), fresh.session, fresh.hello)
    assert later(fresh, 0.1999) == [] and [type(said) for said in later(fresh, 0.0002)] == [Ping]
    driven = moving(MOVE)
    later(driven, 0.1)
    driven.frames()
    driven.hear(Done(DONE, 1000, 0, driven.seq, State.IDLE))
    assert later(driven, 0.1999) == [] and [type(said) for said in later(driven, 0.0002)] == [Ping]


def test_an_emergency_stop_goes_out_twice_first_of_all_and_again_every_10_ms_until_it_is_answered() -> None:
    driven = moving()
    driven.link.submit(MOVE, driven.now)
    driven.link.estop(driven.now)
    said = driven.link.take_frames()
    assert [frame.message for frame in said] == [Estop(), Estop(), Stop()]
    assert {frame.session for frame in said[:2]} == {0} and len({frame.seq for frame in said[:2]}) == 1
    assert later(driven, 0.0099) == [] and later(driven, 0.0002) == [Estop()]
    driven.link.submit(MOVE, driven.now)
    kinds = [event.ending.kind for event in events(driven) if isinstance(event, Ended)]
    assert kinds == ["cancelled", "rejected"], "the one that waited, and the one that comes while it is on"
    report = Report(code_of(Estop()), driven.session, 1, 0, State.ESTOPPED, 8000, 1, 0)
    driven.link.receive(Frame(0, said[0].seq, report), driven.now)
    assert events(driven) == [Latched()] and Estop() not in later(driven, 0.011)


def test_a_ping_comes_back_to_who_asked_once_with_its_time() -> None:
    driven = Driven().to(Phase.READY)
    ticket = driven.link.ping(driven.now)
    [ping] = driven.link.take_frames()
    assert (ping.session, ping.message) == (driven.session, Ping(10_000))
    driven.now += 0.125
    report = Report(code_of(Ping(0)), driven.session, 0, 0, State.IDLE, 7700, 0, 0)
    driven.hear(report, driven.session, ping.seq + 1)
    assert events(driven) == []
    driven.hear(report, driven.session, ping.seq)
    assert events(driven) == [Ponged(ticket, pytest.approx(0.125))]
    driven.hear(report, driven.session, ping.seq)
    assert events(driven) == [] and driven.link.battery_mv == 7700


# -- what the robot says of itself ------------------------------------------------------------------------


def test_a_report_of_another_session_under_ours_is_a_session_lost() -> None:
    for asked, told, then in ((0, 1, Phase.MOVING), (1, 0, Phase.MOVING), (0, 0, Phase.MOVING)):
        driven = moving()
        message = Report(code_of(Ping(0)), driven.session + told, 1, 0, State.IDLE, 8000, 0, 0)
        driven.hear(message, driven.session + asked, 999)
        assert driven.link.phase is (Phase.GREETING if (asked, told) == (0, 1) else then)
    driven = moving()
    driven.hear(Report(code_of(Ping(0)), 0, 1, driven.seq, State.IDLE, 8000, 0, 0), 0, 999)
    assert driven.link.phase is Phase.MOVING, "a report to a frame without a session"


def test_a_report_that_the_number_has_ended_fetches_its_done() -> None:
    driven = moving()
    driven.report(driven.session, driven.seq - 1)
    assert driven.frames() == []
    driven.report(driven.session, driven.seq)
    assert driven.frames() == [SLOW] and driven.link.phase is Phase.SENT


def test_faults_batteries_and_states_are_kept_as_told() -> None:
    driven = Driven().to(Phase.READY)
    assert (driven.link.battery_mv, driven.link.state, driven.link.fault) == (8000, State.IDLE, NO_REASON)
    for code in FaultCode:
        driven.hear(Fault(code, 0, State.FAULT))
        assert (driven.link.fault != NO_REASON) is (code is not FaultCode.NONE)
        assert driven.link.state is State.FAULT
    driven.hear(Fault(FaultCode.NONE, 0, State.IDLE))
    assert (driven.link.fault, driven.link.state) == (NO_REASON, State.IDLE)
    driven.hear(Telemetry(7100, 0, 0, 0, 0, 0, State.BUSY))
    assert (driven.link.battery_mv, driven.link.state) == (7100, State.BUSY)
    driven.hear(Ack(Verdict.BUSY, 0, State.FAULT))
    assert driven.link.state is State.FAULT
    assert driven.link.heard_at == driven.now


def test_the_welcome_of_an_older_hello_is_not_heard() -> None:
    driven = Driven()
    driven.link.open(driven.now)
    driven.frames()
    driven.hear(welcome(0), 0, driven.hello - 1)
    assert driven.link.phase is Phase.GREETING and driven.link.welcome is None


# -- pure decisions -----------------------------------------------------------------------------------------


def test_a_command_goes_on_in_its_own_boot_and_session_as_the_last_or_the_next_number() -> None:
    sent = Sent(BOOT, 50, 0xFFFF, MOVE)
    for changed, same in (
        (welcome(50, 0xFFFF), True),
        (welcome(50, 0xFFFE), True),
        (welcome(50, 0xFFFD), False),
        (welcome(50, 0), False),
        (welcome(51, 0xFFFF), False),
        (replace(welcome(50, 0xFFFF), boot_id=BOOT + 1), False),
    ):
        signal = classify_welcome(changed, Phase.GREETING, 0, sent)
        assert signal is (Signal.WELCOME_SAME if same else Signal.WELCOME_NEW), changed
    assert classify_welcome(welcome(50, 0), Phase.GREETING, 0, Sent(BOOT, 50, 0, MOVE)) is Signal.WELCOME_SAME
    assert classify_welcome(welcome(50, 0xFFFF), Phase.GREETING, 0, Sent(BOOT, 50, 0, MOVE)) is Signal.WELCOME_SAME
    assert classify_welcome(welcome(50), Phase.GREETING, 0, None) is Signal.WELCOME_NEW
    for wanted, signal in ((50, Signal.WELCOME_OURS), (49, Signal.WELCOME_NEW)):
        assert classify_welcome(welcome(50), Phase.CLAIMING, wanted, sent) is signal
    for name, foreign in (("", False), ("red", False), ("blue", True)):
        assert (classify_welcome(welcome(50), Phase.GREETING, 0, None, name) is Signal.WELCOME_FOREIGN) is foreign


def test_sessions_count_up_go_round_and_are_never_none() -> None:
    assert [next_session(BOOT, session) for session in (1, 300, 0xFFFE, 0xFFFF)] == [2, 301, 0xFFFF, 1]
    assert next_session(1, 0) == 40504 and next_session(2, 0) == (2 * 40503 & 0xFFFF) + 1


def test_counts_of_16_bits_go_round() -> None:
    for a, b, after in (
        (1, 0, True), (0, 0, False), (0, 1, False), (0, 0xFFFF, True),
        (0x7FFF, 0, True), (0x8000, 0, False), (0x8001, 0, False), (5, 0xFFF0, True),
    ):  # fmt: skip
        assert newer(a, b) is after, (a, b)


def test_how_long_a_command_should_take_and_is_waited_for() -> None:
    assert expected_s(Move(-30_000, 10)) == 3.0 and expected_s(Turn(-9000, 45)) == 2.0
    assert expected_s(Act(ActKind.STRIKE)) == 2.0
    assert timeout_for(0.0) == 0.5 and timeout_for(2.0) == 3.5
    assert timeout_s(Move(30_000, 10)) == 5.0 and timeout_s(Turn(9000, 45)) == 3.5


def test_the_timers_of_the_wires() -> None:
    mqtt = Timers.mqtt()
    assert (mqtt.retry_least, mqtt.retry_most, mqtt.estop) == (0.150, 0.150, 0.010)
    assert (mqtt.heartbeat, mqtt.silence, mqtt.greet_most) == (0.2, 1.0, 0.5)
    assert Timers.serial(230400) == Timers.serial(115200) == Timers(0.025, 0.050, 0.010)
    # A command and its acknowledgement, 32 bytes of ten bits each, must have gone before ESTOP is repeated.
    assert Timers.serial(9600).estop == pytest.approx(32 * 10 / 9600)


# -- why -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boot", "session", "last", "why"),
    [
        (BOOT + 1, 0, 1, LinkReason.RESTARTED()),
        (BOOT, 1, 1, LinkReason.TAKEN_OVER()),
        (BOOT, 0, 5, LinkReason.COUNTS_DIFFER(counted=5, recorded=1)),
    ],
)
def test_whoever_answers_in_another_state_ends_the_command_and_says_why(
    boot: int, session: int, last: int, why: Reason
) -> None:
    driven = Driven().to(Phase.GREETING)
    told = replace(welcome((driven.session + session) & 0xFFFF, last), boot_id=boot)
    driven.frames()
    driven.hear(told, 0, driven.hello)
    assert driven.link.phase is Phase.CLAIMING and driven.seq == 1
    ended = ending(driven)
    assert (ended.kind, ended.reason) == ("uncertain", why) and (ended.distance_um, ended.angle_cdeg) == (0, 0)


@pytest.mark.parametrize(("stopping", "seconds"), [(False, "3.5"), (True, "2.0")])
def test_a_command_without_an_end_is_told_how_long_it_was_waited_for(stopping: bool, seconds: str) -> None:
    driven = moving(Move(2000, 1))
    if stopping:
        driven.link.stop(driven.now)
    alive(driven, 3.7)
    ended = ending(driven)
    assert ended.kind == "uncertain" and ended.reason == LinkReason.NO_END(seconds=seconds)


def test_what_waits_when_a_robot_falls_silent_is_told_for_how_long() -> None:
    driven = moving()
    waits = driven.link.submit(MOVE, driven.now)
    assert waits == driven.link.submit(MOVE, driven.now) - 1
    driven.frames()
    for _ in range(21):
        later(driven, 0.05)
    endings = [event for event in events(driven) if isinstance(event, Ended)]
    assert [(event.ticket, event.ending.kind) for event in endings] == [(waits, "rejected"), (waits + 1, "rejected")]
    assert {event.ending.reason for event in endings} == {LinkReason.NO_WORD(seconds="1")}


def test_a_robot_of_another_dictionary_ends_what_was_under_way_and_is_told_whole() -> None:
    driven = Driven().to(Phase.GREETING)
    driven.frames()
    driven.hear(welcome(0, dictionary=1), 0, driven.hello)
    refusal = driven.link.refusal
    assert driven.link.phase is Phase.REFUSED and isinstance(refusal, OtherDictionary)
    assert (refusal.theirs, refusal.ours) == ((MAJOR, MINOR, 1), (MAJOR, MINOR, DICTIONARY_HASH))
    assert refusal.firmware and refusal.firmware in str(refusal)
    assert f"{MAJOR}.{MINOR} (dictionary 00000001)" in str(refusal) and f"{DICTIONARY_HASH:08x}" in str(refusal)
    ended = ending(driven)
    assert (ended.kind, str(ended.reason)) == ("uncertain", str(refusal))


@pytest.mark.parametrize(
    ("command", "done", "why"),
    [
        (Move(100_000, 100), Done(DONE, 50_000, 0, 1, State.IDLE), LinkReason.SHORT_MM(counted="50", wanted="100")),
        (Turn(9_000, 90), Done(DONE, 0, 4_500, 1, State.IDLE), LinkReason.SHORT_DEGREES(counted="45", wanted="90")),
    ],
)
def test_a_count_that_cannot_be_is_told_in_people_s_units(command: Command, done: Done, why: Reason) -> None:
    assert contradiction(command, done, None, 1.0) == why


@pytest.mark.parametrize(("name", "wanted"), [("blue", "red"), ("", "red")])
def test_another_robot_is_named_with_the_one_that_is_looked_for(name: str, wanted: str) -> None:
    told = OtherRobot(name, wanted)
    assert (told.name, told.wanted) == (name, wanted)
    assert f"'{wanted}'" in str(told) and ("'blue'" in str(told)) == bool(name)
