"""End what moves robots: Ctrl-C, SIGTERM and a closed terminal cancel the task, nothing else."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def endings() -> list[signal.Signals]:
    """Return the signals that end the program.

    SIGHUP is left out where the system has none, and where it is ignored: what `nohup` runs outlives its terminal.
    """
    hang_up: signal.Signals | None = getattr(signal, "SIGHUP", None)
    found = [signal.SIGINT, signal.SIGTERM]
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        found.append(hang_up)
    return found


def cancel_on_signals(playing: asyncio.Task[Any], *, interrupt: bool = True) -> None:
    """Let SIGINT, SIGTERM and SIGHUP cancel this task of the running loop, which stops the robots on its way out.

    Without ``interrupt`` SIGINT is left to asyncio, whose second Ctrl-C ends the program at once.
    """
    loop = asyncio.get_running_loop()
    if not interrupt:
        loop.set_exception_handler(_told_but_interrupts)
    for number in endings():
        if number == signal.SIGINT and not interrupt:
            continue
        try:
            loop.add_signal_handler(number, playing.cancel)
        except NotImplementedError:
            # Windows' loops take no handlers: the system's own is called in the main thread.
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(playing.cancel))


def _told_but_interrupts(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what tasks raised that nobody waits for, except a second Ctrl-C, which is no error of theirs."""
    if not isinstance(context.get("exception"), KeyboardInterrupt):
        loop.default_exception_handler(context)


def run_until_ended(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine in a loop of its own, which SIGINT, SIGTERM and SIGHUP cancel.

    Raises KeyboardInterrupt after it has cleaned up.
    """

    async def watched() -> ResultT:
        task = asyncio.current_task()
        assert task is not None
        cancel_on_signals(task)
        return await work

    try:
        return asyncio.run(watched())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
