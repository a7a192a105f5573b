"""Robots that lie: what they answer instead of the truth, for the checks of conformance to notice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from msgspec.structs import replace

from firmware_bridge.channels.channel import Channel
from firmware_bridge.conformance import CHECKS, Conformance, conform
from firmware_bridge.protocol.codec import Frame, code_of, encode
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Act,
    Claim,
    Describe,
    Done,
    Estop,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Report,
    State,
    Telemetry,
    Turn,
    Verdict,
    Welcome,
)
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.memory_robot import Lie, MemoryRobot

ONLY_SERIAL = {"resynchronisation", "byte-by-byte"}


def judged(robot: MemoryRobot, *keys: str, restart: bool = True) -> Conformance:
    checks = tuple(check for check in CHECKS if not keys or check.key in keys)
    return run(conform(cast(Channel, robot), robot.restart if restart else None, checks=checks))


def outcomes(found: Conformance) -> dict[str, str]:
    return {finding.check: finding.outcome for finding in found.findings}


When = Callable[[Any, Any, MemoryRobot], bool]


def always(_asked: Any, _answer: Any, _robot: MemoryRobot) -> bool:
    return True


def lie(kind: type[Message], when: When = always, **fields: Any) -> Lie:
    """Answers of one kind have other fields; a function is given the true value."""

    def told(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
        answer = frame.message
        if not isinstance(answer, kind) or not when(asked, answer, robot):
            return answer
        values = {name: value(getattr(answer, name)) if callable(value) else value for name, value in fields.items()}
        return replace(answer, **values)

    return told


def instead(message: Message | None, kind: type[Message], when: When = always) -> Lie:
    """Another answer, or none, instead of one of a kind."""
    return lambda asked, frame, robot: (
        message if isinstance(frame.message, kind) and when(asked, frame.message, robot) else frame.message
    )


def both(*lies: Lie) -> Lie:
    def told(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message | None:
        for each in lies:
            message = each(asked, frame, robot)
            if message is None:
                return None
            frame = Frame(frame.session, frame.seq, message)
        return frame.message

    return told


def to(kind: Any, more: When = always) -> When:
    return lambda asked, answer, robot: isinstance(asked, kind) and more(asked, answer, robot)


def after(kind: Any, count: int = 1) -> When:
    """From the time on when the host has said so many of a kind."""
    return lambda _asked, _answer, robot: sum(isinstance(message, kind) for message in robot.said) >= count


def describes(code: int) -> When:
    """A question for the layout of a message."""
    return to(Describe, lambda asked, _answer, _robot: asked.code == code)


def plus(amount: int) -> Callable[[int], int]:
    return lambda value: value + amount


def take(field: str, value: object) -> When:
    """A HELLO(TAKE) whose field is so."""
    return to(Hello, lambda asked, _answer, _robot: asked.claim is Claim.TAKE and getattr(asked, field) == value)


def asks_in_a_session(_asked: Any, _answer: Any, robot: MemoryRobot) -> bool:
    """Since the host asked (HELLO without a claim) in another session than none."""
    return any(isinstance(said, Hello) and said.claim is Claim.ASK and key[0] for key, said in robot.asked.items())


def counted_off(kind: type[Move] | type[Turn], distance: int, angle: int) -> Lie:
    """Odometry that is wrong and believes itself: DONE and TELEMETRY agree."""

    def told(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
        answer, notes = frame.message, robot.notes
        if isinstance(answer, Done) and isinstance(asked, kind):
            notes["um"], notes["cdeg"] = notes.get("um", 0) + distance, notes.get("cdeg", 0) + angle
            return replace(answer, distance_um=answer.distance_um + distance, angle_cdeg=answer.angle_cdeg + angle)
        if isinstance(answer, Telemetry):
            return replace(
                answer,
                distance_um=answer.distance_um + notes.get("um", 0),
                angle_cdeg=answer.angle_cdeg + notes.get("cdeg", 0),
            )
        return answer

    return told


def carried_out_later(kind: type[Message], count: int, after_s: float = 0.2) -> Lie:
    """The wheels turn a moment after the answer to so many of a kind, and nothing is said of it."""

    def told(_asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
        now = asyncio.get_running_loop().time()
        if isinstance(frame.message, Telemetry) and now >= robot.times.get("answered", now) + after_s:
            return replace(frame.message, angle_cdeg=frame.message.angle_cdeg + 1000)
        if isinstance(frame.message, Ack | Done) and sum(isinstance(said, kind) for said in robot.said) >= count:
            robot.times.setdefault("answered", now)
        return frame.message

    return told


def joins(when: When) -> Lie:
    """Takes a session that it must not take, as far as its WELCOME says."""

    def told(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
        if isinstance(frame.message, Welcome) and when(asked, frame.message, robot):
            return replace(frame.message, session=frame.session)
        return frame.message

    return told


def known(field: str) -> When:
    """A claim that names another boot or session than the robot's."""

    def wrong(asked: Any, answer: Any, robot: MemoryRobot) -> bool:
        mine = {"boot_id": robot.side.boot_id, "replaces": robot.side.session}[field]
        return isinstance(asked, Hello) and asked.claim is Claim.TAKE and getattr(asked, field) != mine

    return wrong


