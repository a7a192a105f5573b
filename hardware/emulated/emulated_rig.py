"""A set of emulated golems, reachable as real ones are: by the path of a port, or over a gateway and a broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from boards.base.message import Message
from firmware_bridge.channels.broker import BrokerKind, own_broker
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_topics import TableTopics
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.gateway import GatewayRobot
from firmware_bridge.robots.credentials import Login
from hardware.emulated.emulated_golem import EmulatedGolem
from hardware.emulated.firmware_build import build
from hardware.emulated.wheels import Wheels
from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.simulated_rig import Rig
from hardware.simulated.uart import Uart
from hardware.simulated.world import World


@dataclass(frozen=True)
class EmulatedRig(Rig):
    """Emulated golems by name."""

    golems: dict[str, EmulatedGolem] = field(default_factory=dict)


@asynccontextmanager
async def emulated_golems(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    line: LineFaults = CLEAN,
    wheels: Wheels | None = None,
    program: Path | None = None,
) -> AsyncIterator[EmulatedRig]:
    """Golems that run the firmware, on pseudo-terminals. Without `wheels` each has its own, as printed.

    `program`: another program for the processor's flash, such as an earlier release.

    Raises :class:`hardware.emulated.firmware_build.NoEmulator`, which says what to install, and
    :class:`hardware.emulated.firmware_build.BuildFailed`.
    """
    built = build() if program is None else replace(build(), program=program)
    traffic = SimulatedTraffic()
    golems: dict[str, EmulatedGolem] = {}
    urls: dict[str, str] = {}
    try:
        for number, name in enumerate(names):
            uart = Uart(traffic, line=line, seed=seed * 1000 + number)
            golems[name] = EmulatedGolem(name, world.body(name), uart, built, seed, wheels=wheels)
            urls[name] = f"serial:{uart.path}"
        yield EmulatedRig(urls, {}, traffic, golems=golems)
    finally:
        for golem in golems.values():
            golem.close()
        traffic.release()


@asynccontextmanager
async def emulated_golems_on_mqtt(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    table: str = "table",
    broker: BrokerKind | None = None,
    wheels: Wheels | None = None,
) -> AsyncIterator[EmulatedRig]:
    """Golems that run the firmware, on pseudo-terminals behind a gateway and a real broker of their own.

    Raises what :func:`emulated_golems` does, and BrokerFailed.
    """
    async with emulated_golems(world, names, seed, wheels=wheels) as rig, own_broker(broker) as server:
        urls = {name: server.url(table, name) for name in rig.golems}
        login = Login(server.endpoint.user or "", server.endpoint.password or "")
        async with behind_gateway(rig, table, lambda _name: server.endpoint):
            yield EmulatedRig(urls, {}, rig.traffic, login, server, rig.golems)


@asynccontextmanager
async def behind_gateway(rig: EmulatedRig, table: str, endpoint_of: Callable[[str], Endpoint]) -> AsyncIterator[None]:
    """Make golems on ports reachable on a broker."""
    serving: list[asyncio.Task[None]] = []
    for name, golem in rig.golems.items():
        channel = SerialChannel(golem.port.path, traffic=rig.traffic)
        gateway = GatewayRobot(name, channel, endpoint_of(name), table, _unheard, rig.traffic)
        gateway.passing = rig.traffic.wire(TableTopics(table).robot(name).base).pass_frame
        serving.append(asyncio.create_task(gateway.serve()))
    try:
        yield
    finally:
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)


def _unheard(_told: Message) -> None:
    """Wait until the gateway's status agrees with the robot's own."""
