"""The set-up page's part of the front door's server: for the facilitator alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.catalogue import languages
from boards.base.errors import GolemError
from boards.base.message import _
from controller.console import access_control as guard
from controller.console.front_door.problem_answers import problems_answer
from controller.console.front_door.setup_messages import SetupPort
from controller.console.http_answers import NEVER_KEEP, json_answer, read_json, refused

Answer = Callable[[Request], Awaitable[Response]]

PRINTS = ("one-side", "two-sides", "lens-board")


class SetupRoutes:
    """Answers what the set-up page asks."""

    def __init__(self, setup: SetupPort, facilitator: Callable[[Answer], Answer]) -> None:
        """`facilitator` guards a route."""
        self._setup = setup
        self._facilitator = facilitator

    def routes(self) -> list[Route]:
        """Return the routes."""
        actions: Mapping[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "choose": self._setup.choose,
            "look": lambda _body: self._setup.look(),
            "robots": lambda _body: self._setup.find_robots(),
            "pair": lambda _body: self._setup.pair_robots(),
            "learn": lambda _body: self._setup.learn_drives(),
            "lens": lambda _body: self._setup.measure_lens(),
            "lens-stop": lambda _body: self._setup.stop_lens(),
            "write": lambda _body: self._setup.write(),
        }
        return [
            Route("/api/setup.json", self._facilitator(self._view)),
            Route("/api/setup/picture.jpg", self._facilitator(self._picture)),
            Route("/api/setup/{which}.pdf", self._facilitator(self._print)),
            *(
                Route(f"/api/setup/{name}", self._facilitator(self._action(action)), methods=["POST"])
                for name, action in actions.items()
            ),
        ]

    async def _view(self, request: Request) -> Response:
        return json_answer(await self._setup.view())

    def _action(self, action: Callable[[dict[str, Any]], Awaitable[None]]) -> Answer:
        async def answer(request: Request) -> Response:
            body = await read_json(request)
            if isinstance(body, guard.Refusal):
                return refused(body)
            if not isinstance(body, dict):
                return refused(guard.Refusal(400, "bad-command", _('send a JSON object, such as {"players": 3}')))
            try:
                await action(body)
            except GolemError as error:
                return problems_answer(error)
            return json_answer({"ok": True, "setup": await self._setup.view()})

        return answer

    async def _picture(self, request: Request) -> Response:
        language = request.query_params.get("language", "en")
        data = await asyncio.to_thread(self._setup.picture, language if language in languages() else "en")
        if not data:
            raise HTTPException(404)
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)

    async def _print(self, request: Request) -> Response:
        which = request.path_params["which"]
        if which not in PRINTS:
            raise HTTPException(404)
        data = await asyncio.to_thread(self._setup.print_pdf, which)
        shown = {**NEVER_KEEP, "content-disposition": f'inline; filename="golem-table-{which}.pdf"'}
        return Response(data, media_type="application/pdf", headers=shown)
