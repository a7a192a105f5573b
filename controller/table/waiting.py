"""While the next row waits for its time or for a word: the locked cards are watched, and the row is not late for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from controller.table.locking import LockedRow
from controller.table.messages import GoNow, Message
from controller.table.state import AnyGame, TableState
from controller.table.worker import Work


def watched_rows(game: AnyGame, state: TableState) -> tuple[LockedRow, ...]:
    """The rows whose cards must lie still: locked, not revealed, of golems that live and whose cards lie there."""
    living = game.stands(state.game) if state.locks else {}
    return tuple(
        row
        for player, rows in state.locks.items()
        if player in living and player not in state.waived
        for row in rows[state.opened :]
        if row.cards
    )


def until_go(go_at: float | None, pause_s: float = 0.0, look: Callable[[], Awaitable[Message]] | None = None) -> Work:
    """Wait until ``go_at`` on the loop's clock (None: for ever), or look after a pause, if that is sooner.

    A look that is not done in time is given up: the row was locked, and what is played does not depend on it.
    """

    async def wait() -> Message:
        try:
            async with asyncio.timeout_at(go_at):
                if look is None:
                    await asyncio.get_running_loop().create_future()
                else:
                    await asyncio.sleep(pause_s)
                    return await look()
        except TimeoutError:
            pass
        return GoNow()

    return wait
