"""Hands over the arena are reported at once; golems that drive, their shadows and lamps never are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from boards.geometry import Point, Pose
from boards.kit.thing_keys import MatKey, TokenKey
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.intrusion import CELL_MM, Intrusion, IntrusionDetector, strange_things
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.simulated_camera import SimulatedCamera
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, look, renderer, stand

AT_ONCE_S = 0.100

EVERYWHERE = (Point(-900.0, -900.0), Point(1300.0, -900.0), Point(1300.0, 1300.0), Point(-900.0, 1300.0))


def arena() -> World:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    stand(world, "blue", "d4", 180.0)
    world.lying[TokenKey("barrel", 1)] = TableItem(TokenKey("barrel", 1), Pose(150.0, 250.0, 0.0))
    return world


def drive(world: World, step: int) -> None:
    """One frame of a row: straight ahead, a turn, lights that change."""
    red, blue = world.bodies["red"], world.bodies["blue"]
    red.pose = Pose(red.pose.x, red.pose.y + 4.0, red.pose.heading)
    blue.pose = Pose(blue.pose.x - 3.0, blue.pose.y, blue.pose.heading + 4.0)
    red.led, blue.led = ("red", "white", "off")[step % 3], ("blue", "orange")[step % 2]


async def watched(eye: CameraReader, world: World, frames: int, start: int = 0) -> list[Intrusion | None]:
    found = []
    for step in range(start, start + frames):
        drive(world, step)
        found.append(await eye.over_arena())
    return found


Found = list[Intrusion | None]


def seen_with(
    disturbance: Sequence[Disturbance], before: int = 2, during: int = 2, after: int = 1
) -> tuple[Found, ...]:
    """What is reported before, while and after something happens above golems that drive."""
    world = arena()

    async def main() -> tuple[Found, ...]:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        await eye.settled()
        eye.arena_in_order()
        first = await watched(eye, world, before)
        camera.disturbances = list(disturbance)
        second = await watched(eye, world, during, before)
        camera.disturbances = []
        third = await watched(eye, world, after, before + during)
        await eye.close()
        return first, second, third

    return run(main())


@pytest.mark.parametrize(
    ("what", "at"),
    [
        (disturbances.hand(Point(230.0, 180.0)), Point(230.0, 180.0)),
        (disturbances.finger(Point(200.0, 200.0), 90.0), Point(200.0, 245.0)),
        (disturbances.finger(Point(330.0, 120.0), 300.0), Point(350.0, 80.0)),
        (disturbances.sheet_of_paper(Point(300.0, 110.0), 60.0, (40, 40, 40)), Point(300.0, 110.0)),
    ],
    ids=["a hand", "a finger", "a finger from the edge", "something black"],
)
def test_a_hand_is_reported_in_the_first_frame_with_its_place_and_gone_in_the_first_without(
    what: Disturbance, at: Point
) -> None:
    before, during, after = seen_with([what])
    assert before == [None] * len(before) and after == [None] * len(after)
    for found in during:
        assert found is not None and found.at.distance(at) < 45.0 and found.area_mm2 > 1000.0


def test_a_hand_on_the_golem_itself_and_on_half_the_mat_is_reported() -> None:
    _before, during, _after = seen_with([disturbances.hand(Point(60.0, 90.0), 90.0)])
    assert None not in during
    # With the mat's corners covered as well, the camera is taken to hang where it hung.
    _before, during, _after = seen_with([disturbances.hand(Point(200.0, 200.0), 260.0)])
    assert None not in during


@pytest.mark.parametrize(
    "what",
    [
        disturbances.shadow(EVERYWHERE, 0.35),
        disturbances.shadow((Point(-50.0, -50.0), Point(450.0, -50.0), Point(450.0, 170.0), Point(-50.0, 90.0)), 0.4),
        disturbances.hand(Point(-220.0, 200.0)),
        disturbances.finger(Point(-30.0, 200.0), 180.0),
    ],
    ids=["a lamp goes out", "a hard shadow", "a hand on a tray", "a finger beside the field"],
)
def test_what_is_no_hand_over_the_field_is_no_intrusion(what: Disturbance) -> None:
    for part in seen_with([what]):
        assert part == [None] * len(part)


def test_it_is_told_within_a_tenth_of_a_second_of_the_cameras_time() -> None:
    world = arena()

    async def main() -> float:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        await eye.settled()
        eye.arena_in_order()
        loop = asyncio.get_running_loop()
        # A hand comes between two frames.
        came = loop.time() + 0.113
        loop.call_at(came, camera.disturbances.append, disturbances.hand(Point(150.0, 250.0)))
        step = 0
        while await eye.over_arena() is None:
            drive(world, step)
            step += 1
        await eye.close()
        return loop.time() - came

    assert 0.0 <= run(main()) <= AT_ONCE_S


def test_golems_that_drive_anywhere_are_no_intrusion() -> None:
    """A seeded walk all over the field."""
    world, chance = arena(), Random(4)

    async def main() -> list[Intrusion | None]:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        await eye.settled()
        eye.arena_in_order()
        found = []
        for _ in range(20):
            for body in world.bodies.values():
                x = min(360.0, max(40.0, body.pose.x + chance.uniform(-5, 5)))
                y = min(360.0, max(40.0, body.pose.y + chance.uniform(-5, 5)))
                body.pose = Pose(x, y, body.pose.heading + chance.uniform(-6, 6))
            found.append(await eye.over_arena())
        await eye.close()
        return found

    assert run(main()) == [None] * 20


def test_a_golem_at_rest_that_moves_is_named_and_one_that_was_told_to_is_not() -> None:
    shown, frame = look(arena()), 1 / 30
    watch, poses, now = (
        IntrusionDetector(KIT),
        {"red": Pose(50.0, 50.0, 90.0), "blue": Pose(350.0, 350.0, 180.0)},
        [0.0],
    )

    def looks(count: int, *resting: str) -> Found:
        """The picture stays as it is; only where golems are seen changes."""
        found = []
        for _ in range(count):
            # Red trembles as markers do, blue drives.
            red, blue = poses["red"], poses["blue"]
            poses["red"] = Pose(red.x + 0.2, red.y, red.heading - 0.2)
            poses["blue"] = Pose(blue.x - 3.0, blue.y, blue.heading)
            things = tuple(
                replace(seen, pose=poses.get(getattr(seen.thing, "colour", ""), seen.pose))
                for seen in shown.scene.things
            )
            found.append(watch.add(replace(shown, scene=replace(shown.scene, things=things, time=now[0])), resting))
            now[0] += frame
        return found

    quiet = 2 + round(0.3 / frame)
    assert looks(quiet, "red") == [None] * quiet
    poses["red"] = Pose(poses["red"].x, 50.0 + 1.2 * 15.0, 90.0)
    once, twice = looks(2, "red")
    assert once is None and twice is not None and twice.golem == "red"
    # It may stay there, and turn when it is told to.
    assert looks(3, "red") == [None] * 3
    poses["red"] = Pose(poses["red"].x, poses["red"].y, 90.0 + 2 * 15.0)
    assert looks(3) == [None] * 3
    # Blue has been told nothing since just now, and is coming to rest; then it must.
    assert looks(quiet - 3, "red", "blue") == [None] * (quiet - 3)
    assert any(item is not None and item.golem == "blue" for item in looks(12, "red", "blue"))


def test_looks_that_are_taken_for_something_else_are_watched_too() -> None:
    world = arena()

    async def main() -> None:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        assert await eye.over_arena() is None
        looking = asyncio.create_task(eye.settled(1.0))
        await asyncio.sleep(0.0)
        camera.disturbances.append(disturbances.hand(Point(230.0, 180.0)))
        assert await eye.over_arena() is not None and not looking.done()
        await looking
        await eye.close()

    run(main())


def test_a_hand_that_hides_a_golem_at_rest_is_seen_as_long_as_it_is_there() -> None:
    world = arena()

    async def main() -> list[bool]:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        await eye.look()
        eye.arena_in_order()
        seen = []
        for frame in range(16):
            # It comes while red comes to rest.
            camera.disturbances = [disturbances.hand(Point(60.0, 90.0), 90.0)] if frame >= 3 else []
            seen.append(await eye.over_arena(("red",) if frame else ()) is not None)
            await asyncio.sleep(0.1)
        await eye.close()
        return seen

    seen = run(main())
    assert seen[:3] == [False] * 3 and seen[3:] == [True] * 13, seen


def test_a_hand_that_was_taken_for_a_part_of_the_field_may_go_and_is_seen_when_it_comes_back() -> None:
    hand, world = [disturbances.hand(Point(320.0, 100.0))], arena()

    async def main() -> None:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        await eye.look()
        eye.arena_in_order()

        async def over(*disturbance: Disturbance) -> bool:
            camera.disturbances = list(disturbance)
            return await eye.over_arena() is not None

        assert await over(*hand)
        # A row is checked with the hand over the field, and takes a barrel off.
        del world.lying[TokenKey("barrel", 1)]
        await eye.look()
        eye.arena_in_order()
        assert not await over(*hand)
        assert not await over() and not await over()
        assert await over(*hand) and not await over()
        # Once it was gone when a row was checked, it is a hand wherever it comes.
        for disturbance in (hand, []):
            camera.disturbances = list(disturbance)
            await eye.look()
            eye.arena_in_order()
        assert not await over() and await over(*hand)
        await eye.close()

    run(main())


@pytest.mark.parametrize(("rows", "columns", "found"), [(4, 4, False), (3, 6, True), (2, 8, False), (2, 9, True)])
def test_a_fingertip_is_large_enough_and_a_speck_is_not(rows: int, columns: int, found: bool) -> None:
    """Squares of 64 mm2: 16 are 1,024, 18 are 1,152; a fingertip has about 1,500."""
    empty = np.full((40, 40, 3), 200.0, np.float32)
    now = empty.copy()
    now[10 : 10 + rows, 20 : 20 + columns] = (40.0, 80.0, 120.0)
    seen = strange_things(now, empty, np.ones((40, 40), np.bool_))
    assert (seen is not None) == found
    assert seen is None or seen.area_mm2 == rows * columns * CELL_MM**2
    # What cannot be compared is not looked at.
    assert strange_things(now, empty, np.zeros((40, 40), np.bool_)) is None


@pytest.mark.parametrize(("levels", "found"), [(183.9, True), (184.1, False)])
def test_sixteen_grey_levels_are_a_change(levels: float, found: bool) -> None:
    empty = np.full((40, 40, 3), 200.0, np.float32)
    now = empty.copy()
    now[10:20, 10:20, 0] = levels
    assert (strange_things(now, empty, np.ones((40, 40), np.bool_)) is not None) == found
