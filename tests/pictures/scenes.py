"""A moment of each game, played on a simulated table in virtual time: what its page shows then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from boards.colours import COLOURS
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import Recorder, make_table, start_new
from controller.app.compose.staged_game import simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.app.simulation.simulated_table import simulated_table
from controller.bots.bot_source import read_bot
from controller.games.game_registry import tabletop_named
from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table
from tests.support.waiting import view_that

BOTS = Path(__file__).parents[2] / "docs" / "bots"
OVERLAY = "overlay.jpg"
HUNT = ("hunter", "centre")

Scene = Callable[[Path], View]
"""Plays in a folder, and gives the view that is photographed."""


def _golems(folder: Path, *, seed: int, rounds: int) -> View:
    """Battle of Golems with cards, camera and robots; and, as :data:`OVERLAY`, what the camera saw of the cards."""

    async def play() -> View:
        async with AsyncExitStack() as stack:
            plan = GamePlan(players=COLOURS[:2], seed=seed)
            started = start_new(plan, folder / "golems.jsonl", asyncio.get_running_loop().time())
            stack.callback(started.journal.close)
            recorder = Recorder()
            hardware = await stack.enter_async_context(simulated_table(started, seed, "serial", recorder))
            settings = Settings(pace=hardware.pace)
            table = make_table(
                started, started.playfield(hardware.eye), hardware.fleet, recorder, settings, Random(seed)
            )
            hardware.people(table, started, seed)
            (await hardware.fleet.connect()).check()

            def look(view: View) -> None:
                laid = bool(view.hands) and all(hand.complete for hand in view.hands.values())
                seen = hardware.eye.preview_jpeg(width=1600) if view.round == rounds and laid else None
                if seen is not None:
                    (folder / OVERLAY).write_bytes(seen)

            table.subscribe(look)
            running = asyncio.get_running_loop().create_task(table.run())
            try:
                return await view_that(
                    table,
                    lambda view: view.round == rounds and view.row == 2 and view.phase == Phase.READY.value,
                    3600.0,
                )
            finally:
                running.cancel()
                await asyncio.wait({running})

    return run(play())


def _pieces(
    folder: Path, *, game: str, seed: int, steps: int, phase: Phase, players: int = 2, bots: tuple[str, ...] = ()
) -> View:
    """A game of pieces after so many steps."""
    sources = tuple(read_bot(BOTS / f"{name}.py") for name in bots)
    seats = {str(player): name for player, name in enumerate(bots)}

    async def play() -> View:
        path, settings = folder / f"{game}.jsonl", usual_settings(game)
        async with piece_table(
            path, game, seed, players=players, settings=settings, bots=sources, computers=seats
        ) as quick:
            return await quick.until(lambda view: len(view.story) >= steps and view.phase == phase.value)

    return run(play())


def stages_seen(folder: Path) -> dict[str, bytes]:
    """The stages as the simulated camera sees them, with four golems in the middle of a game; JPEG by file name."""
    robots = [{"id": n, "player": n % 2, "loc": [7 + n, 7 + n * 3 % 5], "hp": 50} for n in range(5)]
    return {
        "stage.jpg": run(_staged(folder, "robot_game", 3, {"turn": 91, "robots": robots}, 2)),
        "stage-hex.jpg": run(_staged(folder, "robots_hex", 7, {}, 17)),
    }


async def _staged(folder: Path, game: str, seed: int, setup: Mapping[str, Any], steps: int) -> bytes:
    async with AsyncExitStack() as stack:
        plan = with_pieces(GamePlan(seed=seed), game, 2, setup, staged=True)
        started = start_new(plan, folder / f"stage-{game}.jsonl", asyncio.get_running_loop().time())
        stack.callback(started.journal.close)
        recorder = Recorder()
        staged = await stack.enter_async_context(simulated_stage(4, seed)(started, recorder))
        settings = usual_settings(game, ghosts=True)
        table = make_table(started, started.playfield(None, acting=staged.acting), staged.fleet, recorder, settings)
        tabletop = tabletop_named(game)
        table.subscribe(ScreenPeople(table, tabletop, seed).on_view)
        (await staged.fleet.connect()).check()
        running = asyncio.get_running_loop().create_task(table.run())
        try:
            await view_that(table, lambda view: len(view.story) == steps and view.phase == Phase.READY.value, 3600.0)
            await staged.eye.settled(5.0)
            seen = staged.eye.preview_jpeg()
            assert seen is not None
            return seen
        finally:
            await staged.fleet.stop_all()
            running.cancel()
            await asyncio.wait({running})


SCENES: Mapping[str, Scene] = {
    "golems": partial(_golems, seed=7, rounds=2),
    "robot-game": partial(_pieces, game="robot_game", seed=6, steps=35, phase=Phase.READY, bots=HUNT),
    "robots-hex": partial(_pieces, game="robots_hex", seed=9, steps=6, phase=Phase.READY),
    "spiral": partial(_pieces, game="spiral", seed=5, steps=170, phase=Phase.HANDS, players=4),
    "jetan": partial(_pieces, game="jetan", seed=9, steps=20, phase=Phase.HANDS),
}
"""By the name of the picture."""
