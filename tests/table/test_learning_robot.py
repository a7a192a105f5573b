"""Commands that are corrected by what is known of a robot's wheels, and what a look teaches. Virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from boards.geometry import Pose
from calibration.drive_faults import DriveFault
from calibration.odometry import DriveModel, Estimate, Motion, WheelDirections
from controller.table.core.ports import FleetPort
from controller.table.motion.learning.learned_drives import LearnedDrive, LearnedDrives
from controller.table.motion.learning.learning_robot import (
    MOST_AHEAD_DEG,
    LearningFleet,
    LearningRobot,
    faster,
    room_ahead,
    turn_before,
)
from firmware_bridge.link.commands import EndKind
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult
from hardware.simulated.virtual_clock import run

AHEAD = WheelDirections(1, 1)
_SURE = tuple(tuple(1e-6 if row == column else 0.0 for column in range(4)) for row in range(4))
VEERS = DriveModel(veer=0.0005)
"""To the left by 2.86 degrees on 100 mm."""


@dataclass
class Wheels:
    """A robot that does what it is told, and notes it."""

    name: str = "red"
    own_name: str = "r2"
    port: str = "serial:x"
    by_hand: bool = False
    busy: bool = False
    kind: EndKind = "done"
    counted: float | None = 10.0
    told: list[tuple[str, float, float]] = field(default_factory=list)
    joined: list[Any] = field(default_factory=list)

    async def move(self, mm: float, speed: float) -> MotionResult:
        self.told.append(("move", round(mm, 3), round(speed, 3)))
        await asyncio.sleep(1.0)
        return MotionResult(self.kind, mm=mm)

    async def turn(self, degrees: float, speed: float) -> MotionResult:
        self.told.append(("turn", round(degrees, 3), round(speed, 3)))
        await asyncio.sleep(1.0)
        return MotionResult(self.kind, degrees=degrees)

    async def progress(self, within_s: float) -> float | None:
        return self.counted

    async def connect(self, last: Any = None) -> MotionResult | None:
        self.joined.append(last)
        return None


def learning(
    test: Callable[[LearningRobot, Wheels, LearnedDrives], Coroutine[Any, Any, None]],
    model: DriveModel = DriveModel(),  # noqa: B008
    **wheels: Any,
) -> Wheels:
    robot = Wheels(**wheels)
    drives = LearnedDrives({"r2": Estimate(model, count=5)})
    drives.of(cast("RobotPort", robot)).directions = AHEAD
    run(test(LearningRobot(cast("RobotPort", robot), drives), robot, drives))
    return robot


def test_a_robot_that_goes_too_far_is_told_less() -> None:
    async def test(robot: LearningRobot, _wheels: Wheels, _drives: LearnedDrives) -> None:
        assert (await robot.move(105.0, 45.0)).done and (await robot.turn(90.0, 60.0)).done
        assert await robot.progress(0.1) == pytest.approx(10.5)

    wheels = learning(test, DriveModel(scale=1.05, turn=0.9))
    assert wheels.told == [("move", 100.0, 45.0), ("turn", 100.0, 64.8)]


def test_nobody_is_made_slower_nor_much_faster() -> None:
    assert (faster(1.2), faster(1.0)) == (1.0, 1.0)
    assert faster(0.96) == pytest.approx(1 / 0.96) and faster(0.5) == 1.08


def test_what_people_move_is_asked_as_it_is() -> None:
    async def test(robot: LearningRobot, _wheels: Wheels, drives: LearnedDrives) -> None:
        await robot.move(100.0, 45.0)
        await robot.turn(90.0, 60.0)
        assert await robot.progress(0.1) == 10.0 and drives.ended_at is None
        last = object()
        await robot.connect(cast("Any", last))
        assert cast("Wheels", robot._robot).joined == [last]

    told = learning(test, DriveModel(scale=1.05, turn=0.9), by_hand=True).told
    assert told == [("move", 100.0, 45.0), ("turn", 90.0, 60.0)]


def test_who_cannot_tell_its_progress_tells_none() -> None:
    async def test(robot: LearningRobot, _wheels: Wheels, _drives: LearnedDrives) -> None:
        assert await robot.progress(0.1) is None

    learning(test, DriveModel(scale=1.05), counted=None)


def test_a_golem_that_veers_turns_a_little_first_and_makes_it_good_with_its_next_turn() -> None:
    async def test(robot: LearningRobot, wheels: Wheels, drives: LearnedDrives) -> None:
        moving = asyncio.ensure_future(robot.move(100.0, 45.0))
        await asyncio.sleep(0.5)
        # It turns: of the way nothing is done.
        assert await robot.progress(0.1) == 0.0
        await asyncio.sleep(1.0)
        assert await robot.progress(0.1) == 10.0
        await moving
        # It looks to the left now by half of what it veered.
        drive = drives.of(cast("RobotPort", wheels))
        assert drive.debt_deg == pytest.approx(1.432, abs=0.001)
        await robot.turn(90.0, 60.0)
        # After a turn there is room for the next cell: half of what it will veer.
        assert drive.debt_deg == pytest.approx(-1.432, abs=0.01)

    told = learning(test, VEERS).told
    assert [what for what, _, _ in told] == ["turn", "move", "turn"]
    assert told[0][1] == pytest.approx(-1.432, abs=0.001) and told[2][1] == pytest.approx(90.0 - 2.865, abs=0.01)


def test_a_turn_before_a_drive_that_fails_ends_it() -> None:
    async def test(robot: LearningRobot, wheels: Wheels, _drives: LearnedDrives) -> None:
        wheels.kind = "rejected"
        assert (await robot.move(100.0, 45.0)).kind == "rejected" and len(wheels.told) == 1

    learning(test, VEERS)


def test_what_is_hardly_a_turn_is_not_sent() -> None:
    async def test(robot: LearningRobot, wheels: Wheels, drives: LearnedDrives) -> None:
        assert await robot.turn(0.39, 60.0) == MotionResult("done", degrees=0.39) and not wheels.told
        drive = drives.of(cast("RobotPort", wheels))
        assert drive.debt_deg == pytest.approx(-0.39)
        await robot.turn(0.39, 60.0)
        assert wheels.told == [("turn", 0.78, 60.0)] and drive.debt_deg == pytest.approx(0.0)

    learning(test)


def test_a_way_that_ends_less_than_a_millimetre_aside_needs_no_turn() -> None:
    def drive(debt: float) -> LearnedDrive:
        return LearnedDrive(directions=AHEAD, debt_deg=debt)

    # 1 mm aside on 100 mm are 0.573 degrees; on 400 mm it is less than 0.4 degrees that is not worth it.
    assert turn_before(drive(0.57), 100.0) == 0.0 and turn_before(drive(0.58), 100.0) == pytest.approx(-0.58)
    assert turn_before(drive(-0.58), 100.0) == pytest.approx(0.58)
    assert turn_before(drive(0.39), 400.0) == 0.0 and turn_before(drive(0.41), 400.0) == pytest.approx(-0.41)


@pytest.mark.parametrize(("debt", "turn"), [(5.0, -1.419), (-5.0, 1.419), (3.0, 0.0), (-3.0, 0.0)])
def test_a_turn_before_a_drive_counts_what_its_own_play_does(debt: float, turn: float) -> None:
    """The wheel that was reversed by the turn takes up 2 mm: 3.58 degrees to the turn's own side."""
    drive = LearnedDrive(Estimate(DriveModel(backlash=2.0)), AHEAD, debt_deg=debt)
    assert turn_before(drive, 100.0) == pytest.approx(turn, abs=0.001)


