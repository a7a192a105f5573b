"""Robots on the wire and nothing else: rows are driven from given places, and the truth is looked at every 5 ms."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import inf

from boards.geometry import Cell, Pose, SquareGrid
from controller.games.game import MotionGroup, Travel
from controller.table.motion.graph.row_execution import MotionExecutor
from controller.table.motion.motion_plan import REFERENCE_PACE, Pace
from controller.table.motion.sighting import Sight, Sighting
from firmware_bridge.protocol.messages import State
from firmware_bridge.robots import Fleet
from hardware.simulated.drive_model import FIRMWARE_DRIVE, DriveParameters
from hardware.simulated.faults import Fault
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.world import Body, World

GRID = SquareGrid(4, 4, 100.0)
SAMPLE_S = 0.005
FRAMES_S = 30.0


def middle(cell: str, heading: float) -> Pose:
    """A golem in the middle of a cell."""
    place = GRID.centre(Cell.parse(cell))
    return Pose(place.x, place.y, heading)


def together(*travels: str) -> MotionGroup:
    """`red a1 a2`: golems that drive at once."""
    return MotionGroup(
        tuple(Travel(name, Cell.parse(origin), Cell.parse(target)) for name, origin, target in map(str.split, travels))
    )


@dataclass
class MotionRig:
    """Robots that drive, and what is true of them."""

    world: World
    fleet: Fleet
    rig: Rig
    executor: MotionExecutor
    pace: Pace
    least_mm: float = inf
    """How near two middles have come."""
    pictures: deque[tuple[float, dict[str, Pose]]] = field(default_factory=lambda: deque(maxlen=200))
    """Where all were, lately."""
    moved: dict[str, float] = field(default_factory=dict)
    """How long each golem was busy, s."""

    def sight(self, late_s: float, dated: bool = True) -> Sight:
        """What a camera shows whose pictures come late, and do not say so."""

        def shown(name: str) -> Sighting | None:
            now = asyncio.get_running_loop().time()
            picture = math.floor(now * FRAMES_S) / FRAMES_S
            older = [pose for at, poses in self.pictures if at <= picture - late_s for pose in [poses[name]]]
            return Sighting(older[-1], picture, dated) if older else None

        return shown

    async def sample(self) -> None:
        """Look at the truth for ever."""
        loop, before = asyncio.get_running_loop(), dict[str, Pose]()
        while True:
            poses = {name: body.pose for name, body in self.world.bodies.items() if body.present}
            self.pictures.append((loop.time(), poses))
            # Most of the time nobody has moved since.
            if poses != before:
                for one, other in itertools.combinations(poses.values(), 2):
                    self.least_mm = min(self.least_mm, math.hypot(one.x - other.x, one.y - other.y))
                before = poses
            for name, robot in self.rig.simulated_robots.items():
                if robot.side.state is State.BUSY:
                    self.moved[name] = self.moved.get(name, 0.0) + SAMPLE_S
            await asyncio.sleep(SAMPLE_S)


@asynccontextmanager
async def motion_rig(
    poses: Mapping[str, Pose],
    *,
    seed: int = 0,
    pace: Pace = REFERENCE_PACE,
    builds: Mapping[str, DriveParameters] | None = None,
    faults: Mapping[str, Sequence[Fault]] | None = None,
    grid: SquareGrid = GRID,
    watched: bool = False,
    late_s: float = 0.0,
) -> AsyncIterator[MotionRig]:
    """Simulated golems at these true poses, connected.

    `watched`: a camera of 30 pictures a second looks on, which come so late.
    """
    world = World(bodies={name: Body(pose) for name, pose in poses.items()})
    usual = dict.fromkeys(poses, FIRMWARE_DRIVE)
    async with serial_robots(world, tuple(poses), seed, faults=faults, builds={**usual, **(builds or {})}) as rig:
        fleet = Fleet(rig.open(name) for name in poses)
        (await fleet.connect()).check()
        made = MotionRig(world, fleet, rig, MotionExecutor(fleet, grid, pace), pace)
        if watched:
            made.executor = MotionExecutor(fleet, grid, pace, sight=made.sight(late_s))
        sampling = asyncio.ensure_future(made.sample())
        try:
            yield made
        finally:
            sampling.cancel()
            with suppress(asyncio.CancelledError):
                await sampling
            await fleet.close()
