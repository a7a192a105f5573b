"""Everything that claims to be a golem and can be had here, for the conformance suite.

Whoever adds a way to have robots (a rig: an async context manager in a module ``rig`` of a package of
:mod:`hardware`) or a way to reach them (a scheme of :data:`firmware_bridge.robots.FAMILIES`) enters it here;
test_conformance.py fails until that is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from boards.geometry import Pose
from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.channel import Channel
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.gateway import GatewayRobot
from firmware_bridge.robots.robot_families import Login, open_channel
from hardware.emulated import emulated_rig as emulated
from hardware.micropython_board import board_rig as board
from hardware.simulated import simulated_rig as simulated
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.world import Body, World
from tests.support.tls_broker import tls_broker


@dataclass(frozen=True)
class Subject:
    """A robot to be judged."""

    channel: Channel
    restart: Callable[[], Awaitable[None]] | None


@dataclass(frozen=True)
class Golem:
    """A kind of robot."""

    schemes: tuple[str, ...]
    """How it is reached."""
    rig: str
    """Where it comes from, as module.function."""
    made: Callable[[], AbstractAsyncContextManager[Subject]]


def _restarts(simulated_robot: simulated.SimulatedRobot) -> Callable[[], Awaitable[None]]:
    async def restart() -> None:
        simulated_robot.reset()

    return restart


@asynccontextmanager
async def _simulated_over_serial() -> AsyncIterator[Subject]:
    async with simulated.serial_robots(World(), ("red",), 3) as rig:
        channel = open_channel("red", rig.urls["red"], rig.traffic)
        yield Subject(channel, _restarts(rig.simulated_robots["red"]))


@asynccontextmanager
async def _firmware_on_an_emulated_chip() -> AsyncIterator[Subject]:
    async with emulated.emulated_golems(World(), ("red",), 3) as rig:

        async def restart() -> None:
            rig.golems["red"].reset()

        yield Subject(open_channel("red", rig.urls["red"], rig.traffic), restart)


@asynccontextmanager
async def _firmware_behind_a_gateway() -> AsyncIterator[Subject]:
    async with emulated.emulated_golems_on_mqtt(World(), ("red",), 3) as rig:

        async def restart() -> None:
            rig.golems["red"].reset()

        yield Subject(open_channel("red", rig.urls["red"], rig.traffic, rig.login), restart)


@asynccontextmanager
async def _simulated_over_mqtt() -> AsyncIterator[Subject]:
    async with simulated.mqtt_robots(World(), ("red",), 3) as rig:
        channel = open_channel("red", rig.urls["red"], rig.traffic, rig.login)
        yield Subject(channel, _restarts(rig.simulated_robots["red"]))


@asynccontextmanager
async def _simulated_inside_tls() -> AsyncIterator[Subject]:
    """A simulated robot's own radio at a makerspace's broker."""
    with TemporaryDirectory() as folder, tls_broker(Path(folder)) as club:
        traffic = SimulatedTraffic()
        radio = RobotOnMqtt(club, "club", "red", 0, traffic)
        try:
            with closing(simulated.SimulatedRobot("red", Body(Pose(0.0, 0.0, 0.0)), radio, 3)) as simulated_robot:
                radio.boot_id = simulated_robot.side.boot_id
                radio.passing = traffic.wire(radio.topics.base).pass_frame
                await radio.connect()
                login = Login(club.user or "", club.password or "", club.ca)
                channel = open_channel("red", f"mqtts://localhost:{club.port}/club/red", traffic, login)
                yield Subject(channel, _restarts(simulated_robot))
                await radio.closed()
        finally:
            traffic.release()


@asynccontextmanager
async def _micropython_over_mqtt() -> AsyncIterator[Subject]:
    async with board.micropython_golems(World(), ("red",), 3) as rig:
        yield Subject(open_channel("red", rig.urls["red"], rig.traffic, rig.login), rig.golems["red"].restart)


@asynccontextmanager
async def _gateway_over_mqtt() -> AsyncIterator[Subject]:
    """A simulated robot on a pty, a gateway, a broker."""
    async with simulated.serial_robots(World(), ("red",), 3) as rig, own_broker() as server:
        path = rig.urls["red"].partition(":")[2].partition("?")[0]
        behind = SerialChannel(path, traffic=rig.traffic)
        robot = GatewayRobot("red", behind, server.endpoint, "t", lambda _told: None, rig.traffic)
        robot.passing = rig.traffic.wire("golem/1/t/red").pass_frame
        serving = asyncio.ensure_future(robot.serve())
        login = Login(server.endpoint.user or "", server.endpoint.password or "")
        channel = open_channel("red", server.url("t", "red"), rig.traffic, login)
        try:
            yield Subject(channel, _restarts(rig.simulated_robots["red"]))
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


GOLEMS: dict[str, Golem] = {
    "simulated over serial": Golem(
        ("serial",), "hardware.simulated.simulated_rig.serial_robots", _simulated_over_serial
    ),
    "firmware on an emulated chip": Golem(
        ("serial",), "hardware.emulated.emulated_rig.emulated_golems", _firmware_on_an_emulated_chip
    ),
    "simulated over MQTT": Golem(("mqtt",), "hardware.simulated.simulated_rig.mqtt_robots", _simulated_over_mqtt),
    "simulated over MQTT inside TLS": Golem(
        ("mqtts",), "hardware.simulated.simulated_robot.SimulatedRobot", _simulated_inside_tls
    ),
    "firmware behind a gateway": Golem(
        ("mqtt",), "hardware.emulated.emulated_rig.emulated_golems_on_mqtt", _firmware_behind_a_gateway
    ),
    "MicroPython golem over MQTT": Golem(
        ("mqtt",), "hardware.micropython_board.board_rig.micropython_golems", _micropython_over_mqtt
    ),
    "gateway over MQTT": Golem(("mqtt",), "hardware.simulated.simulated_rig.serial_robots", _gateway_over_mqtt),
}
