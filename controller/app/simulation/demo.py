"""`golem demo`: a whole game on the simulated table, from the first card to the outcome."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.colours import COLOURS
from boards.mats import mat
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
from controller.app.compose.staged_game import checked_stage, robots_of
from controller.app.config.file_names import free_path
from controller.app.lobby.free_choices import free_choices, scenario_choices
from controller.app.simulation.demo_session import DemoGame, DemoPage, DemoSession
from controller.app.simulation.fault_setup import cells_of, truth_file
from controller.app.simulation.free_memory import limit_arenas
from controller.app.simulation.simulated_game import Simulation
from controller.app.simulation.simulated_table import Link, Robots
from controller.app.terminal.story import TerminalNarrator, phrase
from controller.games.game_registry import game_named, tabletop_named
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entry_codec import header_of
from controller.table.core.record.fold import fold_all
from hardware.simulated.script.fault_file import Table as Named
from hardware.simulated.script.fault_file import read_fault_file
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.virtual_clock import VirtualTimeLoop

FOLDER = Path("games")


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
    with truth_file(plan.truth) as truth, asyncio.Runner(loop_factory=loop_factory) as runner:
        session = _session(plan, path, truth, teller)
        try:
            view = runner.run(session.run())
        except asyncio.CancelledError:
            # Ended by a signal before there was a table.
            raise KeyboardInterrupt from None
    teller.end(view)
    if view.winners is None:
        teller.say(f"\n{phrase('stopped', plan.language)}")
    played = str(session.game.path)
    teller.say(f"\n{phrase('record', plan.language, file=played)}")
    teller.say(phrase("again", plan.language, command=this_command("replay", played)))
    return 0 if view.winners is not None else 130


def _session(plan: DemoPlan, path: Path, truth: TextIO | None, teller: TerminalNarrator) -> DemoSession:
    """Return the session of what was asked for. Raises Problems."""
    simulation = Simulation(
        plan.seed, plan.link, plan.robots, plan.camera, plan.fleet, _faults(plan), plan.outside, spare=plan.web
    )
    first = DemoGame(None if plan.resume else game_of(plan), path, simulation, truth)
    page = DemoPage(plan.language, plan.port if plan.web else None, keys=plan.real_time)
    return DemoSession(first, page, teller)


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
        return scenario_choices(with_scenario(game, plan.scenario), plan.chosen)
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
