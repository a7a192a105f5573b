"""A game of pieces with a small fleet on a mat: its robots act out what is on the stage, the rest are ghosts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.colours import COLOURS
from boards.geometry import Pose
from boards.kit.stage_kit import stage_kit
from boards.stage import STAGE_KEY, Stage
from controller.app.compose.session import GameSession, Recorder
from controller.games.game_registry import tabletop_named
from controller.games.stage_area import stage_of
from controller.table.motion.motion_plan import REFERENCE_PACE
from controller.table.motion.robot_assignment import assignment_for
from controller.table.motion.stage_executor import StageExecutor
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.robot_families import open_robot
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.script.fault_script import SimulationHandles
from hardware.simulated.simulated_camera import FULL_HD, SimulatedCamera, view_over, webcam
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.world import Body, TableItem, World

AROUND_MM = 25.0
"""How much of the table the simulated camera sees around the mat."""
MOST_ROBOTS = len(COLOURS)
"""As many golems as there are markers for."""


@dataclass(frozen=True)
class SimulatedStage:
    """The robots of a small fleet, opened, and what watches them, on simulated hardware."""

    acting: StageExecutor
    fleet: Fleet
    eye: CameraReader
    world: World
    handles: SimulationHandles
    """What a fault script acts on."""


OpenStage = Callable[[GameSession, Recorder], AbstractAsyncContextManager[SimulatedStage]]


def waiting(stage: Stage, robots: Sequence[str]) -> Mapping[str, Pose]:
    """Where the robots are put before the game: in the wings, far from each other, looking along them."""
    wings = stage.wings
    apart = len(wings) // max(1, len(robots))
    centres = {robot: stage.grid.centre(wings[number * apart]) for number, robot in enumerate(robots)}
    return {robot: Pose(centre.x, centre.y, 90.0) for robot, centre in centres.items()}


def simulated_stage(count: int, seed: int, size: tuple[int, int] = FULL_HD, plan: FaultPlan = NO_FAULTS) -> OpenStage:
    """So many simulated golems on serial ports on a mat, and a simulated camera of this size (px) over it."""
    return partial(_simulated, count, seed, size, plan)


def checked_stage(game: str) -> Stage:
    """Return the stage of the game of this name.

    Raises :class:`boards.base.errors.Problems` for a game that has none.
    """
    tabletop = tabletop_named(game)
    if tabletop.stage is None:
        raise Problems(
            [Problem("game", _("{game} has no stage: no part of its board is acted out by a small fleet", game=game))]
        )
    return stage_of(tabletop, tabletop.game.start(tabletop.staged(2)))


def robots_of(game: str, count: int) -> tuple[str, ...]:
    """So many golems that act out the game of this name: those with roles of their own first."""
    roles = tabletop_named(game).roles
    return (*roles, *(colour for colour in COLOURS if colour not in roles))[:count]


def checked_robots(words: Sequence[str]) -> tuple[dict[str, str], list[Problem]]:
    """Return robots of a fleet from ``red=serial:/dev/ttyUSB0``, and what is wrong with these words, at ``--robot``."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words:
        colour, _equals, url = word.partition("=")
        if colour not in COLOURS or not url:
            wanted = _(
                "{word} is not a golem ({golems}) and its address, such as red=serial:/dev/ttyUSB0",
                word=repr(word[:40]),
                golems=", ".join(COLOURS),
            )
            problems.append(Problem("--robot", wanted))
        elif colour in found or url in found.values():
            problems.append(Problem("--robot", _("{colour} or its address comes twice", colour=colour)))
        else:
            found[colour] = url
            try:
                open_robot(colour, url, at=f"--robot {colour}")
            except Problems as wrong:
                problems += wrong.problems
    return found, problems


@asynccontextmanager
async def _simulated(
    count: int, seed: int, size: tuple[int, int], plan: FaultPlan, started: GameSession, recorder: Recorder
) -> AsyncIterator[SimulatedStage]:
    tabletop = tabletop_named(started.game.name)
    stage, robots = stage_of(tabletop, started.state.start), robots_of(started.game.name, count)
    world, printed = World(), stage_kit(stage)
    world.lying["mat"] = TableItem(STAGE_KEY, Pose(0.0, 0.0, 0.0))
    for name, pose in waiting(stage, robots).items():
        world.bodies[name] = Body(pose)
    async with AsyncExitStack() as stack:
        opened = serial_robots(world, robots, seed, faults=plan.commands, builds=plan.builds, line=plan.line)
        rig = await stack.enter_async_context(opened)
        view = view_over(webcam(size), stage.sheet.grown(AROUND_MM))
        camera = SimulatedCamera(world, Renderer(printed, view, seed=seed))
        eye = CameraReader(camera, printed, STAGE_KEY)
        await eye.open()
        stack.push_async_callback(eye.close)
        fleet = Fleet([rig.open(name) for name in robots], recorder)
        stack.push_async_callback(fleet.close)
        assignment = assignment_for(tabletop, robots, started.players)
        acting = StageExecutor(eye, fleet, robots, assignment, tabletop, stage, REFERENCE_PACE)
        yield SimulatedStage(
            acting, fleet, eye, world, SimulationHandles(world, rig.simulated_robots, camera, stage.grid)
        )
