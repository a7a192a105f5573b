"""The set-up page's part of the front door's server: for the facilitator alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.catalogue import languages, tell_all
from boards.base.errors import GolemError, Problems
from controller.console import access_control as guard
from controller.console.front_door.messages import WhatIsWrong
from controller.console.front_door.setup_messages import SetupPort
from controller.console.http_answers import read_json, refused

Answer = Callable[[Request], Awaitable[Response]]

PRINTS = ("one-side", "two-sides")


class SetupRoutes:
    """Answers what the set-up page asks."""

    def __init__(self, setup: SetupPort, facilitator: Callable[[Answer], Answer]) -> None:
        """`facilitator` guards a route."""
        self._setup = setup
        self._facilitator = facilitator

    def routes(self) -> list[Route]:
        """Return the routes."""
        deeds: Mapping[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "choose": self._setup.choose,
            "look": lambda _body: self._setup.look(),
            "robots": lambda _body: self._setup.find_robots(),
            "pair": lambda _body: self._setup.pair_robots(),
            "write": lambda _body: self._setup.write(),
        }
        return [
            Route("/api/setup.json", self._facilitator(self._view)),
            Route("/api/setup/picture.jpg", self._facilitator(self._picture)),
            Route("/api/setup/{which}.pdf", self._facilitator(self._print)),
            *(
                Route(f"/api/setup/{name}", self._facilitator(self._deed(deed)), methods=["POST"])
                for name, deed in deeds.items()
            ),
        ]

    async def _view(self, request: Request) -> Response:
        return _told(await self._setup.view())

    def _deed(self, deed: Callable[[dict[str, Any]], Awaitable[None]]) -> Answer:
        async def answer(request: Request) -> Response:
            body = await read_json(request)
            if isinstance(body, guard.Refusal):
                return refused(body)
            if not isinstance(body, dict):
                return refused(guard.Refusal(400, "bad-command", 'a wish looks like {"players": 3}'))
            try:
                await deed(body)
            except Problems as problems:
                wrong = [
                    WhatIsWrong(problem.at, dict(tell_all(problem.people or problem.message)))
                    for problem in problems.problems
                ]
                return _told({"ok": False, "error": "refused", "problems": wrong}, 422)
            except GolemError as error:
                wrong = [WhatIsWrong("", dict(tell_all(error.message)))]
                return _told({"ok": False, "error": "refused", "problems": wrong}, 422)
            return _told({"ok": True, "setup": await self._setup.view()})

        return answer

    async def _picture(self, request: Request) -> Response:
        language = request.query_params.get("language", "en")
        data = await asyncio.to_thread(self._setup.picture, language if language in languages() else "en")
        if not data:
            raise HTTPException(404)
        return Response(data, media_type="image/jpeg", headers={"cache-control": "no-store"})

    async def _print(self, request: Request) -> Response:
        which = request.path_params["which"]
        if which not in PRINTS:
            raise HTTPException(404)
        data = await asyncio.to_thread(self._setup.print_pdf, which)
        shown = {"content-disposition": f'inline; filename="golem-table-{which}.pdf"', "cache-control": "no-store"}
        return Response(data, media_type="application/pdf", headers=shown)


def _told(message: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(message), status, media_type="application/json", headers={"cache-control": "no-store"}
    )
