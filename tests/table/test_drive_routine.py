"""The routine of the calibration: what is driven, when it ends early, where there is room for it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from boards.base.reasons import NO_REASON, Reason, foreign_words
from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey
from controller.table.motion.learning.drive_routine import ROUTINE, RoutineReason, drive_routine, has_room
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.vision.scene import Scene, Seen
from firmware_bridge.link.commands import EndKind
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult
from hardware.simulated.virtual_clock import run

STEP = {"turn": lambda by: Pose(0.0, 0.0, by), "move": lambda by: Pose(by, 0.0, 0.0)}


class Golem:
    """An exact golem below a camera that may lose it, and whose robot may fail."""

    name = own_name = "rosie"
    port, by_hand, busy = "serial:x", False, False

    def __init__(self, lost_after: int = 99, fails_at: int = 99, end: EndKind = "rejected", why: Reason = NO_REASON):
        self.pose = Pose(200.0, 200.0, 0.0)
        self.looks = 0
        self.lost_after, self.fails_at, self.end, self.why = lost_after, fails_at, end, why
        self.told: list[tuple[str, float, float]] = []

    async def settled(self, timeout_s: float) -> Scene:
        assert timeout_s == 10.0
        self.looks += 1
        things = (Seen(GolemKey("red"), self.pose, (), 1),) if self.looks <= self.lost_after else ()
        return Scene(0, 0.0, (4, 3), None, things, (), (), settled=True)

    async def _do(self, kind: str, by: float, speed: float) -> MotionResult:
        self.told.append((kind, round(by, 3), speed))
        if len(self.told) > self.fails_at:
            return MotionResult(self.end, self.why)
        self.pose = self.pose.then(STEP[kind](by))
        return MotionResult("done", **{"mm" if kind == "move" else "degrees": by})

    async def move(self, mm: float, speed: float) -> MotionResult:
        return await self._do("move", mm, speed)

    async def turn(self, degrees: float, speed: float) -> MotionResult:
        return await self._do("turn", degrees, speed)


def driven(golem: Golem) -> tuple[Reason | None, LearnedDrives]:
    drives = LearnedDrives()
    ended = run(drive_routine(cast("Any", golem), cast("RobotPort", golem), "red", drives))
    return ended, drives


def test_every_motion_is_a_lesson_and_the_golem_ends_where_it_began() -> None:
    golem = Golem()
    ended, drives = driven(golem)
    assert ended is None and golem.pose.point.distance(Pose(200.0, 200.0, 0.0).point) < 0.01
    assert [(kind, by) for kind, by, _ in golem.told] == [
        *[("turn", 90.0), ("move", 60.0)] * 4,
        *[("move", 50.0), ("move", -50.0), ("turn", -180.0), ("turn", -180.0), ("move", -50.0), ("move", 50.0)],
    ]
    assert {kind: speed for kind, _, speed in golem.told} == {"turn": 120.0, "move": 45.0}
    assert golem.looks == len(ROUTINE) + 1 and drives.estimates["rosie"].count == len(ROUTINE)
    assert drives.of(cast("RobotPort", golem)).since == []
    # Each wheel is reversed in every way: a turn to each side, a drive ahead and back.
    assert {(kind, by > 0) for kind, by in ROUTINE} == {
        ("turn", True), ("turn", False), ("move", True), ("move", False)
    }  # fmt: skip


@pytest.mark.parametrize("after", [0, 3])
def test_a_golem_that_is_lost_ends_it(after: int) -> None:
    golem = Golem(lost_after=after)
    assert driven(golem)[0] == RoutineReason.LOST() and len(golem.told) == after


def test_a_robot_that_fails_ends_it_with_its_own_reason_or_how_it_ended() -> None:
    why = foreign_words("flat battery")
    assert driven(Golem(fails_at=2, why=why))[0] == why
    ended, drives = driven(Golem(fails_at=2, end="uncertain"))
    assert ended is not None and ended.code == "uncertain" and str(ended.message)
    assert drives.estimates["rosie"].count == 2


def test_lost_at_the_very_end_it_has_learned_all_but_the_last_motion() -> None:
    ended, drives = driven(Golem(lost_after=len(ROUTINE)))
    assert ended is None and drives.estimates["rosie"].count == len(ROUTINE) - 1


@pytest.mark.parametrize(
    ("ahead", "left", "room"),
    [
        (144.0, 0.0, False), (146.0, 0.0, True), (-144.0, 0.0, False), (-146.0, 0.0, True),
        (0.0, 154.0, False), (0.0, 156.0, True), (0.0, -94.0, False), (0.0, -96.0, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("heading", [0.0, 90.0, -135.0])
def test_there_is_room_85_mm_round_where_its_middle_comes(
    ahead: float, left: float, room: bool, heading: float
) -> None:
    here = Pose(300.0, 300.0, heading)
    other = here.then(Pose(ahead, left, 33.0))
    assert has_room(here, [other]) is room and has_room(here, []) and not has_room(here, [Pose(900, 900, 0), here])
