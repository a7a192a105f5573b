"""On a bad line, in virtual time: how much longer a row takes, and how soon an emergency stop stops the motors.

The stop is timed at the coil pins of the real firmware on an emulated chip: from the call to the last step pulse.
"""

from __future__ import annotations

import asyncio
from random import Random

from firmware_bridge.robots import Fleet
from hardware.emulated.emulated_rig import emulated_golems
from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.benchmarks import Row

ROBOTS = 5
ROWS = 40
CELL_MM = 100.0
SPEED_MM_S = 80.0

STOPS_CLEAN = 500
STOPS_BAD = 2000
HALT_S = 0.25
"""After so long every motor stands, whatever was lost."""


async def _rows_s(line: LineFaults, seed: int) -> float:
    """Seconds that the rows of a game take: every golem goes a cell, then turns, and the slowest is waited for."""
    names = [f"golem{number}" for number in range(ROBOTS)]
    async with serial_robots(World(), names, seed, line=line) as rig:
        fleet = Fleet(rig.open(name) for name in names)
        (await fleet.connect()).check()
        loop = asyncio.get_running_loop()
        began = loop.time()
        for _ in range(ROWS):
            await asyncio.gather(*(robot.move(CELL_MM, SPEED_MM_S) for robot in fleet.values()))
            await asyncio.gather(*(robot.turn(90, 90) for robot in fleet.values()))
        took = loop.time() - began
        await fleet.close()
        return took


async def stops_ms(line: LineFaults, count: int, seed: int) -> list[float]:
    """From the call of the emergency stop to the last step pulse, in order; 0 if no pulse came after the call."""
    chance = Random(seed)
    times: list[float] = []
    async with emulated_golems(World(), ("red",), seed, line=line) as rig:
        robot, golem = rig.open("red"), rig.golems["red"]
        await robot.connect()
        loop = asyncio.get_running_loop()
        while len(times) < count:
            motion = asyncio.ensure_future(robot.turn(chance.choice((-360, 360)), 90))
            await asyncio.sleep(chance.uniform(0.3, 0.6))
            if motion.done():
                continue
            called = loop.time()
            await robot.estop()
            await asyncio.sleep(max(0.0, called + HALT_S - loop.time()))
            [last] = golem.chip.steps(1)
            times.append(max(0.0, (golem._time(last.cycle) - called) * 1000))
            await motion
            await robot.clear()
        await robot.close()
    return sorted(times)


def measure() -> list[Row]:
    """Rows of the benchmark `wire`."""
    clean = run(_rows_s(CLEAN, 1))
    bad = run(_rows_s(LineFaults(loss=0.1, duplicate=0.1), 1))
    rows = [
        Row(
            "rows of a game, 10 % lost and 10 % doubled",
            f"{bad / ROWS:.2f} s a row",
            f"{bad / clean:.3f} x of a clean line's; 1.2 x wanted",
            f"virtual time, {ROBOTS} robots, {ROWS} rows",
        )
    ]
    for what, line, count, share, wanted in (
        ("clean line", CLEAN, STOPS_CLEAN, 1.0, "2.5 ms at most wanted"),
        ("20 % lost", LineFaults(loss=0.2), STOPS_BAD, 0.999, "99.9 % within 50 ms wanted"),
    ):
        times = run(stops_ms(line, count, 7))
        at = times[min(len(times) - 1, int(len(times) * share))]
        told = "most" if share == 1.0 else "99.9 %"
        rows.append(
            Row(
                f"emergency stop to the last step pulse, {what}",
                f"median {times[len(times) // 2]:.2f} ms, {told} {at:.2f} ms",
                wanted,
                f"virtual time, the firmware on an emulated chip, 115200 baud, {count:,} stops",
            )
        )
    return rows
