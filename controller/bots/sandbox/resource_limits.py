"""Limits that every Unix keeps: memory, processor time, files, processes (setrlimit(2))."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from functools import cache

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38
OPEN_FILES = 32


def limit_host(memory_bytes: int, parent: int) -> None:
    """For the host and, as limits are inherited, for every game: no core, nothing written, so much memory."""
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_FSIZE, 0)
    _set(resource.RLIMIT_NOFILE, OPEN_FILES)
    _set(resource.RLIMIT_AS, memory_bytes)
    # A write beyond the limit is an error for the bot and no signal that ends it.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    die_with(parent)


def limit_game(cpu_s: int) -> None:
    """For one game: processor time (s), and no further process or thread (the root user is exempt from this one)."""
    _set(resource.RLIMIT_CPU, cpu_s)
    _set(resource.RLIMIT_NPROC, 0)


def die_with(parent: int) -> None:
    """End when the parent ends, and take no privileges from any file that is run."""
    if sys.platform != "linux":
        return
    libc = _libc()
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # It ended before we asked.


@cache
def _libc() -> ctypes.CDLL:
    """Look up what the kernel offers, once, before the children are forked."""
    return ctypes.CDLL(None, use_errno=True)


def _set(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    least = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (least, least))
