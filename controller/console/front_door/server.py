"""The front door's web server: its pages, what can be played, games without a table, and the way to tables."""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from boards.base.catalogue import Language, language_name, languages
from boards.base.errors import GolemError, Problems
from boards.base.message import _
from controller.console import access_control as guard
from controller.console.assets import Asset, json_asset, page_files, svg_asset
from controller.console.front_door.class_routes import ClassRoutes
from controller.console.front_door.following_games import FollowingGames
from controller.console.front_door.messages import SeatView, Visitor, WatchView
from controller.console.front_door.ports import Lobby, OpenGame
from controller.console.front_door.print_routes import PrintRoutes
from controller.console.front_door.problem_answers import problems_answer
from controller.console.front_door.replay_routes import ReplayRoutes, Replays
from controller.console.front_door.rights import FACILITATOR_NEEDED, PHONE, SeatRights, cookie_of
from controller.console.front_door.sessions import Sessions
from controller.console.front_door.setup_messages import SetupPort
from controller.console.front_door.setup_routes import SetupRoutes
from controller.console.game_wishes import read_wish, task_answer
from controller.console.http_answers import (
    NEVER_KEEP,
    Guarded,
    http_error,
    json_answer,
    read_json,
    refused,
    send_asset,
    server_error,
)
from controller.console.load.peers import group_of
from controller.console.load.request_rate import RateLimits, RequestRate
from controller.console.rulebook_routes import rulebook_routes
from controller.console.serving.listening_socket import address_for_phones, is_loopback, listen, own_names
from controller.console.serving.server_options import DEFAULT_OPTIONS, ServerOptions
from controller.console.serving.web_server import serve_app
from controller.console.shared_routes import shared_routes
from controller.console.table_routes import TableRoutes

_log = logging.getLogger(__name__)

PAGES: Mapping[str, str] = {
    "/": "home",
    "/play": "play",
    "/setup": "setup",
    "/continue": "records",
    "/watch": "watch",
    "/print": "printing",
    "/puzzles": "puzzles",
    "/class": "class",
    "/replays": "records",
    "/join": "join",
}
"""Address -> the folder of its page."""

HAND_OVER_S = 600.0
"""How long a code makes another browser a facilitator's."""

AnswerT = TypeVar("AnswerT")


