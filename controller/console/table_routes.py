"""The pages of one table, wherever they are served: its screens, its console, views out, commands in.

Who may do what is asked of :class:`Rights`: the facilitator's key on a table of its own, sessions at the front door.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec.structs import asdict
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from boards.base.catalogue import Language, language_name, languages, translate_all
from boards.base.errors import GolemError
from boards.base.message import _
from controller.console import access_control as guard
from controller.console.assets import page_files, svg_asset
from controller.console.broadcast import Broadcast, Screen
from controller.console.console_ports import COMMANDS, FOR_ANYONE, Commands, Views
from controller.console.front_door.problem_answers import problems_answer
from controller.console.game_wishes import read_wish, task_answer
from controller.console.http_answers import NEVER_KEEP, json_answer, read_json, refused, send_asset
from controller.console.load.fair_slots import FairSlots, SlotLimits
from controller.console.load.peers import group_of, is_this_machine
from controller.console.load.stop_server import REQUEST_HEADER, SharedStop
from controller.console.page_messages import CamerasMessage, HandMessage, HintMessage, TableSetup, UndoView
from controller.table.core.commands.command_registry import button_groups

SCREENS_LIMIT = 128
"""Screens that may be connected at once."""
SCREENS_OF_ONE = 48
"""Of them from one address: a classroom behind one router."""
SCREENS_RESERVED = 16
"""Of them for the facilitator: for this machine, and for addresses from which the key was given."""

ALIVE_S = 5.0
"""A quiet connection gets a sign of life this often (s). The page calls it dead after 2.5 times that."""


class Rights(Protocol):
    """Who may do what at one table, by the headers of a request."""

    @property
    def key_needed(self) -> bool:
        """Whether the console asks for a key."""
        ...

    def refuse_console(self, headers: Headers) -> guard.Refusal | None:
        """None for whoever may do all that the facilitator may."""
        ...

    def refuse_command(self, headers: Headers, name: str, args: Mapping[str, Any]) -> guard.Refusal | None:
        """None for whoever may give this command. Those that are for anyone are not asked about."""
        ...

    def lays_for(self, headers: Headers) -> tuple[str, ...]:
        """Return the players whose cards this browser may see and lay."""
        ...

    def known_as(self, headers: Headers) -> str:
        """Return whose browser this surely is: the facilitator's, or that of a seat; empty for all others."""
        ...

    def remember(self, response: Response) -> None:
        """Let the browser of this answer go on as it may now, without showing a key again."""
        ...


