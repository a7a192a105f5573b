"""A set of simulated robots, reachable as real ones are: by the path of a port or the URL of a broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from boards.geometry import Pose
from firmware_bridge.channels.broker import BrokerKind, OwnBroker, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.robots.families import open_robot
from firmware_bridge.robots.login import Login
from firmware_bridge.robots.robot import Robot
from hardware.simulated.faults import CLEAN, Fault, LineFaults
from hardware.simulated.robot import Twin
from hardware.simulated.traffic import SimulatedTraffic
from hardware.simulated.world import Body, World

Faults = Mapping[str, Iterable[Fault]]


@dataclass(frozen=True)
class Rig:
    """Simulated robots by name."""

    urls: dict[str, str]
    twins: dict[str, Twin]
    traffic: SimulatedTraffic
    """Whoever opens these robots in virtual time passes it to `open_robot`."""

    login: Login | None = None
    """For the broker, if there is one."""
    broker: OwnBroker | None = None

    def open(self, name: str) -> Robot:
        """A robot of this rig as product code opens it, not yet connected."""
        return open_robot(name, self.urls[name], self.traffic, self.login)


def _body(world: World, name: str) -> Body:
    return world.bodies.setdefault(name, Body(Pose(0.0, 0.0, 0.0)))


@asynccontextmanager
async def serial_twins(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    baud: int = 115200,
    faults: Faults | None = None,
    line: LineFaults = CLEAN,
) -> AsyncIterator[Rig]:
    """Twins on pseudo-terminals. A robot without a body in the world gets one at the origin."""
    # Not above: Windows has no pseudo-terminals, but twins on a broker all the same.
    from hardware.simulated.uart import Uart

    traffic = SimulatedTraffic()
    twins: dict[str, Twin] = {}
    urls: dict[str, str] = {}
    try:
        for number, name in enumerate(names):
            uart = Uart(traffic, baud, line, seed * 1000 + number)
            script = (faults or {}).get(name, ())
            twins[name] = Twin(name, _body(world, name), uart, seed, faults=script)
            urls[name] = f"serial:{uart.path}?baud={baud}"
        yield Rig(urls, twins, traffic)
    finally:
        for twin in twins.values():
            twin.close()
        traffic.release()


@asynccontextmanager
async def mqtt_twins(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    table: str = "table",
    broker: BrokerKind | None = None,
    faults: Faults | None = None,
) -> AsyncIterator[Rig]:
    """Twins on a real broker of their own, with their own radios. Raises BrokerFailed."""
    traffic = SimulatedTraffic()
    twins: dict[str, Twin] = {}
    urls: dict[str, str] = {}
    radios: list[RobotOnMqtt] = []
    try:
        wanted = list(names)
        plan = BrokerPlan(table=table, robots={name: new_secret() for name in wanted})
        async with own_broker(broker, plan) as server:
            endpoint = server.endpoint
            try:
                for name in wanted:
                    radio = RobotOnMqtt(server.endpoint_of(name), table, name, 0, traffic)
                    radios.append(radio)
                    script = (faults or {}).get(name, ())
                    twins[name] = Twin(name, _body(world, name), radio, seed, faults=script)
                    radio.boot_id = twins[name].side.boot_id
                    radio.passing = traffic.wire(radio.topics.base).pass_frame
                    urls[name] = server.url(table, name)
                    await radio.connect()
                yield Rig(urls, twins, traffic, Login(endpoint.user or "", endpoint.password or ""), server)
            finally:
                for twin in twins.values():
                    twin.close()
                await asyncio.gather(*(radio.closed() for radio in radios))
    finally:
        traffic.release()
