"""A fleet on real pseudo-terminals, in virtual time, with its record."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from boards.geometry import Pose
from firmware_bridge.robots import Fleet
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.simulated_robot import SimulatedRobot
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

Entries = list[tuple[str, CommandBegun | CommandEnded]]


class Table:
    """A world with simulated robots, and a fleet that writes its record into a list."""

    def __init__(self, rig: Rig, world: World) -> None:
        self.rig = rig
        self.world = world
        self.entries: Entries = []
        self.fleet = self.new_fleet()

    def new_fleet(self) -> Fleet:
        return Fleet((self.rig.open(name) for name in self.rig.urls), self.record)

    def record(self, robot: str, entry: CommandBegun | CommandEnded) -> None:
        self.entries.append((robot, entry))

    def begun(self) -> list[CommandBegun]:
        """The commands on record that were begun."""
        return [entry for _, entry in self.entries if isinstance(entry, CommandBegun)]

    def simulated_robot(self, name: str = "red") -> SimulatedRobot:
        return self.rig.simulated_robots[name]

    def uart(self, name: str = "red") -> Uart:
        port = self.simulated_robot(name).port
        assert isinstance(port, Uart)
        return port

    def executed(self, name: str = "red") -> int:
        return len(self.simulated_robot(name).executed)


def on_table(play: Callable[[Table], Awaitable[None]], names: tuple[str, ...] = ("red",), **more: Any) -> None:
    """Run `play` with simulated robots on ptys, connected, in virtual time."""

    async def main() -> None:
        world = World(bodies={name: Body(Pose(50.0, 50.0, 90.0)) for name in names})
        async with serial_robots(world, names, 3, **more) as rig:
            table = Table(rig, world)
            (await table.fleet.connect()).check()
            await play(table)
            await table.fleet.close()

    run(main())


def now() -> float:
    return asyncio.get_running_loop().time()
