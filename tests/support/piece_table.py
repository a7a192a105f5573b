"""A table of pieces without camera and robots, with simulated people round it, for tests in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.app.compose.bot_players import bot_players
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.app.compose.session import GameSession, Recorder, make_table, start_again, start_new
from controller.app.simulated_players.screen_people import ScreenPeople
from controller.bots.bot_source import BotSource
from controller.games.game_registry import tabletop_named
from controller.table.core.actor import Table
from controller.table.core.settings import Settings
from controller.table.view.view import View
from firmware_bridge.robots.fleet import Fleet
from tests.support.table_running import table_running
from tests.support.waiting import view_that


@dataclass
class PieceTable:
    """A table that plays, with all that a test may reach into."""

    table: Table
    started: GameSession
    people: ScreenPeople
    views: list[View] = field(default_factory=list)

    async def until(self, what: Callable[[View], bool], seconds: float = 100_000.0) -> View:
        """Wait until a view fulfils this."""
        return await view_that(self.table, what, seconds)


@asynccontextmanager
async def piece_table(
    path: Path,
    game: str,
    seed: int,
    *,
    players: int = 2,
    setup: Mapping[str, Any] | None = None,
    computers: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    helpful: bool = True,
    real_dice: bool = False,
    bots: tuple[BotSource, ...] = (),
) -> AsyncIterator[PieceTable]:
    """A table with people round it, playing: a new game, or on with the record if there is one."""
    loop = asyncio.get_running_loop()
    plan = GamePlan(seed=seed, computers=computers or {}, real_dice=real_dice, bots=bots)
    plan = with_pieces(plan, game, players, setup or {})
    started = start_again(path) if path.exists() else start_new(plan, path, loop.time())
    recorder = Recorder()
    computer_players = bot_players(game, started.state)
    table = make_table(
        started,
        started.playfield(None),
        Fleet((), recorder),
        recorder,
        settings or Settings(),
        computer_players=computer_players,
    )
    tabletop = tabletop_named(game)
    quick = PieceTable(table, started, ScreenPeople(table, tabletop, seed))
    table.subscribe(quick.views.append)
    if helpful:
        table.subscribe(quick.people.on_view)
    try:
        async with table_running(table, started):
            yield quick
    finally:
        if computer_players is not None:
            computer_players.close()
