"""`golem demo`: a whole game on the simulated table, from the first card to the outcome."""

from __future__ import annotations

import asyncio
import itertools
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TextIO

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.colours import COLOURS
from boards.mats import mat
from controller.app.compose.bot_players import bot_players
from controller.app.compose.camera_status import WatchedCamera, report_cameras
from controller.app.compose.game_setup import (
    GamePlan,
    board_setup,
    chosen_mat,
    chosen_setup,
    scenario_setup,
    short_setup,
    with_bots,
    with_computers,
    with_pieces,
    with_puzzle,
    with_scenario,
)
from controller.app.compose.hand_requests import serve_hands
from controller.app.compose.robot_connection import connect
from controller.app.compose.session import (
    Recorder,
    for_ever,
    make_table,
    play,
    start_again,
    start_new,
    until_over,
    until_solved,
)
from controller.app.compose.staged_game import checked_stage, robots_of
from controller.app.compose.web_page import served_page
from controller.app.config.measured_lens import today
from controller.app.config.table_file import PagePlan
from controller.app.lobby.free_choices import free_choices
from controller.app.simulation.fault_setup import cells_of, scripted, truth_file
from controller.app.simulation.free_memory import limit_arenas
from controller.app.simulation.simulated_game import Simulation, simulated_game
from controller.app.simulation.simulated_table import Link, Robots
from controller.app.terminal.keyboard import listen_to_keys
from controller.app.terminal.shutdown import cancel_on_signals
from controller.app.terminal.story import TerminalNarrator, phrase
from controller.games.game_registry import game_named, tabletop_named
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entry_codec import header_of
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from hardware.simulated.script.fault_file import Table as Named
from hardware.simulated.script.fault_file import read_fault_file
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.virtual_clock import VirtualTimeLoop

FOLDER = Path("games")

GOODBYE_S = 3.0
"""How long the page stays after the end of a game that nobody watches from a terminal."""


@dataclass(frozen=True)
class DemoPlan:
    """What `golem demo` was asked for."""

    seed: int
    players: int
    board: str | None
    link: Link
    robots: Robots
    real_time: bool
    web: bool
    port: int
    language: Language
    scenario: str | None
    puzzle: str | None
    computers: Mapping[str, str]
    """For whom the computer plays, and how well. The others are simulated children with cards."""
    journal: Path | None
    game: str = GOLEMS
    """The name of the game in the registry."""
    camera: bool = False
    """Whether a simulated camera watches the board of a game of pieces."""
    bots: tuple[Path, ...] = ()
    """The files of two bots, for Robot Game."""
    chosen: tuple[str, ...] = ()
    """Choices of a game of pieces, as ``KEY=VALUE``."""
    fleet: int = 0
    """How many golems act out a part of a game of pieces on a mat."""
    faults: Path | None = None
    """The file of what goes wrong (docs/faults.md)."""
    truth: Path | None = None
    """Where it is written what truly happened."""
    way: str | None = None
    rules: str | None = None
    """Of an ordinary game of Battle of Golems; None: standard, the newest."""
    resume: bool = False
    """Whether a recorded demo is gone on with: that of `journal`, or the newest of this game."""
    outside: Mapping[str, str] = field(default_factory=dict)
    """Addresses of robots that are not simulated, by golem."""


def play_demo(plan: DemoPlan) -> int:
    """Play it, tell it, and say how to see it again. Returns the exit status."""
    limit_arenas()
    if plan.robots == "emulated":
        # Before a record is begun: what is missing is said here.
        from hardware.emulated.firmware_build import build

        build()
    # What is wrong with the plan is said before a record is begun.
    name = "demo" if tabletop_named(plan.game).kit_mat else plan.game
    if plan.resume:
        path = plan.journal or _newest(name)
        _check_resume(plan, path)
    else:
        game_of(plan)
        path = plan.journal or free_path(FOLDER, f"{name}-{plan.seed}")
    loop_factory = asyncio.new_event_loop if plan.real_time else VirtualTimeLoop
    teller = TerminalNarrator(sys.stdout, plan.language, colour=sys.stdout.isatty(), progress=sys.stdout.isatty())
    faults = _faults(plan)
    with truth_file(plan.truth) as truth, asyncio.Runner(loop_factory=loop_factory) as runner:
        try:
            view = runner.run(_demo(plan, faults, truth, path, teller))
        except asyncio.CancelledError:
            # Ended by a signal before there was a table.
            raise KeyboardInterrupt from None
    teller.end(view)
    if view.winners is None:
        teller.say(f"\n{phrase('stopped', plan.language)}")
    teller.say(f"\n{phrase('record', plan.language, file=str(path))}")
    teller.say(phrase("again", plan.language, command=this_command("replay", str(path))))
    return 0 if view.winners is not None else 130


