"""A journal that is written in a thread of its own: the event loop never waits for the disk.

All entries that wait are written with one write and one fsync (group commit). Their order is that of :meth:`append`.
When the disk refuses, all that is not written waits, and so does what comes later, until :meth:`retry`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from controller.journal.journal_reader import Entry, JournalFailed
from controller.journal.journal_writer import Chained, Journal

log = logging.getLogger(__name__)


class JournalThread(ThreadPoolExecutor):
    """The thread that writes."""

    needs_loop = False
    """What it does ends without the event loop: a simulation may wait for it (`hardware.simulated.virtual_clock`)."""


class GroupCommit:
    """Writes a journal's entries beside the event loop. All methods belong to the loop's thread."""

    def __init__(
        self,
        journal: Journal,
        on_written: Callable[[], None],
        on_failed: Callable[[JournalFailed], None],
        on_broken: Callable[[BaseException], None],
    ) -> None:
        """Take the callbacks, all called in the event loop.

        ``on_written`` after each batch, ``on_failed`` when the disk refused one, ``on_broken`` with an unexpected
        error, also one of ``on_written``.
        """
        self.error: JournalFailed | None = None
        """Why nothing is written just now."""
        self._journal = journal
        self._on_written = on_written
        self._on_failed = on_failed
        self._on_broken = on_broken
        self._waiting: list[Chained] = []
        self._thread: JournalThread | None = JournalThread(1, thread_name_prefix="journal")
        self._task: asyncio.Task[None] | None = None

    @property
    def written(self) -> int:
        """How many entries are on the disk and told of."""
        return self._waiting[0].entry.n if self._waiting else self._journal.written

    def append(self, kind: str, data: Mapping[str, Any], time: float) -> Entry:
        """Hand an entry in; it is written soon. Raises ValueError for what is no JSON.

        After :meth:`finish` it waits for the disk, and raises JournalFailed.
        """
        if self._thread is None:
            return self._journal.append(kind, data, time)
        chained = self._journal.chain(kind, data, time)
        self._waiting.append(chained)
        self._begin()
        return chained.entry

    def retry(self) -> None:
        """Try again to write what waits."""
        self.error = None
        self._begin()

    def finish(self) -> None:
        """Wait for the disk until all is written, and end the thread. Raises JournalFailed."""
        if self._thread is None:
            return
        self._thread.shutdown(wait=True)
        self._thread = None
        # The thread may have written more than anybody has heard of.
        rest = [chained for chained in self._waiting if chained.entry.n >= self._journal.written]
        if rest:
            self._journal.write(rest)

    def _begin(self) -> None:
        if self._waiting and self.error is None and self._thread is not None and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write(self._thread), name="journal")
            self._task.add_done_callback(self._ended)

    async def _write(self, thread: JournalThread) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = tuple(self._waiting)
            try:
                await loop.run_in_executor(thread, self._journal.write, batch)
            except JournalFailed as error:
                self.error = error
                log.error("%s", error)
                self._on_failed(error)
                return
            del self._waiting[: len(batch)]
            self._on_written()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._on_broken(error)
        else:
            self._begin()
