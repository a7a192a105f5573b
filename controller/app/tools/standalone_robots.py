"""`golem robots simulate`: simulated robots without a table, on ports or on somebody's broker, until Ctrl-C."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.geometry import Pose
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from controller.app.simulation.simulated_table import Robots
from firmware_bridge.channels.mqtt_client import Endpoint
from hardware.micropython_board.board_rig import micropython_golems
from hardware.simulated.mqtt_robots import radios_on
from hardware.simulated.script.fault_file import Table, read_fault_file
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.script.fault_script import FaultScript, SimulationHandles
from hardware.simulated.simulated_rig import Rig, mqtt_robots, serial_robots
from hardware.simulated.world import World

APART_MM = 1000.0
"""Lone robots never meet."""


@dataclass(frozen=True)
class Broker:
    """Where robots with radios go."""

    table: str
    endpoint_of: Callable[[str], Endpoint]
    """As whom a robot comes."""


@dataclass(frozen=True)
class StandalonePlan:
    """What `golem robots simulate` was asked for."""

    names: tuple[str, ...]
    robots: Robots
    broker: Broker | None
    """None: each on a port of this computer."""
    faults: Path | None
    seed: int
    language: Language


def checked(plan: StandalonePlan) -> FaultPlan:
    """Return what goes wrong with the robots. Raises Problems for all that cannot be, at once."""
    problems: list[Problem] = []
    if plan.robots == "micropython" and plan.broker is None:
        problems.append(
            Problem("--robots", _("MicroPython golems speak over a broker only; add --mqtt mqtt://HOST/TABLE"))
        )
    if plan.faults is not None and plan.robots != "simulated":
        problems.append(
            Problem("--faults", _("only robots that are simulated in Python can have faults (--robots simulated)"))
        )
    found = NO_FAULTS
    if plan.faults is not None:
        try:
            found = read_fault_file(plan.faults, Table(plan.names, frozenset()))
        except Problems as wrong:
            problems += wrong.problems
        problems += _without_table(found)
    if problems:
        raise Problems(problems)
    return found


def _without_table(plan: FaultPlan) -> list[Problem]:
    """Return what of a plan needs a table."""
    lacks = _("a robot by itself has no camera, no rows and nobody's hands; leave this out")
    found = [
        Problem("--faults: camera", lacks) if plan.camera_latency_s or plan.camera_faults else None,
        Problem("--faults: hands", lacks) if plan.hands else None,
        Problem("--faults: row", lacks) if any(fault.at.row is not None for fault in plan.robot_faults) else None,
    ]
    return [problem for problem in found if problem is not None]


async def simulate(plan: StandalonePlan, say: Callable[[str], None]) -> None:
    """Run the robots until cancelled. Raises Problems, ChannelError, NoEmulator, BuildFailed."""
    faults = checked(plan)
    world = World()
    for number, name in enumerate(plan.names):
        world.body(name).pose = Pose(number * APART_MM, 0.0, 0.0)
    async with _rig(plan, faults, world) as rig:
        for name in plan.names:
            say(f"{name}: {rig.urls[name]}")
        say(translate(_("They are there until Ctrl-C."), plan.language))
        script = FaultScript(faults, SimulationHandles(world, rig.simulated_robots, None, mat(MatKey("4x4")).grid))
        script.start()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            script.close()


@asynccontextmanager
async def _rig(plan: StandalonePlan, faults: FaultPlan, world: World) -> AsyncIterator[Rig]:
    names, broker = plan.names, plan.broker
    async with AsyncExitStack() as stack:
        if plan.robots == "emulated":
            # Not above: the emulator is for Linux, and few have it.
            from hardware.emulated.emulated_rig import behind_gateway, emulated_golems

            golems = await stack.enter_async_context(emulated_golems(world, names, plan.seed))
            if broker is None:
                yield golems
                return
            await stack.enter_async_context(behind_gateway(golems, broker.table, broker.endpoint_of))
            urls = {name: f"{broker.endpoint_of(name)}/{broker.table}/{name}" for name in names}
            yield Rig(urls, {}, golems.traffic)
        elif broker is None:
            robots = serial_robots(
                world, names, plan.seed, faults=faults.commands, builds=faults.builds, line=faults.line
            )
            yield await stack.enter_async_context(robots)
        else:
            radios = radios_on(names, broker.table, broker.endpoint_of)
            if plan.robots == "micropython":
                yield await stack.enter_async_context(micropython_golems(world, names, plan.seed, elsewhere=radios))
            else:
                yield await stack.enter_async_context(
                    mqtt_robots(world, names, plan.seed, faults=faults.commands, builds=faults.builds, elsewhere=radios)
                )
