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
    Claim,
    Clear,
    Done,
    Estop,
    FaultCode,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Report,
    State,
    Stop,
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

    def refusal(self, _command: Command) -> Verdict | None:
        return self.refuse

    def begin(self, command: Command) -> None:
        self.begun.append(command)

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
    assert robot.motors.begun == []
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
    assert timers.estop >= 0.010 and timers.beat <= 0.25
