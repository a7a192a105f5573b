"""Memory that was freed goes back to the system when a game ends, and little is kept by threads."""

from __future__ import annotations

import platform
import subprocess
import sys
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


ARENAS = """
import ctypes, sys, threading
from controller.app.simulation.free_memory import limit_arenas
assert sys.argv[2] == "as it was" or limit_arenas()
both = threading.Barrier(8)
def ask():
    block = ctypes.create_string_buffer(20_000)
    both.wait()
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
assert libc.malloc_info(0, file) == 0
libc.fclose(file)
"""


def test_threads_share_two_arenas(tmp_path: Path) -> None:
    found = {}
    for how in ("as it was", "limited"):
        out = tmp_path / how
        subprocess.run([sys.executable, "-c", ARENAS, str(out), how], check=True)
        found[how] = out.read_text("utf-8").count("<heap nr=")
    print(found)
    assert found["limited"] <= 2 < found["as it was"]
