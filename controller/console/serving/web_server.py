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
from controller.console.load.connections import ConnectionLimits, Connections
from controller.console.load.http_protocol import watched_http

SWEEP_S = 1.0
"""How often connections that take too long are looked for."""


class _Server(uvicorn.Server):
    """uvicorn, without its hands on Ctrl-C: signals belong to the game, which stops the robots first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the program."""
        yield


async def serve_app(app: ASGIApp, listeners: Sequence[socket.socket], limits: ConnectionLimits | None = None) -> None:
    """Serve an application on these sockets until cancelled; whoever is connected is told then."""
    connections = Connections(limits or ConnectionLimits())
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
        http=watched_http(connections),
        # A flood of new connections is taken in parts, not in one step of the loop.
        backlog=100,
    )
    # What strangers send wrong is no news for the terminal; errors of our own are.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    server = _Server(config)
    loop = asyncio.get_running_loop()
    running = loop.create_task(server.serve(sockets=list(listeners)), name="console server")
    sweeping = loop.create_task(_sweep(connections), name="console sweeper")
    try:
        await asyncio.shield(running)
    finally:
        sweeping.cancel()
        server.should_exit = True
        await running


async def _sweep(connections: Connections) -> None:
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(SWEEP_S)
        connections.sweep(loop.time())