@pytest.mark.parametrize(("veer", "room"), [(0.0005, -1.432), (-0.0005, 1.432), (0.002, -2.5), (-0.002, 2.5)])
def test_a_turn_makes_room_for_the_next_drive_but_not_so_much_that_it_looks_wrong(veer: float, room: float) -> None:
    assert room_ahead(DriveModel(veer=veer), AHEAD, 90.0) == pytest.approx(room, abs=0.001) and MOST_AHEAD_DEG == 2.5


def test_long_motions_are_told_when_they_begin_and_a_lost_one_spoils_the_look() -> None:
    async def test(robot: LearningRobot, wheels: Wheels, drives: LearnedDrives) -> None:
        begun: list[str] = []
        drives.on_begin.append(begun.append)
        drive = drives.of(cast("RobotPort", wheels))
        await asyncio.sleep(5.0)
        await robot.move(19.9, 45.0)
        await robot.turn(19.9, 60.0)
        assert begun == [] and (drive.began_at, drives.ended_at) == (5.0, 7.0)
        await robot.move(-20.0, 45.0)
        await robot.turn(-20.0, 60.0)
        assert begun == ["red", "red"] and (drive.began_at, drives.ended_at) == (5.0, 9.0)
        wheels.busy = True
        await robot.move(50.0, 45.0)
        assert len(begun) == 2 and not drive.spoilt
        wheels.kind = "uncertain"
        await robot.move(50.0, 45.0)
        assert drive.spoilt
        drive.debt_deg = 3.0
        drive.look(Pose(0, 0, 0))
        assert not drive.spoilt and not drive.since and drive.debt_deg == 0.0
        wheels.kind = "cancelled"
        await robot.move(50.0, 45.0)
        assert not drive.spoilt and drive.since == [Motion(mm=50.0)]

    learning(test)


