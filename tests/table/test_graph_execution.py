"""Robots on the wire drive rows as graphs: who waits, who is stopped, and how near they come in truth."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from boards.geometry import Pose
from controller.games.game import MotionGroup
from controller.table.motion.graph.clearance import LEAST_MM
from firmware_bridge.link.robot_side import Identity
from hardware.simulated.drive_model import FIRMWARE_DRIVE, DriveParameters
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.physics.drive_train import DriveErrors
from hardware.simulated.virtual_clock import run
from tests.support.motion_rig import MotionRig, middle, motion_rig, together

RING = together("red a1 a2", "blue a2 b2", "yellow b2 b1", "green b1 a1")
RING_AT = {"red": middle("a1", 90), "blue": middle("a2", 0), "yellow": middle("b2", -90), "green": middle("b1", 180)}
BACKWARDS = {name: Pose(pose.x, pose.y, pose.heading + 180) for name, pose in RING_AT.items()}
CORNER = together("red a1 a2", "blue a2 b2")
CORNER_AT = {"red": middle("a1", 90), "blue": middle("a2", 0)}
STRAIGHT = together("red a1 b1", "blue b1 c1", "green c1 d1")
STRAIGHT_AT = {"red": middle("a1", 0), "blue": middle("b1", 0), "green": middle("c1", 0)}
CORNERS = together("red a1 a2", "blue a2 b2", "yellow b2 b3", "green b3 c3")
CORNERS_AT = {"red": middle("a1", 90), "blue": middle("a2", 0), "yellow": middle("b2", 90), "green": middle("b3", 0)}
PATTERNS = {
    "ring": (RING, RING_AT),
    "ring backwards": (RING, BACKWARDS),
    "corner": (CORNER, CORNER_AT),
    "straight": (STRAIGHT, STRAIGHT_AT),
    "three corners": (CORNERS, CORNERS_AT),
}
ERRORS = {
    "none": DriveErrors(),
    "a wheel 3 % larger": DriveErrors(left=1.03),
    "a track 5 % wider": DriveErrors(track=1.05),
    "2 mm of backlash": DriveErrors(backlash_mm=2.0),
    "10 % lost steps": DriveErrors(lost_steps=0.1),
    "bursts of slip": DriveErrors(slip_every_mm=60.0),
}

Test = Callable[[MotionRig], Awaitable[None]]


def with_rig(
    poses: Mapping[str, Pose],
    test: Test,
    *,
    seed: int = 0,
    builds: Mapping[str, DriveParameters] | None = None,
    faults: Mapping[str, Sequence[Fault]] | None = None,
    **options: Any,
) -> None:
    async def main() -> None:
        async with motion_rig(poses, seed=seed, builds=builds, faults=faults, **options) as rig:
            await test(rig)

    run(main())


def a_little_off(poses: Mapping[str, Pose], seed: int) -> dict[str, Pose]:
    """Starts as after a row; every third seed as far off as is not corrected."""
    chance = Random(seed)
    if seed % 3 == 0:
        return {
            n: Pose(p.x + chance.choice((-4.2, 4.2)), p.y + chance.choice((-4.2, 4.2)), p.heading + 4 * (-1) ** seed)
            for n, p in poses.items()
        }
    return {
        n: Pose(p.x + chance.gauss(0, 1.5), p.y + chance.gauss(0, 1.5), p.heading + chance.gauss(0, 1.2))
        for n, p in poses.items()
    }


@pytest.mark.parametrize("errors", list(ERRORS))
@pytest.mark.parametrize("pattern", list(PATTERNS))
def test_neighbours_that_move_at_once_keep_their_distance(pattern: str, errors: str) -> None:
    group, ideal = PATTERNS[pattern]
    for seed in range(3):
        poses = a_little_off(ideal, seed)
        names = list(poses)
        builds = {names[seed % len(names)]: replace(FIRMWARE_DRIVE, errors=ERRORS[errors])}

        async def test(rig: MotionRig, poses: Mapping[str, Pose] = poses) -> None:
            acted = await rig.executor.act([group], poses)
            assert not acted.failures and not rig.world.contacts
            assert rig.least_mm >= LEAST_MM
            for name, pose in acted.poses.items():
                assert rig.world.bodies[name].pose.point.distance(pose.point) < 35.0

        with_rig(poses, test, seed=seed, builds=builds)


@pytest.mark.parametrize(("pattern", "most"), [("straight", 1.1), ("corner", 1.35), ("ring", 1.1)])
def test_a_row_takes_hardly_longer_than_its_longest_golem(pattern: str, most: float) -> None:
    group, poses = PATTERNS[pattern]

    async def test(rig: MotionRig) -> None:
        began = asyncio.get_running_loop().time()
        await rig.executor.act([group], poses)
        assert asyncio.get_running_loop().time() - began <= most * max(rig.moved.values())

    with_rig(poses, test)


@pytest.mark.parametrize("kind", ["refuse", "stall", "lose-power", "deaf", "die", "late"])
@pytest.mark.parametrize("pattern", list(PATTERNS))
def test_whose_leader_fails_is_stopped_before_it_comes_near(pattern: str, kind: FaultKind) -> None:
    group, ideal = PATTERNS[pattern]
    for seed, name in enumerate(ideal):
        faults = {name: [Fault(kind, 1, 0.5 if kind != "deaf" else 2.5)]}

        async def test(rig: MotionRig) -> None:
            acted = await rig.executor.act([group], ideal)
            assert rig.least_mm >= LEAST_MM and not rig.world.contacts
            assert set(acted.failures) <= {name}  # noqa: B023
            if kind in ("refuse", "stall", "lose-power", "die"):
                assert set(acted.failures) == {name}  # noqa: B023
            assert not any(rig.fleet[other].busy for other in ideal)

        with_rig(ideal, test, seed=seed, faults=faults)


def test_a_follower_that_was_stopped_goes_on_when_its_leader_does() -> None:
    """The leader hears nothing for 0.9 s and tells nothing: its follower is braked, and then both arrive."""
    group = together("red a1 b1", "blue b1 c1")
    poses = {"red": middle("a1", 0), "blue": middle("b1", 0)}

    async def test(rig: MotionRig) -> None:
        acted = await rig.executor.act([group], poses)
        assert not acted.failures and rig.least_mm >= LEAST_MM
        # It was braked, and sent the rest of its way.
        assert len(rig.rig.simulated_robots["red"].executed) == 2
        for name, pose in acted.poses.items():
            assert rig.world.bodies[name].pose.point.distance(pose.point) < 5.0

    with_rig(poses, test, faults={"blue": [Fault("deaf", 1, 0.9)]})


@pytest.mark.parametrize("pattern", list(PATTERNS))
def test_robots_that_cannot_tell_their_progress_wait_for_ends(pattern: str) -> None:
    group, poses = PATTERNS[pattern]

    async def test(rig: MotionRig) -> None:
        older = Identity("red", protocol=(1, 1), dictionary=0x42AE4349)
        for robot in rig.rig.simulated_robots.values():
            robot.side.identity = replace(older, name=robot.side.identity.name)
        await rig.fleet.close()
        (await rig.fleet.connect()).check()
        acted = await rig.executor.act([group], poses)
        assert not acted.failures and rig.least_mm >= LEAST_MM and not rig.world.contacts
        for name, pose in acted.poses.items():
            assert rig.world.bodies[name].pose.point.distance(pose.point) < 6.0

    with_rig(poses, test)


@pytest.mark.parametrize("pause_s", [0.05, 0.4, 0.8, 1.5])
@pytest.mark.parametrize("pattern", list(PATTERNS))
def test_a_pause_at_any_moment_makes_nobody_meet(pattern: str, pause_s: float) -> None:
    group, poses = PATTERNS[pattern]

    async def test(rig: MotionRig) -> None:
        acting = asyncio.ensure_future(rig.executor.act([group], poses))
        await asyncio.sleep(pause_s)
        rig.fleet.pause()
        await asyncio.sleep(5.0)
        before = {name: body.pose for name, body in rig.world.bodies.items()}
        await asyncio.sleep(2.0)
        assert before == {name: body.pose for name, body in rig.world.bodies.items()}
        rig.fleet.resume()
        acted = await acting
        assert not acted.failures and rig.least_mm >= LEAST_MM and not rig.world.contacts

    with_rig(poses, test)


def test_when_the_work_is_given_up_nobody_runs_into_anybody() -> None:
    async def test(rig: MotionRig) -> None:
        acting = asyncio.ensure_future(rig.executor.act([CORNERS], CORNERS_AT))
        await asyncio.sleep(1.6)
        acting.cancel()
        await asyncio.sleep(5.0)
        assert rig.least_mm >= LEAST_MM and not any(robot.busy for robot in rig.fleet.values())

    with_rig(CORNERS_AT, test)


def test_after_a_stop_what_is_left_is_planned_from_where_the_golems_are_seen() -> None:
    """A hand moves one of them meanwhile: the row still ends in the right cells."""

    async def test(rig: MotionRig) -> None:
        alarms = [0]
        groups: list[MotionGroup] = [CORNER, together("red a2 a3", "blue b2 b3")]

        async def relook() -> dict[str, Pose]:
            return {name: body.pose for name, body in rig.world.bodies.items()}

        acting = asyncio.ensure_future(rig.executor.act(groups, CORNER_AT, lambda: alarms[0], relook))
        await asyncio.sleep(1.7)
        alarms[0] += 1
        rig.fleet.pause()
        await rig.fleet.stop_all()
        body = rig.world.bodies["blue"]
        body.pose = Pose(body.pose.x + 9, body.pose.y + 14, body.pose.heading + 20)
        await asyncio.sleep(1.0)
        rig.fleet.resume()
        acted = await acting
        assert not acted.failures and rig.least_mm >= LEAST_MM
        for name, pose in acted.poses.items():
            assert rig.world.bodies[name].pose.point.distance(pose.point) < 5.0
        assert acted.poses["blue"].point.distance(middle("b3", 0).point) < 2.0

    with_rig(CORNER_AT, test)


@pytest.mark.parametrize("kind", ["block", "block-left"])
@pytest.mark.parametrize("pattern", list(PATTERNS))
def test_a_wheel_that_is_blocked_is_seen_by_the_camera_and_stops_who_follows(pattern: str, kind: FaultKind) -> None:
    """The firmware counts on: only the camera can know."""
    group, ideal = PATTERNS[pattern]
    first_drive = 2 if group is RING else 1
    for name in ideal:

        async def test(rig: MotionRig) -> None:
            acted = await rig.executor.act([group], ideal)
            assert rig.least_mm >= LEAST_MM and not rig.world.contacts
            assert {n: "wheels" in str(how) for n, how in acted.failures.items()} == {name: True}  # noqa: B023

        with_rig(ideal, test, faults={name: [Fault(kind, first_drive, 0.4)]}, watched=True)


@pytest.mark.parametrize("late_s", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("errors", [errors for errors in ERRORS if "slip" not in errors])
def test_no_golem_is_taken_for_stalled_whose_camera_is_late_or_wheels_are_wrong(errors: str, late_s: float) -> None:
    for pattern in ("ring", "three corners"):
        group, poses = PATTERNS[pattern]

        async def test(rig: MotionRig) -> None:
            assert not (await rig.executor.act([group], poses)).failures  # noqa: B023
            assert rig.least_mm >= LEAST_MM

        builds = dict.fromkeys(poses, replace(FIRMWARE_DRIVE, errors=ERRORS[errors]))
        with_rig(poses, test, builds=builds, watched=True, late_s=late_s)


@pytest.mark.parametrize("late_s", [0.0, 0.4])
@pytest.mark.parametrize("pattern", ["corner", "three corners"])
def test_nobody_runs_into_a_golem_whose_weak_motor_counts_steps_that_it_does_not_make(
    pattern: str, late_s: float
) -> None:
    """It comes half as far as it counts; who follows waits for what the camera shows, also at its end."""
    group, ideal = PATTERNS[pattern]
    weak = replace(FIRMWARE_DRIVE, errors=DriveErrors(weak_above_mm_s=35.0))
    for name in ideal:

        async def test(rig: MotionRig) -> None:
            await rig.executor.act([group], ideal)
            assert rig.least_mm >= LEAST_MM and not rig.world.contacts

        with_rig(ideal, test, builds={name: weak}, watched=True, late_s=late_s)