class FrontDoor:
    """Serve the lobby until it is cancelled."""

    def __init__(
        self,
        lobby: Lobby,
        sessions: Sessions,
        replays: Replays,
        setup: SetupPort,
        options: ServerOptions = DEFAULT_OPTIONS,
    ) -> None:
        """Set up the server; nothing is served yet."""
        self._lobby = lobby
        self._setup = setup
        self._sessions = sessions
        self._replays = ReplayRoutes(replays, self._refuse)
        self._host = options.host
        self._port = options.port
        self._language: Language = options.language
        self._names = own_names() | {name.lower() for name in options.names}
        self._listener: socket.socket | None = None
        self._for_phones: asyncio.Task[None] | None = None
        self._phones_host: str | None = None
        self._tables: dict[str, tuple[OpenGame, TableRoutes, Router]] = {}
        self._catalogue: Asset | None = None
        self._rate = RequestRate(RateLimits())

    # Where it is

    def open(self) -> None:
        """Take the port now. Raises PortBusy or AddressUnusable."""
        if self._listener is None:
            self._listener = listen(self._host, self._port)
            self._port = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        """The page for a browser on this machine."""
        return self._url("127.0.0.1" if self._host in ("0.0.0.0", "::") else self._host)

    @property
    def phones_url(self) -> str:
        """The page for phones in the room; this machine's own address, if there is no network."""
        if not is_loopback(self._host):
            found = address_for_phones() if self._host in ("0.0.0.0", "::") else self._host
        else:
            found = self._phones_host
        return self.url if found is None else self._url(found)

    def _url(self, host: str) -> str:
        name = f"[{host}]" if guard.is_address(host) and ipaddress.ip_address(host).version == 6 else host
        return f"http://{name}:{self._port}/"

    async def serve(self) -> None:
        """Serve until cancelled."""
        self.open()
        listener, self._listener = self._listener, None
        assert listener is not None
        try:
            await serve_app(self.app(), [listener])
        finally:
            if self._for_phones is not None:
                self._for_phones.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._for_phones
            for _, routes, _ in self._tables.values():
                routes.detach()
            listener.close()

    def let_phones_in(self) -> None:
        """Listen on this machine's address in the room, too; nothing happens where that is not possible."""
        host = address_for_phones()
        if not is_loopback(self._host) or host is None or self._for_phones is not None:
            return
        try:
            listener = listen(host, self._port)
        except GolemError as error:
            _log.warning("phones can't come in: %s", error)
            return
        self._phones_host = host
        task = asyncio.get_running_loop().create_task(serve_app(self.app(), [listener]), name="front door for phones")
        task.add_done_callback(lambda _task: listener.close())
        self._for_phones = task

    def app(self) -> ASGIApp:
        """Return the ASGI application."""
        routes: list[BaseRoute] = [
            *(Route(path, self._page(folder)) for path, folder in PAGES.items()),
            Route("/api/visitor.json", self._visitor),
            Route("/api/catalogue.json", self._send_catalogue),
            Route("/api/tasks/{kind}/{key}.svg", self._task_picture),
            Route("/api/lobby.json", self._facilitator(self._send_lobby)),
            Route("/api/watch.json", self._send_watch),
            Route("/api/tasks", self._facilitator(self._read_task), methods=["POST"]),
            Route("/api/games", self._facilitator(self._begin), methods=["POST"]),
            Route("/api/records/{record}/resume", self._facilitator(self._resume), methods=["POST"]),
            Route("/api/games/{game}/close", self._facilitator(self._close), methods=["POST"]),
            Route("/api/games/{game}/seats.json", self._facilitator(self._send_seats)),
            Route("/api/games/{game}/seats/{player}/free", self._facilitator(self._free), methods=["POST"]),
            Route("/tables/{table}/console", self._facilitator(self._enter_table)),
            Route("/api/tables", self._facilitator(self._start_table), methods=["POST"]),
            Route("/api/hand-over", self._facilitator(self._hand_over), methods=["POST"]),
            Route("/api/qr.svg", self._facilitator(self._qr)),
            Route("/manifest.webmanifest", self._whole("manifest.webmanifest")),
            Route("/sw.js", self._whole("sw.js")),
            Route("/session", self._enter, methods=["POST"]),
            Mount("/games/{game}", app=self._game),
            *self._replays.routes(),
            *PrintRoutes(self._lobby).routes(),
            *ClassRoutes(self._lobby, self._facilitator).routes(),
            *SetupRoutes(self._setup, self._facilitator).routes(),
            *rulebook_routes(self._language),
            *shared_routes(),
        ]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: http_error, 500: server_error})
        return Guarded(inner, frozenset(self._names), rate=self._rate, known_as=self._known_as)

    # Who is who

    @property
    def _cookie(self) -> str:
        """The cookie's name. Browsers share cookies between the ports of a machine, so the port is in it."""
        return f"golem_session_{self._port}"

    def _of(self, connection: HTTPConnection) -> str | None:
        return cookie_of(connection.headers, self._cookie)

    def _known_as(self, headers: Headers) -> str:
        return self._sessions.name_of(cookie_of(headers, self._cookie))

    def _with_cookie(self, response: Response, cookie: str) -> Response:
        response.set_cookie(self._cookie, cookie, max_age=30 * 86_400, path="/", httponly=True, samesite="strict")
        return response

    def _refuse(self, request: Request) -> guard.Refusal | None:
        """Why a request is not the facilitator's; None if it is."""
        refusal = guard.refuse_origin(request.headers)
        known = refusal is not None or self._sessions.is_facilitator(self._of(request))
        return refusal if known else FACILITATOR_NEEDED

    def _facilitator(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Answer the facilitator only, and no other site."""

        async def guarded(request: Request) -> Response:
            refusal = self._refuse(request)
            return await answer(request) if refusal is None else refused(refusal)

        return guarded

    def _page(self, folder: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            response = send_asset(request, page_files()[f"static/{folder}/index.html"])
            # Whoever sits at this machine is the facilitator; a browser that has a seat already stays that.
            at_home = request.client is not None and is_loopback(request.client.host) and folder != "join"
            cookie = self._of(request)
            if at_home and not self._sessions.is_known(cookie):
                self._with_cookie(response, self._sessions.make_facilitator(None))
            return response

        return page

    def _whole(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """Answer with a file that must lie at the root of all addresses."""

        async def file(request: Request) -> Response:
            return send_asset(request, page_files()[f"static/app/{name}"])

        return file

    async def _visitor(self, request: Request) -> Response:
        cookie = self._of(request)
        named = {language: language_name(language) for language in languages()}
        facilitator = self._sessions.is_facilitator(cookie)
        return json_answer(Visitor(self._language, named, facilitator, list(self._sessions.seats_of(cookie))))

    async def _enter(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers)
        body = await read_json(request)
        if refusal is None and isinstance(body, guard.Refusal):
            refusal = body
        code = body.get("code") if isinstance(body, dict) else None
        if refusal is None and not isinstance(code, str):
            refusal = guard.Refusal(400, "bad-command", _('a code looks like {"code": "..."}'))
        if refusal is not None:
            return refused(refusal)
        cookie = self._of(request)
        known = cookie if self._sessions.is_known(cookie) else None
        entered = self._sessions.enter(str(code).strip().lower(), known, group_of(request.client))
        if isinstance(entered, guard.Refusal):
            return refused(entered)
        cookie, seat = entered
        page = "/" if seat is None else f"/games/{seat[0]}/seat"
        return self._with_cookie(json_answer({"ok": True, "address": page}), cookie)

    # The hall

    async def _send_catalogue(self, request: Request) -> Response:
        if self._catalogue is None:
            self._catalogue = await asyncio.to_thread(lambda: json_asset(msgspec.json.encode(self._lobby.catalogue())))
        return send_asset(request, self._catalogue)

    async def _task_picture(self, request: Request) -> Response:
        """Send the board of a scenario or a puzzle that can be chosen; it is no secret."""
        kind, key = request.path_params["kind"], request.path_params["key"]
        svg = await asyncio.to_thread(self._lobby.task_picture, kind, key)
        if svg is None:
            raise HTTPException(404)
        return send_asset(request, svg_asset(svg))

    async def _send_lobby(self, request: Request) -> Response:
        return json_answer(await asyncio.to_thread(self._lobby.view))

    async def _send_watch(self, request: Request) -> Response:
        """Send what everybody may watch: games that are open."""
        view = await asyncio.to_thread(self._lobby.view)
        running = [table for table in view.tables if table.state == "running"]
        return json_answer(WatchView(view.games, running))

    async def _read_task(self, request: Request) -> Response:
        return await task_answer(request, self._lobby.task)

    async def _begin(self, request: Request) -> Response:
        wanted = await read_wish(request)
        if isinstance(wanted, guard.Refusal):
            return refused(wanted)
        return await self._opened(self._lobby.begin(wanted))

    async def _resume(self, request: Request) -> Response:
        return await self._opened(self._lobby.resume(request.path_params["record"]))

    async def _opened(self, opening: Awaitable[OpenGame]) -> Response:
        try:
            game = await opening
        except GolemError as error:
            return problems_answer(error)
        self._seat(game)
        return json_answer({"ok": True, "id": game.id, "address": f"/games/{game.id}/console"})

    def _seat(self, game: OpenGame) -> None:
        """Let those in who play on phones; whoever has such a seat keeps it."""
        phones = tuple(player for player, who in game.seats.items() if who == PHONE)
        self._sessions.set_seats(game.id, phones)
        if phones:
            self.let_phones_in()

    async def _close(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in self._lobby.games:
            raise HTTPException(404)
        known = self._tables.pop(game, None)
        if known is not None:
            known[1].detach()
        try:
            await self._lobby.close(game)
        except GolemError as error:
            # It is closed all the same; people are told that its record may lack the end.
            return problems_answer(error)
        return json_answer({"ok": True})

    async def _enter_table(self, request: Request) -> Response:
        """Lead the facilitator to the console of a table on this computer, which lets this browser in."""
        address = await asyncio.to_thread(self._lobby.table_entry, request.path_params["table"])
        if address is None:
            raise HTTPException(404)
        return RedirectResponse(address, 303, headers=NEVER_KEEP)

    async def _start_table(self, request: Request) -> Response:
        body = await read_json(request)
        if isinstance(body, guard.Refusal):
            return refused(body)
        file = body.get("file") if isinstance(body, dict) else None
        if not isinstance(file, str):
            return refused(guard.Refusal(400, "bad-command", _('a table looks like {"file": "table.yaml"}')))
        try:
            self._lobby.start_table(file)
        except Problems as problems:
            return problems_answer(problems)
        return json_answer({"ok": True})

    # Seats and codes

    async def _send_seats(self, request: Request) -> Response:
        codes = self._sessions.codes(request.path_params["game"])
        seats = [SeatView(player, f"{self.phones_url}join#{code}", taken) for player, (code, taken) in codes.items()]
        return json_answer({"seats": seats})

    async def _free(self, request: Request) -> Response:
        self._sessions.free(request.path_params["game"], request.path_params["player"])
        return json_answer({"ok": True})

    async def _hand_over(self, request: Request) -> Response:
        self.let_phones_in()
        code = self._sessions.hand_over(HAND_OVER_S)
        return json_answer({"ok": True, "address": f"{self.phones_url}join#{code}"})

    async def _qr(self, request: Request) -> Response:
        """Draw an address of this front door as a QR code; no other text."""
        text = request.query_params.get("text", "")
        if not text.startswith(self.phones_url) or len(text) > 200:
            raise HTTPException(404)
        out = io.BytesIO()
        segno.make(text, error="m").save(out, kind="svg", border=4, scale=4, xmldecl=False, light="#ffffff")
        return Response(out.getvalue(), media_type="image/svg+xml", headers=NEVER_KEEP)

    # Games

    async def _game(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the pages of the game that it names."""
        game = self._lobby.games.get(scope["path_params"]["game"])
        if game is None:
            raise HTTPException(404)
        await self._router(game)(scope, receive, send)

    def _router(self, game: OpenGame) -> Router:
        known = self._tables.get(game.id)
        if known is not None and known[0] is game:
            return known[2]
        if known is not None:
            known[1].detach()
        rights = SeatRights(game, self._sessions, self._cookie)
        following = FollowingGames(self._lobby, game, self._seat)
        routes = TableRoutes(game.views, following, rights, language=self._language)
        routes.attach()
        router = Router(routes=routes.routes())
        self._tables[game.id] = game, routes, router
        return router
