"""A set of MicroPython golems with radios of their own, on a real broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from boards.geometry import Pose
from firmware_bridge.channels.broker import BrokerKind, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.robots.login import Login
from hardware.board.golem import FULL_MV, BoardGolem
from hardware.board.program import load_program
from hardware.emulated.wheels import Wheels
from hardware.simulated.rig import Rig
from hardware.simulated.traffic import SimulatedTraffic
from hardware.simulated.world import Body, World


@dataclass(frozen=True)
class BoardRig(Rig):
    """MicroPython golems by name."""

    golems: dict[str, BoardGolem] = field(default_factory=dict)


@asynccontextmanager
async def micropython_golems(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    table: str = "table",
    broker: BrokerKind | None = None,
    battery_mv: int = FULL_MV,
) -> AsyncIterator[BoardRig]:
    """Golems whose program speaks MQTT, each with credentials and printed wheels of its own. Raises BrokerFailed."""
    traffic = SimulatedTraffic()
    golems: dict[str, BoardGolem] = {}
    urls: dict[str, str] = {}
    try:
        wanted = list(names)
        plan = BrokerPlan(table=table, robots={name: new_secret() for name in wanted})
        async with own_broker(broker, plan) as server:
            try:
                for name in wanted:
                    radio = RobotOnMqtt(server.endpoint_of(name), table, name, 0, traffic)
                    body = world.bodies.setdefault(name, Body(Pose(0.0, 0.0, 0.0)))
                    rolling = Wheels.printed(Random(f"{seed}/{name}"))
                    golems[name] = BoardGolem(load_program(), name, body, radio, battery_mv=battery_mv, rolling=rolling)
                    radio.passing = traffic.wire(radio.topics.base).pass_frame
                    urls[name] = server.url(table, name)
                    await radio.connect()
                login = Login(server.endpoint.user or "", server.endpoint.password or "")
                yield BoardRig(urls, {}, traffic, login, server, golems)
            finally:
                for golem in golems.values():
                    golem.off()
                await asyncio.gather(*(golem.radio.closed() for golem in golems.values()))
    finally:
        traffic.release()
