"""What every :class:`firmware_bridge.robots.robot_port.RobotPort` promises a table, as checks, whatever moves it.

The robot goes 2 cm forth and back and turns on the spot, once for every check that looks at motions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from boards.base.errors import GolemError
from boards.base.message import literal
from firmware_bridge.conformance.check_results import Differs, DoesNotApply, Finding
from firmware_bridge.protocol.codec import OutOfRange
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult, NotConnected, RobotError

MM, MM_S = 20.0, 40.0
DEGREES, DEG_S = 90.0, 60.0
LONG_DEGREES, LONG_DEG_S = 180.0, 40.0
"""A motion that is stopped under way."""
UNDER_WAY_S = 0.5
SLOW_DISK_S = 3.0
"""Longer than a motion that is asked for takes."""
ANSWER_S = 5.0
"""A stop is answered sooner than this."""
MOTION_S = 400.0
"""Longer than any motion of a check takes, also by hand."""
TRUE_MM, TRUE_DEGREES = 3.0, 7.0
"""So far a robot's count of a motion may be from what was asked."""

Entry = CommandBegun | CommandEnded


class Subject:
    """A robot and what it has said."""

    def __init__(self, robot: RobotPort) -> None:
        self.robot = robot
        self.entries: list[Entry] = []
        self.states: list[str] = []
        self.held: asyncio.Future[None] | None = None
        """The journal has each command that begins when this ends; None: at once."""
        self.broken: Exception | None = None
        """What the journal raises, if it is to fail."""
        robot.record = self._record
        robot.on_change.append(self._changed)

    def _record(self, robot: str, entry: Entry) -> asyncio.Future[None] | None:
        if self.broken is not None:
            raise self.broken
        self.entries.append(entry)
        return self.held if isinstance(entry, CommandBegun) else None

    def _changed(self, robot: RobotPort) -> None:
        state = robot.status.link
        if not self.states or self.states[-1] != state:
            self.states.append(state)

    async def turn(self, degrees: float = DEGREES, speed: float = DEG_S) -> MotionResult:
        """Turn, and wait for the end."""
        return await within(MOTION_S, self.robot.turn(degrees, speed), "every command ends")

    def begin(self) -> asyncio.Task[MotionResult]:
        """Begin a motion that takes some seconds."""
        return asyncio.ensure_future(self.robot.turn(LONG_DEGREES, LONG_DEG_S))


async def within(seconds: float, work: Awaitable[MotionResult] | Awaitable[None], rule: str) -> MotionResult:
    """Wait for what must come in time; Raises Differs."""
    try:
        async with asyncio.timeout(seconds):
            result = await work
    except TimeoutError:
        raise Differs(rule, f"nothing within {seconds:g} s") from None
    return result if isinstance(result, MotionResult) else MotionResult("done")


def expect(right: bool, expected: str, seen: object) -> None:
    """Raise Differs unless it is right."""
    if not right:
        raise Differs(expected, str(seen))


async def unconnected(subject: Subject) -> None:
    """Nothing is carried out before connect; closing and stopping are no mistakes."""
    await within(ANSWER_S, subject.robot.stop(), "stop returns before connect")
    try:
        result = await subject.robot.turn(DEGREES, DEG_S)
    except NotConnected:
        return
    raise Differs("NotConnected for a command before connect", str(result))


async def connects(subject: Subject) -> None:
    """Connect makes it ready."""
    expect(subject.robot.status.link in ("ready", "fault"), "ready after connect", subject.robot.status)
    expect(bool(subject.robot.port), "an address in `port`", repr(subject.robot.port))
    expect(not subject.robot.busy, "not busy before a command", subject.robot.status)


async def moves(subject: Subject) -> None:
    """Move and turn are carried out and counted, both ways."""
    for mm in (MM, -MM):
        result = await within(MOTION_S, subject.robot.move(mm, MM_S), "every command ends")
        expect(result.done and abs(result.mm - mm) <= TRUE_MM, f"done, {mm:g} mm", result)
    for degrees in (DEGREES, -DEGREES):
        result = await subject.turn(degrees)
        expect(result.done and abs(result.degrees - degrees) <= TRUE_DEGREES, f"done, {degrees:g} degrees", result)


async def acts(subject: Subject) -> None:
    """An act is shown, or rejected with a reason; what no robot can show is a RobotError."""
    result = await within(MOTION_S, subject.robot.act("identify"), "every command ends")
    expect(result.done or (result.kind == "rejected" and bool(result.reason)), "done, or rejected and why", result)
    try:
        result = await subject.robot.act("dance")
    except RobotError:
        return
    raise Differs("RobotError for an act that there is not", str(result))


