"""Command to acknowledgement, over a pty and over MQTT, against the wire's floor."""

from __future__ import annotations

import asyncio
import statistics
from contextlib import AbstractAsyncContextManager
from typing import get_args

from firmware_bridge.channels.broker import BrokerKind
from firmware_bridge.link.commands import FLOOR_BYTES
from firmware_bridge.protocol.messages import Ack, Verdict
from firmware_bridge.robots import Robot
from hardware.simulated.simulated_rig import Rig, mqtt_robots, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.benchmarks import Row, wire_host, wire_line

BAUD = 115200
FLOOR_MS = FLOOR_BYTES * 10 / BAUD * 1000
COMMANDS = 400


async def _until_accepted(robot: Robot, times: list[float]) -> None:
    """One short move; the time from handing it in to its ACK goes to `times`."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    hear = robot._link.receive

    def listen(frame: object, now: float) -> None:
        message = getattr(frame, "message", None)
        if isinstance(message, Ack) and message.verdict is Verdict.ACCEPTED:
            times.append(loop.time() - began)
        hear(frame, now)

    robot._link.receive = listen
    await robot.move(0.1, 100)
    robot._link.receive = hear


async def _times_ms(rig_made: AbstractAsyncContextManager[Rig]) -> list[float]:
    async with rig_made as rig:
        robot = rig.open("red")
        await robot.connect()
        times: list[float] = []
        for _ in range(COMMANDS):
            await _until_accepted(robot, times)
        await robot.close()
        return sorted(time * 1000 for time in times)


def _p99(times: list[float]) -> float:
    return times[int(len(times) * 0.99) - 1]


def _row(what: str, times: list[float], against: str = "", note: str = "") -> Row:
    p50, p99 = statistics.median(times), _p99(times)
    return Row(what, f"p50 {p50:.2f} ms, p99 {p99:.2f} ms", against, note)


def measure() -> list[Row]:
    """Virtual time shows what the link adds to the wire, real time what this machine adds."""

    async def over_pty() -> list[float]:
        return await _times_ms(serial_robots(World(), ("red",), baud=BAUD))

    async def over_broker(kind: BrokerKind) -> list[float]:
        return await _times_ms(mqtt_robots(World(), ("red",), broker=kind))

    rows = []
    for what, times, wanted in (
        ("command to ack, pty, virtual time", run(over_pty()), "; 1.05 and 1.15 x wanted"),
        ("command to ack, pty, real time", asyncio.run(over_pty()), ""),
    ):
        ratios = f"{statistics.median(times) / FLOOR_MS:.2f} and {_p99(times) / FLOOR_MS:.2f} x"
        against = f"{ratios} the wire's floor ({FLOOR_MS:.2f} ms){wanted}"
        rows.append(_row(what, times, against, f"{BAUD} baud, {COMMANDS} commands"))
    for kind in get_args(BrokerKind):
        times = asyncio.run(over_broker(kind))
        rows.append(_row(f"command to ack, MQTT, {kind}", times, "", "real time, QoS 0, simulated robot included"))
    return [*rows, *wire_line.measure(), *wire_host.measure()]
