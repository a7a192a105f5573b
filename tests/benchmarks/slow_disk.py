"""A game whose record lies on a slow disk: the longest time for which the event loop heard nobody.

The disk is made slow by an fsync that sleeps. Robots and eye are those of the table's tests, in real time; all else is
the real thing. "On the loop" is how the journal was written before it had a thread: an entry at a time, the loop waits.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import Pace
from tests.benchmarks import Row
from tests.support.quick_table import quick_table

DISKS_MS = (0, 20, 100, 300)
HEARTBEAT_S = 0.001
PLAYED_S = 12.0
SEED = 5
SETTINGS = Settings(reveal_s=0.1, pace=Pace(speed_mm_s=400.0))


def measure() -> list[Row]:
    return [row for disk_ms in DISKS_MS for row in _rows(disk_ms)]


def _rows(disk_ms: int) -> list[Row]:
    found = {}
    for how in ("on the loop", "in a thread"):
        with tempfile.TemporaryDirectory() as folder, slow_disk(disk_ms) as syncs:
            path = Path(folder) / "game.jsonl"
            pause = asyncio.run(longest_pause(path, on_loop=how == "on the loop"))
            found[how] = pause, len(path.read_bytes().splitlines()), len(syncs)
    disk = f"a disk that takes {disk_ms} ms more" if disk_ms else "this machine's disk"
    before = found["on the loop"][0]
    return [
        Row(
            f"{disk}, journal written {how}: longest pause of the loop",
            f"{pause * 1000:.1f} ms",
            "" if how == "on the loop" else f"{before / pause:.1f} x shorter",
            f"{entries} entries, {syncs} times to the disk, in {PLAYED_S:g} s of a game",
        )
        for how, (pause, entries, syncs) in found.items()
    ]


@contextmanager
def slow_disk(disk_ms: float) -> Iterator[list[int]]:
    """An fsync that takes so much longer; yields a list that grows by one with each."""
    real, syncs = os.fsync, []

    def fsync(descriptor: int) -> None:
        if disk_ms:
            threading.Event().wait(disk_ms / 1000)
        real(descriptor)
        syncs.append(descriptor)

    os.fsync = fsync
    try:
        yield syncs
    finally:
        os.fsync = real


async def longest_pause(path: Path, *, on_loop: bool) -> float:
    """Play for a while in real time; the most by which a beat of the loop came late, in seconds."""
    loop = asyncio.get_running_loop()
    latest = 0.0
    async with quick_table(path, SEED, settings=SETTINGS) as quick:
        if on_loop:
            # A record that is finished waits for the disk at every entry, as all did once.
            quick.table._ledger.finish()
        await asyncio.sleep(0.5)
        until = loop.time() + PLAYED_S
        while (due := loop.time() + HEARTBEAT_S) < until:
            await asyncio.sleep(HEARTBEAT_S)
            latest = max(latest, loop.time() - due)
    return latest
