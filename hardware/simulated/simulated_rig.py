"""A set of simulated robots, reachable as real ones are: by the path of a port or the URL of a broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from firmware_bridge.channels.broker import BrokerKind, OwnBroker
from firmware_bridge.robots.credentials import Login
from firmware_bridge.robots.robot_families import open_robot
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.faults import CLEAN, Fault, LineFaults
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.mqtt_robots import Radios, radios_for
from hardware.simulated.simulated_robot import SimulatedRobot
from hardware.simulated.world import World

Faults = Mapping[str, Iterable[Fault]]
DriveParametersByName = Mapping[str, DriveParameters]


@dataclass(frozen=True)
class Rig:
    """Simulated robots by name."""

    urls: dict[str, str]
    simulated_robots: dict[str, SimulatedRobot]
    traffic: SimulatedTraffic
    """Whoever opens these robots in virtual time passes it to `open_robot`."""

    login: Login | None = None
    """For the broker, if there is one."""
    broker: OwnBroker | None = None

    def open(self, name: str) -> RobotPort:
        """Return a robot of this rig as product code opens it, not yet connected."""
        return open_robot(name, self.urls[name], self.traffic, self.login)


@asynccontextmanager
async def serial_robots(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    baud: int = 115200,
    faults: Faults | None = None,
    builds: DriveParametersByName | None = None,
    line: LineFaults = CLEAN,
) -> AsyncIterator[Rig]:
    """Run simulated robots on pseudo-terminals. A robot without a body in the world gets one at the origin."""
    # Not above: Windows has no pseudo-terminals, but simulated robots on a broker all the same.
    from hardware.simulated.uart import Uart

    traffic = SimulatedTraffic()
    simulated_robots: dict[str, SimulatedRobot] = {}
    urls: dict[str, str] = {}
    try:
        for number, name in enumerate(names):
            uart = Uart(traffic, baud, line, seed * 1000 + number)
            script, build = (faults or {}).get(name, ()), (builds or {}).get(name)
            body = world.body(name)
            simulated_robots[name] = SimulatedRobot(name, body, uart, seed, faults=script, build=build)
            urls[name] = f"serial:{uart.path}?baud={baud}"
        yield Rig(urls, simulated_robots, traffic)
    finally:
        for simulated_robot in simulated_robots.values():
            simulated_robot.close()
        traffic.release()


@asynccontextmanager
async def mqtt_robots(  # noqa: PLR0913 - options of simulated robots, each by name
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    table: str = "table",
    broker: BrokerKind | None = None,
    faults: Faults | None = None,
    builds: DriveParametersByName | None = None,
    elsewhere: AbstractAsyncContextManager[Radios] | None = None,
) -> AsyncIterator[Rig]:
    """Run simulated robots with radios of their own on a real broker. Raises BrokerFailed.

    `elsewhere`: their radios on a broker that somebody else runs; then `table` and `broker` mean nothing.
    """
    simulated_robots: dict[str, SimulatedRobot] = {}
    async with elsewhere or radios_for(names, table, broker) as radios:
        try:
            for name in radios.names:
                radio = radios.radio(name)
                script, build = (faults or {}).get(name, ()), (builds or {}).get(name)
                body = world.body(name)
                simulated_robots[name] = SimulatedRobot(name, body, radio, seed, faults=script, build=build)
                radio.boot_id = simulated_robots[name].side.boot_id
                await radio.connect()
            yield Rig(radios.urls, simulated_robots, radios.traffic, radios.login, radios.server)
        finally:
            for simulated_robot in simulated_robots.values():
                simulated_robot.close()
