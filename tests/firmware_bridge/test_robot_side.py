"""The robot's side obeys each number once and nothing old, whatever copies arrive when."""

from __future__ import annotations

import pytest

from firmware_bridge.link.commands import Command, Timers
from firmware_bridge.link.response_classifier import next_session
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Act,
    ActKind,
    Boot,
    BootCause,
    Claim,
    Clear,
    Done,
    Estop,
    Fault,
    FaultCode,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Report,
    State,
    Status,
    Stop,
    Telemetry,
    Turn,
    Verdict,
    Welcome,
)


class Motors:
    """Motors that stop when the test says so."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self) -> None:
        self.begun: list[Command] = []
        self.halts: list[tuple[Outcome, bool]] = []
        self.refuse: Verdict | None = None
        self.asked: list[Command] = []

    def refusal(self, command: Command) -> Verdict | None:
        self.asked.append(command)
        return self.refuse

    def begin(self, command: Command) -> None:
        self.begun.append(command)

    def progress(self) -> tuple[int, int]:
        return 4200, 0

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        self.halts.append((outcome, hard))


class Robot:
    """A robot's side in boot 5, session 9, and short words for the frames it gets."""

    def __init__(self, capabilities: int = 0x3FF) -> None:
        self.motors = Motors()
        self.side = RobotSide(Identity("red", capabilities), self.motors, 5, 0.0)
        self.now = 0.0
        self.take(9, replaces=0)

    def say(self, session: int, seq: int, message: Message) -> Message:
        [frame] = self.side.receive(Frame(session, seq, message), self.now)
        assert (frame.session, frame.seq) == (session, seq)
        return frame.message

    def take(self, session: int, replaces: int, boot_id: int = 5, hash_: int = DICTIONARY_HASH) -> Welcome:
        answer = self.say(session, 1, Hello(Claim.TAKE, MAJOR, MINOR, hash_, replaces, boot_id))
        assert isinstance(answer, Welcome)
        return answer

    def verdict(self, session: int, seq: int, message: Message) -> Verdict:
        answer = self.say(session, seq, message)
        assert isinstance(answer, Ack)
        return answer.verdict

    def finish(self, outcome: Outcome = Outcome.DONE) -> Done:
        [frame] = self.side.finished(outcome, 1000, 0)
        assert isinstance(frame.message, Done)
        return frame.message


def test_a_robot_begins_at_nought_without_a_session() -> None:
    side = RobotSide(Identity("red"), Motors(), 6, 10.0)
    assert (side.session, side.last_seq, side.done_seq, side.latch, side.bad_frames) == (0, 0, 0, 0, 0)
    assert not side.latched and side.state is State.IDLE and side.next_timer() is None
    [boot] = side.boot()
    assert (boot.session, boot.seq, boot.message) == (0, 0, Boot(6, BootCause.POWER))
    [frame] = side.receive(Frame(0, 3, Status()), 12.7)
    assert frame.message == Telemetry(8000, 0, 0, 0, 2, 0, State.IDLE)
    [frame] = side.receive(Frame(0, 4, Hello(Claim.ASK, MAJOR, MINOR, DICTIONARY_HASH, 0, 0)), 13.0)
    who = frame.message
    assert isinstance(who, Welcome)
    assert (who.boot_id, who.session, who.last_seq, who.done_seq) == (6, 0, 0, 0)
    assert (who.battery_mv, who.state, who.latch, who.name) == (8000, State.IDLE, 0, "red")


def test_sums_and_bad_frames_are_told_as_they_are_counted() -> None:
    robot = Robot()
    for seq, (distance, angle) in enumerate(((1000, 0), (-300, 50), (0, -20)), start=1):
        robot.say(9, seq, Move(1, 1))
        robot.side.finished(Outcome.DONE, distance, angle)
    robot.side.bad_frames = 0x10003
    robot.now = 61.5
    assert robot.say(9, 77, Status()) == Telemetry(8000, 700, 30, 3, 61, 3, State.IDLE)
    robot.motors.fault = FaultCode.MOTOR
    assert robot.side.state is State.FAULT
    assert robot.side.fault(FaultCode.MOTOR) == [Frame(9, 0, Fault(FaultCode.MOTOR, 3, State.FAULT))]
    robot.say(9, 4, Move(1, 1))
    assert robot.side.state is State.BUSY
    robot.say(0, 1, Estop())
    assert robot.side.state is State.ESTOPPED


