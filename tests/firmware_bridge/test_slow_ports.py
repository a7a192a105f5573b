"""Slow serial ports: timers grow with the wire's floor, and every command is done once."""

from __future__ import annotations

import asyncio

import pytest

from firmware_bridge.link.commands import Timers
from firmware_bridge.robots.discovery.serial_discovery import look
from hardware.simulated.faults import LineFaults
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World

# -- slow ports ------------------------------------------------------------------------------------------


def test_timers_grow_with_the_wires_floor() -> None:
    fast = Timers.serial(115200)
    for baud in (9600, 38400):
        slow, times = Timers.serial(baud), 115200 / baud
        assert slow.retry_least == pytest.approx(times * fast.retry_least)
        assert slow.retry_most == pytest.approx(times * fast.retry_most)
        assert slow.estop >= 32 * 10 / baud  # no second one before the first could be answered
        assert slow.silence == 1.0 and slow.heartbeat < slow.silence / 3


@pytest.mark.parametrize(("baud", "most_s"), [(9600, 0.100), (38400, 0.025)])
def test_a_slow_port_is_found_moves_and_sends_nothing_twice(baud: int, most_s: float) -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3, baud=baud) as rig:
            path = rig.urls["red"].partition(":")[2].partition("?")[0]
            seen = await look(path, baud, rig.traffic)
            assert seen.robot is not None and seen.robot.name == "red"
            red = rig.open("red")
            await red.connect()
            loop = asyncio.get_running_loop()
            for _ in range(5):
                began = loop.time()
                assert (await red.move(2, 40)).done
                # Command, ACK and DONE over the wire, and the simulated robot's motion without ramps worth naming.
                assert loop.time() - began < 2 / 40 + 0.25 + most_s
            assert len(rig.simulated_robots["red"].executed) == 5
            assert red.status.link == "ready"
            began = loop.time()
            await red.estop()
            assert loop.time() - began < most_s
            await red.close()

    run(main())


@pytest.mark.parametrize("baud", [9600, 38400])
def test_a_slow_and_bad_port_does_every_command_exactly_once(baud: int) -> None:
    async def main() -> None:
        bad = LineFaults(loss=0.1, duplicate=0.1)
        async with serial_robots(World(), ("red",), 7, baud=baud, line=bad) as rig:
            red = rig.open("red")
            await red.connect()
            ends = [await red.move(2, 40) for _ in range(20)]
            assert all(end.done for end in ends)
            assert len(rig.simulated_robots["red"].executed) == 20
            await red.close()

    run(main())
