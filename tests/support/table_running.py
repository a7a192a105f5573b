"""A table that plays while a test looks on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from controller.app.compose.session import GameSession
from controller.table.core.actor import Table


@asynccontextmanager
async def table_running(table: Table, started: GameSession) -> AsyncIterator[None]:
    """The table plays until the end of the block, where its record is closed. A table that broke fails the test."""
    running = asyncio.get_running_loop().create_task(table.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.wait({running})
        started.journal.close()
        if not running.cancelled() and running.exception() is not None:
            raise AssertionError("the table broke") from running.exception()
