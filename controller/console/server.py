"""The web server of the table: the spectators' display, the facilitator's console, views out, commands in.

It runs as a child task in the game's own event loop. It touches no signal, and its end is not the game's.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
from collections.abc import Collection, Generator, Mapping
from typing import Any
from urllib.parse import quote

import uvicorn
from msgspec.structs import asdict
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from boards.base.catalogue import Language, language_name, languages, tell_all
from boards.base.errors import GolemError
from controller.console import access_control as guard
from controller.console.assets import Asset, page_files, picture, sound_file, svg_asset
from controller.console.broadcast import Broadcast
from controller.console.console_ports import COMMANDS, FOR_ANYONE, Commands, Views
from controller.console.listening_socket import (
    KeyUnusable,
    OpenToAll,
    address_for_phones,
    is_loopback,
    listen,
    own_names,
)
from controller.console.page_messages import TableSetup
from controller.table.core.commands.command_registry import button_groups

BODY_LIMIT = 4096
"""Bytes of a command; they are all short."""

SCREENS_LIMIT = 128
"""Screens that may be connected at once."""

ALIVE_S = 5.0
"""A quiet connection gets a sign of life this often (s). The page calls it dead after 2.5 times that."""

_log = logging.getLogger(__name__)


class _Server(uvicorn.Server):
    """uvicorn, without its hands on Ctrl-C: signals belong to the game, which stops the robots first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class Console:
    """The page of one table. ``serve()`` runs it, ``url`` says where it is."""

    def __init__(  # noqa: PLR0913 (options of one server, all by keyword)
        self,
        views: Views,
        commands: Commands,
        *,
        host: str = "127.0.0.1",
        port: int = 8080,
        key: str | None = None,
        language: Language = "en",
        names: Collection[str] = (),
        alive_s: float = ALIVE_S,
    ) -> None:
        """Set up the server; nothing is served yet.

        ``port`` 0 takes a free one. ``key`` opens the facilitator's commands; no key is allowed only where nobody else
        can reach the page. ``language`` is for browsers that ask for none of the table's languages. ``names`` are
        further host names of this machine. Raises :class:`OpenToAll` or :class:`KeyUnusable`.
        """
        if key is None and not is_loopback(host):
            raise OpenToAll(host)
        if key is not None and not (key and all("!" <= letter <= "~" for letter in key)):
            raise KeyUnusable
        self._views = views
        self._commands = commands
        self._host = host
        self._port = port
        self._key = key
        self._language: Language = language
        self._names = own_names() | {name.lower() for name in names}
        if not guard.is_address(host):
            self._names |= {host.lower()}
        self._alive_s = alive_s
        self._broadcast = Broadcast()
        self._listener: Any = None

    # Where it is

    def open(self) -> None:
        """Take the port now, so that a busy one is known before the game begins; :meth:`serve` does it otherwise.

        Raises :class:`PortBusy` or :class:`AddressUnusable`. Tries no other port by itself.
        """
        if self._listener is None:
            self._listener = listen(self._host, self._port)
            self._port = self._listener.getsockname()[1]

    def close(self) -> None:
        """Give the port back, if :meth:`serve` never ran."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    @property
    def port(self) -> int:
        """The port; the real one, not 0, once it is open."""
        return self._port

    @property
    def url(self) -> str:
        """The spectators' page for a browser on this machine."""
        return self._url(self._host)

    @property
    def console_url(self) -> str:
        """The facilitator's console, with the key."""
        return f"{self.url}console" + (f"?key={quote(self._key, safe='')}" if self._key is not None else "")

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
        self._broadcast = Broadcast()
        config = uvicorn.Config(
            self.app(),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=BODY_LIMIT,
            # Views are small; packing them for every screen would take time from the robots.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
            limit_concurrency=4 * SCREENS_LIMIT,
        )
        logging.getLogger("uvicorn").setLevel(logging.WARNING)
        server = _Server(config)
        listener, self._listener = self._listener, None
        unsubscribe = self._views.subscribe(self._broadcast.show)
        running = asyncio.get_running_loop().create_task(server.serve(sockets=[listener]), name="console server")
        try:
            latest = self._views.latest()
            if latest is not None:
                self._broadcast.show(latest)
            await asyncio.shield(running)
        finally:
            unsubscribe()
            server.should_exit = True
            await running
            listener.close()

    def app(self) -> ASGIApp:
        """Return the ASGI application: routes inside, the guards around them."""
        routes = [
            Route("/", self._page),
            Route("/console", self._page),
            Route("/setup.json", self._setup),
            Route("/view.json", self._view),
            Route("/preview.jpg", self._preview),
            Route("/key", self._check_key, methods=["POST"]),
            Route("/command", self._command, methods=["POST"]),
            Route("/static/{name:path}", self._file),
            Route("/fonts/{name:path}", self._file),
            Route("/art/{name:path}", self._picture),
            Route("/sound/{game}/{name}", self._sound),
            Route("/task/{key}/{what}/{language}", self._task),
            WebSocketRoute("/ws", self._watch),
        ]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: _http_error, 500: _server_error})
        return _Guarded(inner, frozenset(self._names))

    # Pages and pictures

    async def _page(self, request: Request) -> Response:
        return _send_asset(request, page_files()["static/table/index.html"])

    async def _file(self, request: Request) -> Response:
        asset = page_files().get(request.url.path.removeprefix("/"))
        if asset is None:
            raise HTTPException(404)
        return _send_asset(request, asset)

    async def _picture(self, request: Request) -> Response:
        # Drawing a large board takes tens of milliseconds, which belong to the robots.
        asset = await asyncio.to_thread(picture, request.path_params["name"])
        if asset is None:
            raise HTTPException(404)
        return _send_asset(request, asset)

    async def _sound(self, request: Request) -> Response:
        # Made when it is first asked for, which takes a while.
        asset = await asyncio.to_thread(sound_file, request.path_params["game"], request.path_params["name"])
        if asset is None:
            raise HTTPException(404)
        return _send_asset(request, asset)

    async def _task(self, request: Request) -> Response:
        key, what, told = (request.path_params[name] for name in ("key", "what", "language"))
        language = next((language for language in languages() if language == told), None)
        svg = None if language is None else self._views.task_svg(key, what, language)
        if svg is None:
            raise HTTPException(404)
        return _send_asset(request, svg_asset(svg))

    async def _setup(self, request: Request) -> Response:
        named = {language: language_name(language) for language in languages()}
        return _json(asdict(TableSetup(self._language, named, self._key is not None, self._alive_s, button_groups())))

    # Views out

    async def _view(self, request: Request) -> Response:
        text = self._broadcast.text()
        if text is None:
            return _refused(guard.Refusal(503, "no-view", "the table has nothing to show yet"))
        return Response(text, media_type="application/json", headers=_NEVER_KEEP)

    async def _preview(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or guard.refuse_key(request.headers, self._key)
        if refusal is not None:
            return _refused(refusal)
        jpeg = self._views.preview_jpeg()
        if jpeg is None:
            return Response(status_code=204, headers=_NEVER_KEEP)
        return Response(jpeg, media_type="image/jpeg", headers=_NEVER_KEEP)

    async def _watch(self, websocket: WebSocket) -> None:
        refusal = guard.refuse_origin(websocket.headers)
        if refusal is None and len(self._broadcast) >= SCREENS_LIMIT:
            refusal = guard.Refusal(503, "too-many", f"{SCREENS_LIMIT} screens are connected, no more fit")
        if refusal is not None:
            await websocket.send_denial_response(_refused(refusal))
            return
        await websocket.accept()
        screen = self._broadcast.join()
        sender = asyncio.get_running_loop().create_task(self._send(websocket, screen))
        try:
            message = await websocket.receive()
            if message["type"] == "websocket.receive":
                await websocket.close(1008, "this socket only shows; commands go to /command")
        finally:
            self._broadcast.leave(screen)
            sender.cancel()
            await asyncio.wait({sender})

    async def _send(self, websocket: WebSocket, screen: Any) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await websocket.send_text(await self._broadcast.next_message(screen, self._alive_s))

    # Commands in

    async def _check_key(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or guard.refuse_key(request.headers, self._key)
        return _json({"ok": True}) if refusal is None else _refused(refusal)

    async def _command(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers)
        if refusal is not None:
            return _refused(refusal)
        order = await _read_order(request)
        if isinstance(order, guard.Refusal):
            return _refused(order)
        name, args = order
        if name not in FOR_ANYONE:
            refusal = guard.refuse_key(request.headers, self._key)
            if refusal is not None:
                return _refused(refusal)
        try:
            answer = await self._commands.submit(name, args)
        except GolemError as error:
            return _refused(guard.Refusal(409, "refused", str(error)))
        return _json({"ok": answer.ok, "text": tell_all(answer.text)}, 200 if answer.ok else 409)


async def _read_order(request: Request) -> tuple[str, Mapping[str, Any]] | guard.Refusal:
    """Return the command in a request's body: ``{"name": "pause", "args": {}}``, ``args`` optional."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return guard.Refusal(415, "not-json", "a command is sent as application/json")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            return guard.Refusal(413, "too-long", f"a command has at most {BODY_LIMIT} bytes")
    try:
        order = json.loads(body)
    except (ValueError, RecursionError):
        return guard.Refusal(400, "not-json", "the command is not JSON")
    if not isinstance(order, dict) or not set(order) <= {"name", "args"}:
        return guard.Refusal(400, "bad-command", 'a command looks like {"name": "pause", "args": {}}')
    name, args = order.get("name"), order.get("args", {})
    if not isinstance(name, str) or not isinstance(args, dict):
        return guard.Refusal(400, "bad-command", "a command's name is text, its args are an object")
    if name not in COMMANDS:
        return guard.Refusal(400, "unknown-command", f"there is no such command; there are {', '.join(COMMANDS)}")
    return name, args


_NEVER_KEEP = {"cache-control": "no-store"}


def _json(content: Mapping[str, Any], status: int = 200) -> Response:
    return JSONResponse(content, status, headers=_NEVER_KEEP)


def _refused(refusal: guard.Refusal) -> Response:
    return _json({"ok": False, "error": refusal.error, "message": refusal.message}, refusal.status)


def _send_asset(request: Request, asset: Asset) -> Response:
    headers = {"etag": asset.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, media_type=asset.type, headers=headers)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = {404: "there is nothing here", 405: "this is not asked for in that way"}.get(
        error.status_code, error.detail
    )
    response = _refused(guard.Refusal(error.status_code, f"http-{error.status_code}", message))
    response.headers.update(error.headers or {})
    return response


async def _server_error(request: Request, error: Exception) -> Response:
    return _refused(guard.Refusal(500, "fault", "the page's server has a fault; the game goes on, see the terminal"))


def _note_the_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the page is dead, the game goes on: %s", error, exc_info=error)


class _Guarded:
    """Around the application: refuses foreign hosts, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message["headers"], *guard.SECURITY_HEADERS]}
            await send(message)

        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if name == b"host"
        }
        refusal = guard.refuse_host(headers, self._names)
        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send_with_headers).send_denial_response(_refused(refusal))
        else:
            await _refused(refusal)(scope, receive, send_with_headers)
