"""Robots whose commands are corrected by what was learned of their wheels (:mod:`.learned_drives`)."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from boards.base.errors import Problem
from boards.base.reasons import Reason
from calibration.odometry import DriveModel, Motion, WheelDirections, command_for, effect
from controller.table.core.ports import FleetPort
from controller.table.motion.learning.camera_latency import WAY_DEG, WAY_MM
from controller.table.motion.learning.learned_drives import LearnedDrive, LearnedDrives
from firmware_bridge.robots.fleet import Replacement
from firmware_bridge.robots.journal_entries import CommandBegun, Record
from firmware_bridge.robots.pause_gate import Gate
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult, RobotStatus

AHEAD_MM = 100.0
"""What a turn makes room for: it ends so that a cell ahead can be driven without another turn."""

MOST_AHEAD_DEG = 2.5
"""... but never by more: a golem must not look as if it stood wrong."""

ASIDE_MM = 1.0
"""A way that would end so far aside is worth a turn before it."""

SMALLEST_DEG = 0.4
"""What is not worth a command."""

MOST_FASTER = 1.08
"""A golem that goes less far than it counts is told to go so much faster at most: a motor that loses steps would lose
more; and no firmware goes faster than it can."""


class LearningRobot:
    """A :class:`firmware_bridge.robots.robot_port.RobotPort` whose ways are those that were asked for."""

    def __init__(self, robot: RobotPort, drives: LearnedDrives) -> None:
        self._robot = robot
        self._drives = drives
        self._turning_first = False

    # -- ways ------------------------------------------------------------------------------------------

    async def move(self, mm: float, speed_mm_s: float) -> MotionResult:
        """Go straight, after a small turn where it would end aside."""
        if self._robot.by_hand:
            return await self._robot.move(mm, speed_mm_s)
        drive = self._drives.of(self._robot)
        first = turn_before(drive, mm)
        if first:
            self._turning_first = True
            try:
                turned = await self._turn(drive, first)
            finally:
                self._turning_first = False
            if not turned.done:
                return turned
        motion = command_for(drive.model, Motion(mm=mm), drive.directions)
        result = await self._tried(drive, motion, self._robot.move(motion.mm, speed_mm_s * faster(drive.model.scale)))
        if result.mm:
            done = drive.did(Motion(mm=result.mm))
            drive.debt_deg += math.degrees(done.turned)
        return result

    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        """Turn on the spot, and make good what the heading is off."""
        if self._robot.by_hand:
            return await self._robot.turn(degrees, speed_deg_s)
        drive = self._drives.of(self._robot)
        self._speed_deg_s = speed_deg_s
        by = degrees - drive.debt_deg
        by += room_ahead(drive.model, drive.directions, by)
        if abs(by) < SMALLEST_DEG:
            drive.debt_deg -= degrees
            return MotionResult("done", degrees=degrees)
        result = await self._turn(drive, by)
        drive.debt_deg -= degrees
        return result

    _speed_deg_s = 90.0
    """The speed of the newest turn that was asked for; of a turn before a drive, too."""

    async def _turn(self, drive: LearnedDrive, by: float) -> MotionResult:
        motion = command_for(drive.model, Motion(degrees=by), drive.directions)
        speed = self._speed_deg_s * faster(drive.model.turn)
        result = await self._tried(drive, motion, self._robot.turn(motion.degrees, speed))
        if result.degrees:
            done = drive.did(Motion(degrees=result.degrees))
            drive.debt_deg += math.degrees(done.turned)
        return result

    async def _tried(self, drive: LearnedDrive, motion: Motion, command: Awaitable[MotionResult]) -> MotionResult:
        """Await a command. One that ended nobody knows how spoils the next look."""
        well, done, now = False, False, asyncio.get_running_loop().time
        drive.now, drive.broken_off = motion, False
        if not drive.since:
            drive.began_at = now()
        if max(abs(motion.mm) / WAY_MM, abs(motion.degrees) / WAY_DEG) >= 1.0 and not self._robot.busy:
            for listener in self._drives.on_begin:
                listener(self._robot.name)
        try:
            result = await command
            well, done = result.kind != "uncertain", result.done
        finally:
            drive.spoilt = drive.spoilt or not well
            drive.broken_off = not done
            self._drives.ended_at = now()
        return result

    async def progress(self, within_s: float) -> float | None:
        """How far the motion under way has come, as far as is known of its wheels."""
        if self._turning_first:
            return 0.0
        counted = await self._robot.progress(within_s)
        if counted is None or self._robot.by_hand:
            return counted
        return counted * self._drives.of(self._robot).model.scale

    # -- everything else is the robot's own --------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the table calls it."""
        return self._robot.name

    @name.setter
    def name(self, name: str) -> None:
        self._robot.name = name

    @property
    def record(self) -> Record:
        """Writes each command to the journal."""
        return self._robot.record

    @record.setter
    def record(self, record: Record) -> None:
        self._robot.record = record

    @property
    def gate(self) -> Gate:
        """The pause gate."""
        return self._robot.gate

    @gate.setter
    def gate(self, gate: Gate) -> None:
        self._robot.gate = gate

    @property
    def on_change(self) -> list[Callable[[RobotPort], None]]:
        """Called when the status has changed."""
        return self._robot.on_change

    @on_change.setter
    def on_change(self, listeners: list[Callable[[RobotPort], None]]) -> None:
        self._robot.on_change = listeners

    @property
    def port(self) -> str:
        """Where it is."""
        return self._robot.port

    @property
    def own_name(self) -> str:
        """What it calls itself."""
        return self._robot.own_name

    @property
    def status(self) -> RobotStatus:
        """Its health."""
        return self._robot.status

    @property
    def by_hand(self) -> bool:
        """Whether a person moves it."""
        return self._robot.by_hand

    @property
    def busy(self) -> bool:
        """Whether a command is under way."""
        return self._robot.busy

    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        """Make it ready."""
        return await self._robot.connect(last)

    async def act(self, kind: str) -> MotionResult:
        """Show something."""
        return await self._robot.act(kind)

    async def stop(self) -> None:
        """End what is under way."""
        await self._robot.stop()

    async def estop(self) -> None:
        """Stop at once and stay stopped."""
        await self._robot.estop()

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop."""
        self._robot.announce_estop(latched)

    async def clear(self) -> None:
        """Release the emergency stop."""
        await self._robot.clear()

    def confirm(self) -> bool:
        """Hear that a person has done what was asked."""
        return self._robot.confirm()

    async def close(self) -> None:
        """Stop the robot and let it go."""
        await self._robot.close()

    async def turn_away(self, reason: Reason) -> None:
        """Have nothing to do with this robot."""
        await self._robot.turn_away(reason)


class LearningFleet:
    """A fleet whose robots go the ways that were asked for; a :class:`controller.table.core.ports.FleetPort`."""

    def __init__(self, fleet: FleetPort, drives: LearnedDrives) -> None:
        self._fleet = fleet
        self._drives = drives
        self._robots: dict[int, LearningRobot] = {}

    def __contains__(self, name: object, /) -> bool:
        return name in self._fleet

    def __iter__(self) -> Iterator[str]:
        return iter(self._fleet)

    def __getitem__(self, name: str, /) -> RobotPort:
        robot = self._fleet[name]
        return self._robots.setdefault(id(robot), LearningRobot(robot, self._drives))

    def rename(self, names: Mapping[str, str]) -> None:
        """Give robots each other's names: old -> new."""
        self._fleet.rename(names)

    async def replace(self, name: str, by: Replacement, spare: str = "") -> None:
        """Have somebody else play for a golem."""
        await self._fleet.replace(name, by, spare)

    def pause(self) -> None:
        """Close the gate that every send passes."""
        self._fleet.pause()

    def resume(self) -> None:
        """Open the pause gate."""
        self._fleet.resume()

    async def passed(self) -> None:
        """Wait until the gate is open."""
        await self._fleet.passed()

    async def stop_all(self) -> None:
        """Stop every robot."""
        await self._fleet.stop_all()

    async def estop_all(self) -> Sequence[Problem]:
        """Return those that have not answered."""
        return await self._fleet.estop_all()

    async def clear_all(self) -> Sequence[Problem]:
        """Return those that could not be released."""
        return await self._fleet.clear_all()