async def _demo(plan: DemoPlan, faults: FaultPlan, truth: TextIO | None, path: Path, teller: TerminalNarrator) -> View:
    loop, recorder = asyncio.get_running_loop(), Recorder()
    me = asyncio.current_task()
    assert me is not None
    cancel_on_signals(me, interrupt=False)
    started = start_again(path) if plan.resume else start_new(game_of(plan), path, loop.time())
    seed = started.state.header.seed if plan.resume else plan.seed
    simulation = Simulation(seed, plan.link, plan.robots, plan.camera, plan.fleet, faults, plan.outside)
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        game = await stack.enter_async_context(simulated_game(started, recorder, simulation))
        computer_players = bot_players(started.game.name, started.state)
        if computer_players is not None:
            stack.callback(computer_players.close)
        table = make_table(
            started,
            started.playfield(game.eye, game.pieces, game.acting),
            game.fleet,
            recorder,
            game.settings,
            # The same seed is the same game to the last byte, so chance comes from it too.
            Random(f"salt/{seed}"),
            computer_players,
        )
        table.subscribe(teller.on_view)
        if game.watched:
            stack.callback(report_cameras([WatchedCamera(eye) for eye in game.watched], table, today()))
        game.people(table)
        stack.callback(serve_hands(game.fleet, table, game.watching))
        connected = await connect(game.fleet, started, teller, plan.language)
        if started.driving:
            # Nobody is there to move a simulated golem by hand.
            connected.check()
        if plan.web:
            page = PagePlan(port=plan.port)
            await stack.enter_async_context(served_page(table, game.watching, page, plan.language, sys.stdout, path))
        if game.handles is not None:
            stack.enter_context(scripted(table, game.handles, faults, truth))
        stay = plan.web and sys.stdin.isatty()
        until = until_solved if started.state.header.judged else until_over
        playing = loop.create_task(play(table, game.fleet, for_ever if stay else until))
        if plan.real_time:
            stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout, plan.language))
        try:
            view = await playing
            if plan.web:
                # Whoever looks at the page sees how it ended before it closes.
                await asyncio.sleep(GOODBYE_S)
            return view
        except asyncio.CancelledError:
            playing.cancel()
            await asyncio.wait({playing})
            return table.latest()


def _newest(name: str) -> Path:
    """Return the record of a demo that was written last. Raises Problems, if there is none."""
    records = sorted(FOLDER.glob(f"{name}-*.jsonl"), key=lambda path: (path.stat().st_mtime, path.name))
    if not records:
        raise Problems([Problem("--resume", _("there is no record of a game in {folder}", folder=str(FOLDER)))])
    return records[-1]


def _check_resume(plan: DemoPlan, path: Path) -> None:
    """Check that a record is of such a demo, and has not ended. Raises Problems, JournalDamaged and its like."""
    record = read_record(path)
    told = header_of(record)
    if tabletop_named(told.game).kit_mat != tabletop_named(plan.game).kit_mat or told.cards == "screen":
        message = _("this is a record of another kind of game: {game}", game=told.game)
        raise Problems([Problem(f"{path}:1: game", message)])
    if fold_all(game_named(told.game), record.entries, path).phase is Phase.OVER:
        raise Problems([Problem("--resume", _("the game of {record} has ended", record=str(path)))])


def _faults(plan: DemoPlan) -> FaultPlan:
    """Read what goes wrong. Raises Problems: in the file, or for a game without robots."""
    if plan.resume and plan.faults is None:
        return NO_FAULTS
    game = game_of(plan)
    robots = tabletop_named(plan.game).pieces_drive or plan.fleet
    if not robots and (plan.faults is not None or plan.truth is not None):
        option = "--faults" if plan.faults is not None else "--truth"
        raise Problems([Problem(option, _("{game} is played without robots here; add --fleet", game=plan.game))])
    if plan.faults is None:
        return NO_FAULTS
    if game.on_mat:
        grid = mat(game.mat).grid
        return read_fault_file(plan.faults, Named(game.players, cells_of(grid.columns, grid.rows)))
    stage = checked_stage(plan.game).grid
    return read_fault_file(plan.faults, Named(robots_of(plan.game, plan.fleet), cells_of(stage.columns, stage.rows)))


def game_of(plan: DemoPlan) -> GamePlan:
    """Which game is played. Raises Problems, UnknownScenario, UnknownPuzzle."""
    if plan.fleet:
        checked_stage(plan.game)
    game = GamePlan(game=plan.game, players=COLOURS[: plan.players], seed=plan.seed, language=plan.language)
    game = _on_mat(game, plan) if game.on_mat else _on_board(game, plan)
    return with_computers(with_bots(game, plan.bots), plan.computers)


def _on_mat(game: GamePlan, plan: DemoPlan) -> GamePlan:
    """Return a standard start, a scenario or a puzzle."""
    game = replace(game, mat=chosen_mat("--board", plan.board or "4x4"))
    game = replace(game, way=plan.way or game.way, rules=plan.rules or game.rules)
    if plan.puzzle is not None:
        return with_puzzle(game, plan.puzzle)
    if plan.scenario is not None:
        return with_scenario(game, plan.scenario)
    # A game that has no start of its own says so.
    tabletop_named(plan.game).setup(plan.players)
    if not plan.chosen:
        return game
    grid = mat(game.mat).grid
    free = free_choices(plan.chosen, plan.players, (grid.columns, grid.rows), game.rules, game.way)
    return replace(game, free=free)


def _on_board(game: GamePlan, plan: DemoPlan) -> GamePlan:
    """Return a usual start that ends soon, on the board and with the aim that were asked for."""
    setup = {
        **short_setup(plan.game),
        **scenario_setup(plan.game, plan.scenario),
        **board_setup(plan.game, plan.board),
        **chosen_setup(plan.game, plan.chosen),
    }
    return with_pieces(game, plan.game, plan.players, setup, staged=plan.fleet > 0)


def this_command(*words: str) -> str:
    """Return a command as it must be typed here, where `golem` may not be on the PATH."""
    program = "golem" if shutil.which("golem") else os.path.relpath(sys.argv[0])
    return shlex.join([program, *words])


def free_path(folder: Path, name: str) -> Path:
    """Return a record's path that is not taken: ``name.jsonl``, ``name-2.jsonl``..."""
    paths = (folder / f"{name}{'' if n == 1 else f'-{n}'}.jsonl" for n in itertools.count(1))
    return next(path for path in paths if not path.exists())