def test_a_look_teaches_only_what_began_with_a_look_and_ended_well() -> None:
    drive = LearnedDrive(directions=AHEAD)
    drive.did(Motion(mm=100.0))
    drive.look(Pose(0, 0, 0))
    assert drive.estimate.count == 0, "nobody knows where it set out"
    drive.did(Motion(mm=100.0))
    drive.spoilt = True
    drive.look(Pose(102, 0, 0))
    assert drive.estimate.count == 0
    drive.did(Motion(mm=100.0))
    drive.look(Pose(204, 0, 0))
    assert drive.estimate.count == 1 and drive.model.scale == pytest.approx(1.02, abs=0.001)


@pytest.mark.parametrize(("step", "named"), [(Motion(degrees=20.0), False), (Motion(degrees=20.1), True)])
def test_swapped_cables_are_named_once_the_robot_was_seen_to_turn_clearly(step: Motion, named: bool) -> None:
    drive = LearnedDrive(directions=AHEAD, seen=Pose(0, 0, 0))
    at = 0.0
    for _ in range(2):
        drive.did(Motion(mm=100.0))
        at -= 100.0
        drive.look(Pose(at, 0, 0))
    # It drives backwards. Whether it turns the wrong way round as well is not known yet.
    assert len(drive.odd) == 2 and drive.faults == ()
    drive.did(step)
    drive.look(Pose(at, 0, step.degrees))
    assert [found.fault for found in drive.faults] == ([DriveFault.CROSSED] if named else [])


def test_what_went_wrong_once_is_forgotten_when_all_of_its_kind_goes_well() -> None:
    def after(*motions: Motion) -> LearnedDrive:
        drive = LearnedDrive(directions=AHEAD, seen=Pose(0, 0, 0))
        drive.did(Motion(mm=100.0))
        drive.look(Pose(-100, 0, 0))
        for motion in motions:
            drive.did(motion)
        drive.look(Pose(-100 + sum(motion.mm for motion in motions), 0, sum(motion.degrees for motion in motions)))
        return drive

    assert not after(Motion(mm=100.0)).odd and not after(Motion(mm=50.0), Motion(degrees=90.0)).odd
    assert after(Motion(degrees=90.0)).odd, "who turns well may still drive backwards"


def test_faults_are_told_by_golem_and_who_was_not_seen_is_not_waited_for() -> None:
    drives = LearnedDrives({"bad": Estimate(DriveModel(scale=0.9), _SURE, count=5), "good": Estimate(count=5)})
    red, blue = (
        drives.of(cast("RobotPort", Wheels(name=name, own_name=own)))
        for name, own in (("red", "bad"), ("blue", "good"))
    )
    assert {golem: [one.fault for one in found] for golem, found in drives.faults().items()} == {
        "red": [DriveFault.SHORT]
    }
    for drive in (red, blue):
        drive.did(Motion(mm=100.0))
    assert drives.told_to_go() == {}, "neither was seen"
    drives.look({"blue": Pose(5, 0, 0)})
    blue.did(Motion(mm=100.0))
    assert drives.told_to_go() == {"blue": Pose(5, 0, 0)}
    blue.spoilt = True
    assert drives.told_to_go() == {}


