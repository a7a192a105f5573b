"""Phones that leave in mid-hand, share a seat, guess and come in thousands; each lays only its own cards."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import quote

from controller.table.view.view import View
from tests.storm.campaign import Campaign, Case
from tests.storm.files import folder
from tests.storm.soak import resident_mb
from tests.support.front_door import OpenDoor, front_door
from tests.support.waiting import view_that

PLAYERS = ("red", "blue")
CARDS = ("forward", "forward", "turn-left", "turn-left", "turn-right", "turn-right", "stand")
"""As many of a kind as a deck surely holds."""
ROUNDS = 3
ANSWERED_S = 30.0
LAID_S = 60.0
GUESSES = 1500
GROWN_MB = 60
WISHED_PLAYERS = 10_000


@dataclass
class _Browser:
    """Somebody's browser: an address in the room and a cookie."""

    port: int
    address: str
    cookie: str = ""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and what was answered: JSON as data, else the bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        data = b"" if body is None else json.dumps(body).encode()
        fields = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", "Content-Type": "application/json"}
        fields |= {"Cookie": self.cookie} if self.cookie else {}
        fields["Content-Length"] = str(len(data))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        writer.write("\r\n".join(lines).encode("latin-1") + data)
        head, _, rest = (await asyncio.wait_for(reader.read(), ANSWERED_S)).partition(b"\r\n\r\n")
        writer.close()
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"set-cookie":
                self.cookie = value.partition(b";")[0].decode()
        try:
            return int(head.split(maxsplit=2)[1]), json.loads(rest)
        except ValueError:
            return int(head.split(maxsplit=2)[1]), rest


@dataclass
class _Room:
    """A game of two players on phones, and everybody around it."""

    case: Case
    rng: Random
    opened: OpenDoor
    facilitator: _Browser
    game: str = ""
    seated: dict[str, _Browser] = field(default_factory=dict)
    gone: list[tuple[str, _Browser]] = field(default_factory=list)
    """Who had a seat before."""
    laid: dict[str, list[list[str]]] = field(default_factory=dict)
    """What the one at a seat laid last and was told "ok" to, ready."""
    addresses: int = 2

    def phone(self) -> _Browser:
        self.addresses += 1
        return _Browser(self.facilitator.port, f"127.0.{self.addresses // 200}.{self.addresses % 200 + 2}")

    async def sit(self, player: str) -> None:
        """Let a new phone come in with the code of a seat."""
        status, told = await self.facilitator.ask("GET", f"/api/games/{self.game}/seats.json")
        self.case.check(status == 200, f"seats: {status}")
        code = next(seat["address"] for seat in told["seats"] if seat["player"] == player).partition("#")[2]
        phone = self.phone()
        status, told = await phone.ask("POST", "/session", {"code": code})
        self.case.check(status == 200, f"{player} can't come in: {status} {told}")
        self.seated[player] = phone
        # A second phone with the same code is told so.
        status, told = await self.phone().ask("POST", "/session", {"code": code})
        self.case.check(status == 409, f"two phones at one seat: {status} {told}")

    async def lay(self, who: _Browser, player: str, rows: list[list[str]], *, ready: bool) -> int:
        args = {"player": player, "rows": rows, "ready": ready}
        status, told = await who.ask("POST", f"/games/{self.game}/command", {"name": "cards", "args": args})
        self.case.check(status < 500, f"cards of {player}: {status} {told}")
        self.case.count("hands laid" if status == 200 else "hands refused")
        return status

    def hand(self) -> list[list[str]]:
        return [[card] for card in self.rng.sample(CARDS, 4)]


async def _strangers(room: _Room, player: str) -> None:
    """Whoever has not this seat neither lays nor sees its cards."""
    other = next(one for one in PLAYERS if one != player)
    others = [room.phone(), room.seated[other], room.facilitator]
    others += [browser for had, browser in room.gone if had == player]
    for who in others:
        status = await room.lay(who, player, room.hand(), ready=True)
        room.case.check(status == 403, f"somebody else laid {player}'s cards: {status}")
        status, told = await who.ask("GET", f"/games/{room.game}/hand.json?player={player}")
        room.case.check(status in (403, 404), f"somebody else saw {player}'s hand: {status} {told}")


async def _deed(room: _Room, player: str) -> None:
    """Do one thing of those that happen while cards are laid."""
    rng = room.rng
    match rng.randrange(5):
        case 0:  # Half a hand, and away: the phone's battery is empty, or its page was closed.
            half = room.hand()[: rng.randrange(5)]
            await room.lay(room.seated[player], player, [*half, *([[]] * (4 - len(half)))], ready=False)
            room.gone.append((player, room.seated[player]))
            path = f"/api/games/{room.game}/seats/{quote(player)}/free"
            await room.facilitator.ask("POST", path)
            await room.sit(player)
            room.case.count("phones that left in mid-hand")
        case 1:
            await _strangers(room, player)
        case 2:  # Two pages of one phone, at the same time.
            one, other = room.hand(), room.hand()
            phone = room.seated[player]
            await asyncio.gather(room.lay(phone, player, one, ready=False), room.lay(phone, player, other, ready=False))
            status, told = await phone.ask("GET", f"/games/{room.game}/hand.json?player={player}")
            room.case.check(status == 200, f"own hand: {status} {told}")
            room.case.count("hands laid twice at once")
        case 3:  # A line that breaks in the middle of a command.
            _reader, writer = await asyncio.open_connection("127.0.0.1", room.facilitator.port)
            writer.write(
                f"POST /games/{room.game}/command HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{{".encode()
            )
            writer.transport.abort()
        case _:
            await room.lay(room.seated[player], player, [[rng.choice(("", "x", "\ud800", "forward"))] * 9], ready=True)


