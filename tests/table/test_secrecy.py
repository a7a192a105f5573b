"""Whatever leaves the table for spectators says nothing of a row before it is revealed.

Non-interference (J. Goguen, J. Meseguer, 1982): two games that differ in secrets only must look the same to the last
byte, on every channel, until the secret is revealed. Nothing that could leak needs to be thought of beforehand.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from boards.base.catalogue import translate_all
from controller.app.compose.web_page import Screens
from controller.app.terminal.story import TerminalNarrator
from controller.console.server import Console
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entries import ProgramsTaken
from controller.table.core.record.entry_codec import decode_entries
from controller.table.perception.program_lock import Locks, load_locks
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table

KEY = "seven-golems"
SUM = re.compile(rb"[0-9a-f]{64}")

OPEN = ("forward", "turn-left")
"""Rows that both games have in common..."""
SECRETS = (("attack", "defend"), ("turn-right", "stand"), ("backward", "attack"))
"""...and those that they differ in, of as many cards."""


@dataclass
class Outside:
    """All that a spectator, the terminal and a log get, in order."""

    heard: list[tuple[str, bytes]] = field(default_factory=list)

    def add(self, channel: str, data: bytes) -> None:
        # The commitments differ by their salts, and may: the tests of the lock prove that they say nothing.
        self.heard.append((channel, SUM.sub(b"-", data)))

    def __bytes__(self) -> bytes:
        return b"\n".join(data for _channel, data in self.heard)


class _Log(logging.Handler):
    def __init__(self, outside: Outside, path: Path) -> None:
        """Take the log of a game whose record is at this path, which each game has another of."""
        super().__init__(logging.DEBUG)
        self._outside = outside
        self._path = str(path)

    def emit(self, record: logging.LogRecord) -> None:
        self._outside.add("log", f"{record.name} {record.getMessage()}".replace(self._path, "RECORD").encode())


class _Terminal(io.StringIO):
    def __init__(self, outside: Outside) -> None:
        super().__init__()
        self._outside = outside

    def write(self, text: str) -> int:
        self._outside.add("terminal", text.encode())
        return len(text)


class Spectator:
    """A browser without the key at the real application: its socket, and every address that there is."""

    def __init__(self, quick: QuickTable, outside: Outside) -> None:
        screens = Screens(quick.table, None)
        self._console = Console(screens, screens, key=KEY)
        self._app = self._console.app()
        self._outside = outside
        self._news: list[asyncio.Task[None]] = []
        self._console._table.attach()

    async def watch(self) -> None:
        """Listen on the socket, for ever."""
        first = [{"type": "websocket.connect"}]

        async def receive() -> dict[str, Any]:
            return first.pop() if first else await asyncio.get_running_loop().create_future()

        async def send(message: dict[str, Any]) -> None:
            self._outside.add("socket", str(message.get("text", "")).encode())

        scope = {"type": "websocket", "path": "/ws", "subprotocols": [], "scheme": "ws", **_SCOPE}
        await self._app(scope, receive, send)

    async def ask_all(self) -> None:
        """Every address that answers with something of the game."""
        for path in ("/view.json", "/setup.json", "/preview.jpg", "/task/puzzle/card/en", "/journal", "/console"):
            self._outside.add(f"GET {path}", await self._get(path))
        for name in ("lock", "undo", "seat"):
            self._outside.add(f"POST {name}", await self._get("/command", json.dumps({"name": name}).encode()))

    async def _get(self, path: str, body: bytes = b"") -> bytes:
        answer = b""

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal answer
            answer += repr(message.get("headers", b"")).encode() + message.get("body", b"")

        headers = [*_SCOPE["headers"], (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST" if body else "GET", "path": path, "scheme": "http"}
        await self._app({**_SCOPE, **scope, "headers": headers}, receive, send)
        return answer


_SCOPE: dict[str, Any] = {
    "http_version": "1.1",
    "raw_path": b"",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"127.0.0.1:8080")],
    "client": ("127.0.0.1", 50000),
    "server": ("127.0.0.1", 8080),
}

Script = Callable[[QuickTable, Spectator], Coroutine[Any, Any, None]]


class Chooser:
    """Lays what it is told to, in every round."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows

    def choose(self, _state: Any) -> tuple[str, ...]:
        return self.rows


class ComputerPlayers:
    """A computer that plays what it is told to."""

    strengths = ("easy",)

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows

    def program(self, _game: Any, _player: str, _strength: str) -> tuple[str, ...]:
        return self.rows

    def move(self, _game: Any, _player: str, _strength: str, _number: int) -> str:
        raise AssertionError("nobody moves a piece in this game")

    def verdict(self, _game: Any) -> tuple[Any, ...]:
        return ()


