"""How a game on the table is ended from outside: Ctrl-C and the system's word to end cancel it, nothing else."""

from __future__ import annotations

import asyncio
import signal
from typing import Any


def cancel_on_signals(playing: asyncio.Task[Any]) -> None:
    """From now on SIGINT and SIGTERM cancel this task of the running loop, which stops the robots on its way out."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, playing.cancel)
        except NotImplementedError:
            # Windows' loops take no handlers: the system's own is called in the main thread.
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(playing.cancel))
