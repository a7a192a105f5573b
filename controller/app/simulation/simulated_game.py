"""What a simulated game is played with: golems on a mat, a board below a camera, a small fleet, or the page alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

from boards.kit.piece_set import PieceSet
from controller.app.compose.session import GameSession, Recorder
from controller.app.compose.staged_game import simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.app.config.table_file import SPARES
from controller.app.simulated_players.board_people import BoardPeople
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.app.simulation.simulated_board import SimulatedBoard, simulated_board
from controller.app.simulation.simulated_table import Link, OtherRobots, Robots, simulated_table
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.table.core.actor import Table
from controller.table.core.settings import Settings
from controller.table.motion.stage_executor import StageExecutor
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.fleet import Fleet
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.script.fault_script import SimulationHandles


@dataclass(frozen=True)
class Simulation:
    """How a game is simulated."""

    seed: int
    link: Link = "serial"
    """How golems on a mat are reached."""
    robots: Robots = "simulated"
    camera: bool = False
    """Whether a camera watches the board, where there is no mat."""
    fleet: int = 0
    """How many golems act out a part of the board."""
    plan: FaultPlan = NO_FAULTS
    """What is wrong with robots, camera and line, and what people's hands do."""
    outside: Mapping[str, str] = field(default_factory=dict)
    """Addresses of robots that are not simulated, by golem on a mat."""
    spare: bool = False
    """Whether another golem waits beside the mat, to take over from one whose robot is out."""


@dataclass(frozen=True)
class SimulatedGame:
    """Simulated hardware and the people around it, opened."""

    eye: CameraReader | None
    """What the table looks with."""
    fleet: Fleet
    settings: Settings
    people: Callable[[Table], object]
    """Has simulated people play at this table."""
    watching: CameraReader | None
    """What the page shows a picture of."""
    pieces: PieceSet | None = None
    acting: StageExecutor | None = None
    watched: tuple[CameraReader, ...] = ()
    """The cameras that are told of on the page."""
    handles: SimulationHandles | None = None
    """What a fault script acts on; None: there are no robots."""


@asynccontextmanager
async def simulated_game(
    started: GameSession, recorder: Recorder, simulation: Simulation
) -> AsyncIterator[SimulatedGame]:
    """All that a game needs which was begun. Raises BrokerFailed, NoEmulator, BuildFailed."""
    opened = _on_mat if tabletop_named(started.game.name).pieces_drive else _on_board
    async with opened(started, recorder, simulation) as game:
        yield game


@asynccontextmanager
async def _on_mat(started: GameSession, recorder: Recorder, simulation: Simulation) -> AsyncIterator[SimulatedGame]:
    """People lay cards on trays, golems drive on the mat, and a camera sees all of it."""
    seed, link, robots = simulation.seed, simulation.link, simulation.robots
    others = OtherRobots(simulation.outside, SPARES[0] if simulation.spare else "")
    async with simulated_table(started, seed, link, recorder, robots, simulation.plan, others) as hardware:
        yield SimulatedGame(
            hardware.eye,
            hardware.fleet,
            Settings(pace=hardware.pace, guard=simulation.plan.guard),
            lambda table: hardware.people(table, started, seed),
            watching=hardware.eye,
            handles=hardware.handles,
        )


@asynccontextmanager
async def _on_board(started: GameSession, recorder: Recorder, simulation: Simulation) -> AsyncIterator[SimulatedGame]:
    """Put simulated people at a game of pieces: they say their moves, throw the die and lift the pieces.

    With a camera they make their moves on a board, and it sees them; a fleet acts out a part of it on its stage.
    """
    tabletop = tabletop_named(started.game.name)
    stage = simulated_stage(simulation.fleet, simulation.seed, plan=simulation.plan) if simulation.fleet else None
    # Nobody reaches in, so nobody looks for hands all the time: it takes longer than all the rest.
    settings = replace(usual_settings(started.game.name, staged=stage is not None), guard=simulation.plan.guard)
    async with AsyncExitStack() as stack:
        board = await stack.enter_async_context(simulated_board(started)) if simulation.camera else None
        staged = None if stage is None else await stack.enter_async_context(stage(started, recorder))
        watched = tuple(one.eye for one in (board, staged) if one is not None)
        yield SimulatedGame(
            None if board is None else board.eye,
            Fleet((), recorder) if staged is None else staged.fleet,
            settings,
            lambda table: table.subscribe(_people(table, tabletop, board).on_view),
            watching=watched[-1] if watched else None,
            pieces=None if board is None else board.pieces,
            acting=None if staged is None else staged.acting,
            watched=watched,
            handles=None if staged is None else staged.handles,
        )


def _people(table: Table, tabletop: AnyTabletop, board: SimulatedBoard | None) -> ScreenPeople:
    seed = table.header.seed
    if board is not None:
        return BoardPeople(table, tabletop, seed, board.world, board.pieces, tabletop.shown)
    return ScreenPeople(table, tabletop, seed, tabletop.shown)
