"""A machine that does not get in the way of what is measured on it.

A processor that sleeps between two events takes long to wake up, on a virtual machine longer than the event itself
takes; and a process that waits for others to be done is not slow. So each core has work that gives way to everything
else, and what is measured gives way to nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

_AWAKE = "import os; os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\nwhile True: pass"
_PRIORITY = 50
"""Of 1 to 99, among processes that give way to no ordinary one."""


@contextmanager
def steady() -> Iterator[str]:
    """Keep the cores awake, and this process and those that it starts first in line. Yields, in words, what of it
    the system allows: the second needs root or the right to real-time priority, both need Linux."""
    if not hasattr(os, "sched_setscheduler"):
        yield "as the system schedules it"
        return
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            spinner = subprocess.Popen([sys.executable, "-c", _AWAKE])
            stack.callback(spinner.wait)
            stack.callback(spinner.kill)
        before, how = os.sched_getscheduler(0), os.sched_getparam(0)
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
        except PermissionError:
            yield "cores kept awake"
            return
        stack.callback(os.sched_setscheduler, 0, before, how)
        yield "cores kept awake, real-time priority"
