"""A whole simulated game: cards rendered and read, rows resolved, robots driven over ptys, in virtual time."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from statistics import median

from hardware.simulated.virtual_clock import run
from tests.benchmarks import Row
from tests.support.quick_table import quick_table

ROUNDS = 9
"""A game of v3.1 lasts nine rounds, if nobody falls before."""
RUNS = 3


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        seed = _seed_of_a_long_game(Path(folder))
        return [_game(Path(folder), seed, link) for link in ("serial", "mqtt")]


def _seed_of_a_long_game(folder: Path) -> int:
    """The first seed whose game goes through all rounds. Wires and pixels don't change what is played."""

    async def rows(seed: int) -> int:
        async with quick_table(folder / f"quick-{seed}.jsonl", seed) as quick:
            return len((await quick.until(lambda view: view.winners is not None)).story)

    return next(seed for seed in count() if run(rows(seed)) == 4 * ROUNDS)


def _game(folder: Path, seed: int, link: str) -> Row:
    walls, simulated = [], 0.0
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for number in range(RUNS):
        journal = folder / f"{link}-{number}.jsonl"
        words = ["demo", "--speed", "max", "--no-web", "--seed", str(seed), "--link", link, "--journal", str(journal)]
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "controller", *words], check=True, capture_output=True)
        walls.append(time.perf_counter() - began)
        simulated = json.loads(journal.read_text().splitlines()[-1])["t"]
    cpu = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / RUNS
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    wall = median(walls)
    return Row(
        f"a whole game, {ROUNDS} rounds, 2 golems, {link}",
        f"{wall:.1f} s ({cpu:.1f} s of CPU)",
        f"{simulated:.0f} s on a real table: {simulated / wall:.1f} x",
        f"seed {seed}, with the start of the program; peak {peak:.0f} MB",
    )
