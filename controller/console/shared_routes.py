"""What every page needs, whichever table it shows: its files, the pictures of the kit, the sounds of games."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from controller.console.assets import icon_file, page_files, picture, sound_file
from controller.console.http_answers import send_asset


def shared_routes() -> list[Route]:
    """Return the routes of all files that hold no secret."""
    return [
        Route("/static/{name:path}", _file),
        Route("/fonts/{name:path}", _file),
        Route("/art/{name:path}", _picture),
        Route("/icon/{form}.png", _icon),
        Route("/sound/{game}/{name}", _sound),
    ]


async def _file(request: Request) -> Response:
    asset = page_files().get(request.url.path.removeprefix("/"))
    if asset is None:
        raise HTTPException(404)
    return send_asset(request, asset)


async def _picture(request: Request) -> Response:
    # Drawing a large board takes tens of milliseconds, which belong to the robots.
    asset = await asyncio.to_thread(picture, request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    return send_asset(request, asset)


async def _icon(request: Request) -> Response:
    asset = await asyncio.to_thread(icon_file, request.path_params["form"])
    if asset is None:
        raise HTTPException(404)
    return send_asset(request, asset)


async def _sound(request: Request) -> Response:
    # Made when it is first asked for, which takes a while.
    asset = await asyncio.to_thread(sound_file, request.path_params["game"], request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    return send_asset(request, asset)
