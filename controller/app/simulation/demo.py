"""`golem demo`: a whole game on the simulated table, from the first card to the outcome."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.kit.thing_keys import parse_mat_key
from boards.mats import mat
from controller.app.compose.game_setup import GamePlan
from controller.app.compose.staged_game import checked_stage, robots_of
from controller.app.config.file_names import free_path
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
    link: Link
    robots: Robots
    real_time: bool
    web: bool
    port: int
    language: Language
    journal: Path | None
    kind: str = GOLEMS
    """The name of the game in the registry."""
    game: GamePlan | None = None
    """The game that is played; None: a recorded demo is gone on with, that of `journal` or the newest of this kind."""
    camera: bool = False
    """Whether a simulated camera watches the board of a game of pieces."""
    fleet: int = 0
    """How many golems act out a part of a game of pieces on a mat."""
    faults: Path | None = None
    """The file of what goes wrong (docs/faults.md)."""
    truth: Path | None = None
    """Where it is written what truly happened."""
    outside: Mapping[str, str] = field(default_factory=dict)
    """Addresses of robots that are not simulated, by golem."""


def play_demo(plan: DemoPlan) -> int:
    """Play it, tell it, and say how to see it again. Returns the exit status."""
    limit_arenas()
    if plan.robots == "emulated":
        # Before a record is begun: what is missing is said here.
        from hardware.emulated.firmware_build import build

        build()
    name = "demo" if tabletop_named(plan.kind).kit_mat else plan.kind
    if plan.game is None:
        path = plan.journal or _newest(name)
        _check_resume(plan, path)
    else:
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
        plan.seed, plan.link, plan.robots, plan.camera, plan.fleet, _faults(plan, path), plan.outside, spare=plan.web
    )
    first = DemoGame(plan.game, path, simulation, truth)
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
    if tabletop_named(told.game).kit_mat != tabletop_named(plan.kind).kit_mat or told.cards == "screen":
        message = _("this is a record of another kind of game: {game}", game=told.game)
        raise Problems([Problem(f"{path}:1: game", message)])
    if fold_all(game_named(told.game), record.entries, path).phase is Phase.OVER:
        raise Problems([Problem("--resume", _("the game of {record} has ended", record=str(path)))])


def check_faults(plan: DemoPlan) -> tuple[Problem, ...]:
    """Return what is wrong with scripted faults and the truth of robots, where no robots are."""
    robots = plan.game is None or tabletop_named(plan.kind).pieces_drive or plan.fleet
    given = (("--faults", plan.faults), ("--truth", plan.truth))
    told = _("{game} is played without robots here; add --fleet", game=plan.kind)
    return tuple(Problem(option, told) for option, path in given if path is not None and not robots)


def _faults(plan: DemoPlan, path: Path) -> FaultPlan:
    """Read what goes wrong. Raises Problems located in the file."""
    if plan.faults is None:
        return NO_FAULTS
    if not tabletop_named(plan.kind).kit_mat:
        stage = checked_stage(plan.kind).grid
        cells = cells_of(stage.columns, stage.rows)
        return read_fault_file(plan.faults, Named(robots_of(plan.kind, plan.fleet), cells))
    if plan.game is not None:
        players, key = plan.game.players, plan.game.mat
    else:
        told = header_of(read_record(path))
        players, key = told.players, parse_mat_key(told.mat)
    grid = mat(key).grid
    return read_fault_file(plan.faults, Named(players, cells_of(grid.columns, grid.rows)))


def this_command(*words: str) -> str:
    """Return a command as it must be typed here, where `golem` may not be on the PATH."""
    if shutil.which("golem"):
        return shlex.join(["golem", *words])
    if Path(sys.argv[0]).name == "__main__.py":
        # Started as a module: its file alone can't be run.
        return shlex.join([os.path.relpath(sys.executable), "-m", "controller", *words])
    return shlex.join([os.path.relpath(sys.argv[0]), *words])
