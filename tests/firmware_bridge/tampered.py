"""Robots that break one rule each: the link's robot side with one thing changed, for the conformance suite to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware_bridge.link.robot_side import RobotSide
from firmware_bridge.link.values import Command
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.tables import (
    Ack,
    Act,
    Claim,
    Clear,
    Done,
    Estop,
    Hello,
    Message,
    Move,
    Outcome,
    Stop,
    Turn,
    Verdict,
)


def obeys_copies(side: RobotSide) -> None:
    take = side._numbered

    def numbered(frame: Frame, message: Any) -> list[Frame]:
        side._answers.clear()
        if frame.seq == side.last_seq and side._running is None:
            side.last_seq = (side.last_seq - 1) & 0xFFFF
        return take(frame, message)

    side._numbered = numbered  # type: ignore[method-assign]


def lies_about_done(side: RobotSide) -> None:
    """Says done, and its wheels' count says otherwise."""
    finished = side.finished
    side.finished = lambda outcome, mm, cdeg: finished(Outcome.DONE, mm // 2, cdeg // 2)  # type: ignore[method-assign]


def says_done_at_once(side: RobotSide) -> None:
    numbered = side._numbered

    def hasty(frame: Frame, message: Any) -> list[Frame]:
        answers = numbered(frame, message)
        if answers and side._running is not None and not isinstance(message, Stop):
            way = (getattr(message, "distance_um", 0), getattr(message, "angle_cdeg", 0))
            answers.append(Frame(frame.session, frame.seq, Done(Outcome.DONE, *way, frame.seq, side.state)))
        return answers

    side._numbered = hasty  # type: ignore[method-assign]


def clears_for_anybody(side: RobotSide) -> None:
    receive = side.receive

    def lenient(frame: Frame, now: float) -> list[Frame]:
        message = Clear(side.latch) if isinstance(frame.message, Clear) else frame.message
        return receive(Frame(frame.session, frame.seq, message), now)

    side.receive = lenient  # type: ignore[method-assign]


def needs_a_session_for_estop(side: RobotSide) -> None:
    receive = side.receive
    side.receive = lambda frame, now: (  # type: ignore[method-assign]
        [] if isinstance(frame.message, Estop) and frame.session == 0 else receive(frame, now)
    )


def never_falls_silent(side: RobotSide) -> None:
    side.poll = lambda _now: None  # type: ignore[method-assign]


def takes_any_hello(side: RobotSide) -> None:
    hello = side._hello

    def naive(frame: Frame, message: Hello, now: float) -> list[Frame]:
        same = Hello(message.claim, message.major, message.minor, message.dictionary, side.session, side.boot_id)
        return hello(frame, same, now)

    side._hello = naive  # type: ignore[method-assign]


def clips(side: RobotSide) -> None:
    """Goes 3 m where a little more was asked for."""
    refusal = side._refusal

    def lenient(command: Command) -> Verdict | None:
        least = isinstance(command, Act) or speed_of(command) < 1
        refused = refusal(command)
        return refused if least or refused is not Verdict.BAD_ARGUMENT else None

    side._refusal = lenient  # type: ignore[method-assign]


def speed_of(command: Move | Turn) -> int:
    return command.speed_mm_s if isinstance(command, Move) else command.speed_deg_s


def forgets_the_stop_in_a_new_session(side: RobotSide) -> None:
    hello = side._hello

    def forgetful(frame: Frame, message: Hello, now: float) -> list[Frame]:
        before = side.session
        answers = hello(frame, message, now)
        side.latched = side.latched and side.session == before
        return answers

    side._hello = forgetful  # type: ignore[method-assign]


def acts_while_latched(side: RobotSide) -> None:
    refusal = side._refusal
    side._refusal = lambda command: None if isinstance(command, Act) else refusal(command)  # type: ignore[method-assign]


def knows_a_stop_for_ever(side: RobotSide) -> None:
    receive = side.receive

    def receiving(frame: Frame, now: float) -> list[Frame]:
        if isinstance(frame.message, Estop) and frame.seq == side._estop_nonce and not side.latched:
            return [side._report(frame)]
        return receive(frame, now)

    side.receive = receiving  # type: ignore[method-assign]


def lets_acts_end(side: RobotSide) -> None:
    begin, halt = side._motors.begin, side._halt
    doing: list[Command] = []

    def beginning(command: Command) -> None:
        doing[:] = [command]
        begin(command)

    def halting(outcome: Outcome, *, hard: bool) -> None:
        if not doing or not isinstance(doing[0], Act):
            halt(outcome, hard=hard)

    side._motors.begin = beginning  # type: ignore[method-assign]
    side._halt = halting  # type: ignore[method-assign]


def hears_everybody(side: RobotSide) -> None:
    receive = side.receive

    def receiving(frame: Frame, now: float) -> list[Frame]:
        side._heard_at = now
        return receive(frame, now)

    side.receive = receiving  # type: ignore[method-assign]


def begins_its_session_again(side: RobotSide) -> None:
    hello = side._hello

    def again(frame: Frame, message: Hello, now: float) -> list[Frame]:
        if message.claim is Claim.TAKE and frame.session == side.session:
            side.last_seq = side.done_seq = 0
            side._answers.clear()
        return hello(frame, message, now)

    side._hello = again  # type: ignore[method-assign]


def remembers_one(side: RobotSide) -> None:
    remember = side._remember

    def short(seq: int, answer: Message) -> None:
        side._answers.clear()
        remember(seq, answer)

    side._remember = short  # type: ignore[method-assign]


def forgets_to_end_refusals(side: RobotSide) -> None:
    command = side._command

    def forgetful(frame: Frame, message: Command) -> list[Frame]:
        before = side.done_seq
        side_answers = command(frame, message)
        match side_answers[0].message:
            case Ack(verdict=Verdict.BAD_ARGUMENT) as ack:
                side.done_seq = before
                return [Frame(frame.session, frame.seq, Ack(ack.verdict, before, ack.state))]
        return side_answers

    side._command = forgetful  # type: ignore[method-assign]


def tells_the_wrong_number(side: RobotSide) -> None:
    report = side._report
    side._report = lambda frame, time=0: replace(report(frame, time), last_seq=side.done_seq)  # type: ignore[method-assign]


def waits_to_be_asked(side: RobotSide) -> None:
    finished = side.finished

    def mute(outcome: Outcome, mm: int, cdeg: int) -> list[Frame]:
        finished(outcome, mm, cdeg)
        return []

    side.finished = mute  # type: ignore[method-assign]


def stops_for_any_number(side: RobotSide) -> None:
    numbered = side._numbered

    def hasty(frame: Frame, message: Command | Stop) -> list[Frame]:
        if isinstance(message, Stop) and frame.session == side.session:
            side._halt(Outcome.STOPPED, hard=False)
        return numbered(frame, message)

    side._numbered = hasty  # type: ignore[method-assign]


TAMPERED: tuple[tuple[Callable[[RobotSide], None], str], ...] = (
    (obeys_copies, "copy-afterwards"),
    (lies_about_done, "motions"),
    (says_done_at_once, "motions"),
    (clears_for_anybody, "clear-of-old"),
    (needs_a_session_for_estop, "estop"),
    (never_falls_silent, "silence"),
    (takes_any_hello, "taking"),
    (clips, "out-of-range"),
    (forgets_to_end_refusals, "out-of-range"),
    (forgets_the_stop_in_a_new_session, "latched"),
    (acts_while_latched, "latched"),
    (knows_a_stop_for_ever, "estop-counts"),
    (lets_acts_end, "acts-end"),
    (hears_everybody, "strangers"),
    (begins_its_session_again, "late-hello"),
    (remembers_one, "memory"),
    (tells_the_wrong_number, "numbers"),
    (waits_to_be_asked, "motions"),
    (stops_for_any_number, "busy"),
)
"""What was done to the program, and the check that must see it."""
