"""Wait for the next row's time or command, with the locked cards watched meanwhile."""

from __future__ import annotations

import asyncio

from controller.games.game import Requirement
from controller.table.core.mailbox import GoNow, Message
from controller.table.core.requirements import asked_of
from controller.table.core.settings import Settings
from controller.table.core.state import AnyGame, TableState
from controller.table.core.transient_state import TransientState
from controller.table.core.worker import Work
from controller.table.perception.program_lock import LockedRow


def watched_rows(game: AnyGame, state: TableState) -> tuple[LockedRow, ...]:
    """Return the rows whose cards must lie still.

    They are locked, not revealed, and of living golems whose cards lie there.
    """
    living = game.stands(state.game) if state.locks else {}
    return tuple(
        row
        for player, rows in state.locks.items()
        if player in living and player not in state.waived
        for row in rows[state.opened :]
        if row.cards
    )


def wait_for_row(
    game: AnyGame,
    state: TableState,
    settings: Settings,
    memory: TransientState,
    look: Work | None,
) -> Work | None:
    """Return the work that waits until the row is due, or for a command; None: for a command only.

    Until then the locked cards are watched. The time is fixed at the first call and kept in the transient state.
    """
    if memory.reading_again and look is not None:
        # Nothing goes before that.
        return until_go(None, 0.0, look)
    if memory.go_at is None and settings.go == "auto" and not waits_for_word(game, state):
        memory.go_at = asyncio.get_running_loop().time() + settings.reveal_s
    if any(watched_rows(game, state)):
        at_once = memory.watch.doubtful or memory.eye_failed
        # Without a camera no row is begun.
        return until_go(None if memory.eye_failed else memory.go_at, 0.0 if at_once else settings.watch_s, look)
    return None if memory.go_at is None else until_go(memory.go_at)


def waits_for_word(game: AnyGame, state: TableState) -> bool:
    """Whether a person may still say something before the game goes on, for which there is no time limit."""
    asked = asked_of(game, state, Requirement.MOVE)
    return any(player not in state.seats for player in asked)


def until_go(go_at: float | None, pause_s: float = 0.0, look: Work | None = None) -> Work:
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
