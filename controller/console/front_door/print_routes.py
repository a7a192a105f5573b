"""Printing from the page: which documents there are for a table, and each as a PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.errors import Problems
from boards.base.struct_problems import misfit
from controller.console.front_door.messages import PrintOrder
from controller.console.front_door.ports import Lobby
from controller.console.http_answers import NEVER_KEEP, Refused, json_answer

AnswerT = TypeVar("AnswerT")


class PrintRoutes:
    """The routes of what can be printed; nothing of it is secret."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def routes(self) -> list[Route]:
        """Return them."""
        return [Route("/api/print.json", self._documents), Route("/api/print/{name}.pdf", self._pdf)]

    async def _documents(self, request: Request) -> Response:
        order = _order(request)
        made = await _made(lambda: self._lobby.print_documents(order))
        return json_answer(made)

    async def _pdf(self, request: Request) -> Response:
        order, name = _order(request), request.path_params["name"]
        made = await _made(lambda: self._lobby.print_pdf(order, name))
        named = {**NEVER_KEEP, "content-disposition": f'inline; filename="{name}.pdf"'}
        return Response(made, media_type="application/pdf", headers=named)


def _order(request: Request) -> PrintOrder:
    given = dict(request.query_params)
    try:
        return msgspec.convert(given, PrintOrder, strict=False)
    except msgspec.ValidationError as error:
        # In an address all values are texts; what looks like a number was taken for one.
        meant = {key: int(value) if value.isdecimal() else value for key, value in given.items()}
        raise Refused(400, misfit(meant, PrintOrder, error)) from None


async def _made(make: Callable[[], AnswerT]) -> AnswerT:
    # Drawing takes a second, which belongs to the games.
    try:
        return await asyncio.to_thread(make)
    except Problems as problems:
        raise Refused(404, problems.message) from None
