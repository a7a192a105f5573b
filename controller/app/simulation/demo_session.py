"""The games of `golem demo`, one after the other: the page stays, hardware and people are simulated for each."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TextIO

from boards.base.catalogue import Language, translate
from boards.base.errors import GolemError
from controller.app.compose.bot_players import bot_players
from controller.app.compose.game_setup import BOARD, STAGE, GamePlan
from controller.app.compose.hand_requests import serve_hands
from controller.app.compose.next_game import NextGames, at_table, next_plan
from controller.app.compose.robot_connection import connect
from controller.app.compose.screens import Screens
from controller.app.compose.session import (
    Recorder,
    for_ever,
    make_table,
    play,
    start_again,
    start_new,
    until_over,
    until_solved,
)
from controller.app.compose.table_records import TableRecords
from controller.app.compose.web_page import served_page
from controller.app.config.file_names import free_path
from controller.app.config.measured_lens import today
from controller.app.config.table_file import PagePlan
from controller.app.devices.camera_status import WatchedCamera, report_cameras
from controller.app.simulation.fault_setup import scripted
from controller.app.simulation.simulated_game import SimulatedGame, Simulation, simulated_game
from controller.app.terminal.keyboard import listen_to_keys
from controller.app.terminal.shutdown import cancel_on_signals
from controller.app.terminal.story import TerminalNarrator
from controller.console.front_door.messages import NewGame
from controller.table.core.actor import Table
from controller.table.view.view import View
from hardware.simulated.script.fault_plan import NO_FAULTS

GOODBYE_S = 3.0
"""How long the page stays after the end of a game that nobody watches from a terminal."""
ROBOTS_ON_STAGE = 4


@dataclass(frozen=True)
class DemoGame:
    """A game that is played, and on what."""

    plan: GamePlan | None
    """None: the record is gone on with."""
    path: Path
    """Of its record."""
    simulation: Simulation
    truth: TextIO | None = None
    """Where it is written what truly happens."""


@dataclass(frozen=True)
class DemoPage:
    """How a demo is watched."""

    language: Language
    port: int | None = None
    """Of the page; None: there is none."""
    keys: bool = False
    """Whether keys of the terminal are listened to."""


class DemoSession:
    """Plays until the game is over; with a page and somebody at the terminal until that is left."""

    def __init__(self, first: DemoGame, page: DemoPage, teller: TerminalNarrator) -> None:
        self.game = first
        """What is played, or was played last."""
        self._page = page
        self._teller = teller
        self._games: NextGames[DemoGame] = NextGames(lambda: at_table(cameras=True, robots=True), self._next)
        self._screens: Screens | None = None
        self._records: TableRecords | None = None

    async def run(self) -> View:
        """Play; return the last view."""
        me = asyncio.current_task()
        assert me is not None
        cancel_on_signals(me, interrupt=False)
        before: DemoGame | None = None
        async with AsyncExitStack() as stack:
            while True:
                try:
                    view, following = await self._play(stack)
                except GolemError as error:
                    if before is None or not self._games.pending:
                        raise
                    self._teller.say(translate(error.message, self._page.language))
                    self._games.begun(error)
                    self.game, before = before, None
                    continue
                if following is None:
                    return view
                before, self.game = replace(self.game, plan=None), following
                self._teller.anew()

    def _next(self, wanted: NewGame) -> DemoGame:
        """Return how a wish is simulated. Raises Problems."""
        simulation = self.game.simulation
        base = GamePlan(language=self._page.language, seed=simulation.seed if wanted.seed is None else wanted.seed)
        plan = next_plan(wanted, base, at_table(cameras=True, robots=True))
        name = f"{'demo' if plan.on_mat else plan.game}-{plan.seed}"
        staged = ROBOTS_ON_STAGE if plan.place == STAGE else 0
        # A file of faults is for the game that it was written for.
        simulation = replace(
            simulation, camera=plan.place == BOARD, fleet=staged, plan=NO_FAULTS, seed=plan.seed or simulation.seed
        )
        return DemoGame(plan, free_path(self.game.path.parent, name), simulation)

    async def _play(self, page: AsyncExitStack) -> tuple[View, DemoGame | None]:
        loop, recorder, teller, language = asyncio.get_running_loop(), Recorder(), self._teller, self._page.language
        plan, path = self.game.plan, self.game.path
        started = start_again(path) if plan is None else start_new(plan, path, loop.time())
        simulation = self.game.simulation
        seed = started.state.header.seed if plan is None else simulation.seed
        async with AsyncExitStack() as stack:
            stack.callback(started.journal.close)
            game = await stack.enter_async_context(simulated_game(started, recorder, replace(simulation, seed=seed)))
            computer_players = bot_players(started.game.name, started.state)
            if computer_players is not None:
                stack.callback(computer_players.close)
            table = make_table(
                started,
                started.playfield(game.eye, game.pieces, game.acting),
                game.fleet,
                recorder,
                game.settings,
                # The same seed is the same game to the last byte, so chance comes from it too.
                Random(f"salt/{seed}"),
                computer_players,
            )
            table.subscribe(teller.on_view)
            if game.watched:
                stack.callback(report_cameras([WatchedCamera(eye) for eye in game.watched], table, today()))
            game.people(table)
            stack.callback(serve_hands(game.fleet, table, game.watching))
            connected = await connect(game.fleet, started, teller, language)
            if started.driving:
                # Nobody is there to move a simulated golem by hand.
                connected.check()
            await self._show(table, game, page)
            if game.handles is not None:
                stack.enter_context(scripted(table, game.handles, simulation.plan, self.game.truth))
            stay = self._page.port is not None and sys.stdin.isatty()
            until = until_solved if started.state.header.judged else until_over
            following: list[DemoGame] = []
            playing = loop.create_task(
                play(table, game.fleet, partial(self._until, for_ever if stay else until, following))
            )
            if self._page.keys:
                stack.enter_context(listen_to_keys(loop, table, playing.cancel, sys.stdin, sys.stdout, language))
            try:
                view = await playing
                if self._page.port is not None and not following:
                    # Whoever looks at the page sees how it ended before it closes.
                    await asyncio.sleep(GOODBYE_S)
                return view, following[0] if following else None
            except asyncio.CancelledError:
                playing.cancel()
                await asyncio.wait({playing})
                return table.latest(), None

    async def _show(self, table: Table, game: SimulatedGame, stack: AsyncExitStack) -> None:
        """Show a game on the page, which is served from the first one on."""
        path = self.game.path
        if self._screens is None or self._records is None:
            self._screens = Screens(table, game.watching, self._games)
            self._records = TableRecords(table, path)
            if self._page.port is not None:
                page = PagePlan(port=self._page.port)
                language = self._page.language
                await stack.enter_async_context(served_page(self._screens, page, language, sys.stdout, self._records))
            return
        self._records.show(table, path)
        self._screens.show(table, game.watching)
        self._games.begun()

    async def _until(self, until: Callable[[Table], Awaitable[None]], following: list[DemoGame], table: Table) -> None:
        """Wait for the end, or until another game is asked for; this one stops then."""
        asked = asyncio.ensure_future(self._games.asked())
        ended = asyncio.ensure_future(until(table))
        try:
            await asyncio.wait({asked, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                ended.result()
                return
            following.append(asked.result())
        finally:
            asked.cancel()
            ended.cancel()
        assert self._screens is not None
        if table.latest().winners is None:
            await table.submit("stop")
        self._screens.leave()
