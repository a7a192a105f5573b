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
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from boards.base.catalogue import Language
from boards.colours import COLOURS
from controller.app.compose.game_setup import (
    GamePlan,
    board_setup,
    chosen_mat,
    scenario_setup,
    short_setup,
    with_bots,
    with_computers,
    with_pieces,
    with_puzzle,
    with_scenario,
)
from controller.app.compose.piece_game import piece_demo
from controller.app.compose.session import Recorder, for_ever, make_table, play, start_new, until_over, until_solved
from controller.app.compose.simulated_table import Link, Robots, simulated_table
from controller.app.compose.staged_game import checked_stage, simulated_stage
from controller.app.compose.web_page import served_page
from controller.app.config.table_file import PagePlan
from controller.app.terminal.keyboard import listen_to_keys
from controller.app.terminal.story import StoryTeller, phrase
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.table.core.settings import Settings
from controller.table.view.view import View
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
    fleet: int = 0
    """How many golems act out a part of a game of pieces on a mat."""


def play_demo(plan: DemoPlan) -> int:
    """Play it, tell it, and say how to see it again. Returns the exit status."""
    if plan.robots == "emulated":
        # Before a record is begun: what is missing is said here.
        from hardware.emulated.firmware_build import build

        build()
    # What is wrong with the plan is said before a record is begun.
    game_of(plan)
    name = "demo" if plan.game == GOLEMS else plan.game
    path = plan.journal or free_path(FOLDER, f"{name}-{plan.seed}")
    loop_factory = asyncio.new_event_loop if plan.real_time else VirtualTimeLoop
    teller = StoryTeller(sys.stdout, plan.language, colour=sys.stdout.isatty(), progress=sys.stdout.isatty())
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        view = runner.run(_demo(plan, path, teller) if plan.game == GOLEMS else _pieces(plan, path, teller))
    teller.end(view)
    if view.winners is None:
        teller.say(f"\n{phrase('stopped', plan.language)}")
    teller.say(f"\n{phrase('record', plan.language, path)}")
    teller.say(phrase("again", plan.language, this_command("replay", str(path))))
    return 0 if view.winners is not None else 130


async def _demo(plan: DemoPlan, path: Path, teller: StoryTeller) -> View:
    loop = asyncio.get_running_loop()
    game = game_of(plan)
    started = start_new(game, path, loop.time())
    recorder = Recorder()
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        simulated = simulated_table(started, plan.seed, plan.link, recorder, plan.robots)
        hardware = await stack.enter_async_context(simulated)
        # The same seed is the same game to the last byte, so chance comes from it too.
        settings, chance = Settings(pace=hardware.pace), Random(f"salt/{plan.seed}")
        table = make_table(started, hardware.eye, hardware.fleet, recorder, settings, chance)
        table.subscribe(teller.on_view)
        hardware.people(table, started, plan.seed)
        (await hardware.fleet.connect()).check()
        if plan.web:
            page = PagePlan(port=plan.port)
            await stack.enter_async_context(served_page(table, hardware.eye, page, plan.language, sys.stdout))
        stay = plan.web and sys.stdin.isatty()
        until = until_over if game.puzzle is None else until_solved
        playing = loop.create_task(play(table, hardware.fleet, for_ever if stay else until))
        if plan.real_time:
            stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout))
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


async def _pieces(plan: DemoPlan, path: Path, teller: StoryTeller) -> View:
    page = PagePlan(port=plan.port) if plan.web else None
    stage = simulated_stage(plan.fleet, plan.seed) if plan.fleet else None
    return await piece_demo(game_of(plan), path, teller, page, keys=plan.real_time, camera=plan.camera, stage=stage)


def game_of(plan: DemoPlan) -> GamePlan:
    """Which game is played. Raises Problems, UnknownScenario, UnknownPuzzle."""
    game = GamePlan(players=COLOURS[: plan.players], seed=plan.seed, language=plan.language)
    if plan.fleet:
        checked_stage(plan.game)
    if plan.game != GOLEMS:
        setup = {
            **short_setup(plan.game),
            **scenario_setup(plan.game, plan.scenario),
            **board_setup(plan.game, plan.board),
        }
        game = with_pieces(game, plan.game, plan.players, setup, staged=plan.fleet > 0)
        return with_computers(with_bots(game, plan.bots), plan.computers)
    game = with_bots(replace(game, mat=chosen_mat("--board", plan.board or "4x4")), plan.bots)
    if plan.puzzle is not None:
        return with_puzzle(game, plan.puzzle)
    if plan.scenario is not None:
        game = with_scenario(game, plan.scenario)
    return with_computers(game, plan.computers)


def this_command(*words: str) -> str:
    """A command as it must be typed here, where `golem` may not be on the PATH."""
    program = "golem" if shutil.which("golem") else os.path.relpath(sys.argv[0])
    return shlex.join([program, *words])


def free_path(folder: Path, name: str) -> Path:
    """A record's path that is not taken: ``name.jsonl``, ``name-2.jsonl``..."""
    paths = (folder / f"{name}{'' if n == 1 else f'-{n}'}.jsonl" for n in itertools.count(1))
    return next(path for path in paths if not path.exists())
