"""Looks that are lessons, and how late a camera's pictures come: waited for, measured, believed. Virtual time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey
from calibration.camera_frames import NoFrames
from calibration.odometry import Motion
from controller.table.core.ports import VisionPort
from controller.table.motion.learning.camera_latency import BEGUN_S, MARGIN_S, CameraLatency, moved
from controller.table.motion.learning.learned_drives import LearnedDrive, LearnedDrives
from controller.table.motion.learning.learning_camera import LearningCamera
from controller.vision.scene import Scene, Seen, Trouble
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.virtual_clock import run

FRAME_S = 0.05
START = Pose(50.0, 50.0, 0.0)


def seconds() -> float:
    return asyncio.get_running_loop().time()


class Golem:
    """A golem that sets out at 45 mm/s at some time, and a camera that shows it so much later."""

    name = own_name = "red"
    port, by_hand = "serial:x", False

    def __init__(self) -> None:
        self.began: float | None = None
        self.late_s = 0.0
        self.latency_s = 0.0
        self.shown = True
        self.trouble: tuple[Trouble, ...] = ()
        self.error: Exception | None = None
        self.looks: deque[float] = deque()
        self.settles = 0
        self.way = 100.0
        self.resting: list[object] = []

    def pose(self, at: float) -> Pose:
        gone = 0.0 if self.began is None else round(min(self.way, max(0.0, 45.0 * (at - self.began))), 6)
        return Pose(START.x + gone, START.y, 0.0)

    def scene(self) -> Scene:
        things = (Seen(GolemKey("red"), self.pose(seconds() - self.late_s), (), 1),) if self.shown else ()
        return Scene(0, seconds(), (4, 3), None, things, (), self.trouble, settled=True)

    async def look(self) -> Scene:
        await asyncio.sleep(FRAME_S)
        self.looks.append(seconds())
        if self.error is not None:
            raise self.error
        return self.scene()

    async def over_arena(self, resting: object = ()) -> None:
        self.resting.append(resting)

    async def settled(self, timeout_s: float) -> Scene:
        self.settles += 1
        self.looks.append(seconds())
        return self.scene()


class Rig:
    def __init__(self) -> None:
        self.golem = Golem()
        self.drives = LearnedDrives()
        self.camera = LearningCamera(cast("VisionPort", self.golem), self.drives)
        self.drive: LearnedDrive = self.drives.of(cast("RobotPort", self.golem))

    def begin(self) -> None:
        """It sets out by 100 mm."""
        self.golem.began = self.drive.began_at = seconds()
        for listener in self.drives.on_begin:
            listener("red")

    async def end(self) -> None:
        """... and has arrived."""
        assert self.golem.began is not None
        await asyncio.sleep(self.golem.began + 100.0 / 45.0 - seconds())
        self.drive.did(Motion(mm=100.0))
        self.drives.ended_at = seconds()

    async def go(self) -> None:
        self.begin()
        await self.end()


def with_rig(test: Callable[[Rig], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        rig = Rig()
        await asyncio.sleep(30.0)
        await rig.camera.settled(5.0)
        assert rig.drive.seen == START
        await test(rig)

    run(main())


@pytest.mark.parametrize("late", [0.0, 0.4, 1.5])
def test_the_latency_is_measured_at_the_begin_of_a_motion(late: float) -> None:
    async def test(rig: Rig) -> None:
        rig.golem.late_s = late
        await rig.go()
        await asyncio.sleep(2.0)
        # 1.2 mm take 0.03 s, a picture 0.05 s; 0.12 s are taken for both.
        assert rig.camera.latency_s == pytest.approx(0.0 if late == 0.0 else late, abs=0.09)
        assert rig.golem.latency_s == rig.camera.latency_s == rig.drives.latency.seconds and rig.drives.latency.known

    with_rig(test)


@pytest.mark.parametrize("late", [0.0, 0.4, 1.5])
def test_the_latency_is_measured_by_a_drive_that_a_turn_on_the_spot_prepared(late: float) -> None:
    """The first row of an evening: its looks are lessons already."""

    async def test(rig: Rig) -> None:
        rig.golem.late_s = late
        rig.drive.now = Motion(degrees=3.0)
        rig.drive.did(rig.drive.now)
        rig.drives.ended_at = seconds()
        await asyncio.sleep(0.01)
        rig.drive.now = Motion(mm=100.0)
        await rig.go()
        await asyncio.sleep(2.0)
        # 2 mm take 0.04 s, a picture 0.05 s; 0.16 s are taken for both.
        assert rig.drives.latency.known and rig.camera.latency_s == pytest.approx(late, abs=0.12)

    with_rig(test)


def test_a_second_drive_tells_nothing_of_the_latency_while_the_first_may_be_shown() -> None:
    async def test(rig: Rig) -> None:
        rig.drive.did(Motion(mm=50.0))
        rig.drives.ended_at = seconds()
        rig.drive.now = Motion(mm=100.0)
        await rig.go()
        await asyncio.sleep(2.0)
        assert not rig.drives.latency.known

    with_rig(test)


def test_a_look_waits_for_pictures_of_after_the_motion() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.golem.late_s = 1.0
        rig.drives.latency.set(1.0)
        await rig.go()
        ended = seconds()
        await rig.camera.settled(5.0)
        assert rig.golem.looks[-1] == pytest.approx(ended + 1.0 + MARGIN_S)
        assert rig.drive.seen == rig.golem.pose(ended) and rig.drive.estimate.count == 1

    with_rig(test)


def test_a_golem_that_is_shown_late_is_not_taken_for_one_that_stands() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.golem.late_s = 2.5
        await rig.go()
        began, ended = rig.drive.began_at, seconds()
        scene = await rig.camera.settled(5.0)
        assert scene.things[0].pose == rig.golem.pose(ended)
        late = rig.drives.latency.seconds
        assert late == pytest.approx(2.5, abs=0.09) and rig.golem.latency_s == late
        assert rig.golem.looks[-1] == pytest.approx(ended + late + MARGIN_S)
        assert rig.drive.seen == rig.golem.pose(ended) and began < ended

    with_rig(test)


def test_a_golem_that_stands_is_seen_to_stand() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.drive.did(Motion(mm=100.0))
        rig.drives.ended_at = ended = seconds()
        await rig.camera.settled(5.0)
        # Three seconds are looked; then it is a lesson that nobody believes at once.
        assert rig.golem.looks[-1] == pytest.approx(ended + 3.0, abs=FRAME_S)
        assert not rig.drives.latency.known and rig.drive.estimate.odd == 1 and rig.golem.settles == 2

    with_rig(test)


def test_without_pictures_nothing_is_measured_and_nothing_ends() -> None:
    async def test(rig: Rig) -> None:
        rig.golem.error = NoFrames("cam")
        await rig.go()
        assert not rig.drives.latency.known
        rig.golem.began = None
        rig.drive.did(Motion(mm=100.0))
        await rig.camera.settled(5.0)
        assert not rig.drives.latency.known and rig.golem.settles == 2

    with_rig(test)


def test_a_camera_that_becomes_much_later_is_looked_at_so_much_longer() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.drives.latency.set(1.0)
        rig.golem.late_s = 5.0
        await rig.go()
        await rig.camera.settled(5.0)
        assert rig.drives.latency.seconds == pytest.approx(5.0, abs=0.09) and rig.drive.estimate.count == 1

    with_rig(test)


@pytest.mark.parametrize(
    ("mm", "degrees", "seen"), [(1.1, 0.0, False), (1.3, 0.0, True), (0.0, -1.1, False), (0.0, -1.3, True)]
)
def test_a_golem_has_begun_to_move_when_it_is_surely_seen_elsewhere(mm: float, degrees: float, seen: bool) -> None:
    assert moved(START, Pose(START.x, START.y + mm, START.heading + degrees)) is seen


@pytest.mark.parametrize(
    ("mm", "degrees", "stands"), [(4.9, 0.0, True), (5.1, 0.0, False), (0.0, 4.9, True), (0.0, 5.1, False)]
)
def test_who_was_told_to_go_and_is_seen_within_5_mm_and_degrees_has_not_gone(
    mm: float, degrees: float, stands: bool
) -> None:
    async def test(rig: Rig) -> None:
        rig.drive.did(Motion(mm=100.0))
        here = Pose(START.x + mm, START.y, START.heading + degrees)
        assert rig.camera._unmoved({"red": here, "blue": START}) == ({"red": here} if stands else {})

    with_rig(test)


def test_a_short_drive_that_is_shown_a_little_late_is_waited_for_as_long() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.golem.late_s, rig.golem.way = 0.8, 25.0
        rig.begin()
        await asyncio.sleep(25.0 / 45.0)
        rig.drive.did(Motion(mm=25.0))
        rig.drives.ended_at = seconds()
        await rig.camera.settled(5.0)
        assert rig.drives.latency.seconds == pytest.approx(0.8, abs=0.15) and rig.drive.estimate.count == 1

    with_rig(test)


def test_a_second_look_in_trouble_teaches_nothing() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.on_begin.clear()
        rig.golem.late_s = 2.5
        await rig.go()
        look = rig.golem.look

        async def darker() -> Scene:
            scene = await look()
            rig.golem.trouble = (Trouble.DARK,)
            return scene

        rig.golem.look = darker  # type: ignore[method-assign]
        assert (await rig.camera.settled(5.0)).trouble == (Trouble.DARK,)
        assert rig.golem.settles == 3 and rig.drive.estimate.count == 0 and rig.drive.since

    with_rig(test)


def test_who_rests_is_told_to_whoever_watches_the_field() -> None:
    async def test(rig: Rig) -> None:
        assert await rig.camera.over_arena(("red",)) is None and rig.golem.resting == [("red",)]

    with_rig(test)


def test_who_is_out_of_view_does_not_hide_who_moves() -> None:
    async def test(rig: Rig) -> None:
        began = rig.golem.began = seconds()
        seen_at = await rig.camera._until_moved({"blue": None, "red": START}, began + 5.0)
        assert seen_at == pytest.approx(began + FRAME_S)

    with_rig(test)


def test_looks_in_trouble_are_no_lessons() -> None:
    async def test(rig: Rig) -> None:
        rig.golem.trouble = (Trouble.DARK,)
        await rig.go()
        await rig.camera.settled(5.0)
        assert rig.drive.seen == START and rig.drive.since == [Motion(mm=100.0)]

    with_rig(test)


def test_a_golem_that_is_not_in_view_for_a_while_is_measured_when_it_is() -> None:
    async def test(rig: Rig) -> None:
        rig.golem.shown = False
        rig.begin()
        await asyncio.sleep(0.5)
        rig.golem.shown = True
        await asyncio.sleep(0.3)
        # Its first place is that of the first picture in which it is.
        assert rig.drives.latency.known and 0.4 <= rig.drives.latency.seconds <= 0.65

    with_rig(test)


def test_a_motion_right_after_another_is_not_measured_by() -> None:
    async def test(rig: Rig) -> None:
        rig.drives.latency.set(0.4)
        rig.drives.ended_at = seconds()
        await asyncio.sleep(0.69)
        rig.begin()
        assert len(asyncio.all_tasks()) == 1
        await asyncio.sleep(0.02)
        rig.begin()
        assert len(asyncio.all_tasks()) == 2

    with_rig(test)


def test_the_first_two_motions_are_measured_by_and_every_eighth() -> None:
    latency = CameraLatency()
    wanted = []
    for number in range(16):
        wanted.append(latency.wanted())
        if wanted[-1] and number < 8:
            latency.add(0.5 + BEGUN_S)
    assert [number for number, one in enumerate(wanted) if one] == [0, 1, 7, 15]