@pytest.mark.parametrize(
    ("capabilities", "able"),
    [
        (0b01, {Move}),
        (0b10, {Turn}),
        (0b111, {Move, Turn, ActKind(0)}),
        (0x200, {ActKind(7)}),
        (0x3FF, {Move, Turn, *ActKind}),
    ],
)
def test_what_a_robot_can_is_a_bit_each(capabilities: int, able: set[object]) -> None:
    identity = Identity("red", capabilities)
    assert {kind for kind in (Move, Turn) if identity.can(kind(10, 10))} | {
        kind for kind in ActKind if identity.can(Act(kind))
    } == able


def test_a_robot_is_silent_a_second_after_the_last_word_of_its_session() -> None:
    robot = Robot()
    robot.now = 5.0
    robot.say(9, 50, Ping(0))
    assert robot.side.next_timer() is None, "at rest it waits for nobody"
    robot.say(9, 1, Move(1, 1))
    assert robot.side.next_timer() == 6.0
    robot.side.poll(5.9999)
    assert robot.motors.halts == []
    robot.side.poll(6.0)
    assert robot.motors.halts == [(Outcome.SILENCE, False)]
    # A stop of the emergency is heard in any session.
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    robot.now = 0.5
    robot.say(0, 1, Clear(9))
    assert robot.side.next_timer() == 1.5


def test_four_answers_are_remembered() -> None:
    robot = Robot()
    for seq in range(1, 7):
        robot.say(9, seq, Stop())
    assert [robot.say(9, seq, Stop()) for seq in (3, 4, 5, 6)] == [
        Done(Outcome.STOPPED, 0, 0, seq, State.IDLE) for seq in (3, 4, 5, 6)
    ]
    assert robot.verdict(9, 2, Stop()) is Verdict.GAP


def test_a_copy_gets_the_stored_answer_and_moves_nothing() -> None:
    robot = Robot()
    assert robot.verdict(9, 1, Move(1000, 10)) is Verdict.ACCEPTED
    assert robot.verdict(9, 1, Move(1000, 10)) is Verdict.ACCEPTED
    done = robot.finish()
    assert robot.say(9, 1, Move(1000, 10)) == done
    assert len(robot.motors.begun) == 1


def test_gaps_strangers_and_the_void_session_are_refused_without_using_a_number() -> None:
    robot = Robot()
    assert robot.verdict(9, 2, Move(1, 1)) is Verdict.GAP
    assert robot.verdict(8, 1, Move(1, 1)) is Verdict.WRONG_SESSION
    fresh = RobotSide(Identity("red"), Motors(), 6, 0.0)
    [frame] = fresh.receive(Frame(0, 1, Move(1, 1)), 0.0)
    assert frame.message == Ack(Verdict.WRONG_SESSION, 0, State.IDLE)
    assert robot.verdict(9, 1, Move(1, 1)) is Verdict.ACCEPTED


def test_busy_does_not_use_the_number_up() -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    assert robot.verdict(9, 2, Move(2, 2)) is Verdict.BUSY
    robot.finish()
    assert robot.verdict(9, 2, Move(2, 2)) is Verdict.ACCEPTED


@pytest.mark.parametrize("refusal", [Verdict.LOW_BATTERY, Verdict.FAULT])
def test_a_refusal_uses_the_number_up_so_that_a_late_copy_is_not_carried_out(refusal: Verdict) -> None:
    robot = Robot()
    robot.motors.refuse = refusal
    assert robot.verdict(9, 1, Move(1, 1)) is refusal
    robot.motors.refuse = None
    assert robot.verdict(9, 1, Move(1, 1)) is refusal
    assert robot.motors.begun == [] and robot.motors.asked == [Move(1, 1)]
    assert robot.verdict(9, 2, Move(1, 1)) is Verdict.ACCEPTED


def test_what_it_cannot_or_may_not_do_is_refused() -> None:
    robot = Robot(capabilities=0b11)
    assert robot.verdict(9, 1, Act(ActKind.STRIKE)) is Verdict.UNSUPPORTED
    assert robot.verdict(9, 2, Move(9_000_000, 10)) is Verdict.BAD_ARGUMENT
    assert robot.motors.begun == []


def test_numbers_go_round() -> None:
    robot = Robot()
    robot.side.last_seq = robot.side.done_seq = 0xFFFF
    assert robot.verdict(9, 0, Move(1, 1)) is Verdict.ACCEPTED
    robot.finish()
    assert robot.verdict(9, 1, Move(1, 1)) is Verdict.ACCEPTED


