"""The class overview: which puzzles each child has solved, as a page's data and as a file for a spreadsheet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.catalogue import languages
from boards.base.errors import Problems
from boards.base.message import _
from controller.console import access_control as guard
from controller.console.front_door.ports import Lobby
from controller.console.front_door.problem_answers import problems_answer
from controller.console.http_answers import NEVER_KEEP, json_answer, read_json, refused

Answer = Callable[[Request], Awaitable[Response]]


class ClassRoutes:
    """The routes of the class overview: names of children are for the facilitator alone."""

    def __init__(self, lobby: Lobby, facilitator: Callable[[Answer], Answer]) -> None:
        """``facilitator`` refuses everybody else."""
        self._lobby = lobby
        self._facilitator = facilitator

    def routes(self) -> list[Route]:
        """Return them."""
        return [
            Route("/api/class.json", self._facilitator(self._overview)),
            Route("/api/class.csv", self._facilitator(self._csv)),
            Route("/api/class/remove", self._facilitator(self._remove), methods=["POST"]),
        ]

    async def _overview(self, request: Request) -> Response:
        return json_answer(await asyncio.to_thread(self._lobby.class_overview))

    async def _csv(self, request: Request) -> Response:
        told = request.query_params.get("language", "en")
        language = next((language for language in languages() if language == told), None)
        if language is None:
            raise HTTPException(404)
        text = await asyncio.to_thread(self._lobby.class_csv, language)
        named = {**NEVER_KEEP, "content-disposition": 'attachment; filename="class.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=named)

    async def _remove(self, request: Request) -> Response:
        body = await read_json(request)
        if isinstance(body, guard.Refusal):
            return refused(body)
        name = body.get("name") if isinstance(body, dict) else None
        if not isinstance(name, str):
            return refused(guard.Refusal(400, "bad-command", _('a child looks like {"name": "Anna"}')))
        try:
            await asyncio.to_thread(self._lobby.remove_pupil, name)
        except Problems as problems:
            return problems_answer(problems)
        return json_answer({"ok": True})
