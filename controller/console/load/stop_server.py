"""The emergency stop's own way in: a port and a thread of its own, which no load on the page's port can take.

``POST /estop``, without a body, stops all robots, for anyone who can reach the table; nothing else is served. The page
asks here and on its own port at once.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.catalogue import translate_all
from boards.base.errors import GolemError
from boards.base.message import _
from controller.console import access_control as guard
from controller.console.http_answers import Guarded, http_error, json_answer, refused, server_error
from controller.console.load.connections import ConnectionLimits
from controller.console.load.fair_slots import SlotLimits
from controller.console.serving.listening_socket import listen
from controller.console.serving.web_server import serve_app
from controller.table.core.mailbox import CommandAnswer

_log = logging.getLogger(__name__)

ANSWER_S = 3.5
"""After this long without an answer of the table people are told to switch the robots off (the page waits 4 s)."""

STOP_LIMITS = ConnectionLimits(SlotLimits(total=64, group=24, reserved=16), request_s=3.0, stalled_s=3.0, closing_s=5.0)


REQUEST_HEADER = "x-golem-request"
"""On the page's own port: the id of a request. On the stop's port it is in the address, ``?request=ID``."""
REMEMBERED = 64
"""Requests whose answer is remembered."""


class SharedStop:
    """One emergency stop at a time, however many ask for it meanwhile: all of them hear the same answer.

    A page asks on two ways with one id: what comes second is answered from memory, and stops nothing again.
    """

    def __init__(self, stop: Callable[[], Awaitable[CommandAnswer]]) -> None:
        """``stop`` is called in the event loop of whoever calls this."""
        self._stop = stop
        self._under_way: asyncio.Task[CommandAnswer] | None = None
        self._known: dict[str, asyncio.Task[CommandAnswer]] = {}

    async def __call__(self, request: str = "") -> CommandAnswer:
        """Stop all robots. ``request``: its id, if it has one. Raises what the table raises."""
        task = self._known.get(request) if request else None
        if task is None:
            if self._under_way is None or self._under_way.done():
                self._under_way = asyncio.ensure_future(self._run())
            task = self._under_way
        if 0 < len(request) <= 64:
            self._known[request] = task
            while len(self._known) > REMEMBERED:
                del self._known[next(iter(self._known))]
        # Whoever goes away meanwhile does not end the stop.
        return await asyncio.shield(task)

    async def _run(self) -> CommandAnswer:
        return await self._stop()


class StopServer:
    """Serves the emergency stop in a thread of its own. :meth:`open`, :meth:`start`, :meth:`end`."""

    def __init__(
        self, stop: SharedStop, names: frozenset[str], *, host: str, port: int = 0, behind_tls: bool = False
    ) -> None:
        """``stop`` runs in the loop that calls :meth:`start`; ``port`` 0 takes a free one.

        ``behind_tls``: pages reach it through a proxy with TLS, too.
        """
        self._behind_tls = behind_tls
        self._stop = stop
        self._names = names
        self._host = host
        self._port = port
        self._page_port = 0
        self._listener: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._ended: Future[None] = Future()
        self._served: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
        self._table_loop: asyncio.AbstractEventLoop | None = None

    @property
    def port(self) -> int:
        """The port; the real one once it is open."""
        return self._port

    def open(self) -> None:
        """Take the port. Raises :class:`PortBusy` or :class:`AddressUnusable`."""
        if self._listener is None:
            self._listener = listen(self._host, self._port)
            self._port = self._listener.getsockname()[1]

    def close(self) -> None:
        """Give the port back, if it was never served."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def start(self, page_port: int) -> None:
        """Serve from now on; ``page_port``: of the pages that may ask from a browser."""
        self.open()
        self._page_port = page_port
        self._table_loop = asyncio.get_running_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), name="emergency stop", daemon=True)
        self._thread.start()
        started.wait()

    async def end(self) -> None:
        """End serving; the port is free again afterwards."""
        if self._served is None:
            self.close()
            return
        loop, end = self._served
        self._served = None
        loop.call_soon_threadsafe(end.set)
        await asyncio.shield(asyncio.wrap_future(self._ended))

    # In its own thread

    def _run(self, started: threading.Event) -> None:
        async def serve() -> None:
            assert self._listener is not None
            listener, self._listener = self._listener, None
            end = asyncio.Event()
            self._served = asyncio.get_running_loop(), end
            serving = asyncio.ensure_future(serve_app(self._app(), [listener], STOP_LIMITS))
            serving.add_done_callback(_note_the_end)
            started.set()
            await end.wait()
            serving.cancel()
            await asyncio.wait({serving})
            listener.close()

        try:
            asyncio.run(serve())
        finally:
            self._ended.set_result(None)

    def _app(self) -> Guarded:
        routes = [Route("/estop", self._answer, methods=["POST"])]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: http_error, 500: server_error})
        return Guarded(inner, self._names)

    async def _answer(self, request: Request) -> Response:
        refusal = guard.refuse_page_origin(request.headers, self._page_port, behind_tls=self._behind_tls)
        if refusal is not None:
            return refused(refusal)
        response = await self._stopped(request.query_params.get("request", ""))
        origin = request.headers.get("origin")
        if origin is not None:
            response.headers["access-control-allow-origin"] = origin
            response.headers["cross-origin-resource-policy"] = "same-site"
        return response

    async def _stopped(self, request: str) -> Response:
        loop = self._table_loop
        if loop is None or loop.is_closed():
            return _silent()
        asked = asyncio.run_coroutine_threadsafe(self._stop(request), loop)
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await asyncio.wrap_future(asked)
        except TimeoutError:
            return _silent()
        except GolemError as error:
            return refused(guard.Refusal(409, "refused", error.message))
        return json_answer({"ok": answer.ok, "text": translate_all(answer.text)}, 200 if answer.ok else 409)


def _note_the_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the emergency stop's own port is dead, the page still stops: %s", error)


def _silent() -> Response:
    return refused(guard.Refusal(503, "estop-lost", _("The table does not answer. Switch the robots off by hand!")))