def outside_of(path: Path, secret: tuple[str, ...], script: Script, *, computer: bool = False) -> Outside:
    """What gets out of a game in which red (and blue, the computer) has these secret rows, until the script ends."""
    outside = Outside()
    rows = (*OPEN, *secret)
    log = _Log(outside, path)

    async def main() -> None:
        options: dict[str, Any] = (
            {"computers": {"blue": "easy"}, "computer_players": ComputerPlayers(rows)} if computer else {}
        )
        async with quick_table(path, 5, **options) as quick:
            quick.people._players = {name: Chooser(rows) for name in ("red", "blue")}
            quick.table.subscribe(TerminalNarrator(_Terminal(outside), "en", colour=False, progress=True).on_view)
            # The socket leaves out what is older than the newest: here is every view.
            quick.table.subscribe(lambda view: outside.add("view", json.dumps(view.to_json()).encode()))
            spectator = Spectator(quick, outside)
            watching = asyncio.get_running_loop().create_task(spectator.watch())
            await script(quick, spectator)
            watching.cancel()
            await asyncio.wait({watching})

    root = logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        run(main())
    finally:
        root.setLevel(level)
        root.removeHandler(log)
    return outside


async def _until(quick: QuickTable, spectator: Spectator, phase: Phase, row: int) -> None:
    await quick.until(lambda view: view.phase == phase.value and view.row == row)
    await spectator.ask_all()


async def while_cards_are_laid_and_two_rows_played(quick: QuickTable, spectator: Spectator) -> None:
    await _until(quick, spectator, Phase.PROGRAMS, 0)
    await quick.until(lambda view: any(hand.complete for hand in view.hands.values()))
    await spectator.ask_all()
    for row in (0, 1, 2):
        await _until(quick, spectator, Phase.READY, row)


async def with_a_row_undone(quick: QuickTable, spectator: Spectator) -> None:
    await _until(quick, spectator, Phase.READY, 2)
    answer = await quick.table.submit("undo")
    assert answer.ok
    spectator._outside.add("answer", json.dumps(translate_all(answer.text)).encode())
    await spectator.ask_all()
    assert (await quick.table.submit("resume")).ok
    await _until(quick, spectator, Phase.READY, 2)


def _locks_in(path: Path) -> list[Locks]:
    """Those of every round on record."""
    contents = [entry.content for entry in decode_entries(read_record(path).entries)]
    return [load_locks(content) for content in contents if isinstance(content, ProgramsTaken)]


async def with_a_card_moved_and_put_back(quick: QuickTable, spectator: Spectator) -> None:
    await _until(quick, spectator, Phase.READY, 1)
    locks = _locks_in(quick.path)[-1]
    key = f"hand:{locks['red'][3].cards[0].card}"
    lying = quick.world.lying.pop(key)
    await quick.until(lambda view: view.phase == Phase.DIFFERS.value)
    await spectator.ask_all()
    quick.world.lying[key] = lying
    await _until(quick, spectator, Phase.READY, 2)


SCRIPTS = (while_cards_are_laid_and_two_rows_played, with_a_row_undone, with_a_card_moved_and_put_back)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
@pytest.mark.parametrize("computer", [False, True], ids=["children", "computer"])
def test_games_that_differ_in_secrets_look_the_same_to_the_last_byte(
    tmp_path: Path, script: Script, computer: bool
) -> None:
    first, *others = (
        outside_of(tmp_path / f"{n}.jsonl", secret, script, computer=computer) for n, secret in enumerate(SECRETS)
    )
    channels = {channel for channel, _data in first.heard}
    assert {"socket", "terminal", "GET /view.json", "GET /preview.jpg", "POST lock"} <= channels
    assert len([data for channel, data in first.heard if channel == "socket"]) >= 8
    assert len([data for channel, data in first.heard if channel == "view"]) > 20
    for other in others:
        assert [pair for pair in zip(first.heard, other.heard, strict=True) if pair[0] != pair[1]] == []


def test_the_first_byte_that_differs_comes_with_the_row(tmp_path: Path) -> None:
    """That the test above can fail: one row later the games look different."""

    async def a_row_too_far(quick: QuickTable, spectator: Spectator) -> None:
        await _until(quick, spectator, Phase.ROW, 3)

    one, other = (outside_of(tmp_path / f"{n}.jsonl", SECRETS[n], a_row_too_far) for n in (0, 1))
    assert bytes(one) != bytes(other)


def test_in_a_whole_game_no_card_key_and_no_salt_gets_out_before_its_row(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told: list[tuple[View, str]] = []

    async def main() -> None:
        async with quick_table(path, 9, computers={"blue": "easy"}) as quick:
            quick.table.subscribe(lambda view: told.append((view, json.dumps(view.to_json(), ensure_ascii=False))))
            await quick.until(lambda view: view.phase == Phase.OVER.value)

    run(main())
    programs = _locks_in(path)
    rows = [row for locks in programs for each in locks.values() for row in each]
    assert len(rows) >= 8
    for view, text in told:
        opened = {row.sum for row in rows if row.sum in text and (row.salt in text)}
        shown = {lock.sum for locks in view.locks.values() for lock in locks[: view.row]}
        assert opened <= shown
        keys = re.findall(r"card:\w+:[\w -]+:\d", text)
        assert set(keys) <= {str(card.card) for row in rows if row.sum in opened for card in row.cards}
