"""Robots' own radios, on a real broker with credentials for each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from firmware_bridge.channels.broker import BrokerKind, OwnBroker, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.robots.credentials import Login
from hardware.simulated.io_barrier import SimulatedTraffic


@dataclass(frozen=True)
class Radios:
    """Where robots of one table can speak."""

    table: str
    endpoint_of: Callable[[str], Endpoint]
    """Where a robot goes in, and as whom."""
    traffic: SimulatedTraffic
    names: tuple[str, ...]
    server: OwnBroker | None = None
    """None: a broker that is somebody else's."""
    made: list[RobotOnMqtt] = field(default_factory=list)

    @property
    def urls(self) -> dict[str, str]:
        """Of each robot, as in a table file."""
        return {name: f"{self.endpoint_of(name)}/{self.table}/{name}" for name in self.names}

    @property
    def login(self) -> Login | None:
        """The host's, on our own broker."""
        if self.server is None:
            return None
        endpoint = self.server.endpoint
        return Login(endpoint.user or "", endpoint.password or "")

    def radio(self, name: str) -> RobotOnMqtt:
        """One of these robots' radio, not yet connected."""
        radio = RobotOnMqtt(self.endpoint_of(name), self.table, name, 0, self.traffic)
        radio.passing = self.traffic.wire(radio.topics.base).pass_frame
        self.made.append(radio)
        return radio


@asynccontextmanager
async def radios_for(names: Iterable[str], table: str, broker: BrokerKind | None = None) -> AsyncIterator[Radios]:
    """Return a broker that these robots may speak on; their radios are closed at the end. Raises BrokerFailed."""
    traffic = SimulatedTraffic()
    wanted = tuple(names)
    try:
        async with (
            own_broker(broker, BrokerPlan(table=table, robots={name: new_secret() for name in wanted})) as server,
            _closing(Radios(table, server.endpoint_of, traffic, wanted, server)) as radios,
        ):
            yield radios
    finally:
        traffic.release()


@asynccontextmanager
async def radios_on(names: Iterable[str], table: str, endpoint_of: Callable[[str], Endpoint]) -> AsyncIterator[Radios]:
    """Return radios on a broker that somebody else runs."""
    traffic = SimulatedTraffic()
    try:
        async with _closing(Radios(table, endpoint_of, traffic, tuple(names))) as radios:
            yield radios
    finally:
        traffic.release()


@asynccontextmanager
async def _closing(radios: Radios) -> AsyncIterator[Radios]:
    try:
        yield radios
    finally:
        await asyncio.gather(*(radio.closed() for radio in radios.made))
