"""How golems on their way stop: by a soft stop, an emergency stop, and by a hand that the camera sees."""

from __future__ import annotations

import asyncio
import json
from io import StringIO
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

from boards.geometry import Cell, Pose
from controller.app.simulation.act import ActPlan, act_once, read_act
from controller.table.motion.motion_plan import REFERENCE_PACE
from firmware_bridge.robots.fleet import Fleet
from hardware.simulated.drive_model import FIRMWARE_DRIVE, DriveParameters
from hardware.simulated.script.fault_plan import FaultPlan, GolemPlan, Hand, Moment
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

STILL_S = 0.3


def stops(hard: bool, build: DriveParameters, count: int) -> list[tuple[float, float]]:
    """Seconds and mm from the word to the last movement, of golems at full speed."""
    return [run(_stop(hard, build, seed)) for seed in range(count)]


async def _stop(hard: bool, build: DriveParameters, seed: int) -> tuple[float, float]:
    loop = asyncio.get_running_loop()
    world = World({"red": Body(Pose(50, 50, 90)), "blue": Body(Pose(350, 50, 90))})
    async with serial_robots(world, ("red", "blue"), seed, builds={"red": build, "blue": build}) as rig:
        fleet = Fleet([rig.open(name) for name in world.bodies])
        await fleet.connect()
        driving = [asyncio.ensure_future(robot.move(200, REFERENCE_PACE.speed_mm_s)) for robot in fleet.values()]
        await asyncio.sleep(Random(seed).uniform(1.0, 3.0))
        world.write_truth()
        began, start = loop.time(), {name: body.pose for name, body in world.bodies.items()}
        stopping = asyncio.ensure_future(fleet.estop_all() if hard else fleet.stop_all())
        last, before = began, dict(start)
        while loop.time() < last + STILL_S:
            await asyncio.sleep(0.005)
            world.write_truth()
            now = {name: body.pose for name, body in world.bodies.items()}
            last = loop.time() if now != before else last
            before = now
        await stopping
        await asyncio.gather(*driving, return_exceptions=True)
        await fleet.close()
        return last - began, max(start[name].point.distance(pose.point) for name, pose in before.items())


_DRIVING = {
    "game": "golems",
    "way": "scenario",
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d1", "facing": "N"}},
    "programs": {"red": ["forward", "stand", "stand", "stand"], "blue": ["forward", "stand", "stand", "stand"]},
}


def hand_stops(count: int) -> list[tuple[float, float]]:
    """Seconds and mm from the moment at which a hand is over the field to the last movement before it goes."""
    return [_hand_stop(0.6 + 0.15 * number, number) for number in range(count)]


def _hand_stop(at: float, seed: int) -> tuple[float, float]:
    golems = dict.fromkeys(("red", "blue"), GolemPlan(FIRMWARE_DRIVE))
    reach = Hand(Moment(at, row=1), "over", 4.0, cell=Cell(1, 1))
    truth = StringIO()
    plan = FaultPlan(golems, hands=(reach,), guard=True)
    act_once(read_act(_DRIVING), ActPlan(_DRIVING, seed), plan, truth, 0)
    lines: list[dict[str, Any]] = [json.loads(line) for line in truth.getvalue().splitlines()]
    came = next(line["t"] for line in lines if line.get("event") == "hand-over")
    took, way = 0.0, 0.0
    for name in golems:
        poses = [line for line in lines if line["name"] == name and "x" in line and came <= line["t"] <= came + 3.9]
        moved = [b["t"] for a, b in pairwise(poses) if (a["x"], a["y"], a["heading"]) != (b["x"], b["y"], b["heading"])]
        took = max(took, max(moved, default=came) - came)
        way = max(way, hypot(poses[-1]["x"] - poses[0]["x"], poses[-1]["y"] - poses[0]["y"]))
    return took, way
