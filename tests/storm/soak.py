"""A long day in one process, with people, phones and cameras: memory, descriptors and threads stay flat."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import threading
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect

from controller.app.simulation.free_memory import return_free_memory
from controller.table.core.settings import Settings
from hardware.simulated.virtual_clock import run
from tests.storm.campaign import Campaign, Case
from tests.storm.files import command, folder
from tests.support import views
from tests.support.piece_table import piece_table
from tests.support.quick_table import quick_table
from tests.support.views import FakeTable
from tests.support.web import ask, serving

WARM = 1
"""Parts of the day, of ten games each, after which memory is flat."""
GROWN = 1.15
"""Measured in 300 games: 1.08; four golems on the 6x6 hold 18 MB more than two on the 4x4."""
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def resident_mb() -> float:
    """What this process holds of memory now."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE_BYTES / 1e6


class _Day:
    """What the process held after each part of the day; a process plays one day."""

    def __init__(self) -> None:
        self.megabytes: list[float] = []
        self.descriptors: list[int] = []
        self.threads: list[int] = []

    def note(self) -> None:
        gc.collect()
        return_free_memory()
        self.megabytes.append(resident_mb())
        self.descriptors.append(sum(1 for _ in Path("/proc/self/fd").iterdir()))
        self.threads.append(threading.active_count())


DAY = _Day()


def soak(case: Case) -> None:
    """A part of the day: quick games of two kinds, one with simulated camera and robots, and phones at a page."""
    rng = Random(case.seed)
    with folder() as here:
        for number in range(8):
            run(_golems(here / f"golems-{number}.jsonl", rng.randrange(1000)))
        run(_pieces(here / "pieces.jsonl", rng.choice(("spiral", "jetan")), rng.randrange(1000)))
        words = ["--no-web", "--seed", str(rng.randrange(50)), "--players", str(rng.randint(2, 4))]
        command(case, ["demo", *words, "--journal", str(here / "demo.jsonl")], (0,), slow_s=300)
    asyncio.run(_phones(rng))
    case.count("games", 10)
    case.count("phones", 30)
    DAY.note()
    told = DAY.megabytes
    if len(told) > WARM:
        case.check(told[-1] < GROWN * max(told[:WARM]), f"memory rises: {[round(one) for one in told]} MB")
        case.check(DAY.descriptors[-1] <= max(DAY.descriptors[:WARM]), f"descriptors: {DAY.descriptors}")
        case.check(DAY.threads[-1] <= max(DAY.threads[:WARM]), f"threads: {DAY.threads}")
    if out := os.environ.get("GOLEM_SOAK"):
        with Path(out).open("a", encoding="ascii") as file:
            file.write(f"{told[-1]:.1f} MB {DAY.descriptors[-1]} descriptors {DAY.threads[-1]} threads\n")


async def _golems(path: Path, seed: int) -> None:
    async with quick_table(path, seed, settings=Settings(reveal_s=0.5)) as quick:
        await quick.until(lambda view: view.winners is not None)


async def _pieces(path: Path, game: str, seed: int) -> None:
    players = ("red", "blue") if game == "spiral" else ("orange", "black")
    async with piece_table(path, game, seed, computers=dict.fromkeys(players, "easy")) as quick:
        await asyncio.sleep(600)
        assert quick.views


async def _phones(rng: Random) -> None:
    """Phones come, look, and go: some say so, some do not."""
    table = FakeTable(shown=views.view())
    async with serving(table) as console, contextlib.AsyncExitStack() as stack:
        for number in range(30):
            phone = await connect(f"ws://127.0.0.1:{console.port}/ws", proxy=None)
            # Whoever leaves without a word has gone by the end of the page.
            stack.callback(phone.transport.abort)
            await phone.recv()
            table.show(views.acting(number % 4 + 1, 4))
            await ask(console, rng.choice(("/", "/view.json", "/static/table/table.js")))
            if rng.random() < 0.5:
                await phone.close()


CAMPAIGNS = (
    Campaign(
        "soak",
        "ten games and thirty phones after each other, again and again in one process",
        "memory, descriptors and threads as after the first parts",
        soak,
        0,
    ),
)
