"""A robot that is not simulated in a simulated world: its body follows what its wire tells."""

from __future__ import annotations

import asyncio

import pytest

from boards.geometry import Pose
from firmware_bridge.protocol.messages import Done, Message
from firmware_bridge.robots.robot import Robot
from hardware.simulated.odometry_follower import FollowedChannel
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.firmware_bridge.memory_robot import Frame, MemoryRobot

HOME = Pose(100.0, 100.0, 90.0)


async def _followed(channel: MemoryRobot) -> tuple[Robot, World]:
    world = World()
    world.body("red").pose = HOME
    robot = Robot("red", FollowedChannel(channel, world.body("red")))
    await robot.connect()
    return robot, world


def test_it_goes_and_turns_as_it_says() -> None:
    async def main() -> list[Pose]:
        robot, world = await _followed(MemoryRobot())
        seen = []
        for deed in (robot.move(100, 50), robot.turn(-90, 90), robot.move(-20, 50)):
            await deed
            world.write_truth()
            seen.append(world.body("red").pose)
        await robot.close()
        return seen

    ahead, turned, back = run(main())
    assert (ahead.x, ahead.y, ahead.heading) == pytest.approx((100, 200, 90))
    assert (turned.x, turned.y, turned.heading) == pytest.approx((100, 200, 0))
    assert (back.x, back.y, back.heading) == pytest.approx((80, 200, 0))


def test_it_is_seen_on_the_way_and_stands_where_it_counted_after_a_stop() -> None:
    async def main() -> tuple[float, float, float]:
        robot, world = await _followed(MemoryRobot())
        going = asyncio.ensure_future(robot.move(100, 50))
        await asyncio.sleep(1.0)
        world.write_truth()
        halfway = world.body("red").pose.y
        await robot.stop()
        result = await going
        world.write_truth()
        return halfway, world.body("red").pose.y, result.mm

    halfway, end, counted = run(main())
    assert 145 < halfway < 151
    assert end == pytest.approx(100 + counted) and 148 < end < 156


def test_it_believes_the_robot_and_not_the_order() -> None:
    def short(_asked: Message | None, frame: Frame, _robot: MemoryRobot) -> Message:
        if isinstance(frame.message, Done):
            return Done(frame.message.outcome, 70_000, 0, frame.message.done_seq, frame.message.state)
        return frame.message

    async def main() -> float:
        robot, world = await _followed(MemoryRobot(short))
        await robot.move(100, 50)
        world.write_truth()
        return world.body("red").pose.y

    assert run(main()) == pytest.approx(170)


def test_another_body_in_its_way_stops_it() -> None:
    async def main() -> tuple[float, int]:
        robot, world = await _followed(MemoryRobot())
        world.body("blue").pose = Pose(100.0, 220.0, 0.0)
        world.body("blue").held = True
        going = asyncio.ensure_future(robot.move(100, 50))
        for _ in range(60):
            await asyncio.sleep(0.05)
            world.write_truth()
        await going
        return world.body("red").pose.y, len(world.contacts)

    y, contacts = run(main())
    assert y <= 150.5 and contacts >= 1


def test_a_hand_holds_it() -> None:
    async def main() -> Pose:
        robot, world = await _followed(MemoryRobot())
        world.body("red").held = True
        await robot.move(100, 50)
        world.write_truth()
        return world.body("red").pose

    assert run(main()) == HOME
