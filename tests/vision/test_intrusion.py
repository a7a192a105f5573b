"""Hands over the arena are reported at once; golems that drive, their shadows and lamps never are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from boards.geometry import Point, Pose
from boards.stage import STAGE_KEY
from boards.stage_kit import stage_kit
from controller.app.staged_game import AROUND_MM, checked_stage, waiting
from controller.vision.eye import Eye
from controller.vision.intrusion import ASTRAY_DEGREES, ASTRAY_LOOKS, ASTRAY_MM, REST_S, Intrusion
from hardware.simulated import mishaps
from hardware.simulated.camera import SimulatedCamera, view_over, webcam
from hardware.simulated.clock import run
from hardware.simulated.mishaps import Mishap
from hardware.simulated.renderer import Renderer
from hardware.simulated.world import Body, Lying, World
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


def test_a_golem_at_rest_that_moves_is_named_and_one_that_was_told_to_is_not() -> None:
    world, frame = arena(), 1 / 10

    async def main() -> None:
        camera = SimulatedCamera(world, renderer(), frame)
        eye = Eye(camera, KIT, "mat:4x4")
        await eye.open()
        red, blue = world.bodies["red"], world.bodies["blue"]

        async def watch(looks: int, *resting: str) -> Found:
            found = []
            for _ in range(looks):
                # Red trembles as markers do, blue drives.
                red.pose = Pose(red.pose.x + 0.5, red.pose.y, red.pose.heading - 0.5)
                blue.pose = Pose(blue.pose.x - 3.0, blue.pose.y, blue.pose.heading)
                found.append(await eye.over_arena(resting))
            return found

        assert await watch(4 + round(REST_S / frame), "red") == [None] * (4 + round(REST_S / frame))
        red.pose = Pose(red.pose.x, red.pose.y + 1.2 * ASTRAY_MM, red.pose.heading)
        *before, last = await watch(ASTRAY_LOOKS, "red")
        assert not any(before) and last is not None and last.golem == "red"
        # It may stay there, and turn when it is told to.
        assert await watch(2, "red") == [None] * 2
        red.pose = Pose(red.pose.x, red.pose.y, red.pose.heading + 2 * ASTRAY_DEGREES)
        assert await watch(2) == [None] * 2
        # Blue has been told nothing, but is just coming to rest.
        assert await watch(ASTRAY_LOOKS + 1, "red", "blue") == [None] * (ASTRAY_LOOKS + 1)
        await eye.close()

    run(main())


def test_a_stage_is_watched_like_a_mat_also_in_looks_that_are_taken_for_something_else() -> None:
    stage = checked_stage("robot_game")
    printed = stage_kit(stage)
    poses = waiting(stage, ("red", "blue"))
    world = World(bodies={name: Body(pose, led=name) for name, pose in poses.items()})
    world.lying["mat"] = Lying(STAGE_KEY, Pose(0.0, 0.0, 0.0))
    view = view_over(webcam((960, 720)), stage.sheet.grown(AROUND_MM))

    async def main() -> None:
        camera = SimulatedCamera(world, Renderer(printed, view, seed=3))
        eye = Eye(camera, printed, STAGE_KEY)
        await eye.open()
        eye.on_scene(lambda _scene: drive(world, 1))
        assert [await eye.over_arena() for _ in range(3)] == [None] * 3
        looking = asyncio.create_task(eye.settled(1.0))
        await asyncio.sleep(0.0)
        camera.mishaps.append(mishaps.sheet_of_paper(stage.field.centre, 60.0, (60, 60, 60)))
        found = await eye.over_arena()
        assert found is not None and found.at.distance(stage.field.centre) < 20.0 and not looking.done()
        await looking
        await eye.close()

    run(main())
