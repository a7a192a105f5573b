"""How far a check goes: how long it waits, what it says meanwhile, and what it tells. In memory, in virtual time."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.port_checks import conform_port
from firmware_bridge.conformance.probe import HEARTBEAT_S
from firmware_bridge.link import robot_side
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    Ack,
    Claim,
    Done,
    Hello,
    Message,
    Outcome,
    Progress,
    Verdict,
    Welcome,
)
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.honest_robot import Honest
from tests.firmware_bridge.lies import both, instead, judged, lie, taken
from tests.firmware_bridge.memory_robot import BRAKE_S, Lie, MemoryMotors, MemoryRobot, truth
from tests.firmware_bridge.test_conformance_suite import DeafAfter

CLOCK_S = 0.01


def finding_of(robot: MemoryRobot, check: str) -> Finding:
    [finding] = judged(robot, check).findings
    return finding


def takes(seconds: float) -> type[MemoryMotors]:
    """Motors that end every command after so long."""

    class Slow(MemoryMotors):
        def begin(self, command: Command) -> None:
            super().begin(command)
            self.forget()
            self._end = asyncio.get_running_loop().call_later(seconds, self._finish, Outcome.DONE, 1.0)

    return Slow


def growing_progress() -> Lie:
    """Each PROGRESS tells 0.01 degrees more than the one before, and more than the whole turn."""

    def told(_asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
        if not isinstance(frame.message, Progress):
            return frame.message
        robot.notes["told"] = robot.notes.get("told", 9000) + 1
        return replace(frame.message, angle_cdeg=robot.notes["told"])

    return told


def begins_the_next_session(asked: Message | None, frame: Frame, robot: MemoryRobot) -> Message:
    """Begins a session when somebody asks in the next one without claiming it."""
    following = robot.side.session + 1
    if isinstance(asked, Hello) and asked.claim is Claim.ASK and frame.session == following != 1:
        robot.notes["begun"] = following
    if isinstance(frame.message, Welcome) and "begun" in robot.notes:
        return replace(frame.message, session=robot.notes["begun"])
    return frame.message


@pytest.mark.parametrize("check", ["copy-afterwards", "old-copy", "other-session", "stop-before", "estop", "mended"])
def test_a_robot_hears_a_sign_of_life_five_times_a_second_while_a_check_listens(check: str) -> None:
    class Listens(MemoryRobot):
        def send(self, data: bytes) -> None:
            heard_at.append(asyncio.get_running_loop().time())
            super().send(data)

    heard_at: list[float] = []
    assert finding_of(Listens(), check).outcome == "passed"
    gaps = [after - before for before, after in pairwise(heard_at)]
    assert max(gaps) <= HEARTBEAT_S + CLOCK_S


@pytest.mark.parametrize(
    ("check", "seconds", "expected"),
    [
        ("mended", 0.9, ""),
        ("mended", 1.1, "last_seq 1, done_seq 1"),
        ("copy-under-way", 2.4, ""),
        ("copy-under-way", 2.6, "DONE within 2.5 s of TURN"),
    ],
)
def test_a_command_that_takes_too_long_fails(check: str, seconds: float, expected: str) -> None:
    finding = finding_of(MemoryRobot(motors=takes(seconds)), check)
    assert finding.outcome == ("failed" if expected else "passed") and expected in finding.expected


@pytest.mark.parametrize(
    "told",
    [
        both(lie(Progress, angle_cdeg=9_050), lie(Done, angle_cdeg=9_050)),
        lie(Progress, angle_cdeg=lambda angle: angle and 9_000),
    ],
    ids=["half a degree more than asked, as its DONE", "the whole way before the end"],
)
def test_progress_may_tell_as_much_as_its_done(told: Lie) -> None:
    assert finding_of(MemoryRobot(told), "progress").outcome == "passed"


def test_the_last_progress_is_told_if_it_is_more_than_the_way() -> None:
    finding = finding_of(MemoryRobot(growing_progress()), "progress")
    assert (finding.expected, finding.seen) == ("PROGRESS between 1 and 9000 cdeg", "9003 cdeg")


def test_asking_in_the_next_session_does_not_begin_it() -> None:
    assert finding_of(MemoryRobot(begins_the_next_session), "asking").outcome == "failed"


@pytest.mark.parametrize(("session", "since"), [(1, False), (2, True)])
def test_a_latched_robot_that_obeys_is_told_with_its_session(session: int, since: bool) -> None:
    finding = finding_of(MemoryRobot(lie(Ack, taken(session), verdict=Verdict.BUSY)), "latched")
    assert finding.outcome == "failed" and finding.expected.startswith("ACK ESTOPPED to MOVE")
    assert finding.expected.endswith(" in a session that was begun since") is since


@pytest.mark.parametrize("after_s", [0.7, 2.1])
def test_a_stop_too_early_or_too_late_is_told_with_its_time(after_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_side, "SILENCE_S", after_s - BRAKE_S)
    finding = finding_of(MemoryRobot(), "silence")
    assert finding.expected == "a stop 1 s after the last word"
    assert re.fullmatch(rf"DONE after {after_s}\d s", finding.seen)


def test_no_answer_to_a_command_is_told_as_nothing() -> None:
    finding = finding_of(MemoryRobot(instead(None, Ack)), "gap")
    assert finding.expected.startswith("ACK to TURN") and finding.seen == "nothing"


def test_what_passes_tells_nothing_more() -> None:
    finding = finding_of(MemoryRobot(truth), "gap")
    assert (finding.expected, finding.seen, finding.why) == ("", "", "")


@pytest.mark.parametrize(("lost", "outcome"), [(2, "passed"), (3, "failed")])
def test_the_third_frame_after_garbage_must_be_understood(lost: int, outcome: str) -> None:
    class Deaf(DeafAfter):
        frames = lost

    assert finding_of(Deaf(), "resynchronisation").outcome == outcome


class NeverStops(Honest):
    """Answers no stop while it is under way."""

    async def stop(self) -> None:
        if self.busy:
            await asyncio.Event().wait()
        await super().stop()


class NeverClears(Honest):
    async def clear(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("robot", "check", "rule"),
    [(NeverStops, "port-stops", "stop returns"), (NeverClears, "port-estops", "clear returns")],
)
def test_a_robot_that_does_not_return_is_waited_for_five_seconds(robot: type[Honest], check: str, rule: str) -> None:
    [finding] = [one for one in run(conform_port(robot())) if one.check == check]
    assert (finding.outcome, finding.expected, finding.seen) == ("failed", rule, "nothing within 5 s")
