"""A set of MicroPython golems with radios of their own, on a real broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from firmware_bridge.channels.broker import BrokerKind
from hardware.emulated.wheels import Wheels
from hardware.micropython_board.board_golem import FULL_MV, BoardGolem
from hardware.micropython_board.board_program import load_program
from hardware.simulated.mqtt_robots import Radios, radios_for
from hardware.simulated.simulated_rig import Rig
from hardware.simulated.world import World


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
    elsewhere: AbstractAsyncContextManager[Radios] | None = None,
) -> AsyncIterator[BoardRig]:
    """Golems whose program speaks MQTT, each with credentials and printed wheels of its own. Raises BrokerFailed.

    `elsewhere`: their radios on a broker that somebody else runs; then `table` and `broker` mean nothing.
    """
    golems: dict[str, BoardGolem] = {}
    async with elsewhere or radios_for(names, table, broker) as radios:
        try:
            for name in radios.names:
                radio, body = radios.radio(name), world.body(name)
                rolling = Wheels.printed(Random(f"{seed}/{name}"))
                golems[name] = BoardGolem(load_program(), name, body, radio, battery_mv=battery_mv, rolling=rolling)
                await radio.connect()
            yield BoardRig(radios.urls, {}, radios.traffic, radios.login, radios.server, golems)
        finally:
            for golem in golems.values():
                golem.off()
