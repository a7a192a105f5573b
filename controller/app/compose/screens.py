"""What pages need of a table: its views with the eye's preview, and its ear; of one game after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from boards.base.catalogue import Language
from controller.app.compose.task_art import task_svg
from controller.console.console_ports import Games
from controller.games.tabletop import CardHint
from controller.table.core.actor import Table
from controller.table.core.mailbox import CommandAnswer
from controller.table.core.screen_hands import ScreenHand
from controller.table.view.table_messages import say
from controller.table.view.undo_steps import UndoStep
from controller.table.view.view import View
from controller.vision.fusion.multi_camera import AnyCameraReader

STOPS = ("pause", "stop", "estop")
"""What is kept for the next game if it comes between two: its robots must not set out."""

OnView = Callable[[View], None]


class Screens:
    """The table that plays now, as pages see it.

    Between two games (:meth:`leave`, then :meth:`show`) the last view stays, and no command is heard but a stop.
    """

    def __init__(self, table: Table, eye: AnyCameraReader | None, games: Games | None = None) -> None:
        """``games``: what may be begun instead of the one that is played."""
        self.games = games
        self._table = table
        self._eye = eye
        self._listeners: dict[int, tuple[OnView, Callable[[], None]]] = {}
        self._numbered = 0
        self._left = asyncio.Event()
        self._plays = asyncio.Event()
        self._plays.set()
        self._game = 0

    @property
    def game(self) -> int:
        """Which game is shown here, from 0: with another one pages begin anew."""
        return self._game

    def leave(self) -> None:
        """Hear no commands any more: this game has ended."""
        self._plays.clear()
        self._left.set()

    def show(self, table: Table, eye: AnyCameraReader | None) -> None:
        """Show another game from now on."""
        for _listener, end in self._listeners.values():
            end()
        self._table, self._eye = table, eye
        self._game += 1
        self._left.clear()
        for number, (listener, _end) in list(self._listeners.items()):
            self._listeners[number] = listener, table.subscribe(listener)
            listener(table.latest())
        self._plays.set()

    def latest(self) -> View:
        """Return the newest view of the table."""
        return self._table.latest()

    def subscribe(self, callback: OnView) -> Callable[[], None]:
        """Call back with each new view; return a function that ends it."""
        self._numbered += 1
        number = self._numbered
        self._listeners[number] = callback, self._table.subscribe(callback)

        def end() -> None:
            self._listeners.pop(number)[1]()

        return end

    def screen_hand(self, player: str) -> ScreenHand | None:
        """Return a player's cards on a screen; None while none are asked for."""
        return self._table.screen_hand(player)

    def screen_hint(self, player: str) -> Callable[[], CardHint | None] | None:
        """Return what thinks of a useful next card for a player; None while no cards are asked for."""
        return self._table.screen_hint(player)

    def task_svg(self, key: str, what: str, language: Language) -> str | None:
        """Return a drawing of the scenario or puzzle that is played, as SVG."""
        return task_svg(self._table.header, self._table.game_state, key, what, language)

    def undo_steps(self) -> tuple[UndoStep, ...]:
        """Return what can be undone, the newest first."""
        return self._table.undo_steps()

    def camera_latency_s(self) -> float | None:
        """Return how late the cameras' pictures come, s; None if that was not measured."""
        return self._table.camera_latency_s

    def preview_jpeg(self, camera: str = "", *, raw: bool = False) -> bytes | None:
        """Return the cameras' newest picture, or that of one, as JPEG; None without a camera or a first look."""
        return None if self._eye is None else self._eye.preview_jpeg(not raw, camera=camera) or None

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        """Hand a command to the table and return its answer."""
        while self._plays.is_set() or name in STOPS:
            await self._plays.wait()
            asked = asyncio.ensure_future(self._table.submit(name, args))
            left = asyncio.ensure_future(self._left.wait())
            await asyncio.wait({asked, left}, return_when=asyncio.FIRST_COMPLETED)
            left.cancel()
            if asked.done():
                return asked.result()
            # Nobody answers any more.
            asked.cancel()
        return CommandAnswer(False, say("not-now"))
