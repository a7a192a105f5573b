"""Hands over the arena are reported at once; golems that drive, their shadows and lamps never are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from boards.geometry import Point, Pose
from controller.vision.eye import Eye
from controller.vision.intrusion import Intrusion
from hardware.simulated import mishaps
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clock import run
from hardware.simulated.mishaps import Mishap
from hardware.simulated.world import Lying, World
from tests.support.tables import KIT, bare_table, renderer, stand

AT_ONCE_S = 0.100

EVERYWHERE = (Point(-900.0, -900.0), Point(1300.0, -900.0), Point(1300.0, 1300.0), Point(-900.0, 1300.0))


def arena() -> World:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    stand(world, "blue", "d4", 180.0)
    world.lying["token:barrel:1"] = Lying("token:barrel:1", Pose(150.0, 250.0, 0.0))
    return world


def drive(world: World, step: int) -> None:
    """One frame of a row: straight ahead, a turn, lights that change."""
    red, blue = world.bodies["red"], world.bodies["blue"]
    red.pose = Pose(red.pose.x, red.pose.y + 4.0, red.pose.heading)
    blue.pose = Pose(blue.pose.x - 3.0, blue.pose.y, blue.pose.heading + 4.0)
    red.led, blue.led = ("red", "white", "off")[step % 3], ("blue", "orange")[step % 2]


async def watched(eye: Eye, world: World, frames: int, start: int = 0) -> list[Intrusion | None]:
    found = []
    for step in range(start, start + frames):
        drive(world, step)
        found.append(await eye.over_arena())
    return found


Found = list[Intrusion | None]


def seen_with(mishap: Sequence[Mishap], before: int = 2, during: int = 2, after: int = 1) -> tuple[Found, ...]:
    """What is reported before, while and after something happens above golems that drive."""
    world = arena()

    async def main() -> tuple[Found, ...]:
        camera = SimulatedCamera(world, renderer())
        eye = Eye(camera, KIT, "mat:4x4")
        await eye.open()
        await eye.settled()
        eye.arena_in_order()
        first = await watched(eye, world, before)
        camera.mishaps = list(mishap)
        second = await watched(eye, world, during, before)
        camera.mishaps = []
        third = await watched(eye, world, after, before + during)
        await eye.close()
        return first, second, third

    return run(main())


@pytest.mark.parametrize(
    ("what", "at"),
    [
        (mishaps.hand(Point(230.0, 180.0)), Point(230.0, 180.0)),
        (mishaps.finger(Point(200.0, 200.0), 90.0), Point(200.0, 245.0)),
        (mishaps.finger(Point(330.0, 120.0), 300.0), Point(350.0, 80.0)),
        (mishaps.sheet_of_paper(Point(300.0, 110.0), 60.0, (40, 40, 40)), Point(300.0, 110.0)),
    ],
    ids=["a hand", "a finger", "a finger from the edge", "something black"],
)
def test_a_hand_is_reported_in_the_first_frame_with_its_place_and_gone_in_the_first_without(
    what: Mishap, at: Point
) -> None:
    before, during, after = seen_with([what])
    assert before == [None] * len(before) and after == [None] * len(after)
    for found in during:
        assert found is not None and found.at.distance(at) < 45.0 and found.area_mm2 > 1000.0


def test_a_hand_on_the_golem_itself_and_on_half_the_mat_is_reported() -> None:
    _before, during, _after = seen_with([mishaps.hand(Point(60.0, 90.0), 90.0)])
    assert None not in during
    # With the mat's corners covered as well, the camera is taken to hang where it hung.
    _before, during, _after = seen_with([mishaps.hand(Point(200.0, 200.0), 260.0)])
    assert None not in during


@pytest.mark.parametrize(
    "what",
    [
        mishaps.shadow(EVERYWHERE, 0.35),
        mishaps.shadow((Point(-50.0, -50.0), Point(450.0, -50.0), Point(450.0, 170.0), Point(-50.0, 90.0)), 0.4),
        mishaps.hand(Point(-220.0, 200.0)),
        mishaps.finger(Point(-30.0, 200.0), 180.0),
    ],
    ids=["a lamp goes out", "a hard shadow", "a hand on a tray", "a finger beside the field"],
)
def test_what_is_no_hand_over_the_field_is_no_intrusion(what: Mishap) -> None:
    for part in seen_with([what]):
        assert part == [None] * len(part)


def test_it_is_told_within_a_tenth_of_a_second_of_the_cameras_time() -> None:
    world = arena()

    async def main() -> float:
        camera = SimulatedCamera(world, renderer())
        eye = Eye(camera, KIT, "mat:4x4")
        await eye.open()
        await eye.settled()
        eye.arena_in_order()
        loop = asyncio.get_running_loop()
        # A hand comes between two frames.
        came = loop.time() + 0.113
        loop.call_at(came, camera.mishaps.append, mishaps.hand(Point(150.0, 250.0)))
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
        eye = Eye(camera, KIT, "mat:4x4")
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
