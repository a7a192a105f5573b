"""Floods of connections, requests and frames at a table's page: everybody else is answered, and the stop is heard."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import logging
import threading
from pathlib import Path
from random import Random
from time import monotonic

from tests.storm.campaign import Campaign, Case
from tests.support import views
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, order, serving

PATHS = (
    "/",
    "/view.json",
    "/setup.json",
    "/ws",
    "/command",
    "/key",
    "/art/board/9x9/en",
    "/static/table/table.js",
    "/x",
)
HEARD_S = 8.0
"""The longest that a stop, a command or a page may take under a flood on a busy machine. Usual: 10 to 100 ms."""
GROWN_MB = 150
"""What one flood may cost in memory while it lasts."""


def _nonsense(rng: Random) -> bytes:
    """Bytes of somebody who means no good, or knows no better."""
    path = rng.choice(PATHS)
    head = f"{rng.choice(('GET', 'POST', 'PUT', 'BREW'))} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
    json = b"Content-Type: application/json\r\n"
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: " + base64.b64encode(rng.randbytes(16)) + b"\r\n\r\n"
    match rng.randrange(10):
        case 0:
            return b""
        case 1:
            return rng.randbytes(rng.randrange(400))
        case 2:
            return head
        case 3:
            return head + b"X: " + b"a" * rng.randrange(200_000) + b"\r\n\r\n"
        case 4:
            return head + json + b"Content-Length: 9999999999\r\n\r\n" + b"[" * rng.randrange(9000)
        case 5:
            return head + json + b"Transfer-Encoding: chunked\r\n\r\n" + rng.randbytes(rng.randrange(200))
        case 6:
            return (head + b"\r\n") * rng.randrange(1, 300)
        case 7:
            return b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n" + upgrade + key + rng.randbytes(rng.randrange(300))
        case 8:
            return b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n" + upgrade + rng.choice((key, b"\r\n"))
        case _:
            return head + json + b"Content-Length: 30\r\nX-Golem-Key: guess\r\n\r\n" + b'{"name": "go", "args": {}}    '


async def _stranger(case: Case, ports: tuple[int, int], rng: Random, ended: asyncio.Event) -> None:
    """Come from some address again and again, say something, read little or nothing, and leave somehow."""
    open_lines = []
    while not ended.is_set():
        try:
            source = f"127.0.0.{rng.randrange(2, 8)}"
            reader, writer = await asyncio.open_connection("127.0.0.1", rng.choice(ports), local_addr=(source, 0))
        except OSError:
            await asyncio.sleep(0.01)
            continue
        case.count("connections of strangers")
        open_lines.append(writer)
        with contextlib.suppress(OSError, TimeoutError):
            writer.write(_nonsense(rng))
            if rng.random() < 0.5:
                await asyncio.wait_for(reader.read(100), 0.05)
        if len(open_lines) > 30:
            gone = open_lines.pop(rng.randrange(len(open_lines)))
            gone.transport.abort() if rng.random() < 0.5 else gone.close()
    for writer in open_lines:
        writer.transport.abort()


class _Errors(logging.Handler):
    """Keep what strangers got into the log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record)[-400:])


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


def floods(case: Case) -> None:
    """A flood, and in it a facilitator, a phone and somebody who stops the robots."""
    rng = Random(case.seed)

    async def main() -> None:
        table = FakeTable(shown=views.view())
        ended = asyncio.Event()
        async with serving(table) as console:
            flooding = [
                asyncio.ensure_future(_stranger(case, (console.port, console.stop_port), Random(rng.random()), ended))
                for _ in range(20)
            ]
            for _ in range(5):
                await asyncio.sleep(0.02)
                for what, asked in (
                    ("stop", ask(console, "/estop", method="POST", port=console.stop_port)),
                    ("stop on the page's port", order(console, "estop")),
                    ("facilitator", order(console, "go", headers={"X-Golem-Key": KEY})),
                    ("phone", ask(console, "/view.json", source="127.0.0.9")),
                ):
                    began = monotonic()
                    try:
                        answer = await asyncio.wait_for(asked, HEARD_S)
                        while what == "stop" and answer.status == 503 and monotonic() - began < HEARD_S:
                            # The table is too busy to answer in 2 s: the page says so, and people press again.
                            case.count("stops pressed again")
                            answer = await asyncio.wait_for(
                                ask(console, "/estop", method="POST", port=console.stop_port), HEARD_S
                            )
                    except (TimeoutError, OSError, IndexError) as error:
                        case.wrong(f"{what}: {type(error).__name__} after {monotonic() - began:.1f} s")
                        continue
                    case.check(answer.status == 200, f"{what}: {answer.status}")
                    case.count("answers under a flood")
            ended.set()
            await asyncio.wait(flooding)
        case.check({name for name, _args in table.asked} == {"estop", "go"}, f"{table.asked}: strangers did more")

    before, threads = _resident_mb(), threading.active_count()
    logged = _Errors()
    logging.getLogger().addHandler(logged)
    try:
        asyncio.run(main())
    finally:
        logging.getLogger().removeHandler(logged)
    case.check(not logged.texts, f"{len(logged.texts)} errors in the log, the first: {logged.texts[:1]}")
    gc.collect()
    case.check(_resident_mb() - before < GROWN_MB, f"grew by {_resident_mb() - before:.0f} MB")
    case.check(threading.active_count() <= threads + 1, f"{threading.active_count()} threads, {threads} before")


CAMPAIGNS = (
    Campaign(
        "floods",
        "connections, requests and frames of anything at a page and its stop",
        "facilitator, phone and stop are answered with 200, memory and threads bounded",
        floods,
    ),
)