class TableRoutes:
    """The routes of one table. Between :meth:`attach` and :meth:`detach` its views go out."""

    def __init__(
        self,
        views: Views,
        commands: Commands,
        rights: Rights,
        *,
        language: Language,
        alive_s: float = ALIVE_S,
        stop: SharedStop | None = None,
        stop_ways: Callable[[], tuple[int | None, str]] = lambda: (None, ""),
    ) -> None:
        """``language`` is for browsers that ask for none of the table's languages.

        ``stop``: the emergency stop that another port asks for, too; ``stop_ways`` says which,
        and where pages over TLS ask for it.
        """
        self._views = views
        self._commands = commands
        self._rights = rights
        self._language: Language = language
        self._alive_s = alive_s
        self._stop = stop or SharedStop(lambda: commands.submit("estop", {}))
        self._stop_ways = stop_ways
        self._broadcast = Broadcast(lambda: views.game)
        self._unsubscribe: Callable[[], None] | None = None
        self._places: FairSlots[Screen] = FairSlots(SlotLimits(SCREENS_LIMIT, SCREENS_OF_ONE, SCREENS_RESERVED))
        self._facilitators: dict[str, None] = {}
        """Addresses from which the key was given, the newest last."""

    def attach(self) -> None:
        """Send the views of the table to its screens from now on."""
        self._broadcast = Broadcast(lambda: self._views.game)
        self._unsubscribe = self._views.subscribe(self._broadcast.show)
        latest = self._views.latest()
        if latest is not None:
            self._broadcast.show(latest)

    def detach(self) -> None:
        """Send nothing any more."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def routes(self) -> list[BaseRoute]:
        """Return them; their addresses begin where they are mounted."""
        return [
            Route("/", self._page),
            Route("/console", self._page),
            Route("/seat", self._page),
            Route("/next", self._next_page),
            Route("/games.json", self._send_games),
            Route("/games", self._begin_game, methods=["POST"]),
            Route("/tasks", self._read_task, methods=["POST"]),
            Route("/hand.json", self._hand),
            Route("/hint.json", self._hint),
            Route("/setup.json", self._setup),
            Route("/view.json", self._view),
            Route("/undo.json", self._undo),
            Route("/cameras.json", self._cameras),
            Route("/records.json", self._no_records),
            Route("/preview.jpg", self._preview),
            Route("/key", self._check_key, methods=["POST"]),
            Route("/command", self._command, methods=["POST"]),
            Route("/task/{key}/{what}/{language}", self._task),
            WebSocketRoute("/ws", self._watch),
        ]

    # Pages and pictures

    async def _page(self, request: Request) -> Response:
        return send_asset(request, page_files()["static/table/index.html"])

    async def _next_page(self, request: Request) -> Response:
        return send_asset(request, page_files()["static/next/index.html"])

    async def _send_games(self, request: Request) -> Response:
        """Send what can be played next."""
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        if refusal is not None:
            return refused(refusal)
        if (games := self._commands.games) is None:
            raise HTTPException(404)
        return json_answer(await asyncio.to_thread(games.catalogue))

    async def _begin_game(self, request: Request) -> Response:
        """End the game that is played, and begin another."""
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        wanted = refusal or await read_wish(request)
        if isinstance(wanted, guard.Refusal):
            return refused(wanted)
        if (games := self._commands.games) is None:
            raise HTTPException(404)
        try:
            await games.begin(wanted)
        except GolemError as error:
            return problems_answer(error)
        return json_answer({"ok": True})

    async def _read_task(self, request: Request) -> Response:
        """Send what a scenario's or a puzzle's file offers."""
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        if refusal is not None:
            return refused(refusal)
        if (games := self._commands.games) is None:
            raise HTTPException(404)
        return await task_answer(request, games.task)

    async def _task(self, request: Request) -> Response:
        key, what, told = (request.path_params[name] for name in ("key", "what", "language"))
        language = next((language for language in languages() if language == told), None)
        svg = None if language is None else self._views.task_svg(key, what, language)
        if svg is None:
            raise HTTPException(404)
        return send_asset(request, svg_asset(svg))

    async def _setup(self, request: Request) -> Response:
        named = {language: language_name(language) for language in languages()}
        lays_for = self._rights.lays_for(request.headers)
        needed = self._rights.key_needed
        return json_answer(
            asdict(
                TableSetup(
                    self._language,
                    named,
                    needed,
                    self._alive_s,
                    button_groups(),
                    list(lays_for),
                    *self._stop_ways(),
                    self._commands.games is not None,
                )
            )
        )

    async def _hand(self, request: Request) -> Response:
        """Send a player's own cards to whoever lays them."""
        player = request.query_params.get("player", "")
        refusal = self._refuse_hand(request, player)
        if refusal is not None:
            return refused(refusal)
        hand = self._views.screen_hand(player)
        if hand is None:
            return json_answer(asdict(HandMessage(player, False, [], {}, False, False, [])))
        rows, problems = [list(row) for row in hand.rows], [dict(translate_all(problem)) for problem in hand.problems]
        told = HandMessage(player, True, rows, dict(hand.supply), hand.all_rows, hand.ready, problems)
        return json_answer(asdict(told))

    async def _hint(self, request: Request) -> Response:
        """Send a useful next card to whoever lays a player's cards. Nothing of it is kept."""
        player = request.query_params.get("player", "")
        refusal = self._refuse_hand(request, player)
        if refusal is not None:
            return refused(refusal)
        think = self._views.screen_hint(player)
        hint = None if think is None else await asyncio.to_thread(think)
        told = HintMessage(None, None, False) if hint is None else HintMessage(hint.row, hint.card, hint.instead)
        return json_answer(asdict(told))

    def _refuse_hand(self, request: Request, player: str) -> guard.Refusal | None:
        """None for whoever lays this player's cards."""
        refusal = guard.refuse_origin(request.headers)
        if refusal is None and player not in self._rights.lays_for(request.headers):
            refusal = guard.Refusal(403, "not-your-seat", _("these are another player's cards"))
        return refusal

    # Views out

    async def _view(self, request: Request) -> Response:
        text = self._broadcast.text()
        if text is None:
            return refused(guard.Refusal(503, "no-view", _("the table has nothing to show yet")))
        return Response(text, media_type="application/json", headers=NEVER_KEEP)

    async def _undo(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        return json_answer(UndoView(list(self._views.undo_steps()))) if refusal is None else refused(refusal)

    async def _no_records(self, request: Request) -> Response:
        """Answer where the records of a table are not listed: at a front door they have a page of their own."""
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        return json_answer({"records": []}) if refusal is None else refused(refusal)

    async def _cameras(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        return json_answer(CamerasMessage(self._views.camera_latency_s())) if refusal is None else refused(refusal)

    async def _preview(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        if refusal is not None:
            return refused(refusal)
        query = request.query_params
        jpeg = self._views.preview_jpeg(query.get("camera", ""), raw=query.get("raw") == "1")
        if jpeg is None:
            return Response(status_code=204, headers=NEVER_KEEP)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEEP)

    async def _watch(self, websocket: WebSocket) -> None:
        refusal = guard.refuse_origin(websocket.headers)
        screen = Screen()
        lost = self._place(websocket, screen) if refusal is None else []
        if lost is None:
            refusal = guard.Refusal(
                503, "too-many", _("{count} screens are connected, no more fit", count=len(self._places))
            )
        if refusal is not None:
            await websocket.send_denial_response(refused(refusal))
            return
        for one in lost or ():
            one.dismissed.set()
        try:
            await websocket.accept()
            await self._show(websocket, screen)
        finally:
            self._places.leave(screen)

    async def _show(self, websocket: WebSocket, screen: Screen) -> None:
        """Show the views to a screen until it goes, talks, or another one needs its place."""
        self._broadcast.join(screen)
        loop = asyncio.get_running_loop()
        sender = loop.create_task(self._send(websocket, screen))
        receiver, leaver = loop.create_task(websocket.receive()), loop.create_task(screen.dismissed.wait())
        try:
            await asyncio.wait({receiver, leaver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._broadcast.leave(screen)
            for task in (sender, receiver, leaver):
                task.cancel()
            await asyncio.wait({sender, receiver, leaver})
        if not receiver.cancelled() and receiver.result()["type"] == "websocket.receive":
            await websocket.close(1008, "this socket only shows; commands go to /command")
        elif receiver.cancelled():
            with contextlib.suppress(WebSocketDisconnect):
                await websocket.close(1013, "another screen needs this place; try again later")

    def _place(self, websocket: WebSocket, screen: Screen) -> list[Screen] | None:
        """Take a place for a screen; return those that lose theirs for it. None: there is no place."""
        known = self._rights.known_as(websocket.headers)
        if known:
            # However many look on from the same address, a player sees the own cards.
            return self._places.enter(screen, f"known {known}", trusted=True)
        group = group_of(websocket.client)
        trusted = is_this_machine(websocket.client, websocket.scope.get("server")) or group in self._facilitators
        return self._places.enter(screen, group, trusted=trusted)

    async def _send(self, websocket: WebSocket, screen: Any) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await websocket.send_text(await self._broadcast.next_message(screen, self._alive_s))

    # Commands in

    async def _check_key(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        if refusal is not None:
            return refused(refusal)
        self._facilitators[group_of(request.client)] = None
        while len(self._facilitators) > SCREENS_RESERVED:
            del self._facilitators[next(iter(self._facilitators))]
        response = json_answer({"ok": True})
        self._rights.remember(response)
        return response

    async def _command(self, request: Request) -> Response:
        refusal = guard.refuse_origin(request.headers)
        if refusal is not None:
            return refused(refusal)
        order = await _read_order(request)
        if isinstance(order, guard.Refusal):
            return refused(order)
        name, args = order
        if name not in FOR_ANYONE:
            refusal = self._rights.refuse_command(request.headers, name, args)
            if refusal is not None:
                return refused(refusal)
        try:
            if name == "estop" and not args:
                answer = await self._stop(request.headers.get(REQUEST_HEADER, ""))
            else:
                answer = await self._commands.submit(name, args)
        except GolemError as error:
            return refused(guard.Refusal(409, "refused", error.message))
        return json_answer({"ok": answer.ok, "text": translate_all(answer.text)}, 200 if answer.ok else 409)


async def _read_order(request: Request) -> tuple[str, Mapping[str, Any]] | guard.Refusal:
    """Return the command in a request's body: ``{"name": "pause", "args": {}}``, ``args`` optional."""
    order = await read_json(request)
    if isinstance(order, guard.Refusal):
        return order
    if not isinstance(order, dict) or not set(order) <= {"name", "args"}:
        return guard.Refusal(400, "bad-command", _('a command looks like {"name": "pause", "args": {}}'))
    name, args = order.get("name"), order.get("args", {})
    if not isinstance(name, str) or not isinstance(args, dict):
        return guard.Refusal(400, "bad-command", _("a command's name is text, its args are an object"))
    if name not in COMMANDS:
        unknown = _("there is no such command; there are {known}", known=", ".join(COMMANDS))
        return guard.Refusal(400, "unknown-command", unknown)
    return name, args
