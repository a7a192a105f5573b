"""Records that change while they are replayed: another program writes on, cuts, replaces or removes them."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests.storm.campaign import Campaign, Case
from tests.storm.files import RECORDS, command, folder
from tests.storm.mutations import spoiled_bytes
from tests.support.front_door import front_door

REPLAYS = 6
ASKED = 24
"""Requests at the front door while a record changes."""
ANSWERED_S = 30.0


def _changes(path: Path, rng: Random) -> list[Callable[[], object]]:
    """Return what another program may do with a record."""
    whole = path.read_bytes()

    def write_on() -> None:
        with path.open("ab") as file:
            file.write(whole[: rng.randrange(len(whole))])

    def cut() -> None:
        os.truncate(path, rng.randrange(len(whole)))

    def replace() -> None:
        other = path.with_suffix(".other")
        other.write_bytes(rng.choice(RECORDS).read_bytes())
        other.replace(path)

    def folder_instead() -> None:
        path.unlink(missing_ok=True)
        path.mkdir()

    return [
        write_on,
        cut,
        replace,
        folder_instead,
        lambda: path.unlink(missing_ok=True),
        lambda: path.write_bytes(spoiled_bytes(whole, rng)),
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(whole),
        lambda: path.chmod(0),
        lambda: path.write_bytes(b'{"n":0}\n' * 2000),
    ]


@contextmanager
def _changed_by_another(path: Path, rng: Random) -> Iterator[None]:
    """Let another thread change it again and again."""
    over = threading.Event()
    changes = _changes(path, rng)

    def change() -> None:
        while not over.wait(rng.random() * 0.003):
            with suppress(OSError):
                if path.is_dir():
                    path.rmdir()
                rng.choice(changes)()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def _changed_between_reads(path: Path, rng: Random) -> Iterator[None]:
    """Change it each time that somebody is about to open it: what is opened twice may be two things."""
    changes = _changes(path, rng)
    real = Path.open

    def opening(wanted: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        if wanted == path and "r" in mode and rng.random() < 0.5:
            with suppress(OSError):
                if path.is_dir():
                    path.rmdir()
                rng.choice(changes)()
        return real(wanted, mode, *args, **more)

    with patch.object(Path, "open", opening):
        yield


async def _at_the_front_door(case: Case, records: Path, path: Path, rng: Random) -> None:
    async with front_door(records) as opened:
        port = int(opened.url.rsplit(":", 1)[1].strip("/"))
        cookie = (await _ask(port, "GET", "/", ""))[1].split(b"set-cookie: ", 1)[1].partition(b";")[0].decode()
        with _changed_by_another(path, rng):
            for _ in range(ASKED):
                name, step = path.stem, rng.choice((0, 1, 7, 99_999))
                method, wanted = rng.choice(
                    (
                        ("GET", f"/replay/{name}/steps.json"),
                        ("GET", f"/replay/{name}/view/{step}.json"),
                        ("GET", f"/replay/{name}/"),
                        ("GET", "/api/lobby.json"),
                        ("POST", f"/api/records/{name}/resume"),
                    )
                )
                status, _answer = await _ask(port, method, wanted, cookie)
                case.check(status < 500, f"{method} {wanted} of a record that changes: {status}")
                case.count("requests while a record changes")
                for game in list(opened.lobby.games):
                    status, _answer = await _ask(port, "POST", f"/api/games/{game}/close", cookie)
                    case.check(status < 500, f"a game is closed whose record changes: {status}")


async def _ask(port: int, method: str, path: str, cookie: str) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    fields = {"Host": f"127.0.0.1:{port}", "Connection": "close", "Cookie": cookie, "Content-Length": "0"}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    answer = await asyncio.wait_for(reader.read(), ANSWERED_S)
    writer.close()
    return int(answer.split(maxsplit=2)[1]), answer


def replays(case: Case) -> None:
    """Replays in the terminal, and at the front door, of a record that another program changes meanwhile."""
    rng = Random(case.seed)
    with folder() as here:
        records = here / "games"
        records.mkdir()
        path = records / "game.jsonl"
        for _ in range(REPLAYS):
            with suppress(OSError):
                path.rmdir()
            path.unlink(missing_ok=True)
            path.write_bytes(rng.choice(RECORDS).read_bytes())
            changing = rng.choice((_changed_by_another, _changed_between_reads))
            with changing(path, Random(rng.random())):
                words = rng.choice(([], ["--check"], ["--language", "ru"]))
                status, _out, _err = command(case, ["replay", str(path), *words], (0, 1, 2))
            case.count(f"replays of a record that changes, status {status}")
        with suppress(OSError):
            path.rmdir()
        path.unlink(missing_ok=True)
        path.write_bytes(rng.choice(RECORDS).read_bytes())
        asyncio.run(_at_the_front_door(case, records, path, rng))


CAMPAIGNS = (
    Campaign(
        "replays",
        "records that another program writes, cuts, replaces, removes while they are replayed",
        "told as far as it goes or refused; answered below 500; no traceback, in time",
        replays,
    ),
)
