"""Wishes for games as pages send them, and files of scenarios and puzzles that people choose in a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from boards.base.errors import GolemError
from boards.base.struct_problems import misfit
from controller.console import access_control as guard
from controller.console.front_door.messages import MOST_BOTS, MOST_FILE, NewGame, TaskChoice, TaskFile
from controller.console.front_door.problem_answers import problems_answer
from controller.console.http_answers import json_answer, read_json, refused, too_long

FORM_LIMIT = 20_000
"""Bytes of a wish for a game: a free set-up is longer than a command..."""
FILE_LIMIT = 6 * MOST_BOTS * MOST_FILE
"""...and JSON may need six for a letter of a file, which comes on top: one task, or a bot for each player."""

_FILES = ("text", "bots")
"""Where a wish holds what is in files."""
WantedT = TypeVar("WantedT", NewGame, TaskFile)


async def read_wish(request: Request) -> NewGame | guard.Refusal:
    """Return the game that a request's body asks for."""
    return await _read(request, NewGame)


async def task_answer(request: Request, choice: Callable[[TaskFile], TaskChoice]) -> Response:
    """Answer with what the file in a request's body offers, or with all that is wrong with it."""
    file = await _read(request, TaskFile)
    if isinstance(file, guard.Refusal):
        return refused(file)
    try:
        return json_answer(await asyncio.to_thread(choice, file))
    except GolemError as error:
        return problems_answer(error)


async def _read(request: Request, kind: type[WantedT]) -> WantedT | guard.Refusal:
    body: Any = await read_json(request, FORM_LIMIT + FILE_LIMIT)
    if isinstance(body, guard.Refusal):
        return body
    form = {key: value for key, value in body.items() if key not in _FILES} if isinstance(body, dict) else body
    if len(msgspec.json.encode(form)) > FORM_LIMIT:
        return too_long(FORM_LIMIT)
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        return guard.Refusal(400, "bad-command", misfit(body, kind, error))
