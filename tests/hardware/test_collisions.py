"""Bodies of simulated golems stop each other, push what rests, and every contact is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.geometry import Point, Pose
from hardware.simulated.physics.collisions import BODY_MM, PUSHED_SHARE
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

AHEAD = Pose(0.5, 0.0, 0.0)


def _world(**poses: Pose) -> World:
    world = World({name: Body(pose) for name, pose in poses.items()})
    for name in poses:
        world.body(name)
    return world


def _apart(world: World) -> float:
    points = [body.pose.point for body in world.bodies.values() if body.present]
    return min(one.distance(other) for one, other in combinations(points, 2))


def test_a_body_pushes_a_resting_one_and_loses_half_of_its_way() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(80, 0, 90))
    for n in range(60):
        world.advance("red", AHEAD, 1.0 + 0.01 * n)
    red, blue = world.bodies["red"].pose, world.bodies["blue"].pose
    # 10 mm of air, and 20 mm of way behind it.
    assert blue.x - 80 == pytest.approx(20 * PUSHED_SHARE) and blue.heading == 90
    assert blue.x - red.x == pytest.approx(BODY_MM)
    (contact,) = world.contacts
    assert (contact.one, contact.other) == ("red", "blue") and contact.t == pytest.approx(1.2, abs=0.011)


def test_two_that_drive_at_each_other_stop_each_other() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(100, 0, 180))
    for n in range(100):
        world.advance("red", AHEAD, 0.01 * n)
        world.advance("blue", AHEAD, 0.01 * n)
    assert _apart(world) == pytest.approx(BODY_MM)
    assert world.bodies["red"].pose.x == pytest.approx(15, abs=0.6)
    assert world.bodies["blue"].pose.x == pytest.approx(85, abs=0.6)
    assert len(world.contacts) == 1


def test_a_held_body_stands_like_a_wall_and_one_beyond_stops_a_push() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(80, 0, 0), yellow=Pose(155, 0, 0))
    for n in range(200):
        world.advance("red", AHEAD, 0.01 * n)
    assert world.bodies["yellow"].pose.x == 155, "only what a driving body touches is pushed"
    assert world.bodies["blue"].pose.x == pytest.approx(85) and world.bodies["red"].pose.x == pytest.approx(15)
    held = _world(red=Pose(0, 0, 0), blue=Pose(80, 0, 0))
    held.bodies["blue"].held = True
    for n in range(60):
        held.advance("red", AHEAD, 0.01 * n)
    assert held.bodies["blue"].pose.x == 80 and held.bodies["red"].pose.x == pytest.approx(10)


def test_a_body_slides_past_the_rim_of_another() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(80, 50, 0))
    world.bodies["blue"].held = True
    for n in range(400):
        world.advance("red", AHEAD, 0.01 * n)
    red = world.bodies["red"].pose
    assert red.x > 150 and red.y < -15, "pushed aside, and past"
    assert len(world.contacts) == 1


def test_what_is_off_the_table_touches_nobody_and_barrels_are_print() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(80, 0, 0))
    world.bodies["blue"].present = False
    for n in range(200):
        world.advance("red", AHEAD, 0.01 * n)
    assert world.bodies["red"].pose.x == pytest.approx(100) and not world.contacts


def test_bodies_that_a_hand_put_into_each_other_can_part() -> None:
    world = _world(red=Pose(0, 0, 180), blue=Pose(40, 0, 0))
    for n in range(20):
        world.advance("red", AHEAD, 0.01 * n)
    assert _apart(world) == pytest.approx(50)
    world.bodies["red"].pose = Pose(-10, 0, 0)
    for n in range(20):
        world.advance("red", AHEAD, 1 + 0.01 * n)
    assert _apart(world) >= 50 - 1e-6, "and come no nearer"


def test_a_contact_that_ends_and_comes_again_is_recorded_twice() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(72, 0, 0))
    for n, step in enumerate([0.5] * 8 + [-0.5] * 8 + [0.5] * 16):
        world.advance("red", Pose(step, 0, 0), 0.01 * n)
    assert len(world.contacts) == 2


coordinates = st.floats(0, 300)


@given(
    st.lists(st.tuples(coordinates, coordinates, st.floats(-180, 180)), min_size=2, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.floats(-2, 2), st.floats(-5, 5)), max_size=120),
)
def test_whatever_is_driven_no_two_bodies_come_nearer_than_they_may(
    poses: list[tuple[float, float, float]], steps: list[tuple[int, float, float]]
) -> None:
    names = ("red", "blue", "yellow", "green")
    world = _world(**{name: Pose(*pose) for name, pose in zip(names, poses, strict=False)})
    limit = min(BODY_MM, _apart(world))
    for n, (number, way, turned) in enumerate(steps):
        world.advance(names[number % len(poses)], Pose(way, 0.0, turned), 0.005 * n)
        assert _apart(world) >= limit - 1e-6


def _act(starts: dict[str, Pose], act: Callable[[Rig], Awaitable[None]]) -> World:
    async def main() -> World:
        world = World({name: Body(pose) for name, pose in starts.items()})
        async with serial_robots(world, starts, 3) as rig:
            await act(rig)
            return world

    return run(main())


def test_a_golem_that_is_stopped_says_done_and_counts_on_as_it_has_no_encoders() -> None:
    async def act(rig: Rig) -> None:
        red, blue = rig.open("red"), rig.open("blue")
        await red.connect()
        await blue.connect()
        one, other = await asyncio.gather(red.move(60, 45), blue.move(60, 45))
        assert one.done and other.done and one.mm == pytest.approx(60, abs=0.1)
        await asyncio.gather(red.close(), blue.close())

    world = _act({"red": Pose(0, 0, 0), "blue": Pose(100, 0, 180)}, act)
    assert _apart(world) == pytest.approx(BODY_MM, abs=0.01)
    assert world.bodies["red"].pose.x == pytest.approx(15, abs=3)
    assert len(world.contacts) == 1


def test_contacts_are_the_same_for_the_same_seed_bit_for_bit() -> None:
    async def act(rig: Rig) -> None:
        red, blue = rig.open("red"), rig.open("blue")
        await red.connect()
        await blue.connect()
        await asyncio.gather(red.move(80, 45), blue.turn(30, 90))
        await asyncio.gather(red.close(), blue.close())

    starts = {"red": Pose(0, 0, 0), "blue": Pose(100, 20, 180)}
    first, second = _act(starts, act), _act(starts, act)
    assert first.contacts == second.contacts and first.contacts
    assert first.bodies["blue"].pose == second.bodies["blue"].pose != starts["blue"]


def test_a_hand_pushes_a_body_until_it_meets_another() -> None:
    world = _world(red=Pose(0, 0, 0), blue=Pose(100, 0, 0))
    world.collisions.push("red", Point(60, 0))
    assert world.bodies["red"].pose == Pose(30, 0, 0)
    world.collisions.push("red", Point(-20, 5))
    assert world.bodies["red"].pose == Pose(10, 5, 0)
