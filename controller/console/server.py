"""The web server of one table: the spectators' display, the facilitator's console, views out, commands in.

It runs as a child task in the game's own event loop. It touches no signal, and its end is not the game's.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from boards.base.catalogue import Language
from controller.console import access_control as guard
from controller.console.console_ports import Commands, Views
from controller.console.entry_routes import EntryRoutes
from controller.console.http_answers import Guarded, http_error, server_error
from controller.console.key_rights import KeyRights
from controller.console.load.key_guesses import SlowedGuesses
from controller.console.load.request_rate import RateLimits, RequestRate
from controller.console.load.stop_server import SharedStop, StopServer
from controller.console.record_routes import RecordRoutes, Records
from controller.console.rulebook_routes import rulebook_routes
from controller.console.serving.listening_socket import (
    ConsoleError,
    KeyUnusable,
    OpenToAll,
    address_for_phones,
    is_loopback,
    listen,
    own_names,
)
from controller.console.serving.server_options import DEFAULT_OPTIONS, ServerOptions
from controller.console.serving.web_server import serve_app
from controller.console.shared_routes import shared_routes
from controller.console.table_routes import ALIVE_S, TableRoutes

_log = logging.getLogger(__name__)


class Console:
    """The page of one table. ``serve()`` runs it, ``url`` says where it is."""

    def __init__(
        self,
        views: Views,
        commands: Commands,
        options: ServerOptions = DEFAULT_OPTIONS,
        *,
        key: str | None = None,
        alive_s: float = ALIVE_S,
        stop_port: int = 0,
        records: Records | None = None,
    ) -> None:
        """Set up the server; nothing is served yet. ``stop_port``: of the emergency stop alone.

        ``records`` are listed for the facilitator, and can be seen again.

        ``key`` opens the facilitator's commands; no key is allowed only where nobody else can reach the page.
        ``alive_s`` is how often an idle screen is sent a sign of life, in seconds. Raises :class:`OpenToAll` or
        :class:`KeyUnusable`.
        """
        host = options.host
        if key is None and not is_loopback(host):
            raise OpenToAll(host)
        if key is not None and not (key and all("!" <= letter <= "~" for letter in key)):
            raise KeyUnusable
        self._host = host
        self._port = options.port
        self._key = key
        self._rights = KeyRights(key, lambda: self._port)
        self._entry = EntryRoutes(self._rights, lambda: self.phones_url or self.url)
        self._language: Language = options.language
        self._names = own_names() | {name.lower() for name in options.names}
        if not guard.is_address(host):
            self._names |= {host.lower()}
        self._stop_address = options.stop_address
        if self._stop_address:
            self._names |= {guard.host_name(self._stop_address.removeprefix("https://")) or ""}
        shared_stop = SharedStop(lambda: commands.submit("estop", {}))
        self._stop = StopServer(
            shared_stop, frozenset(self._names), host=host, port=stop_port, behind_tls=bool(self._stop_address)
        )
        self._table = TableRoutes(
            views,
            commands,
            self._rights,
            language=options.language,
            alive_s=alive_s,
            stop=shared_stop,
            stop_ways=lambda: (self._open_stop_port(), self._stop_address),
        )
        self._records = None if records is None else RecordRoutes(records, self._rights.refuse_console)
        self._listener: Any = None

    # Where it is

    def open(self) -> None:
        """Take the port now, so that a busy one is known before the game begins; :meth:`serve` does it otherwise.

        Raises :class:`PortBusy` or :class:`AddressUnusable`. Tries no other port by itself.
        """
        if self._listener is None:
            self._listener = listen(self._host, self._port)
            self._port = self._listener.getsockname()[1]
            try:
                self._stop.open()
            except ConsoleError:
                self.close()
                raise

    def close(self) -> None:
        """Give the ports back, if :meth:`serve` never ran."""
        self._stop.close()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    @property
    def port(self) -> int:
        """The port; the real one, not 0, once it is open."""
        return self._port

    @property
    def stop_port(self) -> int:
        """The port of the emergency stop; the real one once it is open."""
        return self._stop.port

    def _open_stop_port(self) -> int | None:
        return self._stop.port or None

    @property
    def url(self) -> str:
        """The spectators' page for a browser on this machine."""
        return self._url(self._host)

    @property
    def key(self) -> str | None:
        """The facilitator's key."""
        return self._key

    @property
    def console_url(self) -> str:
        """The facilitator's console; it asks for the key."""
        return f"{self.url}console"

    def entry_url(self) -> str:
        """Return an address that opens the console in one browser, once and within ten minutes: for a browser here."""
        code = self._rights.code()
        return f"{self.url}enter?code={code}" if code else self.console_url

    @property
    def phones_url(self) -> str | None:
        """The spectators' page for others in the network; None if they can't reach it."""
        if is_loopback(self._host):
            return None
        address = address_for_phones() if self._host in ("0.0.0.0", "::") else self._host
        return None if address is None else self._url(address)

    def _url(self, host: str) -> str:
        if host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
        name = f"[{host}]" if guard.is_address(host) and ipaddress.ip_address(host).version == 6 else host
        return f"http://{name}:{self._port}/"

    # How it runs

    def start(self) -> asyncio.Task[None]:
        """:meth:`open`, then :meth:`serve` as a task whose failure is logged and hurts nobody. Cancel it to end."""
        self.open()
        task = asyncio.get_running_loop().create_task(self.serve(), name="console")
        task.add_done_callback(_note_the_end)
        return task

    async def serve(self) -> None:
        """Serve until cancelled; then the screens are told, and the port is free again."""
        self.open()
        listener, self._listener = self._listener, None
        self._table.attach()
        self._stop.start(self._port)
        try:
            await serve_app(self.app(), [listener])
        finally:
            self._table.detach()
            listener.close()
            await self._stop.end()

    def app(self) -> ASGIApp:
        """Return the ASGI application: routes inside, the guards around them."""
        records = [] if self._records is None else self._records.routes()
        routes = [
            *records,
            *self._entry.routes(),
            *self._table.routes(),
            *rulebook_routes(self._language),
            *shared_routes(),
        ]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: http_error, 500: server_error})
        rate = RequestRate(RateLimits())
        slowed = SlowedGuesses(inner, self._rights.is_key, lambda: asyncio.get_running_loop().time())
        return Guarded(
            slowed,
            frozenset(self._names),
            rate=rate,
            known_as=lambda headers: "facilitator" if self._rights.has_cookie(headers) else "",
            stop_port=self._open_stop_port,
            stop_address=self._stop_address,
        )


def _note_the_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the page is dead, the game goes on: %s", error, exc_info=error)
