"""A game without a table: cards are laid on screens, golems and pieces are shown there, and nothing is printed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from controller.app.compose.bot_players import bot_players
from controller.app.compose.session import GameSession, Recorder, make_table
from controller.app.config.default_settings import TURN_S
from controller.games.game_registry import tabletop_named
from controller.table.core.actor import Table
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import Pace
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.ghost_robot import GhostRobot


@dataclass(frozen=True)
class ScreenTiming:
    """How quickly a game goes on a screen."""

    pace: Pace = field(default_factory=lambda: Pace(speed_mm_s=150.0, speed_deg_s=220.0))
    """A cell in two thirds of a second: as quick as a child can follow."""
    reveal_s: float = 1.5
    """How long a row's cards are looked at before they are played, seconds."""
    turn_s: float = TURN_S
    """The same for a turn of a game that plays by itself, seconds."""


AS_SHOWN = ScreenTiming()


@dataclass(frozen=True)
class ScreenGame:
    """A game that is played on screens."""

    started: GameSession
    table: Table


@asynccontextmanager
async def screen_game(started: GameSession, timing: ScreenTiming = AS_SHOWN) -> AsyncIterator[ScreenGame]:
    """Play a game that was begun, as long as the context lasts; the record is closed at its end."""
    tabletop = tabletop_named(started.game.name)
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        ghosts = [GhostRobot(name) for name in started.driving]
        # What a ghost does is no command to a robot, and not on record.
        fleet = Fleet(ghosts)
        stack.push_async_callback(fleet.close)
        computer_players = bot_players(started.game.name, started.state)
        if computer_players is not None:
            stack.callback(computer_players.close)
        reveal_s = timing.turn_s if tabletop.automatic else timing.reveal_s
        settings = Settings(pieces="ghosts", reveal_s=reveal_s, pace=timing.pace)
        table = make_table(
            started, started.playfield(None), fleet, Recorder(), settings, computer_players=computer_players
        )
        for name in fleet:
            await fleet[name].connect()
        running = asyncio.get_running_loop().create_task(table.run(), name=f"table of {started.journal.path.stem}")
        try:
            yield ScreenGame(started, table)
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