async def limits(subject: Subject) -> None:
    """A value out of range is refused before anything moves or is recorded."""
    count = len(subject.entries)
    robot = subject.robot
    for ask, way, speed in ((robot.move, 1e5, MM_S), (robot.turn, 1e5, DEG_S), (robot.move, MM, 0.0)):
        try:
            result = await ask(way, speed)
        except OutOfRange:
            continue
        raise Differs("OutOfRange", str(result))
    expect(len(subject.entries) == count, "nothing on record for what was refused", subject.entries[count:])


async def records(subject: Subject) -> None:
    """A command is on record before it begins, and its end with the same numbers before it is told."""
    count = len(subject.entries)
    turning = subject.begin()
    await asyncio.sleep(UNDER_WAY_S)
    entries = subject.entries[count:]
    expect(len(entries) == 1 and isinstance(entries[0], CommandBegun), "one entry that it begins", entries)
    await within(ANSWER_S, subject.robot.stop(), "stop returns")
    await turning
    begun, *ended = subject.entries[count:]
    expect(len(ended) == 1 and isinstance(ended[0], CommandEnded), "one entry that it ended", ended)
    numbers = [(entry.boot_id, entry.session, entry.seq) for entry in (begun, *ended)]
    expect(numbers[0] == numbers[1], "the same numbers in both", numbers)


async def unrecorded(subject: Subject) -> None:
    """What cannot be put on record is not begun."""
    subject.broken = GolemError(literal("the record cannot be written"))
    try:
        result = await subject.turn()
    except GolemError:
        pass
    else:
        raise Differs("the record's own error", str(result))
    finally:
        subject.broken = None
    expect((await subject.turn()).done, "the next command is carried out", subject.robot.status)


async def waits(subject: Subject) -> None:
    """A command does not begin before it is on record; a stop does not wait for that."""
    for stopped in (True, False):
        subject.held = asyncio.get_running_loop().create_future()
        try:
            turning = asyncio.ensure_future(subject.turn())
            await asyncio.sleep(SLOW_DISK_S)
            expect(not turning.done(), "nothing before the command is on record", subject.robot.status)
            if stopped:
                await within(ANSWER_S, subject.robot.stop(), "stop returns")
                result = await within(ANSWER_S, turning, "the command ends")
                expect(result.kind == "cancelled", "cancelled", result)
        finally:
            subject.held.set_result(None)
            subject.held = None
        if not stopped:
            result = await turning
            expect(result.done, "done once it is on record", result)


async def in_order(subject: Subject) -> None:
    """One command at a time, in order."""
    count = len(subject.entries)
    results = await asyncio.gather(subject.turn(DEGREES), subject.turn(-DEGREES))
    expect(all(result.done for result in results), "both done", results)
    kinds = [type(entry) for entry in subject.entries[count:]]
    expect(kinds == [CommandBegun, CommandEnded] * 2, "the second begins when the first has ended", kinds)


async def stops(subject: Subject) -> None:
    """Stop ends what is under way and forgets what waits; stopping at rest is no mistake."""
    await within(ANSWER_S, subject.robot.stop(), "stop returns at rest")
    first = subject.begin()
    await asyncio.sleep(UNDER_WAY_S)
    expect(subject.robot.busy and subject.robot.status.link == "busy", "busy under way", subject.robot.status)
    second = subject.begin()
    await asyncio.sleep(0)
    await within(ANSWER_S, subject.robot.stop(), "stop returns")
    results = await asyncio.gather(first, second)
    expect([result.kind for result in results] == ["cancelled"] * 2, "both cancelled", results)
    expect(not subject.robot.busy and subject.robot.status.link == "ready", "ready", subject.robot.status)


async def estops(subject: Subject) -> None:
    """The emergency stop ends all and latches until clear."""
    turning = subject.begin()
    await asyncio.sleep(UNDER_WAY_S)
    await within(ANSWER_S, subject.robot.estop(), "estop returns")
    result = await within(ANSWER_S, turning, "the motion ends")
    expect(result.kind == "cancelled", "cancelled", result)
    expect(subject.robot.status.link == "estopped", "estopped", subject.robot.status)
    result = await subject.turn()
    expect(result.kind == "rejected" and bool(result.reason), "rejected while it is latched, and why", result)
    await within(ANSWER_S, subject.robot.clear(), "clear returns")
    expect(subject.robot.status.link == "ready", "ready after clear", subject.robot.status)
    expect((await subject.turn()).done, "moves again after clear", subject.robot.status)


