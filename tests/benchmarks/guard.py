"""Whole simulated games in which the camera looks for hands all the time that robots drive. There are none."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Collection
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

from boards.colours import COLOURS
from boards.kit.kit import Kit
from boards.kit.stage_kit import stage_kit
from boards.kit.thing_keys import MatKey
from controller.app.compose.game_setup import GamePlan, short_setup, with_pieces
from controller.app.compose.session import Recorder, make_table, play, start_new, until_over
from controller.app.compose.staged_game import simulated_stage
from controller.app.config.default_settings import usual_settings
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.app.simulation.simulated_table import Link, simulated_table
from controller.games.game_registry import tabletop_named
from controller.table.core.settings import Settings
from controller.vision.frame_reading import FrameReading
from controller.vision.intrusion import Intrusion, IntrusionDetector
from hardware.simulated.virtual_clock import run
from tests.benchmarks import Row

GAMES: tuple[tuple[int, Link, int, str], ...] = (
    (7, "serial", 2, "4x4"),
    (1, "serial", 4, "6x6"),
    (3, "mqtt", 3, "4x4"),
)
"""Seed, link, players, board."""


class _Counting(IntrusionDetector):
    """Counts and times what the eye's own watch does."""

    def __init__(self, printed: Kit, milliseconds: list[float], alarms: list[Intrusion]) -> None:
        super().__init__(printed)
        self._milliseconds, self._alarms = milliseconds, alarms

    def add(self, look: FrameReading, resting: Collection[str] = ()) -> Intrusion | None:
        began = time.thread_time()
        found = super().add(look, resting)
        self._milliseconds.append(1000 * (time.thread_time() - began))
        if found is not None:
            self._alarms.append(found)
        return found


_MIDDLE = [{"id": n, "player": n % 2, "loc": [6 + n, 6 + n * 5 % 7], "hp": 50} for n in range(7)]
STAGED: tuple[tuple[str, dict[str, object]], ...] = (
    ("robot_game", {"turn": 90, "robots": _MIDDLE}),
    ("robots_hex", {}),
)
"""Games that four golems act out on a stage: name, and what their setup is told besides."""


def measure() -> list[Row]:
    return [*(_game(*game) for game in GAMES), *(_staged(*game) for game in STAGED)]


def _game(seed: int, link: Link, players: int, board: str) -> Row:
    milliseconds: list[float] = []
    alarms: list[Intrusion] = []

    async def main() -> int:
        plan = GamePlan(players=COLOURS[:players], mat=MatKey(board), seed=seed)
        recorder, settings = Recorder(), Settings(reveal_s=0.5, guard=True)
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            started = start_new(plan, Path(folder) / "game.jsonl", asyncio.get_running_loop().time())
            stack.callback(started.journal.close)
            hardware = await stack.enter_async_context(simulated_table(started, seed, link, recorder))
            hardware.eye._arena = _Counting(started.kit, milliseconds, alarms)
            table = make_table(
                started, started.playfield(hardware.eye), hardware.fleet, recorder, settings, Random(seed)
            )
            hardware.people(table, started, seed)
            (await hardware.fleet.connect(started.state.commands)).check()
            return len((await play(table, hardware.fleet, until_over)).story)

    return _row(f"{players} golems, {board}, {link}", milliseconds, alarms, f"seed {seed}, {run(main())} rows")


def _staged(name: str, more: dict[str, object]) -> Row:
    milliseconds: list[float] = []
    alarms: list[Intrusion] = []
    tabletop = tabletop_named(name)

    async def main() -> int:
        plan = with_pieces(GamePlan(seed=3), name, 2, {**short_setup(name), **more}, staged=True)
        recorder, settings = Recorder(), replace(usual_settings(name, staged=True), reveal_s=0.5)
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            started = start_new(plan, Path(folder) / "game.jsonl", asyncio.get_running_loop().time())
            stack.callback(started.journal.close)
            hardware = await stack.enter_async_context(simulated_stage(4, 3, (1280, 960))(started, recorder))
            stage = hardware.acting.stage
            hardware.eye._arena = _Counting(stage_kit(stage), milliseconds, alarms)
            table = make_table(
                started, started.playfield(None, acting=hardware.acting), hardware.fleet, recorder, settings, Random(3)
            )
            table.subscribe(ScreenPeople(table, tabletop, 3).on_view)
            (await hardware.fleet.connect(started.state.commands)).check()
            return len((await play(table, hardware.fleet, until_over)).story)

    return _row(f"{name}, four golems on its stage", milliseconds, alarms, f"seed 3, {run(main())} steps")


def _row(game: str, milliseconds: list[float], alarms: list[Intrusion], played: str) -> Row:
    return Row(
        f"hands looked for in a game without any, {game}",
        f"{len(alarms)} false alarms in {len(milliseconds)} frames",
        f"{median(milliseconds):.2f} ms of CPU a frame",
        played,
    )
