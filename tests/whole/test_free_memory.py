"""Memory that was freed goes back to the system when a game ends."""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np

from controller.app.simulation.free_memory import return_free_memory

BLOCK = 100_000
"""Bytes: too small to be given back one by one."""
BLOCKS = 1_500


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def test_what_is_freed_is_given_back_also_below_what_is_still_in_use() -> None:
    assert platform.libc_ver()[0] == "glibc"
    blocks = [np.ones(BLOCK, np.uint8) for _ in range(BLOCKS)]
    in_use = blocks[-1]
    full = resident_mb()
    del blocks
    assert return_free_memory()
    assert resident_mb() < full - 0.8 * BLOCK * BLOCKS / 1e6 and in_use.all()
