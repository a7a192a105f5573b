"""The records of a table: which there are, download, and replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.message import _
from controller.console import access_control as guard
from controller.console.front_door.messages import RecordSummary
from controller.console.front_door.replay_routes import ReplayRoutes, Replays
from controller.console.http_answers import NEVER_KEEP, json_answer, refused

NOT_YET = guard.Refusal(409, "game-goes-on", _("this record holds what is secret until its game has ended"))


class Records(Replays, Protocol):
    """Where the records of a table lie; called in threads."""

    def summaries(self) -> list[RecordSummary]:
        """Return the newest, the newest first."""
        ...

    def read(self, record: str) -> bytes | None:
        """Return a record as it stands in its file; None if there is none, or while its game goes on."""
        ...


class RecordsView(Struct, frozen=True):
    """The records of a table."""

    records: list[RecordSummary]


class RecordRoutes:
    """The routes of records. Lists and downloads are the facilitator's; a replay shows what everybody was shown."""

    def __init__(self, records: Records, refuse: Callable[[Headers], guard.Refusal | None]) -> None:
        """``refuse``: why a request is not the facilitator's; None if it is."""
        self._records = records
        self._refuse = refuse

    def routes(self) -> list[Route]:
        """Return them."""
        return [
            Route("/records.json", self._list),
            Route("/record/{record}.jsonl", self._download),
            *ReplayRoutes(self._records, self._refusal).routes(),
        ]

    def _refusal(self, request: Request) -> guard.Refusal | None:
        return guard.refuse_origin(request.headers) or self._refuse(request.headers)

    async def _list(self, request: Request) -> Response:
        refusal = self._refusal(request)
        if refusal is not None:
            return refused(refusal)
        return json_answer(RecordsView(await asyncio.to_thread(self._records.summaries)))

    async def _download(self, request: Request) -> Response:
        refusal = self._refusal(request)
        if refusal is not None:
            return refused(refusal)
        name = request.path_params["record"]
        known = {summary.id for summary in await asyncio.to_thread(self._records.summaries)}
        if name not in known:
            raise HTTPException(404)
        content = await asyncio.to_thread(self._records.read, name)
        if content is None:
            return refused(NOT_YET)
        headers = {**NEVER_KEEP, "content-disposition": f'attachment; filename="{name}.jsonl"'}
        return Response(content, media_type="application/jsonl", headers=headers)
