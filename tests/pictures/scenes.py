"""A moment of each game, played on a simulated table in virtual time: what its page shows then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random

from boards.colours import COLOURS
from controller.app.openings import GamePlan
from controller.app.piece_game import usual_settings
from controller.app.session import Recorder, make_table, start_new
from controller.app.simulated import simulated_table
from controller.table.phases import Phase
from controller.table.settings import Settings
from controller.table.view import View
from hardware.simulated.clock import run
from tests.support.piece_table import piece_table
from tests.support.waiting import view_that

Scene = Callable[[Path], View]
"""Plays in a folder, and gives the view that is photographed."""


def _golems(folder: Path, *, seed: int, rounds: int) -> View:
    """Battle of Golems with cards, camera and robots."""

    async def play() -> View:
        async with AsyncExitStack() as stack:
            plan = GamePlan(players=COLOURS[:2], seed=seed)
            started = start_new(plan, folder / "golems.jsonl", asyncio.get_running_loop().time())
            stack.callback(started.journal.close)
            recorder = Recorder()
            hardware = await stack.enter_async_context(simulated_table(started, seed, "serial", recorder))
            settings = Settings(pace=hardware.pace)
            table = make_table(started, hardware.eye, hardware.fleet, recorder, settings, Random(seed))
            hardware.people(table, started, seed)
            (await hardware.fleet.connect()).check()
            running = asyncio.get_running_loop().create_task(table.run())
            try:
                return await view_that(
                    table, lambda view: view.round == rounds and view.row == 2 and view.phase == Phase.READY.value
                )
            finally:
                running.cancel()
                await asyncio.wait({running})

    return run(play())


def _pieces(folder: Path, *, game: str, seed: int, steps: int, phase: Phase, players: int = 2) -> View:
    """A game of pieces after so many steps."""

    async def play() -> View:
        path = folder / f"{game}.jsonl"
        async with piece_table(path, game, seed, players=players, settings=usual_settings(game)) as quick:
            return await quick.until(lambda view: len(view.story) >= steps and view.phase == phase.value)

    return run(play())


SCENES: Mapping[str, Scene] = {
    "golems": partial(_golems, seed=7, rounds=3),
    "robot-game": partial(_pieces, game="robot_game", seed=6, steps=35, phase=Phase.READY),
    "robots-hex": partial(_pieces, game="robots_hex", seed=9, steps=16, phase=Phase.READY),
    "spiral": partial(_pieces, game="spiral", seed=5, steps=60, phase=Phase.HANDS, players=4),
    "jetan": partial(_pieces, game="jetan", seed=9, steps=20, phase=Phase.HANDS),
}
"""By the name of the picture."""
