"""A set of simulated robots, reachable as real ones are: by the path of a port or the URL of a broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from boards.geometry import Pose
from firmware_bridge.robots.families import open_robot
from firmware_bridge.robots.robot import Robot
from hardware.simulated.faults import CLEAN, Fault, LineFaults
from hardware.simulated.robot import Twin
from hardware.simulated.traffic import SimulatedTraffic
from hardware.simulated.uart import Uart
from hardware.simulated.world import Body, World

Faults = Mapping[str, Iterable[Fault]]


@dataclass(frozen=True)
class Rig:
    """Simulated robots by name."""

    urls: dict[str, str]
    twins: dict[str, Twin]
    traffic: SimulatedTraffic
    """Whoever opens these robots in virtual time passes it to `open_robot`."""

    def open(self, name: str) -> Robot:
        """A robot of this rig as product code opens it, not yet connected."""
        return open_robot(name, self.urls[name], self.traffic)


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
