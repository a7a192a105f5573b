"""Keep a program small that plays many games: few arenas, and freed memory given back when a game ends.

Pictures are made and freed all through a game, in several threads. glibc keeps what was freed, and after a while also
what is as large as a picture: from game to game a program that plays many holds more. It keeps that by arena, of which
each thread that asks may get one, up to eight for each core; Python's threads work by turns, and two are enough.
Numbers: docs/benchmarks.md.
"""

from __future__ import annotations

import ctypes
import os
import platform

_M_ARENA_MAX = -8
"""mallopt(3): the option that limits the arenas."""
ARENAS = 2


def limit_arenas() -> bool:
    """Let the threads of this program share two arenas; to be called before they start.

    Returns whether this system's library can. MALLOC_ARENA_MAX of the environment is left alone.
    """
    if platform.libc_ver()[0] != "glibc" or "MALLOC_ARENA_MAX" in os.environ:
        return False
    taken: int = ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)
    return taken == 1


def return_free_memory() -> bool:
    """Give freed memory back; takes some milliseconds. Returns whether this system's library can."""
    if platform.libc_ver()[0] != "glibc":
        return False
    ctypes.CDLL(None).malloc_trim(0)
    return True
