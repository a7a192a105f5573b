"""Requests of anybody at the front door: ways out of its folders, other sites, wishes and commands of any shape."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.storm.campaign import Campaign, Case
from tests.storm.files import folder
from tests.support.front_door import front_door

REQUESTS = 250
LONGEST_S = 30.0
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "\0",
    "\x1b[2J",
    "<b>x</b>",
    "../..",
    "a" * 4000,
    [],
    {},
    [[]],
    {"": 1},
    "\ud800",
    "red",
    "phone",
    "golems",
    "jetan",
)
NAMES = (
    "..",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    ".front-door",
    "%3Cscript%3E",
    "a" * 3000,
    "%ff%fe",
    "%1b%5b2J",
    "a/b",
)
PATHS = (
    "/replay/{0}/steps.json",
    "/replay/{0}/",
    "/replay/{0}",
    "/replay/{0}/view/{1}.json",
    "/replay/{0}/task/{0}/card/en",
    "/api/records/{0}/resume",
    "/api/games/{0}/seats.json",
    "/api/games/{0}/seats/{0}/free",
    "/games/{0}/hand.json?player={0}",
    "/games/{0}/command",
    "/api/games",
    "/api/tables",
    "/session",
    "/api/hand-over",
    "/api/qr.svg?text={0}",
    "/api/print/{0}.pdf",
    "/api/print.json?board={0}&deck_seed={0}",
)
KEYS = (
    "game",
    "file",
    "code",
    "name",
    "args",
    "seats",
    "setup",
    "chosen",
    "way",
    "rules",
    "board",
    "scenario",
    "puzzle",
)


async def _ask(port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    fields = {"Host": f"127.0.0.1:{port}", "Connection": "close", "Content-Length": str(len(body)), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    answer = await asyncio.wait_for(reader.read(), LONGEST_S)
    writer.close()
    return int(answer.split(maxsplit=2)[1]), answer


def _body(rng: Random) -> bytes:
    match rng.randrange(4):
        case 0:
            return rng.choice((b"", b"{", b"[]", b"null", b"\xff"))
        case 1:
            args = {key: rng.choice(VALUES) for key in rng.sample(("player", "rows", "who", "move", "golem"), 3)}
            return json.dumps({"name": rng.choice(("cards", "move", "undo", "seat", "pause")), "args": args}).encode()
        case 2:
            seats = rng.choice(({}, {f"p{number}": "here" for number in range(400)}, {"red": "here", "blue": "<b>"}))
            wish = {
                "game": rng.choice(("golems", "jetan", "spiral")),
                "seats": seats,
                rng.choice(KEYS): rng.choice(VALUES),
            }
            return json.dumps(wish).encode()
        case _:
            return json.dumps({rng.choice(KEYS): rng.choice(VALUES) for _ in range(3)}).encode()


async def _visits(case: Case, here: Path) -> None:
    rng = Random(case.seed)
    (here / "secret.jsonl").write_text("a secret beside the records", encoding="utf-8")
    records = here / "games"
    records.mkdir()
    async with front_door(records) as opened:
        port = int(opened.url.rsplit(":", 1)[1].strip("/"))
        _status, page = await _ask(port, "GET", "/", {}, b"")
        cookie = page.split(b"set-cookie: ", 1)[1].partition(b";")[0].decode()
        plain = {"Content-Type": "application/json"}
        wish = json.dumps({"game": "golems", "seats": {"red": "phone", "blue": "phone"}}).encode()
        status, _answer = await _ask(port, "POST", "/api/games", {**plain, "Cookie": cookie}, wish)
        case.check(status == 200, "no game could be begun")
        names = (*NAMES, *opened.lobby.games, "..%2fsecret")
        for _ in range(REQUESTS):
            path = rng.choice(PATHS).format(rng.choice(names), rng.choice(("0", "-1", "9" * 40)))
            headers = {**plain, "Cookie": cookie} if rng.random() < 0.7 else dict(plain)
            foreign = rng.random() < 0.1
            if foreign:
                headers["Origin"] = "http://evil.example"
            method, body = rng.choice(("GET", "POST")), _body(rng)
            status, answer = await _ask(port, method, path, headers, body)
            shown = f"{method} {path[:80]} {body[:200]!r}"
            case.check(status < 500, f"{shown}: {status}")
            case.check(b"a secret beside" not in answer, f"{shown}: told what lies outside")
            case.check(not (foreign and method == "POST" and status == 200), f"{shown}: done for another site")
            case.count(f"requests at the front door, status {status // 100}xx")
            for game in list(opened.lobby.games)[3:]:
                await opened.lobby.close(game)


def visitors(case: Case) -> None:
    """Any requests, by the facilitator's browser, by strangers and by other sites."""
    with folder() as here:
        asyncio.run(_visits(case, here))


CAMPAIGNS = (
    Campaign(
        "visitors",
        "requests of anybody at the front door: names, wishes, commands, other sites",
        "answered below 500; nothing outside its folder is told, nothing done for other sites",
        visitors,
    ),
)
