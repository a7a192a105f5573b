"""The simulated table: a world, simulated robots on real wires, a rendered camera, and people around it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Literal

from boards.geometry import Pose
from boards.kit.thing_keys import TrayKey
from boards.table_layout import standard_layout
from controller.app.compose.session import GameSession, Recorder
from controller.app.simulated_players.mat_people import MatPeople, ProgramPlayer
from controller.app.simulation.free_memory import return_free_memory
from controller.games.game_registry import tabletop_named
from controller.table.core.actor import Table
from controller.table.motion.motion_plan import REFERENCE_PACE, Pace
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.credentials import login_of
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_families import elsewhere_of, open_channel
from firmware_bridge.robots.robot_port import RobotPort
from hardware.micropython_board.board_rig import micropython_golems
from hardware.simulated.odometry_follower import FollowedChannel
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.script.fault_script import SimulationHandles
from hardware.simulated.simulated_camera import SimulatedCamera, simulated_camera
from hardware.simulated.simulated_rig import Rig, mqtt_robots, serial_robots
from hardware.simulated.world import Body, TableItem, World

Link = Literal["serial", "mqtt"]
Robots = Literal["simulated", "emulated", "micropython"]
"""Simulated in Python, the real program on an emulated processor, or the MicroPython golem's on paper boards."""

NOBODY: Mapping[str, str] = {}

OFF_THE_TABLE = Pose(-1000.0, -1000.0, 0.0)


@dataclass(frozen=True)
class SimulatedTable:
    """Simulated hardware, opened."""

    world: World
    eye: CameraReader
    camera: SimulatedCamera
    fleet: Fleet
    rig: Rig
    trays: dict[TrayKey, Pose]
    handles: SimulationHandles
    """What a fault script acts on."""
    pace: Pace
    """As fast as the reference golem can: what is simulated is no quicker."""

    def people(self, table: Table, started: GameSession, seed: int) -> MatPeople:
        """People who play at this table; they hear its views from now on."""
        tabletop = tabletop_named(started.game.name)
        players = {name: ProgramPlayer(tabletop, name, seed) for name in started.players}
        people = MatPeople(self.world, table, self.trays, started.grid, players, seed)
        people.lay_locked(started.state.locks)
        table.subscribe(people.on_view)
        return people


def _followed(name: str, url: str, world: World) -> RobotPort:
    """Return a robot of the outer world. Raises Problems for an address that cannot be right."""
    channel = open_channel(f"--robot {name}", url, login=login_of(os.environ) if url.startswith("mqtt") else None)
    return Robot(name, FollowedChannel(channel, world.body(name)), elsewhere=elsewhere_of(channel))


def _rig(
    world: World, names: tuple[str, ...], seed: int, link: Link, robots: Robots, plan: FaultPlan
) -> AbstractAsyncContextManager[Rig]:
    if robots == "emulated":
        # Not above: the emulator is for Linux, and few have it.
        from hardware.emulated.emulated_rig import emulated_golems, emulated_golems_on_mqtt

        golems = emulated_golems if link == "serial" else emulated_golems_on_mqtt
        return golems(world, names, seed)
    if robots == "micropython":
        return micropython_golems(world, names, seed)
    if link == "serial":
        return serial_robots(world, names, seed, faults=plan.commands, builds=plan.builds, line=plan.line)
    return mqtt_robots(world, names, seed, faults=plan.commands, builds=plan.builds)


@asynccontextmanager
async def simulated_table(
    started: GameSession,
    seed: int,
    link: Link,
    recorder: Recorder,
    robots: Robots = "simulated",
    plan: FaultPlan = NO_FAULTS,
    outside: Mapping[str, str] = NOBODY,
) -> AsyncIterator[SimulatedTable]:
    """Return a table with mat and trays on it; the golems stand beside it, until people put them down.

    `plan`: what is wrong with robots that are simulated in Python, and with their line. `outside`: addresses of robots
    that are not simulated; their bodies follow the odometry that they tell.
    Emulated robots are on serial ports, behind a gateway if the link is MQTT; MicroPython golems speak MQTT only.
    Raises BrokerFailed, NoEmulator, BuildFailed.
    """
    assert started.mat is not None
    trays = dict(standard_layout(started.mat, started.players))
    world = World()
    world.lying["mat"] = TableItem(started.mat, Pose(0.0, 0.0, 0.0))
    for key, pose in trays.items():
        world.lying[key] = TableItem(key, pose)
    for name in started.players:
        world.bodies[name] = Body(OFF_THE_TABLE, present=False)
    async with AsyncExitStack() as stack:
        stack.callback(return_free_memory)
        own = tuple(name for name in started.players if name not in outside)
        rig = await stack.enter_async_context(_rig(world, own, seed, link, robots, plan))
        camera = simulated_camera(world, started.kit, started.mat, started.players, seed=seed)
        eye = CameraReader(camera, started.kit, started.mat)
        await eye.open()
        stack.push_async_callback(eye.close)
        fleet = Fleet(
            [_followed(name, outside[name], world) if name in outside else rig.open(name) for name in started.players],
            recorder,
        )
        stack.push_async_callback(fleet.close)
        handles = SimulationHandles(world, rig.simulated_robots, camera, started.grid)
        yield SimulatedTable(world, eye, camera, fleet, rig, trays, handles, REFERENCE_PACE)
