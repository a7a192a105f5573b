"""Give freed memory back to the system when a game ends in a program that goes on.

Pictures are made and freed all through a game, in several threads. glibc keeps what was freed, and after a while also
what is as large as a picture: from game to game a program that plays many holds more. Numbers: docs/benchmarks.md.
"""

from __future__ import annotations

import ctypes
import platform


def return_free_memory() -> bool:
    """Give freed memory back; takes some milliseconds. Returns whether this system's library can."""
    if platform.libc_ver()[0] != "glibc":
        return False
    ctypes.CDLL(None).malloc_trim(0)
    return True
