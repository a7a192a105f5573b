"""Serve a game's page in the game's own loop, and open it in a browser."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import _
from controller.app.compose.screens import Screens
from controller.app.compose.table_records import TableRecords
from controller.app.config.table_file import PagePlan
from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions


@asynccontextmanager
async def served_page(
    screens: Screens,
    plan: PagePlan,
    language: Language,
    out: TextIO,
    records: TableRecords,
    *,
    browser: bool = True,
) -> AsyncIterator[Console]:
    """Serve the page while games are played; a page that fails does not hurt the game.

    Raises PortBusy before the game begins.
    """
    key = plan.key or secrets.token_urlsafe(6)
    options = ServerOptions(plan.host, plan.port, language, stop_address=plan.stop_address or "")
    console = Console(
        screens,
        screens,
        options,
        key=key,
        stop_port=plan.stop_port,
        records=records,
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
