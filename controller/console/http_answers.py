"""Answers of the web server that every page has in common: files, JSON, refusals, and the guards around them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from boards.base.catalogue import translate_all
from boards.base.message import Message as Words
from boards.base.message import _, literal
from controller.console import access_control as guard
from controller.console.assets import Asset
from controller.console.load.peers import group_of, is_this_machine
from controller.console.load.request_rate import RequestRate

NEVER_KEEP = {"cache-control": "no-store"}


def json_answer(content: object, status: int = 200) -> Response:
    """Return JSON that nobody keeps. `content`: a mapping or a struct."""
    return Response(msgspec.json.encode(content), status, media_type="application/json", headers=NEVER_KEEP)


def refused(refusal: guard.Refusal) -> Response:
    """Return a refusal with its code, its words in English and, as ``text``, in every language."""
    told = {"message": str(refusal.message), "text": translate_all(refusal.message)}
    return json_answer({"ok": False, "error": refusal.error, **told}, refusal.status)


def send_asset(request: Request, asset: Asset) -> Response:
    """Return a file, compressed for a browser that takes it so, or that the browser has it already."""
    packed = asset.packed if takes_gzip(request.headers.get("accept-encoding", "")) else None
    tag = asset.tag if packed is None else f'{asset.tag[:-1]}-gzip"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if asset.packed is not None:
        headers["vary"] = "accept-encoding"
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if packed is None:
        return Response(asset.body, media_type=asset.type, headers=headers)
    return Response(packed, media_type=asset.type, headers=headers | {"content-encoding": "gzip"})


def takes_gzip(accepted: str) -> bool:
    """Return whether a header ``Accept-Encoding`` names gzip, with a weight above nothing (RFC 9110, 12.5.3)."""
    for one in accepted.lower().split(","):
        coding, *parameters = (part.strip() for part in one.split(";"))
        if coding in ("gzip", "x-gzip"):
            return not any(re.fullmatch(r"q=0(\.0{0,3})?", each) for each in parameters)
    return False


_BY_STATUS: dict[int, Words] = {
    404: _("there is nothing here"),
    405: _("this is not asked for in that way"),
}


class Refused(HTTPException):
    """A request that cannot be answered, with words of its own."""

    def __init__(self, status: int, message: Words) -> None:
        super().__init__(status, str(message))
        self.message = message


async def http_error(request: Request, error: Exception) -> Response:
    """Answer an address that there is not, or not in this way."""
    assert isinstance(error, HTTPException)
    usual = _BY_STATUS.get(error.status_code, literal(error.detail))
    message = error.message if isinstance(error, Refused) else usual
    response = refused(guard.Refusal(error.status_code, f"http-{error.status_code}", message))
    response.headers.update(error.headers or {})
    return response


async def server_error(request: Request, error: Exception) -> Response:
    """Answer after a mistake of our own."""
    return refused(guard.Refusal(500, "fault", _("the page's server has a fault; the game goes on, see the terminal")))


class Guarded:
    """Around the application: refuses foreign hosts, and puts the security headers on every answer."""

    def __init__(
        self,
        app: ASGIApp,
        names: frozenset[str],
        *,
        rate: RequestRate | None = None,
        known_as: Callable[[Headers], str] = lambda _headers: "",
        stop_port: Callable[[], int | None] = lambda: None,
        stop_address: str = "",
    ) -> None:
        """``rate`` slows addresses that ask too often; ``stop_port``: of the emergency stop, if it has its own.

        ``known_as``: a name for a browser that has rights by its cookie, empty for others. It has a rate of its own, so
        that a flood of its address does not slow it. A key is no such sign: its answer would be told by the waiting.
        ``stop_address``: where pages over TLS reach it.
        """
        self._app = app
        self._names = names
        self._rate = rate
        self._known_as = known_as
        self._stop_port = stop_port
        self._stop_address = stop_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""

        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if name == b"host"
        }
        refusal = guard.refuse_host(headers, self._names)
        host = None if refusal is not None else guard.host_name(headers["host"])
        security = guard.security_headers(host, self._stop_port(), self._stop_address)

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                given = {name for name, _value in message["headers"]}
                added = [header for header in security if header[0] not in given]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        if refusal is None:
            refusal = await self._slowed(scope)
        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send_with_headers).send_denial_response(refused(refusal))
        else:
            await refused(refusal)(scope, receive, send_with_headers)

    async def _slowed(self, scope: Scope) -> guard.Refusal | None:
        """Let an address, or a known browser, wait that asks too often. Whoever sits at this machine never waits."""
        if self._rate is None or is_this_machine(scope.get("client"), scope.get("server")):
            return None
        known = self._known_as(Headers(scope=scope))
        group = group_of(scope.get("client"))
        wait_s = self._rate.wait_s(f"{known} at {group}" if known else group, asyncio.get_running_loop().time())
        if wait_s > self._rate.longest_wait_s:
            return guard.Refusal(429, "too-often", _("too many requests come from this address; wait a moment"))
        if wait_s > 0:
            await asyncio.sleep(wait_s)
        return None


BODY_LIMIT = 4096
"""Bytes of a command; they are all short."""


def too_long(limit: int) -> guard.Refusal:
    """Return the refusal of a body of more than ``limit`` bytes."""
    return guard.Refusal(413, "too-long", _("a command has at most {limit} bytes", limit=limit))


async def read_json(request: Request, limit: int = BODY_LIMIT) -> Any | guard.Refusal:
    """Return what is in a request's body of at most ``limit`` bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return guard.Refusal(415, "not-json", _("a command is sent as application/json"))
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                return too_long(limit)
    except ClientDisconnect:
        # Nobody hears this any more.
        return guard.Refusal(400, "not-json", _("the command is not JSON"))
    try:
        # Unlike the standard library's reader it takes no halves of characters, which no file and no screen can show.
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return guard.Refusal(400, "not-json", _("the command is not JSON"))
