"""A robot tells how far the motion under way has come; who cannot tell, tells nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from boards.geometry import Pose
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.robots import Robot
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

WITHIN_S = 0.2
OLDER = Identity("red", protocol=(1, 1), dictionary=0x42AE4349)


def with_robot(test: Callable[[Robot, World], Awaitable[None]], identity: Identity | None = None) -> None:
    async def main() -> None:
        world = World(bodies={"red": Body(Pose(100, 100, 0))})
        async with serial_robots(world, ("red",), 3) as rig:
            if identity is not None:
                rig.simulated_robots["red"].side.identity = identity
            robot = rig.open("red")
            assert isinstance(robot, Robot)
            await robot.connect()
            try:
                await test(robot, world)
            finally:
                await robot.close()

    run(main())


@pytest.mark.parametrize("mm", [100.0, -100.0])
def test_a_move_tells_its_way_and_never_more_than_there_is(mm: float) -> None:
    async def test(robot: Robot, world: World) -> None:
        moving = asyncio.ensure_future(robot.move(mm, 50.0))
        ways: list[float] = []
        while not moving.done():
            way = await robot.progress(WITHIN_S)
            if way is not None:
                gone = abs(world.bodies["red"].pose.x - 100.0)
                assert way <= gone + 50.0 * 0.04 + 1.0
                ways.append(way)
            await asyncio.sleep(0.05)
        assert ways == sorted(ways) and len(ways) > 20 and ways[0] < 5.0 and ways[-1] > 90.0
        assert await robot.progress(WITHIN_S) is None

    with_robot(test)


def test_a_turn_tells_its_degrees() -> None:
    async def test(robot: Robot, _world: World) -> None:
        turning = asyncio.ensure_future(robot.turn(-90.0, 90.0))
        await asyncio.sleep(0.5)
        way = await robot.progress(WITHIN_S)
        assert way is not None and 10.0 < way < 60.0
        await turning

    with_robot(test)


def test_an_older_robot_is_not_asked() -> None:
    async def test(robot: Robot, _world: World) -> None:
        moving = asyncio.ensure_future(robot.move(50.0, 50.0))
        await asyncio.sleep(0.5)
        assert await robot.progress(WITHIN_S) is None
        assert (await moving).done and robot.status.link == "ready"

    with_robot(test, OLDER)