async def pauses(subject: Subject) -> None:
    """Nothing begins while the gate is shut."""
    count = len(subject.entries)
    subject.robot.gate.pause()
    turning = asyncio.ensure_future(subject.turn())
    await asyncio.sleep(UNDER_WAY_S)
    seen = subject.entries[count:]
    subject.robot.gate.resume()
    expect((await turning).done, "carried out once the gate is open", subject.robot.status)
    expect(not seen, "nothing begins while the gate is shut", seen)


async def tells(subject: Subject) -> None:
    """Listeners hear that it is busy and that it is ready again."""
    subject.states.clear()
    await subject.turn()
    expect(subject.states == ["busy", "ready"], "busy, then ready", subject.states)


async def interrupted(subject: Subject) -> None:
    """A command of an earlier controller ends on record, and is not carried out again."""
    command = next((entry for entry in reversed(subject.entries) if isinstance(entry, CommandBegun)), None)
    if command is None:
        raise DoesNotApply("refuses")
    await within(ANSWER_S, subject.robot.close(), "close returns")
    await within(ANSWER_S, subject.robot.close(), "closing twice is no mistake")
    count = len(subject.entries)
    try:
        async with asyncio.timeout(MOTION_S):
            result = await subject.robot.connect(command)
    except TimeoutError:
        raise Differs("connect returns", f"nothing within {MOTION_S:g} s") from None
    expect(result is not None, "how the command on record ended", result)
    seen = subject.entries[count:]
    again = [entry for entry in seen if isinstance(entry, CommandBegun)]
    expect(not again, "the command is not carried out again", again)
    expect(len(seen) == 1, "its end is on record", seen)


async def closes(subject: Subject) -> None:
    """Closing stops it; after that nothing is carried out."""
    turning = subject.begin()
    await asyncio.sleep(UNDER_WAY_S)
    await within(ANSWER_S, subject.robot.close(), "close returns")
    result = await within(ANSWER_S, turning, "the motion ends")
    expect(result.kind in ("cancelled", "uncertain"), "cancelled or uncertain", result)
    expect(subject.robot.status.link == "lost", "lost, with a reason", subject.robot.status)
    try:
        result = await subject.robot.turn(DEGREES, DEG_S)
    except NotConnected:
        return
    raise Differs("NotConnected for a command after close", str(result))


@dataclass(frozen=True)
class PortCheck:
    """One promise of a robot to its table."""

    key: str
    run: Callable[[Subject], Awaitable[None]]


PORT_CHECKS: tuple[PortCheck, ...] = tuple(
    PortCheck(f"port-{name}", run)
    for name, run in (
        ("unconnected", unconnected),
        ("connects", connects),
        ("moves", moves),
        ("acts", acts),
        ("limits", limits),
        ("records", records),
        ("unrecorded", unrecorded),
        ("waits", waits),
        ("in-order", in_order),
        ("stops", stops),
        ("estops", estops),
        ("pauses", pauses),
        ("tells", tells),
        ("interrupted", interrupted),
        ("closes", closes),
    )
)
"""In the order in which they are run."""


async def conform_port(
    robot: RobotPort, on_finding: Callable[[Finding], None] = lambda _finding: None
) -> tuple[Finding, ...]:
    """Run the checks against a robot that is not connected yet. Raises GolemError if it cannot be reached."""
    subject = Subject(robot)
    findings: list[Finding] = []
    try:
        for check in PORT_CHECKS:
            if check.key == "port-connects":
                await robot.connect()
            findings.append(await _finding(check, subject))
            on_finding(findings[-1])
    finally:
        robot.gate.resume()
        await _try(robot.close())
    return tuple(findings)


async def _try(work: Awaitable[None]) -> None:
    """Do what brings a robot to rest, as far as a robot that may break every promise lets it."""
    with suppress(Differs, GolemError):
        await within(ANSWER_S, work, "the robot comes to rest")


async def _finding(check: PortCheck, subject: Subject) -> Finding:
    try:
        await check.run(subject)
    except Differs as differs:
        # The next check begins with a robot at rest, whatever this one left under way.
        await _try(subject.robot.stop())
        return Finding(check.key, "failed", differs.expected, differs.seen)
    except DoesNotApply as why:
        return Finding(check.key, "not applicable", seen=why.seen, why=why.why)
    except GolemError as error:
        return Finding(check.key, "failed", "no error", f"{type(error).__name__}: {error}")
    return Finding(check.key, "passed")
