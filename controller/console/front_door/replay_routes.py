"""Games that are seen again: a page for each record, its steps, and what screens were shown after each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Protocol

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from boards.base.catalogue import Language, languages
from boards.base.errors import GolemError
from controller.console import access_control as guard
from controller.console.assets import page_files, svg_asset
from controller.console.front_door.messages import ReplayView
from controller.console.front_door.problem_answers import problems_answer
from controller.console.http_answers import NEVER_KEEP, json_answer, refused, send_asset
from controller.table.view.view import View


class Replays(Protocol):
    """Where records are read; called in threads."""

    def steps(self, record: str) -> ReplayView:
        """Return the steps of a record. Raises GolemError."""
        ...

    def view(self, record: str, step: int) -> View:
        """Return what screens were shown after a step. Raises GolemError."""
        ...

    def picture(self, record: str, step: int, camera: int) -> tuple[bytes, str] | None:
        """Return what a camera saw after a step, and its media type; None if it was not kept. Raises GolemError."""
        ...

    def task_svg(self, record: str, key: str, what: str, language: Language) -> str | None:
        """Return a drawing of the task that was played; None if there is none. Raises GolemError."""
        ...


class ReplayRoutes:
    """The routes of all replays. Views hold nothing that was secret when they were shown; pictures are private."""

    def __init__(self, replays: Replays, refuse: Callable[[Request], guard.Refusal | None]) -> None:
        """``refuse``: why a request is not the facilitator's; None if it is."""
        self._replays = replays
        self._refuse = refuse

    def routes(self) -> list[Route]:
        """Return them."""
        return [
            Route("/replay/{record}", self._beside),
            Route("/replay/{record}/", self._page),
            Route("/replay/{record}/steps.json", self._steps),
            Route("/replay/{record}/view/{step:int}.json", self._view),
            Route("/replay/{record}/picture/{step:int}/{camera:int}", self._picture),
            Route("/replay/{record}/task/{key}/{what}/{language}", self._task),
        ]

    async def _beside(self, request: Request) -> Response:
        """Lead to the address with a stroke: the page's own addresses are beside it."""
        return RedirectResponse(f"/replay/{request.path_params['record']}/")

    async def _page(self, request: Request) -> Response:
        return send_asset(request, page_files()["static/replay/index.html"])

    async def _steps(self, request: Request) -> Response:
        try:
            told = await asyncio.to_thread(self._replays.steps, request.path_params["record"])
        except GolemError as error:
            return problems_answer(error, at="record")
        if self._refuse(request) is not None:
            told = msgspec.structs.replace(told, cameras=[])
        return json_answer(told)

    async def _picture(self, request: Request) -> Response:
        """Send what a camera saw. Children's hands may be over the mat: it is the facilitator's."""
        refusal = self._refuse(request)
        if refusal is not None:
            return refused(refusal)
        record, step, camera = (request.path_params[name] for name in ("record", "step", "camera"))
        try:
            picture = await asyncio.to_thread(self._replays.picture, record, step, camera)
        except GolemError as error:
            return problems_answer(error, at="record")
        if picture is None:
            return Response(status_code=204, headers=NEVER_KEEP)
        content, media_type = picture
        return Response(content, media_type=media_type, headers=NEVER_KEEP)

    async def _view(self, request: Request) -> Response:
        record, step = request.path_params["record"], request.path_params["step"]

        def text() -> str:
            return json.dumps(self._replays.view(record, step).to_json(), ensure_ascii=False, separators=(",", ":"))

        try:
            return Response(await asyncio.to_thread(text), media_type="application/json", headers=NEVER_KEEP)
        except GolemError as error:
            return problems_answer(error, at="record")

    async def _task(self, request: Request) -> Response:
        record, key, what, told = (request.path_params[name] for name in ("record", "key", "what", "language"))
        language = next((language for language in languages() if language == told), None)
        if language is None:
            raise HTTPException(404)
        try:
            svg = await asyncio.to_thread(self._replays.task_svg, record, key, what, language)
        except GolemError:
            svg = None
        if svg is None:
            raise HTTPException(404)
        return send_asset(request, svg_asset(svg))