def test_a_fleet_has_its_robots_by_name_and_each_once() -> None:
    wheels = Wheels()
    drives = LearnedDrives({"r2": Estimate(DriveModel(scale=1.05), count=5)})
    fleet = LearningFleet(cast("FleetPort", {"red": wheels}), drives)
    assert [*fleet] == ["red"] and "red" in fleet and "blue" not in fleet and fleet["red"] is fleet["red"]
    drives.of(cast("RobotPort", wheels)).directions = AHEAD

    async def main() -> None:
        await fleet["red"].move(105.0, 45.0)

    run(main())
    assert wheels.told == [("move", 100.0, 45.0)]


def test_what_is_asked_of_a_fleet_is_asked_of_its_robots() -> None:
    asked: list[tuple[Any, ...]] = []
    plain = ("rename", "pause", "resume", "announce_estop")

    class Asked:
        """Notes what is called with what."""

        def __getattr__(self, name: str) -> Any:
            async def later(*given: Any) -> None:
                asked.append((name, *given))

            return (lambda *given: asked.append((name, *given))) if name in plain else later

    async def main() -> None:
        fleet = LearningFleet(cast("FleetPort", Asked()), LearnedDrives())
        fleet.rename({"red": "blue"})
        await fleet.replace("red", "spare", "green")
        fleet.pause()
        fleet.resume()
        robot = LearningRobot(cast("RobotPort", Asked()), LearnedDrives())
        await robot.act("strike")
        robot.announce_estop(True)
        for call in (fleet.passed, fleet.stop_all, fleet.estop_all, fleet.clear_all):
            await call()

    run(main())
    assert asked == [
        ("rename", {"red": "blue"}),
        ("replace", "red", "spare", "green"),
        ("pause",),
        ("resume",),
        ("act", "strike"),
        ("announce_estop", True),
        *((name,) for name in ("passed", "stop_all", "estop_all", "clear_all")),
    ]


def test_a_hand_spoils_the_next_look_of_those_that_it_was_at() -> None:
    drives = LearnedDrives({"kept": Estimate(DriveModel(scale=1.1), count=7)})
    assert {name: (one.model.scale, one.count) for name, one in drives.estimates.items()} == {"kept": (1.1, 7)}
    red, blue = (
        drives.of(cast("RobotPort", Wheels(name=name, own_name=own))) for name, own in (("red", "kept"), ("blue", ""))
    )
    assert red.model.scale == 1.1 and not red.spoilt and {*drives.estimates} == {"kept"}
    drives.forget_places(("red", "nobody"))
    assert (red.spoilt, blue.spoilt) == (True, False)
    drives.look({"red": Pose(0, 0, 0), "blue": Pose(0, 0, 0)})
    assert (red.spoilt, blue.spoilt) == (False, False)
    drives.forget_places()
    assert (red.spoilt, blue.spoilt) == (True, True)
    drives.look({"red": Pose(0, 0, 0), "blue": Pose(0, 0, 0)})
    red.did(Motion(mm=30.0))
    blue.did(Motion(degrees=15.0))
    assert drives.told_to_go() == {"red": Pose(0, 0, 0)}
    red.began_at, blue.began_at = 4.0, 3.0
    assert drives.began_at(("red", "blue")) == 3.0
    drives.taken_over(cast("RobotPort", Wheels(name="red", own_name="spare")))
    assert red.spoilt and not blue.spoilt and drives.told_to_go() == {}
    drives.taken_over(cast("RobotPort", Wheels(name="blue", by_hand=True)))
    drives.look({"blue": Pose(9, 9, 9)})
    assert blue.seen == Pose(0, 0, 0)
