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
from controller.app.compose.game_setup import GamePlan
from controller.app.compose.screens import Screens
from controller.app.compose.session import GameSession, start_again, start_new
from controller.app.config.file_names import is_file_name
from controller.app.lobby.class_progress import class_csv, class_overview, remove_pupil
from controller.app.lobby.game_choice import catalogue, plan_of, task_choice, task_picture, title_of
from controller.app.lobby.record_list import record_summaries
from controller.app.lobby.screen_game import AS_SHOWN, ScreenGame, ScreenTiming, screen_game
from controller.app.lobby.table_processes import TableProcesses
from controller.app.tools.kit_documents import print_documents, print_pdf
from controller.console.front_door.messages import (
    Catalogue,
    ClassOverview,
    GameSummary,
    LobbyView,
    NewGame,
    PrintDocument,
    PrintOrder,
    TaskChoice,
    TaskFile,
)
from controller.console.front_door.rights import HERE, PHONE
from controller.table.core.state import CHILD

log = logging.getLogger(__name__)


class _Kept(msgspec.Struct):
    """What is kept over a restart of a game that is open."""

    record: str
    places: dict[str, str]


@dataclass
class LobbyGame:
    """A game without a table, while it is played."""

    id: str
    """Its name in addresses: that of its first record. The next game has the same, so that all screens stay."""
    game: ScreenGame
    places: dict[str, str]
    """Where each player sat when the game was opened, as :attr:`seats`."""
    screens: Screens
    stack: AsyncExitStack

    @property
    def record(self) -> str:
        """The name of the record that is written now."""
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

    def task(self, file: TaskFile) -> TaskChoice:
        """Return what a scenario's or a puzzle's file offers. Raises Problems."""
        return task_choice(file)

    def task_picture(self, kind: str, key: str) -> str | None:
        """Return the board of a shipped scenario or puzzle as SVG; None if there is none."""
        return task_picture(kind, key)

    def view(self) -> LobbyView:
        """Return what is going on."""
        open_now = tuple(game.record for game in list(self._games.values()))
        return LobbyView(
            games=[game.summary() for game in list(self._games.values())],
            records=list(record_summaries(self._folder, open_now)),
            tables=list(self._tables.summaries()),
            table_files=self._tables.files(),
        )

    async def begin(self, wanted: NewGame) -> LobbyGame:
        """Begin a game. Raises Problems."""
        plan = await asyncio.to_thread(_plan, wanted)
        async with self._opening:
            started, seats = self._started(plan, wanted)
            return await self._open(started, seats)

    async def begin_next(self, game: str, wanted: NewGame) -> LobbyGame:
        """Have another game follow at the same address, on the same screens; the record of the one before is closed.

        Raises Problems; the game before goes on then.
        """
        plan = await asyncio.to_thread(_plan, wanted)
        async with self._opening:
            if game not in self._games:
                raise Problems([Problem("game", _("this game is not open any more"))])
            played = self._games[game]
            started, seats = self._started(plan, wanted)
            stack = AsyncExitStack()
            following = await stack.enter_async_context(screen_game(started, self._timing))
            played.screens.leave()
            before, played.stack = played.stack, stack
            await before.aclose()
            played.game, played.places = following, seats
            played.screens.show(following.table, None)
            self._keep()
            return played

    async def resume(self, record: str, address: str = "") -> LobbyGame:
        """Go on with the game of a record. Raises Problems, JournalDamaged and its like.

        `address` is the name that it had in addresses, if another one.
        """
        known = next((game for game in self._games.values() if game.record == record), None)
        if known is not None:
            return known
        path = self._folder / f"{record}.jsonl"
        if not is_file_name(record) or not path.is_file():
            raise Problems([Problem("record", _("there is no such record"))])
        async with self._opening:
            known = next((game for game in self._games.values() if game.record == record), None)
            if known is not None:
                return known
            started = await asyncio.to_thread(start_again, path)
            if started.mat is not None and started.state.header.cards != "screen":
                started.journal.close()
                raise Problems([Problem("record", _("this game was played on a table; go on with it there"))])
            kept = next((one.places for one in self._kept().values() if one.record == record), {})
            computers = started.state.seats
            seats = {player: computers.get(player) or _place(kept.get(player)) for player in started.players}
            return await self._open(started, seats, address)

    async def resume_all(self) -> None:
        """Open the games again that were open when the front door ended."""
        for address, kept in self._kept().items():
            try:
                await self.resume(kept.record, address)
            except GolemError as error:
                log.warning("%s is not opened again: %s", kept.record, error)

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

    def class_overview(self) -> ClassOverview:
        """Return which puzzles each child has solved."""
        return class_overview(self._folder)

    def class_csv(self, language: Language) -> str:
        """Return the class overview as comma-separated values."""
        return class_csv(self._folder, language)

    def remove_pupil(self, name: str) -> None:
        """Delete the records of a child's puzzles. Raises Problems."""
        remove_pupil(self._folder, name, [game.record for game in list(self._games.values())])

    def table_entry(self, table: str) -> str | None:
        """Return an address that opens a table's console once; None if it does not run."""
        return self._tables.entry(table)

    def start_table(self, file: str) -> None:
        """Start a table with devices as a process of its own. Raises Problems."""
        self._tables.start(file)

    def _started(self, plan: GamePlan, wanted: NewGame) -> tuple[GameSession, dict[str, str]]:
        """Begin the record of a game; return it with where its players sit."""
        path = self._free_path(plan.game.replace("_", "-"))
        started = start_new(plan, path, asyncio.get_running_loop().time())
        computers = started.state.seats
        seats = {player: computers.get(player) or _place(wanted.seats.get(player)) for player in started.players}
        return started, seats

    async def _open(self, started: GameSession, seats: dict[str, str], address: str = "") -> LobbyGame:
        stack = AsyncExitStack()
        game = await stack.enter_async_context(screen_game(started, self._timing))
        opened = LobbyGame(
            self._free_name(address or started.journal.path.stem), game, seats, Screens(game.table, None), stack
        )
        self._games[opened.id] = opened
        self._keep()
        return opened

    def _free_name(self, name: str) -> str:
        """Return a name for addresses that no open game has."""
        names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
        return next(one for one in names if one not in self._games)

    def _free_path(self, name: str) -> Path:
        paths = (self._folder / f"{name}-{number}.jsonl" for number in itertools.count(1))
        return next(path for path in paths if not path.exists())

    def _keep(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        kept = {name: _Kept(game.record, game.places) for name, game in self._games.items()}
        new.write_bytes(msgspec.json.encode(kept))
        new.replace(self._file)

    def _kept(self) -> dict[str, _Kept]:
        try:
            text = self._file.read_bytes()
            with contextlib.suppress(msgspec.ValidationError):
                return msgspec.json.decode(text, type=dict[str, _Kept])
            # As it was written before games followed each other at one address.
            places = msgspec.json.decode(text, type=dict[str, dict[str, str]])
            return {record: _Kept(record, those) for record, those in places.items()}
        except (OSError, msgspec.DecodeError):
            return {}


def _plan(wanted: NewGame) -> GamePlan:
    return plan_of(wanted, GamePlan(seed=wanted.seed, name="Golem Table", screen=True))


def _place(who: str | None) -> str:
    return PHONE if who == PHONE else HERE
