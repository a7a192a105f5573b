"""`golem demo --game jetan`: a whole game of pieces in virtual time or as a table plays, with simulated people."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from controller.app.config import PagePlan
from controller.app.keys import listen_to_keys
from controller.app.openings import GamePlan
from controller.app.page import served_page
from controller.app.piece_players import PiecePlayers
from controller.app.session import Recorder, for_ever, make_table, play, start_new, until_over
from controller.app.story import StoryTeller
from controller.games.registry import tabletop_named
from controller.table.settings import Settings
from controller.table.view import View
from firmware_bridge.robots.fleet import Fleet

GOODBYE_S = 3.0
"""How long the page stays after the end of a game that nobody watches from a terminal."""


async def piece_demo(game: GamePlan, path: Path, teller: StoryTeller, page: PagePlan | None, *, keys: bool) -> View:
    """Play it to its end. People say their moves, throw the die and lift the pieces; no robot and no camera is there.

    Raises JournalFailed, PortBusy.
    """
    loop = asyncio.get_running_loop()
    tabletop = tabletop_named(game.game)
    assert tabletop is not None
    started = start_new(game, path, loop.time())
    recorder = Recorder()
    fleet = Fleet((), recorder)
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        table = make_table(started, None, fleet, recorder, Settings())
        table.subscribe(teller.on_view)
        table.subscribe(PiecePlayers(table, tabletop, int(started.state.header["seed"])).on_view)
        if page is not None:
            await stack.enter_async_context(served_page(table, None, page, game.language, sys.stdout))
        stay = page is not None and sys.stdin.isatty()
        playing = loop.create_task(play(table, fleet, for_ever if stay else until_over))
        if keys:
            stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout))
        try:
            view = await playing
            if page is not None:
                # Whoever looks at the page sees how it ended before it closes.
                await asyncio.sleep(GOODBYE_S)
            return view
        except asyncio.CancelledError:
            playing.cancel()
            await asyncio.wait({playing})
            return table.latest()
