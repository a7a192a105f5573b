"""The simulated robot moves as a golem does: ramps, inertia, drift; and a pty carries bytes at the wire's own pace."""

from __future__ import annotations

import asyncio
import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.geometry import Point, Pose
from firmware_bridge.robots import open_robot
from hardware.simulated.drive_model import Braking, Drift, DriveParameters, Ramp, drifted
from hardware.simulated.faults import FAULT_KINDS, LineFaults, random_faults
from hardware.simulated.io_barrier import Uncounted
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

lengths = st.floats(0.1, 3000)
speeds = st.floats(1, 500)
STRAIGHT = Drift(1.0, 0.0, Point(0.0, 0.0))


@given(lengths, speeds, st.floats(50, 5000))
def test_a_ramp_goes_the_whole_way_within_its_speed_and_acceleration(
    length: float, speed: float, acceleration: float
) -> None:
    ramp = Ramp(length, speed, acceleration)
    steps = [ramp.at(ramp.duration * i / 200) for i in range(201)]
    assert steps[0] == (0.0, 0.0)
    assert ramp.at(ramp.duration) == (length, 0.0)
    dt = ramp.duration / 200
    for (s0, v0), (s1, v1) in itertools.pairwise(steps):
        assert -1e-6 <= s1 - s0 <= speed * dt * (1 + 1e-6) + 1e-6
        assert 0 <= v1 <= speed + 1e-6
        assert abs(v1 - v0) <= acceleration * dt * (1 + 1e-6) + 1e-6


@given(lengths, speeds, st.floats(0, 1), st.floats(50, 5000))
def test_braking_overruns_by_inertia_and_never_past_the_end(
    length: float, speed: float, share: float, brake: float
) -> None:
    ramp = Ramp(length, speed, 400)
    t = ramp.duration * share
    before, v = ramp.at(t)
    braking = Braking(ramp, t, brake)
    assert braking.at(0)[0] == pytest.approx(before)
    assert before <= braking.length <= length + 1e-9
    assert braking.length <= before + v * v / (2 * brake) + 1e-6
    assert braking.at(braking.duration) == (braking.length, 0.0)


def test_drift_differs_from_motion_to_motion_and_is_small() -> None:
    chance = Random(1)
    step = Pose(100.0, 0.0, 0.0)
    ends = [drifted(step, False, 0.0, Drift.drawn(DriveParameters(), chance)) for _ in range(300)]
    offs = sorted(end.point.distance(Point(100.0, 0.0)) for end in ends)
    assert len({end.x for end in ends}) == 300
    assert 0.1 < offs[150] < 1.5 and offs[-1] < 4
    assert drifted(step, False, 0.0, STRAIGHT) == step
    turned = drifted(Pose(0.0, 0.0, 90.0), True, 37.0, STRAIGHT)
    assert turned == Pose(0.0, 0.0, 90.0)


def _play(seed: int) -> tuple[Pose, float]:
    async def main() -> tuple[Pose, float]:
        world = World(bodies={"red": Body(Pose(50, 50, 90))})
        async with serial_robots(world, ("red",), seed, line=LineFaults(loss=0.05)) as rig:
            red = rig.open("red")
            await red.connect()
            for _ in range(5):
                assert (await red.move(40, 80)).done
                assert (await red.turn(72, 90)).done
            when = asyncio.get_running_loop().time()
            await red.close()
            return world.bodies["red"].pose, when

    return run(main())


def test_a_run_is_the_same_for_the_same_seed_bit_for_bit() -> None:
    assert _play(4) == _play(4)
    assert _play(4) != _play(5)


def test_the_truth_is_written_while_the_robot_moves() -> None:
    async def main() -> None:
        world = World(bodies={"red": Body(Pose(50, 50, 90))})
        async with serial_robots(world, ("red",)) as rig:
            red = rig.open("red")
            await red.connect()
            motion = asyncio.ensure_future(red.move(100, 50))
            seen = []
            for _ in range(40):
                await asyncio.sleep(0.05)
                seen.append(world.bodies["red"].pose.y)
            assert (await motion).done
            assert seen == sorted(seen) and len(set(seen)) > 35
            await red.close()

    run(main())


def test_a_round_trip_takes_the_wires_own_time() -> None:
    async def main() -> float:
        async with serial_robots(World(), ("red",)) as rig:
            red = rig.open("red")
            await red.connect()
            await asyncio.sleep(1.05)
            seconds = await red.ping()
            await red.close()
            return seconds

    # PING is 15 bytes stuffed and delimited, REPORT 27.
    floor = (15 + 27) * 10 / 115200
    assert floor <= run(main()) <= 1.05 * floor


def test_a_low_battery_refuses_to_move_and_says_so() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",)) as rig:
            red = rig.open("red")
            await red.connect()
            rig.simulated_robots["red"].battery = 6400.05
            assert (await red.move(100, 100)).done
            await asyncio.sleep(0.1)
            assert red.status.link == "fault" and "charge it" in red.status.reason
            result = await red.move(100, 100)
            assert result.kind == "rejected" and "battery" in result.reason
            await red.close()

    run(main())


def test_a_robot_opened_past_the_rig_in_virtual_time_is_an_error_not_a_riddle() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",)) as rig:
            await open_robot("red", rig.urls["red"]).connect()

    with pytest.raises(Uncounted):
        run(main())


def test_simulated_robots_work_in_real_time_too() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",)) as rig:
            red = open_robot("red", rig.urls["red"])
            await red.connect()
            assert (await red.move(2, 100)).done
            assert await red.ping() < 0.5
            await red.close()

    asyncio.run(main())


def test_random_scripts_are_the_same_for_the_same_seed_and_know_every_fault() -> None:
    script = random_faults(1, 500, 0.2)
    assert script == random_faults(1, 500, 0.2) != random_faults(2, 500, 0.2)
    assert {fault.kind for fault in script} == set(FAULT_KINDS)
    assert 60 < len(script) < 140
