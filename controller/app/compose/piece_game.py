"""A whole game of pieces with simulated people: at the page, at a board that a camera sees, or with a small fleet."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from controller.app.compose import joining_messages as joining_words
from controller.app.compose.bot_players import bot_players
from controller.app.compose.camera_status import Watched, report_cameras
from controller.app.compose.game_setup import GamePlan
from controller.app.compose.session import Recorder, for_ever, make_table, play, start_new, until_over
from controller.app.compose.simulated_board import SimulatedBoard, simulated_board
from controller.app.compose.staged_game import OpenStage
from controller.app.compose.web_page import served_page
from controller.app.config.default_settings import usual_settings
from controller.app.config.measured_lens import today
from controller.app.config.table_file import PagePlan
from controller.app.simulated_players.golem_movers import serve_hands
from controller.app.simulated_players.piece_movers import PieceHands
from controller.app.simulated_players.piece_players import PiecePlayers
from controller.app.terminal.keyboard import listen_to_keys
from controller.app.terminal.story import StoryTeller
from controller.app.tools.channel_messages import away
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.table.core.actor import Table
from controller.table.view.view import View
from firmware_bridge.robots.fleet import Fleet

GOODBYE_S = 3.0
"""How long the page stays after the end of a game that nobody watches from a terminal."""


async def piece_demo(
    game: GamePlan,
    path: Path,
    teller: StoryTeller,
    page: PagePlan | None,
    *,
    keys: bool,
    camera: bool,
    stage: OpenStage | None = None,
) -> View:
    """Simulated people play a game to its end: they say their moves, throw the die and lift the pieces. With a camera
    they make their moves on a board, and it sees them.

    Raises JournalFailed, PortBusy.
    """
    loop = asyncio.get_running_loop()
    started, language = start_new(game, path, loop.time()), game.language
    tabletop = tabletop_named(started.game.name)
    # Nobody reaches in, so nobody looks for hands all the time: it takes longer than all the rest.
    recorder, settings = Recorder(), replace(usual_settings(game.game, staged=stage is not None), guard=False)
    async with AsyncExitStack() as stack:
        stack.callback(started.journal.close)
        board = await stack.enter_async_context(simulated_board(started)) if camera else None
        staged = None if stage is None else await stack.enter_async_context(stage(started, recorder))
        fleet = Fleet((), recorder) if staged is None else staged.fleet
        computer_players = bot_players(started.game.name, started.state)
        if computer_players is not None:
            stack.callback(computer_players.close)
        eye, pieces = (board.eye, board.pieces) if board is not None else (None, None)
        acting = None if staged is None else staged.acting
        table = make_table(
            started, eye, fleet, recorder, settings, computer_players=computer_players, pieces=pieces, acting=acting
        )
        table.subscribe(teller.on_view)
        cameras = [Watched(one.eye) for one in (board, staged) if one is not None]
        if cameras:
            stack.callback(report_cameras(cameras, table, today()))
        if staged is not None:
            eye = staged.eye
            stack.callback(serve_hands(fleet, table, eye))
            for name, error in (await fleet.connect(started.state.commands)).errors:
                teller.say(joining_words.phrase("ghosts", language, *away(fleet[name], error, language)))
        table.subscribe(_people(table, tabletop, board).on_view)
        if page is not None:
            await stack.enter_async_context(served_page(table, eye, page, language, sys.stdout))
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


def _people(table: Table, tabletop: AnyTabletop, board: SimulatedBoard | None) -> PiecePlayers:
    seed = table.header.seed
    if board is not None:
        return PieceHands(table, tabletop, seed, board.world, board.pieces, tabletop.shown)
    return PiecePlayers(table, tabletop, seed, tabletop.shown)
