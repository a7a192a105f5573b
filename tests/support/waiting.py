"""Waiting for what a table shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.table.core.actor import Table
from controller.table.view.view import View


async def view_that(table: Table, what: Callable[[View], bool], seconds: float) -> View:
    """The first view, from the newest on, that fulfils this. Raises TimeoutError after so many (virtual) seconds."""
    found: asyncio.Future[View] = asyncio.get_running_loop().create_future()

    def check(view: View) -> None:
        if what(view) and not found.done():
            found.set_result(view)

    end = table.subscribe(check)
    check(table.latest())
    try:
        async with asyncio.timeout(seconds):
            return await found
    finally:
        end()
