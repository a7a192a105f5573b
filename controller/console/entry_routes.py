"""How a browser becomes the facilitator's: by a code or the key in an address, which no page ever shows."""

from __future__ import annotations

import io
from collections.abc import Callable
from urllib.parse import urlencode

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from controller.console import access_control as guard
from controller.console.assets import page_files
from controller.console.http_answers import NEVER_KEEP, refused, send_asset
from controller.console.key_rights import KeyRights


class EntryRoutes:
    """The routes by which people come into the console of a table of its own."""

    def __init__(self, rights: KeyRights, address: Callable[[], str]) -> None:
        """``address``: of the page, as other machines reach it."""
        self._rights = rights
        self._address = address

    def routes(self) -> list[Route]:
        """Return them; they come before those of the table."""
        return [
            Route("/console", self._console),
            Route("/enter", self._enter),
            Route("/hand-over.svg", self._hand_over),
        ]

    async def _console(self, request: Request) -> Response:
        """Answer with the page; a key in the address is exchanged for a cookie first."""
        key = request.query_params.get("key")
        if key is None:
            return send_asset(request, page_files()["static/table/index.html"])
        return self._lead_on(request, allowed=self._rights.is_key(key))

    async def _enter(self, request: Request) -> Response:
        return self._lead_on(request, allowed=self._rights.enter(request.query_params.get("code", "")))

    def _lead_on(self, request: Request, *, allowed: bool) -> Response:
        """Lead to the console at an address without secrets; whoever is not let in is asked for the key there."""
        others = [(name, value) for name, value in request.query_params.multi_items() if name not in ("key", "code")]
        response = RedirectResponse("console" + (f"?{urlencode(others)}" if others else ""), 303, headers=NEVER_KEEP)
        if allowed:
            self._rights.remember(response)
        return response

    async def _hand_over(self, request: Request) -> Response:
        """Draw a QR code that opens the console on one other device."""
        refusal = guard.refuse_origin(request.headers) or self._rights.refuse_console(request.headers)
        if refusal is not None:
            return refused(refusal)
        out = io.BytesIO()
        address = f"{self._address()}enter?{urlencode({'code': self._rights.code()})}"
        segno.make(address, error="m").save(out, kind="svg", border=4, scale=4, xmldecl=False, light="#ffffff")
        return Response(out.getvalue(), media_type="image/svg+xml", headers=NEVER_KEEP)
