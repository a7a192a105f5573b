"""The simulated table: a world, simulated robots on real wires, a rendered camera, and people around it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
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
from controller.table.view.view import View
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


@dataclass(frozen=True)
class OtherRobots:
    """Robots beside those that are simulated for each player."""

    outside: Mapping[str, str] = field(default_factory=dict)
    """Addresses of robots that are not simulated, by golem; their bodies follow the odometry that they tell."""
    spare: str = ""
    """The name of a simulated one that waits beside the mat; empty: there is none."""


NO_OTHERS = OtherRobots()
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
    spare: str = ""
    """The name of the robot that waits beside the mat; empty: there is none."""

    def people(self, table: Table, started: GameSession, seed: int) -> MatPeople:
        """People who play at this table; they hear its views from now on."""
        tabletop = tabletop_named(started.game.name)
        players = {name: ProgramPlayer(tabletop, name, seed) for name in started.players}
        people = MatPeople(self.world, table, self.trays, started.grid, players, seed)
        people.lay_locked(started.state.locks)
        table.subscribe(people.on_view)
        if self.spare:
            table.subscribe(SpareCarrier(self.world, self.spare).on_view)
        return people


class SpareCarrier:
    """Somebody who puts a golem's top onto the spare robot, and that where the golem stood, once it takes over."""

    def __init__(self, world: World, spare: str) -> None:
        self._world = world
        self._spare = spare
        self._playing = ""
        """The golem for which the spare robot stands."""

    def on_view(self, view: View) -> None:
        """Exchange the robots below a top when another one is to play, or the own one again."""
        playing = next((robot.name for robot in view.robots if robot.plays == "spare"), "")
        if playing == self._playing:
            return
        for golem in filter(None, (self._playing, playing)):
            self._world.exchange_tops(golem, self._spare)
            taken, left = self._world.bodies[golem], self._world.bodies[self._spare]
            taken.pose, taken.present, left.present = left.pose, left.present, False
        self._playing = playing


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
    others: OtherRobots = NO_OTHERS,
) -> AsyncIterator[SimulatedTable]:
    """Return a table with mat and trays on it; the golems stand beside it, until people put them down.

    `plan`: what is wrong with robots that are simulated in Python, and with their line.
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
        outside = others.outside
        spares = (others.spare,) if others.spare else ()
        for name in spares:
            world.bodies[name] = Body(OFF_THE_TABLE, present=False)
        own = (*(name for name in started.players if name not in outside), *spares)
        rig = await stack.enter_async_context(_rig(world, own, seed, link, robots, plan))
        camera = simulated_camera(world, started.kit, started.mat, started.players, seed=seed)
        eye = CameraReader(camera, started.kit, started.mat)
        await eye.open()
        stack.push_async_callback(eye.close)
        fleet = Fleet(
            [
                _followed(name, outside[name], world) if name in outside else rig.open(name)
                for name in (*started.players, *spares)
            ],
            recorder,
        )
        stack.push_async_callback(fleet.close)
        handles = SimulationHandles(world, rig.simulated_robots, camera, started.grid)
        yield SimulatedTable(world, eye, camera, fleet, rig, trays, handles, REFERENCE_PACE, others.spare)
