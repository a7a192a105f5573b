"""Robots whose commands are corrected by what was learned of their wheels, and who learn from every look.

The table asks for ways in mm and degrees; what is counted for them differs from robot to robot
(:mod:`calibration.odometry`). A golem that veers turns a little before it drives, so that its arc ends where the way
does; what its heading is off then is made good with its next turn. Nothing is flashed: the wire's commands change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from boards.geometry import Pose
from calibration.drive_faults import DriveDiagnosis, DriveFault, ObservedStep, goes_elsewhere, learned_faults, odd_fault
from calibration.odometry import (
    UNKNOWN_DIRECTIONS,
    DriveModel,
    Effect,
    Estimate,
    Motion,
    WheelDirections,
    effect,
    predicted,
    seen_step,
)
from calibration.odometry_looks import KEPT, Look, learned
from controller.table.motion.learning.camera_latency import WAY_DEG, WAY_MM, CameraLatency
from firmware_bridge.robots.robot_port import RobotPort

ODD_KEPT = 2

CLEAR_TURN_DEG = 20.0


@dataclass
class LearnedDrive:
    """What is known of one robot's drive, and of what it did since it was seen last."""

    estimate: Estimate = field(default_factory=Estimate)
    directions: WheelDirections = UNKNOWN_DIRECTIONS
    debt_deg: float = 0.0
    """How far its heading is ahead of the one that the table takes it to have."""
    since: list[Motion] = field(default_factory=list)
    """What it counted since it was seen last."""
    now: Motion | None = None
    """What it was told newest."""
    broken_off: bool = False
    """Whether that was stopped, or failed."""
    began_at: float = 0.0
    """When the first of these began, on the loop's clock."""
    directions_then: WheelDirections = UNKNOWN_DIRECTIONS
    seen: Pose | None = None
    spoilt: bool = False
    """A motion since then did not end well: nothing can be learned of this look."""
    looks: list[Look] = field(default_factory=list)
    """The newest ones."""
    odd: list[ObservedStep] = field(default_factory=list)
    """The newest looks that no error of wheels explains."""
    turns: bool = False
    """Whether it was seen to turn as it counted."""

    @property
    def model(self) -> DriveModel:
        """Return how it moves for what it counts."""
        return self.estimate.model

    def did(self, motion: Motion) -> Effect:
        """Take note of a motion that was carried out; return what it did, as far as is known."""
        done = effect(self.model, motion, self.directions)
        self.since.append(motion)
        self.directions = done.directions
        return done

    def look(self, pose: Pose) -> None:
        """Take the pose in which the robot was seen at rest."""
        if self.seen is not None and self.since and not self.spoilt:
            self._learn(seen_step(self.seen, pose))
        self.seen, self.since, self.spoilt, self.debt_deg = pose, [], False, 0.0
        self.directions_then = self.directions

    def _learn(self, step: Pose) -> None:
        before = self.estimate
        self.looks = [*self.looks, Look(tuple(self.since), step, self.directions_then)][-KEPT:]
        self.estimate = learned(before, self.looks)
        if self.estimate.odd > before.odd:
            self.odd = [*self.odd, ObservedStep(tuple(self.since), step)][-ODD_KEPT:]
            return
        self.turns = self.turns or _turns(self.since)
        if _kinds(self.since) >= {kind for odd in self.odd for kind in _kinds(odd.motions)}:
            # Who turns well may still drive backwards.
            self.odd = []

    @property
    def faults(self) -> tuple[DriveDiagnosis, ...]:
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
        self._drives = {name: LearnedDrive(estimate) for name, estimate in (estimates or {}).items()}
        self.latency = CameraLatency()
        """Of the camera that looks at them."""
        self.on_begin: list[Callable[[str], None]] = []
        """Called with a golem that begins a motion which can be seen."""
        self.ended_at: float | None = None
        """When the newest motion ended, on the loop's clock; None: nothing has moved yet."""
        self._keys: dict[str, str] = {}
        """The robot of each golem that was asked for, by golem."""

    def of(self, robot: RobotPort) -> LearnedDrive:
        """Return what is known of a robot."""
        key = robot.own_name or robot.port
        self._keys[robot.name] = key
        return self._drives.setdefault(key, LearnedDrive())

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
                step, _ = predicted(drive.model, drive.since, drive.directions_then)
                if math.hypot(step.x, step.y) > WAY_MM or abs(step.heading) > WAY_DEG:
                    found[golem] = drive.seen
        return found

    def wayward(self, golem: str) -> bool:
        """Return whether a golem was seen to go elsewhere than it was told to, as with swapped cables."""
        key = self._keys.get(golem)
        odd = self._drives[key].odd if key is not None else []
        return bool(odd) and goes_elsewhere(odd[-1])

    def broken_off(self, golem: str) -> bool:
        """Return whether the newest motion of a golem was stopped or failed: it may never be seen to move."""
        key = self._keys.get(golem)
        return key is not None and self._drives[key].broken_off

    def only_turned(self, golem: str) -> bool:
        """Return whether a golem begins to drive that has only turned on the spot since it was seen."""
        drive = self._drives[self._keys[golem]]
        return drive.now is not None and bool(drive.now.mm) and not any(motion.mm for motion in drive.since)

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

    def taken_over(self, robot: RobotPort) -> None:
        """Take note that another robot plays for a golem: it was carried to where it is seen next."""
        self.forget_places((robot.name,))
        if robot.by_hand:
            self._keys.pop(robot.name, None)
        else:
            self.of(robot).spoilt = True

    def faults(self) -> dict[str, tuple[DriveDiagnosis, ...]]:
        """Return the faults by golem, of those that have some."""
        found = {golem: self._drives[key].faults for golem, key in sorted(self._keys.items())}
        return {golem: faults for golem, faults in found.items() if faults}