def faster(scale: float) -> float:
    """Return the factor of the speed at which a robot goes as fast as was asked for, within bounds; never slower."""
    return min(MOST_FASTER, max(1.0, 1.0 / scale))


def room_ahead(model: DriveModel, directions: WheelDirections, degrees: float) -> float:
    """Return by how much a turn should end beside its aim, so that a cell ahead needs no turn of its own (degrees)."""
    after = _after_turn(degrees) if abs(degrees) >= SMALLEST_DEG else directions
    done = effect(model, Motion(mm=AHEAD_MM), after)
    aside = -math.degrees(done.jump + done.swing / 2)
    return max(-MOST_AHEAD_DEG, min(MOST_AHEAD_DEG, aside))


def turn_before(drive: LearnedDrive, mm: float) -> float:
    """Return the turn before a drive after which it ends where it should (degrees), 0 if none is worth it."""
    without = _needed(drive, mm, drive.directions)
    aside = abs(mm) * abs(math.sin(math.radians(without)))
    if aside < ASIDE_MM or abs(without) < SMALLEST_DEG:
        return 0.0
    for sign in (1.0, -1.0):
        # The play that this very turn leaves in the gears; no two turns can be right.
        needed = _needed(drive, mm, _after_turn(sign))
        if needed * sign > 0.0:
            return needed
    return 0.0


def _needed(drive: LearnedDrive, mm: float, directions: WheelDirections) -> float:
    done = effect(drive.model, command_for(drive.model, Motion(mm=mm), directions), directions)
    return -(drive.debt_deg + math.degrees(done.jump + done.swing / 2))


def _after_turn(degrees: float) -> WheelDirections:
    sign = int(math.copysign(1.0, degrees))
    return WheelDirections(-sign, sign)