def test_a_late_claim_changes_nothing() -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    robot.finish()
    again = robot.take(9, replaces=0)
    assert (again.session, again.last_seq, again.done_seq) == (9, 1, 1)
    assert robot.take(10, replaces=9).session == 10
    for late in (robot.take(9, replaces=0), robot.take(9, replaces=8), robot.take(11, 10, boot_id=4)):
        assert late.session == 10
    assert robot.verdict(9, 1, Move(1, 1)) is Verdict.WRONG_SESSION


def test_another_dictionary_gets_no_session_but_an_answer() -> None:
    robot = Robot()
    answer = robot.take(10, replaces=9, hash_=1)
    assert answer.session == 9 and answer.dictionary == DICTIONARY_HASH


def test_a_claim_ends_what_is_under_way_without_a_word_in_the_new_session() -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    robot.take(10, replaces=9)
    assert robot.motors.halts == [(Outcome.TAKEN, False)]
    assert robot.verdict(10, 1, Move(1, 1)) is Verdict.BUSY
    assert robot.side.finished(Outcome.TAKEN, 1, 0) == []
    assert robot.verdict(10, 1, Move(1, 1)) is Verdict.ACCEPTED


def test_stop_uses_up_a_number_that_was_not_seen() -> None:
    robot = Robot()
    stopped = robot.say(9, 1, Stop())
    assert isinstance(stopped, Done) and stopped.outcome is Outcome.STOPPED
    assert robot.say(9, 1, Move(1, 1)) == stopped
    assert robot.motors.begun == []


def test_a_late_stop_does_not_stop_the_next_command() -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    assert robot.verdict(9, 1, Stop()) is Verdict.STOPPING
    done = robot.finish(Outcome.STOPPED)
    robot.say(9, 2, Move(1, 1))
    assert robot.say(9, 1, Stop()) == done
    assert len(robot.motors.halts) == 1


def test_a_late_clear_does_not_release_a_newer_stop() -> None:
    robot = Robot()

    def latch(nonce: int, message: Message) -> Report:
        answer = robot.say(0, nonce, message)
        assert isinstance(answer, Report)
        return answer

    first = latch(1, Estop()).latch
    assert latch(1, Estop()).host_time_ms == 0, "an ESTOP tells no time"
    assert latch(1, Estop()).latch == first, "a repeat is nothing new"
    assert latch(0, Estop()).latch == first, "nor is a standing order"
    assert latch(2, Clear(first)).state is State.IDLE
    second = latch(3, Estop()).latch
    assert latch(2, Clear(first)).state is State.ESTOPPED
    assert latch(4, Clear(second)).state is State.IDLE


def test_an_emergency_stop_is_hard_and_refuses_what_comes() -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    robot.say(0, 1, Estop())
    assert robot.motors.halts == [(Outcome.ESTOPPED, True)]
    robot.finish(Outcome.ESTOPPED)
    assert robot.verdict(9, 2, Move(1, 1)) is Verdict.ESTOPPED


@pytest.mark.parametrize(("session", "stops"), [(9, False), (8, True), (0, True)])
def test_only_its_own_session_keeps_a_moving_robot_alive(session: int, stops: bool) -> None:
    robot = Robot()
    robot.say(9, 1, Move(1, 1))
    robot.now = 0.9
    robot.say(session, 50, Ping(0))
    robot.side.poll(1.0)
    assert bool(robot.motors.halts) is stops
    robot.side.poll(1.9)
    assert robot.motors.halts[0] == (Outcome.SILENCE, False)


def test_sessions_of_near_boots_are_far_apart() -> None:
    firsts = [next_session(boot, 0) for boot in range(1, 200)]
    for at, first in enumerate(firsts):
        for other in firsts[max(0, at - 20) : at]:
            assert min((first - other) % 0xFFFF, (other - first) % 0xFFFF) > 500
    session, seen = next_session(7, 0), set()
    for _ in range(1000):
        assert session not in seen and 0 < session <= 0xFFFF
        seen.add(session)
        session = next_session(7, session)


@pytest.mark.parametrize(("baud", "least", "most"), [(115200, 0.025, 0.05), (1000000, 0.025, 0.05), (9600, 0.3, 0.6)])
def test_timers_are_scaled_with_the_wire(baud: int, least: float, most: float) -> None:
    timers = Timers.serial(baud)
    assert (timers.retry_least, timers.retry_most) == pytest.approx((least, most))
    assert timers.estop >= 0.010 and timers.heartbeat <= 0.25
