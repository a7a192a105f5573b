"""The games of the front door: begun, gone on with, closed; their records; tables with devices beside them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import msgspec

from boards.base.catalogue import Language
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from controller.app.compose.session import GameSession, start_again, start_new
from controller.app.compose.web_page import Screens
from controller.app.config.file_names import is_file_name
from controller.app.lobby.game_choice import catalogue, plan_of, title_of
from controller.app.lobby.record_list import record_summaries
from controller.app.lobby.screen_game import AS_SHOWN, ScreenGame, ScreenTiming, screen_game
from controller.app.lobby.table_processes import TableProcesses
from controller.app.tools.kit_documents import print_documents, print_pdf
from controller.console.front_door.messages import Catalogue, GameSummary, LobbyView, NewGame, PrintDocument, PrintOrder
from controller.console.front_door.rights import HERE, PHONE
from controller.table.core.state import CHILD

log = logging.getLogger(__name__)


@dataclass
class LobbyGame:
    """A game without a table, while it is played."""

    game: ScreenGame
    places: dict[str, str]
    """Where each player sat when the game was opened, as :attr:`seats`."""
    screens: Screens
    stack: AsyncExitStack

    @property
    def id(self) -> str:
        """The name of its record."""
        return self.game.started.journal.path.stem

    @property
    def seats(self) -> dict[str, str]:
        """Player -> ``here``, ``phone``, how well the computer plays, or ``away``: whoever has the seat now."""
        taken = {player: who for player, who in self.screens.latest().seats.items() if who != CHILD}
        # Somebody who sits down in a computer's place plays on this screen.
        return {player: taken.get(player) or _place(place) for player, place in self.places.items()}

    @property
    def views(self) -> Screens:
        """What its screens are shown."""
        return self.screens

    @property
    def commands(self) -> Screens:
        """What may be asked of it."""
        return self.screens

    def summary(self) -> GameSummary:
        """Return what the front door says of it."""
        view = self.screens.latest()
        return GameSummary(
            id=self.id,
            game=view.game,
            title=title_of(view.game),
            phase=view.phase,
            round=view.round,
            over=view.winners is not None,
            players=list(self.game.started.players),
            here=[player for player, who in self.seats.items() if who == HERE],
            phones=[player for player, who in self.seats.items() if who == PHONE],
        )


class LocalLobby:
    """The :class:`controller.console.front_door.ports.Lobby` of this computer."""

    def __init__(
        self, folder: Path, tables: TableProcesses, language: Language, timing: ScreenTiming = AS_SHOWN
    ) -> None:
        """``folder`` holds the records; ``timing`` is that of the games on screens."""
        self._folder = folder
        self._tables = tables
        self._language: Language = language
        self._timing = timing
        self._games: dict[str, LobbyGame] = {}
        self._file = folder / ".front-door-games.json"
        """Which games were open, and who plays where: they are open again after a restart."""
        self._opening = asyncio.Lock()

    @property
    def games(self) -> Mapping[str, LobbyGame]:
        """Those that are open, by their ids."""
        return self._games

    def catalogue(self) -> Catalogue:
        """Return what can be played."""
        return catalogue()

    def view(self) -> LobbyView:
        """Return what is going on."""
        open_now = tuple(self._games)
        return LobbyView(
            games=[game.summary() for game in list(self._games.values())],
            records=list(record_summaries(self._folder, open_now)),
            tables=list(self._tables.summaries()),
            table_files=self._tables.files(),
        )

    async def begin(self, wanted: NewGame) -> LobbyGame:
        """Begin a game. Raises Problems."""
        plan = await asyncio.to_thread(plan_of, wanted, "Golem Table")
        async with self._opening:
            path = self._free_path(plan.game.replace("_", "-"))
            started = start_new(plan, path, asyncio.get_running_loop().time())
            computers = started.state.seats
            seats = {player: computers.get(player) or _place(wanted.seats.get(player)) for player in started.players}
            return await self._open(started, seats)

    async def resume(self, record: str) -> LobbyGame:
        """Go on with the game of a record. Raises Problems, JournalDamaged and its like."""
        if record in self._games:
            return self._games[record]
        path = self._folder / f"{record}.jsonl"
        if not is_file_name(record) or not path.is_file():
            raise Problems([Problem("record", _("there is no such record"))])
        async with self._opening:
            if record in self._games:
                return self._games[record]
            started = await asyncio.to_thread(start_again, path)
            if started.mat is not None and started.state.header.cards != "screen":
                started.journal.close()
                raise Problems([Problem("record", _("this game was played on a table; go on with it there"))])
            kept = self._kept().get(record, {})
            computers = started.state.seats
            seats = {player: computers.get(player) or _place(kept.get(player)) for player in started.players}
            return await self._open(started, seats)

    async def resume_all(self) -> None:
        """Open the games again that were open when the front door ended."""
        for record in self._kept():
            try:
                await self.resume(record)
            except GolemError as error:
                log.warning("%s is not opened again: %s", record, error)

    async def close(self, game: str) -> None:
        """Close a game; its record stays."""
        closed = self._games.pop(game)
        self._keep()
        await closed.stack.aclose()

    async def close_all(self) -> None:
        """End all games; they are open again after a restart."""
        for game in list(self._games.values()):
            with contextlib.suppress(GolemError):
                await game.stack.aclose()
        self._games.clear()

    def print_documents(self, order: PrintOrder) -> list[PrintDocument]:
        """Return what is printed for an order. Raises Problems."""
        return print_documents(order)

    def print_pdf(self, order: PrintOrder, name: str) -> bytes:
        """Return one of the documents as PDF. Raises Problems."""
        return print_pdf(order, name)

    def table_entry(self, table: str) -> str | None:
        """Return an address that opens a table's console once; None if it does not run."""
        return self._tables.entry(table)

    def start_table(self, file: str) -> None:
        """Start a table with devices as a process of its own. Raises Problems."""
        self._tables.start(file)

    async def _open(self, started: GameSession, seats: dict[str, str]) -> LobbyGame:
        stack = AsyncExitStack()
        game = await stack.enter_async_context(screen_game(started, self._timing))
        opened = LobbyGame(game, seats, Screens(game.table, None), stack)
        self._games[opened.id] = opened
        self._keep()
        return opened

    def _free_path(self, name: str) -> Path:
        paths = (self._folder / f"{name}-{number}.jsonl" for number in itertools.count(1))
        return next(path for path in paths if not path.exists())

    def _keep(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode({name: game.places for name, game in self._games.items()}))
        new.replace(self._file)

    def _kept(self) -> dict[str, dict[str, str]]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, dict[str, str]])
        except (OSError, msgspec.DecodeError):
            return {}


def _place(who: str | None) -> str:
    return PHONE if who == PHONE else HERE
