"""Robots whose commands are corrected by what was learned of their wheels, and who learn from every look.

The table asks for ways in mm and degrees; what is counted for them differs from robot to robot
(:mod:`calibration.odometry`). A golem that veers turns a little before it drives, so that its arc ends where the way
does; what its heading is off then is made good with its next turn. Nothing is flashed: the wire's commands change.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from boards.base.errors import Problem
from boards.base.reasons import Reason
from boards.geometry import Pose
from calibration.drive_faults import DriveFault, Named, Sighting, learned_faults, odd_fault
from calibration.odometry import (
    UNKNOWN_WAYS,
    DriveModel,
    Effect,
    Estimate,
    Motion,
    Ways,
    counted_for,
    effect,
    observed,
    predicted,
    seen_step,
)
from controller.table.core.ports import FleetPort
from controller.table.motion.camera_latency import WAY_DEG, WAY_MM, CameraLatency
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

ODD_KEPT = 2

CLEAR_TURN_DEG = 20.0


@dataclass
class Drive:
    """What is known of one robot's drive, and of what it did since it was seen last."""

    estimate: Estimate = field(default_factory=Estimate)
    ways: Ways = UNKNOWN_WAYS
    debt_deg: float = 0.0
    """How far its heading is ahead of the one that the table takes it to have."""
    since: list[Motion] = field(default_factory=list)
    """What it counted since it was seen last."""
    began_at: float = 0.0
    """When the first of these began, on the loop's clock."""
    ways_then: Ways = UNKNOWN_WAYS
    seen: Pose | None = None
    spoilt: bool = False
    """A motion since then did not end well: nothing can be learned of this look."""
    odd: list[Sighting] = field(default_factory=list)
    """The newest looks that no error of wheels explains."""
    turns: bool = False
    """Whether it was seen to turn as it counted."""

    @property
    def model(self) -> DriveModel:
        """Return how it moves for what it counts."""
        return self.estimate.model

    def did(self, motion: Motion) -> Effect:
        """Take note of a motion that was carried out; return what it did, as far as is known."""
        done = effect(self.model, motion, self.ways)
        self.since.append(motion)
        self.ways = done.ways
        return done

    def look(self, pose: Pose) -> None:
        """Take the pose in which the robot was seen at rest."""
        if self.seen is not None and self.since and not self.spoilt:
            self._learn(seen_step(self.seen, pose))
        self.seen, self.since, self.spoilt, self.debt_deg = pose, [], False, 0.0
        self.ways_then = self.ways

    def _learn(self, step: Pose) -> None:
        before = self.estimate
        self.estimate = observed(before, self.since, step, self.ways_then)
        if self.estimate.odd > before.odd:
            self.odd = [*self.odd, Sighting(tuple(self.since), step)][-ODD_KEPT:]
            return
        self.turns = self.turns or _turns(self.since)
        if _kinds(self.since) >= {kind for odd in self.odd for kind in _kinds(odd.motions)}:
            # Who turns well may still drive backwards.
            self.odd = []

    @property
    def faults(self) -> tuple[Named, ...]:
        """What is wrong with it."""
        found = odd_fault(self.odd)
        turned = self.turns or any(_turns(odd.motions) for odd in self.odd)
        if found is not None and found.fault is DriveFault.CROSSED and not turned:
            # As long as it was not seen to turn, both plugs may be the wrong way round.
            return ()
        return learned_faults(self.estimate) if found is None else (found,)


def _turns(motions: Sequence[Motion]) -> bool:
    """Whether there is a turn among them that a camera sees for sure."""
    return any(abs(motion.degrees) > CLEAR_TURN_DEG for motion in motions)


def _kinds(motions: Sequence[Motion]) -> set[str]:
    return {"drive" if motion.mm else "turn" for motion in motions}


