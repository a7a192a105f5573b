"""Serve a game's page in the game's own loop, and open it in a browser."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import _
from controller.app.compose.table_records import TableRecords
from controller.app.compose.task_art import task_svg
from controller.app.config.table_file import PagePlan
from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from controller.games.tabletop import CardHint
from controller.table.core.actor import Table
from controller.table.core.mailbox import CommandAnswer
from controller.table.core.screen_hands import ScreenHand
from controller.table.view.undo_steps import UndoStep
from controller.table.view.view import View
from controller.vision.fusion.multi_camera import AnyCameraReader


class Screens:
    """What the page needs: views with the eye's preview, and the table's ear."""

    def __init__(self, table: Table, eye: AnyCameraReader | None) -> None:
        self._table = table
        self._eye = eye

    def latest(self) -> View:
        """Return the newest view of the table."""
        return self._table.latest()

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Call back with each new view; return a function that ends it."""
        return self._table.subscribe(callback)

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

    def preview_jpeg(self) -> bytes | None:
        """Return the camera's newest picture as JPEG; None without a camera."""
        return None if self._eye is None else self._eye.preview_jpeg()

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        """Hand a command to the table and return its answer."""
        return await self._table.submit(name, args)


@asynccontextmanager
async def served_page(
    table: Table,
    eye: AnyCameraReader | None,
    plan: PagePlan,
    language: Language,
    out: TextIO,
    records: Path,
    *,
    browser: bool = True,
) -> AsyncIterator[Console]:
    """Serve the page while the game is played; a page that fails does not hurt the game.

    ``records``: the record that is written now. Raises PortBusy before the game begins.
    """
    screens = Screens(table, eye)
    key = plan.key or secrets.token_urlsafe(6)
    options = ServerOptions(plan.host, plan.port, language)
    console = Console(
        screens, screens, options, key=key, stop_port=plan.stop_port, records=TableRecords(table, records)
    )
    serving = console.start()
    out.writelines(_addresses(console, language, key if out.isatty() else None))
    out.flush()
    if browser:
        # Starting a browser can take seconds: not in the loop.
        await asyncio.to_thread(webbrowser.open, console.entry_url())
    try:
        yield console
    finally:
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving


def _addresses(console: Console, language: Language, key: str | None) -> Iterator[str]:
    """Return the lines that say where the page is; the key (None: it is not told) in a line of its own."""
    addresses = {_("The page:"): console.url, _("Facilitator:"): console.console_url, _("Phones:"): console.phones_url}
    lines = {**addresses, _("Key of the facilitator:"): key}
    labels = {translate(label, language): told for label, told in lines.items() if told}
    width = max(map(len, labels))
    return (f"{label:<{width}} {told}\n" for label, told in labels.items())
