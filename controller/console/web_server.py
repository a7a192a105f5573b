"""uvicorn as a child task of the game's loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Generator, Sequence

import uvicorn
from starlette.types import ASGIApp

from controller.console.http_answers import BODY_LIMIT
from controller.console.table_routes import SCREENS_LIMIT


class _Server(uvicorn.Server):
    """uvicorn, without its hands on Ctrl-C: signals belong to the game, which stops the robots first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve_app(app: ASGIApp, listeners: Sequence[socket.socket]) -> None:
    """Serve an application on these sockets until cancelled; whoever is connected is told then."""
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=BODY_LIMIT,
        # Views are small; packing them for every screen would take time from the robots.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=4 * SCREENS_LIMIT,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    server = _Server(config)
    running = asyncio.get_running_loop().create_task(server.serve(sockets=list(listeners)), name="console server")
    try:
        await asyncio.shield(running)
    finally:
        server.should_exit = True
        await running
