"""What the front door needs from whoever plays the games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from boards.base.catalogue import Language
from controller.console.console_ports import Commands, Views
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


class OpenGame(Protocol):
    """A game without a table, while it is played."""

    @property
    def id(self) -> str:
        """Its name in addresses."""
        ...

    @property
    def seats(self) -> Mapping[str, str]:
        """Player -> ``here``, ``phone``, or how well the computer plays."""
        ...

    @property
    def views(self) -> Views:
        """What its screens are shown."""
        ...

    @property
    def commands(self) -> Commands:
        """What may be asked of it."""
        ...

    def summary(self) -> GameSummary:
        """Return what the front door says of it."""
        ...


class Lobby(Protocol):
    """All games of this front door."""

    @property
    def games(self) -> Mapping[str, OpenGame]:
        """Those that are open, by their ids."""
        ...

    def catalogue(self) -> Catalogue:
        """Return what can be played. It may take a second, and is called in a thread."""
        ...

    def task(self, file: TaskFile) -> TaskChoice:
        """Return what a scenario's or a puzzle's file offers; called in a thread. Raises Problems, with its lines."""
        ...

    def task_picture(self, kind: str, key: str) -> str | None:
        """Return the board of a shipped scenario or puzzle as SVG, without words; None if there is none.

        Called in a thread.
        """
        ...

    def view(self) -> LobbyView:
        """Return what is going on. It reads files, and is called in a thread."""
        ...

    async def begin(self, wanted: NewGame) -> OpenGame:
        """Begin a game. Raises Problems, at the names of the wanted game's fields."""
        ...

    async def begin_next(self, game: str, wanted: NewGame) -> OpenGame:
        """Have another game follow at the address of one that is open. Raises Problems; that one goes on then."""
        ...

    async def resume(self, record: str) -> OpenGame:
        """Go on with the game of a record. Raises GolemError."""
        ...

    async def close(self, game: str) -> None:
        """Close a game; its record stays, and can be gone on with."""
        ...

    def print_documents(self, order: PrintOrder) -> list[PrintDocument]:
        """Return what is printed for an order; called in a thread. Raises Problems."""
        ...

    def print_pdf(self, order: PrintOrder, name: str) -> bytes:
        """Return one of the documents as PDF; called in a thread. Raises Problems."""
        ...

    def class_overview(self) -> ClassOverview:
        """Return which puzzles each child has solved; called in a thread."""
        ...

    def class_csv(self, language: Language) -> str:
        """Return the class overview as comma-separated values; called in a thread."""
        ...

    def remove_pupil(self, name: str) -> None:
        """Delete the records of a child's puzzles; called in a thread. Raises Problems."""
        ...

    def table_entry(self, table: str) -> str | None:
        """Return an address that opens a table's console once; None if it does not run. It is called in a thread."""
        ...

    def start_table(self, file: str) -> None:
        """Start a table with devices as a process of its own. Raises Problems."""
        ...
