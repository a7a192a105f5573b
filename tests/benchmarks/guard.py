"""Whole simulated games in which the camera looks for hands all the time that robots drive. There are none."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Collection
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median

from boards.colours import COLOURS
from boards.kit import Kit
from controller.app.openings import GamePlan
from controller.app.session import Recorder, make_table, play, start_new, until_over
from controller.app.simulated import Link, simulated_table
from controller.table.settings import Settings
from controller.vision.intrusion import ArenaWatch, Intrusion
from controller.vision.reader import Look
from hardware.simulated.clock import run
from tests.benchmarks import Row

GAMES: tuple[tuple[int, Link, int, str], ...] = (
    (7, "serial", 2, "4x4"),
    (1, "serial", 4, "6x6"),
    (3, "mqtt", 3, "4x4"),
)
"""Seed, link, players, board."""


class _Counting(ArenaWatch):
    """Counts and times what the eye's own watch does."""

    def __init__(self, printed: Kit, milliseconds: list[float], alarms: list[Intrusion]) -> None:
        super().__init__(printed)
        self._milliseconds, self._alarms = milliseconds, alarms

    def add(self, look: Look, resting: Collection[str] = ()) -> Intrusion | None:
        began = time.thread_time()
        found = super().add(look, resting)
        self._milliseconds.append(1000 * (time.thread_time() - began))
        if found is not None:
            self._alarms.append(found)
        return found


def measure() -> list[Row]:
    return [_game(*game) for game in GAMES]


def _game(seed: int, link: Link, players: int, board: str) -> Row:
    milliseconds: list[float] = []
    alarms: list[Intrusion] = []

    async def main() -> int:
        plan = GamePlan(players=COLOURS[:players], mat=f"mat:{board}", seed=seed)
        recorder, settings = Recorder(), Settings(reveal_s=0.5, guard=True)
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            started = start_new(plan, Path(folder) / "game.jsonl", asyncio.get_running_loop().time())
            stack.callback(started.journal.close)
            hardware = await stack.enter_async_context(simulated_table(started, seed, link, recorder))
            hardware.eye._arena = _Counting(started.kit, milliseconds, alarms)
            table = make_table(started, hardware.eye, hardware.fleet, recorder, settings, Random(seed))
            hardware.people(table, started, seed)
            (await hardware.fleet.connect(started.state.commands)).check()
            return len((await play(table, hardware.fleet, until_over)).story)

    rows = run(main())
    return Row(
        f"hands looked for in a game without any, {players} golems, {board}, {link}",
        f"{len(alarms)} false alarms in {len(milliseconds)} frames",
        f"{median(milliseconds):.2f} ms of CPU a frame",
        f"seed {seed}, {rows} rows",
    )
