"""A plain HTTP client that sends exactly what a test says, and a console to send it to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from tests.support.views import FakeTable

KEY = "seven-golems"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


async def ask(
    console: Console,
    path: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str | None] | None = None,
    body: bytes = b"",
    port: int | None = None,
    source: str = "127.0.0.1",
) -> Answer:
    """One request on a connection of its own. A header that is None is left out. ``source``: who asks."""
    host, port = "127.0.0.1", port or console.port
    fields: dict[str, str | None] = {"Host": f"{host}:{port}", "Connection": "close"}
    if body or method == "POST":
        fields["Content-Length"] = str(len(body))
    fields.update(headers or {})
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items() if value is not None)]
    reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    await writer.drain()
    head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    status, *received = head.decode("latin-1").split("\r\n")
    split = (line.partition(":") for line in received)
    return Answer(int(status.split()[1]), {name.lower(): value.strip() for name, _, value in split}, rest)


async def order(console: Console, name: str, *, headers: Mapping[str, str | None] | None = None, **args: Any) -> Answer:
    """A command as the page sends it."""
    body = json.dumps({"name": name, "args": args}).encode()
    return await ask(
        console, "/command", method="POST", headers={"Content-Type": "application/json", **(headers or {})}, body=body
    )


@asynccontextmanager
async def serving(table: FakeTable, **options: Any) -> AsyncIterator[Console]:
    """A console on a free port, ended at the end."""
    own = {"key": KEY} | {name: options.pop(name) for name in ("key", "alive_s", "records") if name in options}
    console = Console(table, table, ServerOptions(**{"port": 0, **options}), **own)
    task = console.start()
    try:
        yield console
    finally:
        task.cancel()
        await asyncio.wait({task})
