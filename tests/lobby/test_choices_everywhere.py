"""What may be chosen for a game is the same in a terminal, a table file, *Play now* and *Next game …* of a console.

Each row of a table is said in every way in that has words for it. Contradictions are refused everywhere, at the place
that says them, all at once, in every language; what may be chosen is the same game everywhere.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.async_api import Browser, expect

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from controller.app.choices.offered_choices import keys_of
from controller.app.choices.text_choices import text_keys
from controller.app.compose.game_setup import GamePlan, header
from controller.app.compose.next_game import NextGames, at_table, next_plan
from controller.app.config.table_file import read_table_file
from controller.cli import main
from controller.journal import read_record
from controller.table.core.record.entries import Header
from controller.table.core.record.entry_codec import header_of
from tests.messages.test_pseudo_locale import locale
from tests.support.catalogues import PSEUDO
from tests.support.door_pages import Stage, button, person
from tests.support.front_door import OpenDoor, front_door
from tests.support.views import FakeTable
from tests.support.web import KEY, Answer, ask, serving

__all__ = ["locale"]  # The fixture of that module serves here, too.

TERMINAL, FILE, PLAY_NOW, NEXT = "terminal", "file", "play now", "next"
WAYS_IN = (TERMINAL, FILE, PLAY_NOW, NEXT)
JSON = {"Content-Type": "application/json"}
OWN = ("players", "board", "way", "rules", "scenario", "puzzle")
SIX = ("red", "blue", "yellow", "green", "violet", "orange")
SIDES = ("green", "violet", "red", "blue", "yellow", "orange")
POSITION = {
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}},
}


@dataclass(frozen=True)
class Said:
    """What somebody wants to play."""

    game: str = "golems"
    players: int | None = None
    computers: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)
    """All other choices, as a table file says them."""

    @property
    def ways(self) -> tuple[str, ...]:
        """Return the ways in that have words for it."""
        if "setup" in self.choices:
            return (PLAY_NOW, NEXT)
        return tuple(way for way in WAYS_IN if way != TERMINAL or not self.names)


def said(game: str = "golems", players: int | None = None, **choices: Any) -> Said:
    return Said(game, players, choices.pop("computers", {}), choices.pop("names", {}), choices)


def words(wish: Said) -> list[str]:
    """Return the options of `golem demo`."""
    found = ["--game", wish.game] + ([] if wish.players is None else ["--players", str(wish.players)])
    for player, strength in wish.computers.items():
        found += ["--computer", f"{player}:{strength}"]
    for key, value in wish.choices.items():
        if key in OWN:
            found += [f"--{key}", str(value)]
        elif key == "tokens":
            found += [word for kind, cells in value.items() for word in ("--set", f"{kind}={','.join(cells)}")]
        else:
            found += ["--set", f"{key}={text_of(value)}"]
    return found


def text_of(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{name}:{'+'.join(one) if isinstance(one, list) else one}" for name, one in value.items())
    if isinstance(value, list):
        return ",".join("+".join(pair) for pair in value)
    return str(value)


def table_file(wish: Said, path: Path) -> Path:
    game: dict[str, Any] = {} if wish.game == "golems" else {"kind": wish.game}
    game |= {} if wish.players is None else {"players": wish.players}
    if wish.game == "golems" and not {"scenario", "puzzle", "board"} & wish.choices.keys():
        game["board"] = "4x4"
    game |= dict(wish.choices)
    game |= {key: dict(value) for key, value in (("computer", wish.computers), ("names", wish.names)) if value}
    path.write_text(yaml.safe_dump({"camera": 0, "game": game} if wish.game == "golems" else {"game": game}))
    return path


def form(wish: Said) -> dict[str, Any]:
    """Return what a page sends."""
    players = 2 if wish.players is None else wish.players
    known = {"jetan": ("black", "orange", "3", "4"), "robots_hex": SIDES, "robot_game": ("0", "1", "2")}
    names = [] if wish.game == "golems" and "puzzle" in wish.choices else known.get(wish.game, SIX)[:players]
    automatic = wish.game == "robot_game"
    seats = {**dict.fromkeys(names, "easy" if automatic else "here"), **wish.computers}
    asked: dict[str, Any] = {"game": wish.game, "seats": seats, "names": dict(wish.names), "chosen": {}, "parts": {}}
    for key, value in wish.choices.items():
        if key in (*OWN, "setup"):
            asked[key] = value
        elif isinstance(value, dict):
            asked["parts"][key] = value
        else:
            asked["chosen"][key] = text_of(value)
    return asked


Refused = list[tuple[str, Mapping[str, str]]]
"""Places, and what is said there by language."""


@dataclass
class Pages:
    """Both ways in that are pages, served over HTTP, and the games that were begun there."""

    runner: asyncio.Runner
    ask: Mapping[str, Callable[[dict[str, Any]], Awaitable[Answer]]]
    begun: list[Header]

    def send(self, way: str, wish: Said) -> Refused:
        async def asked() -> Answer:
            return await self.ask[way](form(wish))

        answer = self.runner.run(asked())
        assert answer.status in (200, 422), answer.body
        return [(one["at"], one["text"]) for one in answer.json().get("problems", [])]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("hall") / "games"
    known = at_table(cameras=True, robots=True)
    begun: list[Header] = []
    games = NextGames(lambda: known, lambda wanted: next_plan(wanted, GamePlan(), known))

    async def begin() -> None:
        while True:
            begun.append(header(await games.asked()))
            games.begun()

    async def opened(stack: AsyncExitStack) -> Pages:
        door = await stack.enter_async_context(front_door(folder))
        console = await stack.enter_async_context(serving(FakeTable(games=games)))
        beginning = asyncio.create_task(begin())
        stack.callback(beginning.cancel)
        port = int(door.url.rpartition(":")[2].strip("/"))
        cookie = (await ask(console, "/", port=port)).headers["set-cookie"].partition(";")[0]

        async def play_now(wish: dict[str, Any]) -> Answer:
            headers, body = {**JSON, "Cookie": cookie}, json.dumps(wish).encode()
            answer = await ask(console, "/api/games", method="POST", headers=headers, body=body, port=port)
            if answer.status == 200:
                (game,) = door.lobby.games
                begun.append(header_of(read_record(folder / f"{game}.jsonl")))
                await door.lobby.close(game)
            return answer

        async def next_game(wish: dict[str, Any]) -> Answer:
            body = json.dumps(wish).encode()
            return await ask(console, "/games", method="POST", headers={**JSON, "X-Golem-Key": KEY}, body=body)

        return Pages(runner, {PLAY_NOW: play_now, NEXT: next_game}, begun)

    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        yield runner.run(opened(stack))
        runner.run(stack.aclose())


@dataclass
class Everywhere:
    """All ways in."""

    pages: Pages
    folder: Path
    patch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def refused(self, way: str, wish: Said) -> Refused:
        """Return what is refused, in every language; in the terminal in the pseudo-locale and in English."""
        if way == TERMINAL:
            english, pseudo = (self._typed(wish, language) for language in ("en", PSEUDO))
            return [(at, {"en": one, PSEUDO: other}) for (at, one), (_at, other) in zip(english, pseudo, strict=True)]
        if way == FILE:
            try:
                read_table_file(table_file(wish, self.folder / "table.yaml"))
            except Problems as refused:
                told = refused.problems
                return [
                    (
                        one.at.partition(": ")[2],
                        {language: translate(one.message, language) for language in languages()},
                    )
                    for one in told
                ]
            return []
        return self.pages.send(way, wish)

    def _typed(self, wish: Said, language: str) -> list[tuple[str, str]]:
        self.patch.chdir(self.folder)
        self.patch.setattr("controller.app.simulation.demo.play_demo", lambda _plan: 0)
        status = main(["demo", "--no-web", "--language", language, *words(wish)])
        lines = self.capsys.readouterr().err.splitlines()
        assert status == (2 if lines else 0) and not any("Traceback" in line for line in lines)
        found = [line.removeprefix("golem demo: ").partition(": ") for line in lines]
        return [(at, told) for at, _colon, told in found]

    def begun(self, way: str, wish: Said) -> Header:
        """Return the first entry of the record of the game that is begun."""
        plans: list[Any] = []
        if way == TERMINAL:
            self.patch.chdir(self.folder)
            self.patch.setattr("controller.app.simulation.demo.play_demo", lambda plan: plans.append(plan) or 0)
            assert main(["demo", "--no-web", *words(wish)]) == 0, self.capsys.readouterr().err
            return header(plans[0].game)
        if way == FILE:
            return header(read_table_file(table_file(wish, self.folder / "table.yaml")).game)
        assert self.pages.send(way, wish) == []
        return self.pages.begun[-1]


@pytest.fixture
def everywhere(
    pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Everywhere:
    return Everywhere(pages, tmp_path, monkeypatch, capsys)


def places(way: str, key: str, wish: Said) -> tuple[str, ...]:
    """Return where a way in says a choice; in the terminal each kind of tokens by itself."""
    root = key.partition(".")[0].partition("[")[0]
    if way == FILE:
        return (f"game.{'kind' if key == 'game' else key}",)
    if way != TERMINAL:
        if root in wish.choices and root not in (*OWN, "setup"):
            return (f"{'parts' if isinstance(wish.choices[root], dict) else 'chosen'}.{key}",)
        return ("seats" if key == "players" else key.replace("computer.", "seats."),)
    if root == "tokens":
        kinds = wish.choices["tokens"] if key == "tokens" else [key.split(".")[1].partition("[")[0]]
        return tuple(f"--set {kind}" for kind in kinds)
    if root in (*OWN, "game", "computer"):
        return (f"--{root}",)
    if root not in text_keys(wish.game):
        return ("--set",)
    return (f"--set {root if root == 'sides' else key}",)


CASTLE = "castle-under-siege"
CONTRADICTIONS: list[tuple[Said, list[str]]] = [
    # Battle of Golems: limits of ways, rulebooks, boards and players.
    (said(players=3, way="beginner"), ["players"]),
    (said(way="beginner", board="6x6"), ["board"]),
    (said(way="autonomous", board="6x6"), ["board"]),
    (said(players=4, rules="2.0"), ["players"]),
    (said(way="beginner", rules="2.0", board="6x6", players=4), ["board", "players"]),
    (said(board="9x9", lives=0, energy=1), ["board", "lives", "energy"]),
    (said(rules="2.0", energy=5), ["energy"]),
    (
        said(way="beginner", tokens={"walls": ["b2"], "barrels": ["z9"]}),
        ["tokens.walls", "tokens.barrels", "tokens.barrels[0]"],
    ),
    (said(tokens={"walls": ["a1", "b2", "b2"]}, lives=30), ["tokens.walls[0]", "tokens.walls[2]", "lives"]),
    (said(sides=[["red", "yellow"], ["blue", "green"]]), ["sides", "sides[0][1]", "sides[1][1]"]),
    (said(players=4, sides=[["red", "pink"], ["blue", "grey"]]), ["sides[0][1]", "sides[1][1]"]),
    (said(lives="many", energy="x"), ["lives", "energy"]),
    (
        said(computers={"violet": "easy"}, names={"pink": "P", "red": "A" * 25}),
        ["computer.violet", "names.pink", "names.red"],
    ),
    (said(computers={"blue": "genius"}, names={"pink": "P"}), ["computer.blue", "names.pink"]),
    # Scenarios and puzzles say all that themselves.
    (said(scenario=CASTLE, way="standard", rules="3.1", board="6x6"), ["way", "rules", "board"]),
    (said(scenario=CASTLE, lives=3, energy=10, tokens={"walls": ["b2"]}), ["lives", "energy", "tokens"]),
    (said(scenario="nonsense", way="beginner", names={"red": "A" * 25}), ["way", "scenario", "names.red"]),
    (said(scenario=CASTLE, computers={"green": "easy"}), ["computer.green"]),
    (said(puzzle="first-steps", board="4x4", way="beginner", lives=2), ["board", "way", "lives"]),
    (said(puzzle="first-steps", scenario=CASTLE, computers={"red": "easy"}), ["scenario", "computer.red"]),
    (said(puzzle="nonsense", rules="2.0"), ["puzzle", "rules"]),
    # A position says it, too.
    (said(setup=POSITION, way="beginner", rules="2.0", board="6x6"), ["way", "rules", "board"]),
    (said(setup=POSITION, lives=2, computers={"yellow": "easy"}), ["lives", "computer.yellow"]),
    (said(setup=POSITION, scenario=CASTLE), ["setup"]),
    (said(setup=POSITION, puzzle="first-steps"), ["setup"]),
    (said("jetan", setup=POSITION), ["setup"]),
    (said(setup={**POSITION, "more_tokens": 5}), ["setup.more_tokens"]),
    (said(setup={**POSITION, "way": "scenario", "goals": {"red": ["survive"]}}), ["setup.way", "setup.goals"]),
    (
        said(players=1, setup={"board": {"size": [5, 3]}, "golems": {"red": {"at": "a1", "facing": "N", "lives": 30}}}),
        ["setup.board.size", "setup.golems", "setup.golems.red.lives"],
    ),
    (
        said(
            setup={**POSITION, "golems": {name: {**golem, "side": "us"} for name, golem in POSITION["golems"].items()}}
        ),
        ["setup.golems"],
    ),
    (
        said(setup={**POSITION, "energy": 99, "golems": {**POSITION["golems"], "yellow": {"at": "z9", "lives": 30}}}),
        ["setup.energy", "setup.golems.yellow.at", "setup.golems.yellow.facing", "setup.golems.yellow.lives"],
    ),
    # Games of pieces.
    (said("jetan", players=3, games=0, first="green", stakes="much"), ["players", "games", "first", "stakes"]),
    (said("jetan", stakes={"king": 3, "thoat": -1}, games=100), ["stakes.king", "stakes.thoat", "games"]),
    (said("jetan", scenario="duel"), ["scenario"]),
    (
        said("jetan", board="6x6", way="beginner", rules="2.0", puzzle="first-steps"),
        ["board", "way", "rules", "puzzle"],
    ),
    (said("jetan", steps=20, lives=3), ["steps", "lives"]),
    (
        said("spiral", sum=0, dice=3, teams={"red": ["Anna", "Anna"], "pink": ["Ben"]}),
        ["sum", "dice", "teams.red[1]", "teams.pink"],
    ),
    (
        said("spiral", teams={"grey": ["Anna"]}, computers={"grey": "easy"}),
        ["teams.grey", "computer.grey"],
    ),
    (said("spiral", board="9x7", scenario="duel"), ["board", "scenario"]),
    (said("robots_hex", scenario="nonsense", shapes="square", steps=9), ["scenario", "shapes", "steps"]),
    (said("robots_hex", scenario="invasion", players=3), ["players"]),
    (said("robots_hex", scenario="computer", players=4, robots_each=0), ["players", "robots_each"]),
    (said("robots_hex", players=6, robots_each=9), ["robots_each"]),
    (said("robots_hex", robots_each=9), ["robots_each"]),
    (said("robots_hex", board="9x7", robots_each=6, scenario="computer"), ["robots_each"]),
    (said("robots_hex", board="3x3", way="beginner"), ["board", "way"]),
    (said("robot_game", computers={"0": "hard"}, sum=5, scenario="duel"), ["computer.0", "sum", "scenario"]),
    (said("nonsense", sum=5), ["game"]),
]


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize(("wish", "keys"), CONTRADICTIONS, ids=lambda one: str(one)[:60])
def test_what_contradicts_is_refused_in_every_way_in(everywhere: Everywhere, wish: Said, keys: list[str]) -> None:
    for way in wish.ways:
        found = everywhere.refused(way, wish)
        wanted = {at for key in keys for at in places(way, key, wish)}
        assert {at.partition(": ")[0] for at, _told in found} == wanted, (way, found)
        assert len({(at, told["en"]) for at, told in found}) == len(found), (way, "said twice", found)
        for at, told in found:
            assert told[PSEUDO] != told["en"] and not told[PSEUDO].isascii(), (way, at, told)


POSSIBLE: list[Said] = [
    said(),
    said(players=4, board="6x6", lives=9, energy=2, sides=[["red", "yellow"], ["blue", "green"]]),
    said(tokens={"walls": ["b2"], "waters": ["c3"], "barrels": ["b3", "d1"]}, way="autonomous"),
    said(rules="2.0", way="beginner", lives=1, computers={"blue": "hard"}),
    said(players=3, names={"red": "Anna", "yellow": "Cem"}),
    said(scenario=CASTLE, computers={"blue": "medium"}),
    said(puzzle="first-steps"),
    said("jetan", games=3, first="orange", stakes={"princess": 20, "thoat": 0}),
    said("jetan", stakes=5, computers={"orange": "easy"}, names={"black": "Ben"}),
    said("jetan", stakes="pieces"),
    said("spiral", players=3, sum=1000, dice=2, teams={"red": ["Anna", "Ben"], "blue": ["Cem"], "yellow": ["Dora"]}),
    said("spiral", players=6, sum=4000),
    said("robots_hex", players=3, shapes="ignored", steps=20, robots_each=1),
    said("robots_hex", scenario="invasion", board="9x7", computers={"violet": "hard"}),
    said("robot_game"),
]


@pytest.mark.parametrize("wish", POSSIBLE, ids=lambda one: str(one)[:60])
def test_what_is_possible_is_the_same_game_in_every_way_in(everywhere: Everywhere, wish: Said) -> None:
    found = {way: everywhere.begun(way, wish) for way in wish.ways}
    games = {
        way: (one.game, {**one.setup, "seed": 0}, one.players, one.mat, one.rules, one.seats, one.names)
        for way, one in found.items()
    }
    first, *others = wish.ways
    for way in others:
        assert games[way] == games[first], (first, way)


def test_every_choice_of_every_game_is_in_the_tables_and_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("demo", "play"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        told = capsys.readouterr().out
        for game in (("golems",) if command == "demo" else ()) + ("jetan", "spiral", "robots_hex"):
            missing = [key for key in text_keys(game) if f"{key}=" not in told]
            assert missing == [], (command, game)
    for game in ("golems", "jetan", "spiral", "robots_hex"):
        keys = {*keys_of(game), "players"}
        for rows in ([wish for wish, _keys in CONTRADICTIONS], POSSIBLE):
            tried = {key for wish in rows if wish.game == game for key in (*wish.choices, "players")}
            # A race on another board is a file, which a form cannot name; it is played in tests/cli/test_own_mats.py.
            untried = {"setup", "board"} if rows is POSSIBLE else {"setup"}
            assert keys - tried <= untried, (game, keys - tried)


def test_a_form_shows_at_its_fields_what_is_wrong_and_keeps_what_was_typed(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host:
            await host.goto(f"{door.url}play#spiral")
            typed = {"name-red": "Anna", "term-sum": "1e", "term-dice": "3"}
            for key, text in typed.items():
                # One field after the other, as people do: no press is lost.
                await host.locator(f'[data-key="{key}"]').click()
                await host.keyboard.type(text)
            await button(host, "Start").click()
            for key in ("term-sum", "term-dice"):
                field = host.locator(f'[data-key="{key}"]')
                await expect(field).to_have_attribute("aria-invalid", "true")
                told = host.locator(f"#{await field.get_attribute('aria-describedby')}")
                await expect(told).to_contain_text(typed[key])
            await expect(host.locator('[data-key="term-sum"]')).to_be_focused()
            await expect(host.locator("#toast")).to_be_hidden()
            assert {key: await host.locator(f'[data-key="{key}"]').input_value() for key in typed} == typed
            assert door.lobby.games == {}
            for key, text in (("term-sum", "1000"), ("term-dice", "2")):
                await host.locator(f'[data-key="{key}"]').fill(text)
            await button(host, "Start").click()
            await host.wait_for_url("**/games/**")
            (game,) = door.lobby.games
            assert door.record(game)[0].data["setup"]["sum"] == 1000

    stage.play(tmp_path, scene)
