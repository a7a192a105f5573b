"""Requests to a console, and screens that look at it, for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from controller.console.server import Console
from tests.support.web import KEY

WITH_KEY = {"X-Golem-Key": KEY}


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 120))


def watch(console: Console, **options: Any) -> connect:
    return connect(f"ws://127.0.0.1:{console.port}/ws", proxy=None, **options)


async def next_view(screen: ClientConnection) -> Any:
    while True:
        message = json.loads(await screen.recv())
        if message["type"] == "view":
            return message["view"]
