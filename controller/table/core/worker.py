"""The table's one piece of work at a time: a task beside the actor, whose result goes into the mailbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from boards.base.errors import GolemError
from controller.table.core.mailbox import Message, WorkBroke, WorkFailed

Work = Callable[[], Awaitable[Message]]


class Worker:
    """Runs work and posts what came of it: its message, the named error that ended it, or that it broke.

    No work begins before all that was decided is on record.
    """

    def __init__(self, post: Callable[[Message], None], recorded: Callable[[], Awaitable[None]]) -> None:
        """Take ``recorded``, which waits until all entries so far are on the disk."""
        self.post = post
        self._recorded = recorded
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Return whether work is under way."""
        return self._task is not None and not self._task.done()

    def begin(self, work: Work) -> None:
        """Begin another piece of work; what was under way is the caller's business."""
        self._task = asyncio.get_running_loop().create_task(self._run(work), name="table's work")
        self._task.add_done_callback(self._ended)

    def cancel(self) -> None:
        """Cancel the work that is under way."""
        if self._task is not None:
            self._task.cancel()

    async def abandon(self) -> None:
        """Cancel the work that is under way, and wait until it has ended."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self, work: Work) -> None:
        try:
            await self._recorded()
            self.post(await work())
        except GolemError as error:
            self.post(WorkFailed(error))

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            # A mistake in the program: the table must not wait for ever for what will not come.
            self.post(WorkBroke(error))