class LearnedDrives:
    """The drives of a table's robots, by the name that each robot calls itself; by its port, where it has none."""

    def __init__(self, estimates: Mapping[str, Estimate] | None = None) -> None:
        self._drives = {name: Drive(estimate) for name, estimate in (estimates or {}).items()}
        self.latency = CameraLatency()
        """Of the camera that looks at them."""
        self.on_begin: list[Callable[[str], None]] = []
        """Called with a golem that begins a motion which can be seen."""
        self.ended_at: float | None = None
        """When the newest motion ended, on the loop's clock; None: nothing has moved yet."""
        self._keys: dict[str, str] = {}
        """The robot of each golem that was asked for, by golem."""

    def of(self, robot: RobotPort) -> Drive:
        """Return what is known of a robot."""
        key = robot.own_name or robot.port
        self._keys[robot.name] = key
        return self._drives.setdefault(key, Drive())

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What was learned, by robot; robots of which nothing was seen are left out."""
        return {name: drive.estimate for name, drive in self._drives.items() if drive.estimate.count}

    def told_to_go(self) -> dict[str, Pose]:
        """Return where golems were seen last that should be seen elsewhere by now, as far as is known."""
        found: dict[str, Pose] = {}
        for golem, key in self._keys.items():
            drive = self._drives[key]
            if drive.seen is not None and not drive.spoilt:
                step, _ = predicted(drive.model, drive.since, drive.ways_then)
                if math.hypot(step.x, step.y) > WAY_MM or abs(step.heading) > WAY_DEG:
                    found[golem] = drive.seen
        return found

    def began_at(self, golems: Collection[str]) -> float:
        """Return when the first of these golems began to move since the last look, on the loop's clock."""
        return min(self._drives[self._keys[golem]].began_at for golem in golems)

    def look(self, poses: Mapping[str, Pose]) -> None:
        """Take the poses in which golems were seen at rest."""
        for golem, pose in poses.items():
            if (key := self._keys.get(golem)) is not None:
                self._drives[key].look(pose)

    def forget_places(self, golems: Collection[str] = ()) -> None:
        """Learn nothing of where these golems (none: all) are next: a hand was at them."""
        for golem in golems or tuple(self._keys):
            if (key := self._keys.get(golem)) is not None:
                self._drives[key].spoilt = True

    def faults(self) -> dict[str, tuple[Named, ...]]:
        """Return the faults by golem, of those that have some."""
        found = {golem: self._drives[key].faults for golem, key in sorted(self._keys.items())}
        return {golem: faults for golem, faults in found.items() if faults}


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
        motion = counted_for(drive.model, Motion(mm=mm), drive.ways)
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
        by += room_ahead(drive.model, drive.ways, by)
        if abs(by) < SMALLEST_DEG:
            drive.debt_deg -= degrees
            return MotionResult("done", degrees=degrees)
        result = await self._turn(drive, by)
        drive.debt_deg -= degrees
        return result

    _speed_deg_s = 90.0
    """The speed of the newest turn that was asked for; of a turn before a drive, too."""

    async def _turn(self, drive: Drive, by: float) -> MotionResult:
        motion = counted_for(drive.model, Motion(degrees=by), drive.ways)
        speed = self._speed_deg_s * faster(drive.model.turn)
        result = await self._tried(drive, motion, self._robot.turn(motion.degrees, speed))
        if result.degrees:
            done = drive.did(Motion(degrees=result.degrees))
            drive.debt_deg += math.degrees(done.turned)
        return result

    async def _tried(self, drive: Drive, motion: Motion, command: Awaitable[MotionResult]) -> MotionResult:
        """Await a command. One that ended nobody knows how spoils the next look."""
        well, now = False, asyncio.get_running_loop().time
        if not drive.since:
            drive.began_at = now()
        if max(abs(motion.mm) / WAY_MM, abs(motion.degrees) / WAY_DEG) >= 1.0 and not self._robot.busy:
            for listener in self._drives.on_begin:
                listener(self._robot.name)
        try:
            result = await command
            well = result.kind != "uncertain"
        finally:
            drive.spoilt = drive.spoilt or not well
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

    async def replace(self, name: str, by: Replacement) -> None:
        """Have somebody else play for a golem."""
        await self._fleet.replace(name, by)

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


def room_ahead(model: DriveModel, ways: Ways, degrees: float) -> float:
    """Return by how much a turn should end beside its aim, so that a cell ahead needs no turn of its own (degrees)."""
    after = _after_turn(degrees) if abs(degrees) >= SMALLEST_DEG else ways
    done = effect(model, Motion(mm=AHEAD_MM), after)
    aside = -math.degrees(done.jump + done.swing / 2)
    return max(-MOST_AHEAD_DEG, min(MOST_AHEAD_DEG, aside))


def turn_before(drive: Drive, mm: float) -> float:
    """Return the turn before a drive after which it ends where it should (degrees), 0 if none is worth it."""
    found: list[float] = []
    for sign in (1.0, -1.0):
        needed = _needed(drive, mm, _after_turn(sign))
        if needed * sign > 0.0:
            found.append(needed)
    without = _needed(drive, mm, drive.ways)
    aside = abs(mm) * abs(math.sin(math.radians(without)))
    if not found or aside < ASIDE_MM or abs(without) < SMALLEST_DEG:
        return 0.0
    return min(found, key=abs)


def _needed(drive: Drive, mm: float, ways: Ways) -> float:
    done = effect(drive.model, counted_for(drive.model, Motion(mm=mm), ways), ways)
    return -(drive.debt_deg + math.degrees(done.jump + done.swing / 2))


def _after_turn(degrees: float) -> Ways:
    sign = int(math.copysign(1.0, degrees))
    return Ways(-sign, sign)