def session_none(asked: Message | None, frame: Frame, _robot: MemoryRobot) -> Message:
    """Takes the session 0, which is none."""
    if isinstance(asked, Hello) and asked.claim is Claim.TAKE and frame.session == 0:
        return replace(frame.message, session=0)
    return frame.message


def counts_repeats(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
    """Counts every ESTOP, also a repeat."""
    if not isinstance(asked, Estop) or not isinstance(frame.message, Report):
        return frame.message
    robot.notes["stops"] = robot.notes.get("stops", 0) + 1
    return replace(frame.message, latch=robot.notes["stops"])


def obeys_the_session_before(_asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
    return BUSY if isinstance(frame.message, Ack) and 0 < frame.session < robot.side.session else frame.message


def obeys_session_none(_asked: Message | None, frame: Frame, _robot: MemoryRobot) -> Message:
    return BUSY if isinstance(frame.message, Ack) and frame.session == 0 else frame.message


def obeys_the_session_before_it_started(_asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
    return BUSY if isinstance(frame.message, Ack) and frame.session and robot.side.boot_id == 6 else frame.message


def takes_an_old_session(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
    """A late HELLO(TAKE) of a session that another one replaced begins it anew."""
    late = isinstance(asked, Hello) and asked.claim is Claim.TAKE and 0 < frame.session < robot.side.session
    return (
        replace(frame.message, session=frame.session) if late and isinstance(frame.message, Welcome) else frame.message
    )


def tells_no_session(_asked: Message | None, frame: Frame, _robot: MemoryRobot) -> Message:
    """Tells of no session where none was named."""
    if isinstance(frame.message, Report) and frame.session == 0:
        return replace(frame.message, session=0)
    return frame.message


def of_seq(
    seq: int, session: Callable[[int, MemoryRobot], bool] = lambda _session, _robot: True
) -> Callable[[Message], Lie]:
    """Another answer to a number."""

    def made(message: Message) -> Lie:
        return lambda _asked, frame, robot: (
            message
            if frame.seq == seq and isinstance(frame.message, Ack | Done) and session(frame.session, robot)
            else frame.message
        )

    return made


STOPPED = Done(Outcome.STOPPED, 0, 4500, 1, State.IDLE)
PONG = Report(code_of(Ping(1)), 9, 9, 9, State.BUSY, 8000, 0, 7)
WHO = Welcome(5, 1, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 2, 3, 0b11111, 8000, State.IDLE, 0, "red")
PING = encode(Frame(1, 1, Ping(1)))
ACCEPTED = Ack(Verdict.ACCEPTED, 0, State.BUSY)
BUSY = Ack(Verdict.BUSY, 0, State.BUSY)
GAP = Ack(Verdict.GAP, 0, State.IDLE)
ENDED = Done(Outcome.DONE, 0, 9000, 1, State.IDLE)


def ended_as(outcome: Outcome) -> When:
    return lambda _asked, answer, _robot: answer.outcome is outcome


def verdict(which: Verdict) -> When:
    return lambda _asked, answer, _robot: answer.verdict is which


def under_way(_asked: Any, _answer: Any, robot: MemoryRobot) -> bool:
    return robot.side.state is State.BUSY


def restarted(_asked: Any, _answer: Any, robot: MemoryRobot) -> bool:
    return robot.side.boot_id == 6


def taken(count: int) -> When:
    """Once HELLO(TAKE) was said so often."""
    takes = (Hello, Claim.TAKE)
    return lambda _asked, _answer, robot: (
        sum((type(said), getattr(said, "claim", None)) == takes for said in robot.said) >= count
    )


def session_none_asked(_asked: Any, _answer: Any, robot: MemoryRobot) -> bool:
    """Since the host gave a command of no session to a robot that has been restarted."""
    return robot.side.boot_id == 6 and isinstance(robot.asked.get((0, 1)), Act)


def at_rest(_asked: Any, _answer: Any, robot: MemoryRobot) -> bool:
    return robot.side.state is not State.BUSY and robot.side.last_seq > 0


LOST_DONE = instead(None, Done, lambda _asked, _answer, robot: not robot.answering)
"""What comes by itself is lost, what is asked for comes."""