def _laying(number: int) -> Any:
    return lambda view: view.winners is not None or (view.phase == "programs" and view.round == number)


def _locked(number: int) -> Any:
    return lambda view: view.winners is not None or view.round > number or view.phase not in ("programs", "setup")


async def _game(room: _Room) -> None:
    wish = {"game": "golems", "seats": dict.fromkeys(PLAYERS, "phone")}
    status, told = await room.facilitator.ask("POST", "/api/games", wish)
    room.case.check(status == 200, f"no game could be begun: {status} {told}")
    room.game = told["id"]
    table = room.opened.lobby.games[room.game].game.table
    for player in PLAYERS:
        await room.sit(player)
    expected: list[dict[str, list[list[str]]]] = []
    for number in range(1, ROUNDS + 1):
        view: View = await view_that(table, _laying(number), LAID_S)
        if view.winners is not None:
            break
        for player in room.rng.sample(PLAYERS, 2):
            for _ in range(room.rng.randrange(3)):
                await _deed(room, player)
        for player in PLAYERS:
            rows = room.hand()
            status = await room.lay(room.seated[player], player, rows, ready=True)
            room.case.check(status == 200, f"{player} can't lay {rows}: {status}")
            room.laid[player] = rows
        await view_that(table, _locked(number), LAID_S)
        expected.append(dict(room.laid))
        room.case.count("rounds on phones")
    await view_that(table, _laying(len(expected) + 1), LAID_S)
    played = [entry.data["programs"] for entry in room.opened.record(room.game) if entry.kind == "programs"]
    shown = [{player: _cards(rows) for player, rows in programs.items()} for programs in played]
    wanted = [{player: [row[0] for row in rows] for player, rows in hands.items()} for hands in expected]
    room.case.check(shown == wanted, f"played {shown}, laid {wanted}")


def _cards(rows: Any) -> list[str]:
    return [row if isinstance(row, str) else row[0] for row in rows]


async def _facilitators(opened: OpenDoor) -> _Browser:
    port = int(opened.url.rsplit(":", 1)[1].strip("/"))
    browser = _Browser(port, "127.0.0.1")
    await browser.ask("GET", "/")
    return browser


def phones(case: Case) -> None:
    """A game on two phones, whose players leave in the middle of a hand and come back with another phone."""

    async def main(here: Path) -> None:
        async with front_door(here / "games") as opened:
            await _game(_Room(case, Random(case.seed), opened, await _facilitators(opened)))

    with folder() as here:
        (here / "games").mkdir()
        asyncio.run(main(here))


async def _crowd(case: Case, here: Path) -> None:
    rng = Random(case.seed)
    async with front_door(here / "games") as opened:
        room = _Room(case, rng, opened, await _facilitators(opened))
        began = monotonic()
        for count in (WISHED_PLAYERS, 1000, 7):
            seats = {f"p{number}": "phone" for number in range(count)}
            wish = {"game": rng.choice(("golems", "spiral", "robots_hex")), "seats": seats}
            # Whoever sends more than a wish may have is hung up on, and may not come to read why.
            with contextlib.suppress(ConnectionError):
                status, told = await room.facilitator.ask("POST", "/api/games", wish)
                case.check(400 <= status < 500, f"a game of {count} players: {status} {str(told)[:200]}")
            case.count("games of too many wished for")
        case.check(monotonic() - began < ANSWERED_S, f"refused after {monotonic() - began:.0f} s")
        wish = {"game": "golems", "seats": dict.fromkeys(PLAYERS, "phone")}
        _status, told = await room.facilitator.ask("POST", "/api/games", wish)
        room.game = told["id"]
        before = resident_mb()
        crowd = [room.phone() for _ in range(100)]
        paths = ("/", f"/games/{room.game}/seat", f"/games/{room.game}/view.json", "/api/watch.json", "/join")

        async def guess(number: int) -> None:
            phone = crowd[number % len(crowd)]
            if rng.random() < 0.6:
                status, told = await phone.ask("POST", "/session", {"code": f"{rng.randrange(10**10):010d}"})
                case.check(status in (403, 429), f"a guess: {status} {told}")
            else:
                status, told = await phone.ask("GET", rng.choice(paths))
                case.check(status < 500, f"a spectator: {status}")
            case.count("requests of a crowd")

        for first in range(0, GUESSES, 50):
            await asyncio.gather(*(guess(number) for number in range(first, first + 50)))
        began = monotonic()
        for player in PLAYERS:
            await room.sit(player)
            status = await room.lay(room.seated[player], player, room.hand(), ready=True)
            case.check(status == 200, f"{player} can't lay in a crowd: {status}")
        case.check(monotonic() - began < ANSWERED_S, f"in a crowd a phone comes in after {monotonic() - began:.0f} s")
        gc.collect()
        case.check(resident_mb() - before < GROWN_MB, f"grew by {resident_mb() - before:.0f} MB")


def crowds(case: Case) -> None:
    """Games of 10,000 players are wished for; a hundred phones guess codes and look on while two come to play."""
    with folder() as here:
        (here / "games").mkdir()
        asyncio.run(_crowd(case, here))


CAMPAIGNS = (
    Campaign(
        "phones",
        "phones that leave in mid-hand, two at one seat, two pages of one phone, lines that break",
        "each seat is one phone's, nobody else lays or sees its cards, what was laid last is played",
        phones,
        0,
    ),
    Campaign(
        "crowds",
        "games for 10,000 players; a hundred phones that guess codes and look on",
        "refused with a sentence; who has a code comes in and plays, memory bounded",
        crowds,
        0,
    ),
)
