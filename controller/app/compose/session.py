"""Assemble a game from journal, rules, cameras, robots and page, for real and simulated tables alike."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from boards.geometry import SquareGrid
from boards.kit.kit import Kit, kit
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import MatKey, parse_mat_key
from boards.mats import mat, use_text
from controller.app.compose.computer_players import ComputerPlayers
from controller.app.compose.game_setup import GamePlan, header
from controller.app.compose.gc_freeze import frozen_gc
from controller.games import game_registry as registry
from controller.games.tabletop import Spot
from controller.journal import Journal
from controller.table.core.actor import Table
from controller.table.core.context import Playfield
from controller.table.core.ports import ComputerPlayerPort, VisionPort
from controller.table.core.record.entry_codec import encode_content, header_of
from controller.table.core.record.fold import begin, fold_all
from controller.table.core.settings import Settings
from controller.table.core.state import AnyGame, TableState
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.stage_executor import StageExecutor
from controller.table.view.robot_messages import recorded
from controller.table.view.view import RobotView, View
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded
from firmware_bridge.robots.robot_status import RobotStatus

CELL_MM = 100.0
"""A cell of a board that people bring themselves."""


@dataclass(frozen=True)
class GameSession:
    """A game that is about to be played: new, or gone on with."""

    game: AnyGame
    state: TableState
    journal: Journal
    kit: Kit
    grid: SquareGrid
    mat: MatKey | None
    """None where people have a board of their own, as for games of pieces."""
    players: tuple[str, ...]

    @property
    def driving(self) -> tuple[str, ...]:
        """The players whose piece is a robot, or a person in its stead."""
        return self.players if registry.tabletop_named(self.game.name).pieces_drive else ()

    def playfield(
        self,
        eye: VisionPort | None,
        pieces: PieceSet | None = None,
        acting: StageExecutor | None = None,
        drives: LearnedDrives | None = None,
    ) -> Playfield:
        """Return what lies on its table, with what looks at it, who acts on it, and what is known of their wheels."""
        return Playfield(self.kit, self.grid, eye, pieces, acting, drives or LearnedDrives())


def start_new(plan: GamePlan, path: Path, now: float) -> GameSession:
    """Begin a game and its journal. Raises :class:`controller.journal.JournalFailed`."""
    first = header(plan)
    game = registry.game_named(plan.game)
    game.start(first.setup)
    journal = Journal.create(path)
    journal.append(*encode_content(first), now)
    return _started(game, begin(game, first), journal)


def start_again(path: Path) -> GameSession:
    """Go on with the game of a journal. Raises JournalDamaged, EntriesUnreadable, JournalFailed, JournalMismatch."""
    journal, record = Journal.resume(path)
    try:
        game = registry.game_named(header_of(record).game)
        return _started(game, fold_all(game, record.entries, path), journal)
    except BaseException:
        journal.close()
        raise


def _started(game: AnyGame, state: TableState, journal: Journal) -> GameSession:
    first = state.header
    if first.mat_file:
        # A mat of one's own: the record has it, whatever became of the file.
        use_text(first.mat_file, first.mat)
    tabletop = registry.tabletop_named(game.name)
    if not first.mat:
        grid = _grid_of(tabletop.spots(state.game))
        return GameSession(game, state, journal, kit(), grid, None, first.players)
    mat_key = parse_mat_key(first.mat)
    return GameSession(
        game=game,
        state=state,
        journal=journal,
        kit=kit(first.deck_seed, first.rules),
        grid=mat(mat_key).grid,
        mat=mat_key,
        players=first.players,
    )


def _grid_of(spots: Sequence[Spot]) -> SquareGrid:
    """Return the squares that hold these places."""
    columns, rows = max(spot.x for spot in spots), max(spot.y for spot in spots)
    return SquareGrid(math.ceil(columns) + 1, math.ceil(rows) + 1, CELL_MM)


def _players_of(session: GameSession) -> ComputerPlayers:
    return ComputerPlayers(registry.tabletop_named(session.game.name), session.state.header.seed)


class Recorder:
    """Takes the driver's records to the table's journal; the fleet is made before the table is."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def __call__(self, robot: str, entry: CommandBegun | CommandEnded) -> asyncio.Future[None] | None:
        """Write a robot's command or its end to the table's journal."""
        return None if self.table is None else self.table.record(robot, entry)


def make_table(
    session: GameSession,
    playfield: Playfield,
    fleet: Fleet,
    recorder: Recorder,
    settings: Settings,
    chance: Random | None = None,
    computer_players: ComputerPlayerPort | None = None,
) -> Table:
    """Return the table with its eye and its robots; the driver's records and the robots' health go to it.

    ``chance`` salts the commitments to the programs; None: the system's own, which nobody can guess.
    ``computer_players``: who thinks for the computer's players; None: the game's own.
    """
    table = Table(
        session.state,
        session.journal,
        playfield,
        fleet,
        settings,
        computer_players or _players_of(session),
        chance or SystemRandom(),
    )
    recorder.table = table
    if session.state.cameras:
        # Those of the last time; whoever opens some tells of them.
        table.cameras_changed(())
    for golem, by in session.state.replaced.items():
        if golem in fleet and by in ("hands", "ghost"):
            fleet.swap(golem, "hands" if by == "hands" else "ghost")
        elif golem in fleet and by in fleet:
            fleet.swap(golem, "spare", by)
    for name in session.driving:
        if name not in fleet:
            table.robot_changed(RobotView(name, "ghost"))
    fleet.on_change.append(lambda robot: table.robot_changed(robot_view(robot.status)))
    return table


def robot_view(status: RobotStatus) -> RobotView:
    """Return a robot's health as screens show it. The voltage is rounded, so that noise is no change."""
    battery = None if status.battery_v is None else round(status.battery_v, 1)
    return RobotView(status.name, status.link, battery, status.reason, told=recorded(status.why))


async def play(table: Table, fleet: Fleet, until: Callable[[Table], Awaitable[None]]) -> View:
    """Run a table until `until` returns. Whatever happens, the robots are stopped first of all."""
    running = asyncio.get_running_loop().create_task(table.run(), name="table")
    waiting = asyncio.ensure_future(until(table))
    try:
        with frozen_gc():
            await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        return table.latest()
    finally:
        await fleet.stop_all()
        for task in (running, waiting):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def until_over(table: Table) -> None:
    """Play until the game has ended."""
    await table.over()


async def until_solved(table: Table) -> None:
    """Play until a puzzle is solved, in as many tries as it takes."""
    solved = asyncio.get_running_loop().create_future()

    def look(view: View) -> None:
        if view.winners and view.task and view.task.verdict and not solved.done():
            solved.set_result(None)

    end = table.subscribe(look)
    try:
        await solved
    finally:
        end()


async def for_ever(table: Table) -> None:
    """Play, and stay for the page and for another round, until somebody ends the program."""
    await asyncio.get_running_loop().create_future()
