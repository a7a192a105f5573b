"""What a bot is shown is made late and shown again; nobody can tell."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.bots.bot_source import BotSource
from controller.bots.match import TurnPlayed, arena
from controller.bots.sandbox.game_view import CELL_SHIFT, HP_BITS, LazyRobots, Robots, Unseen, put_away
from controller.bots.sandbox.rg import AttrDict
from tests.support.nasty_bots import CALM, QUICK, bot, play

PLACES = [(x, y) for y in range(19) for x in range(19)]
STANDING = [((3, 4), 50, 0), ((5, 4), 7, 1), ((5, 5), 21, 0), ((9, 9), 1, 1)]


def numbers(standing: list[tuple[tuple[int, int], int, int]]) -> list[int]:
    return [PLACES.index(place) << CELL_SHIFT | owner << HP_BITS | hp for place, hp, owner in standing]


def made() -> dict[tuple[int, int], AttrDict]:
    ids = iter((4, 8))
    found: dict[tuple[int, int], AttrDict] = {}
    for place, hp, owner in STANDING:
        found[place] = AttrDict(location=place, hp=hp, player_id=owner)
        if owner == 0:
            found[place]["robot_id"] = next(ids)
    return found


def unseen() -> Unseen:
    return Unseen(LazyRobots(PLACES, 0), numbers(STANDING), [4, 8])


ASKED: dict[str, Callable[[Any], Any]] = {
    "item": lambda robots: robots[5, 4],
    "attribute": lambda robots: robots[5, 5].robot_id,
    "in": lambda robots: ((3, 4) in robots, (0, 0) in robots),
    "len": len,
    "truth": bool,
    "for": lambda robots: [*robots],
    "reversed": lambda robots: [*reversed(robots)],
    "keys": lambda robots: [*robots.keys()],
    "values": lambda robots: [*robots.values()],
    "items": lambda robots: [*robots.items()],
    "get": lambda robots: (robots.get((9, 9)), robots.get((1, 1), 3)),
    "equal": lambda robots: (robots == made(), made() == robots, robots != made()),
    "or": lambda robots: robots | {(1, 1): 3},
    "ror": lambda robots: {(1, 1): 3} | robots,
    "dict": dict,
    "stars": lambda robots: {**{str(place): robot for place, robot in robots.items()}},
    "dict of it": lambda robots: {**robots},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "its copy": lambda robots: robots.copy(),
    "repr": repr,
    "json": lambda robots: json.dumps([*robots.values()]),
    "sorted": lambda robots: sorted(robots),
    "pop": lambda robots: (robots.pop((3, 4)), dict(robots)),
    "popitem": lambda robots: (robots.popitem(), dict(robots)),
    "set": lambda robots: (robots.__setitem__((3, 4), 1), dict(robots)),
    "delete": lambda robots: (robots.__delitem__((3, 4)), dict(robots)),
    "setdefault": lambda robots: (robots.setdefault((3, 4), 1), robots.setdefault((0, 0), 1), dict(robots)),
    "update": lambda robots: (robots.update({(3, 4): 1}), dict(robots)),
    "clear": lambda robots: (robots.clear(), dict(robots)),
    "from it": lambda robots: {}.__class__(robots),
    "into another": lambda robots: (lambda other: (other.update(robots), other))({}),
}


@pytest.mark.parametrize("name", ASKED)
def test_whatever_is_asked_first_the_robots_are_there(name: str) -> None:
    assert ASKED[name](unseen()) == ASKED[name](made())


def test_every_method_of_a_dict_is_one_that_looks() -> None:
    plain = {name for name in dir(dict) if callable(getattr(dict, name)) and name not in dir(object)}
    plain -= {"fromkeys", "__class_getitem__"}
    assert plain <= set(vars(Unseen))


class Bot:
    """Turn after turn on one shelf, with what a bot does to what it is shown."""

    def __init__(self) -> None:
        self.shelf = LazyRobots(PLACES, 0)

    def turn(self, standing: list[tuple[tuple[int, int], int, int]], act: Callable[[AttrDict], object]) -> None:
        own = sum(owner == 0 for _, _, owner in standing)
        game = AttrDict(robots=Unseen(self.shelf, numbers(standing), range(own)), turn=1)
        act(game)
        put_away(game)

    def shown(self, standing: list[tuple[tuple[int, int], int, int]]) -> dict[Any, dict[str, Any]]:
        found: dict[Any, dict[str, Any]] = {}
        self.turn(standing, lambda game: found.update({place: dict(robot) for place, robot in game.robots.items()}))
        return found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: game.robots[5, 4].update(hp=-3, location=None),
        lambda game: game.robots[5, 4].clear(),
        lambda game: setattr(game.robots[5, 4], "mark", 1),
        lambda game: (game.robots[5, 4].pop("hp"), setattr(game.robots[5, 4], "mark", 1)),
        lambda game: (game.robots[3, 4].pop("robot_id"), setattr(game.robots[3, 4], "mark", 1)),
        lambda game: game.robots.clear(),
        lambda game: game.clear(),
    ],
)
def test_what_a_bot_spoils_is_whole_in_the_next_turn(spoil: Callable[[AttrDict], object]) -> None:
    bot = Bot()
    first = bot.shown(STANDING)
    assert first[5, 4] == {"location": (5, 4), "hp": 7, "player_id": 1}
    bot.turn(STANDING, spoil)
    assert bot.shown(STANDING) == first
    # The sides change, as the robots do.
    swapped = [(place, hp, 1 - owner) for place, hp, owner in STANDING]
    assert {robot["player_id"] for robot in bot.shown(swapped).values()} == {0, 1}


def test_what_a_bot_keeps_stays_as_it_was() -> None:
    bot = Bot()
    kept: list[Any] = []
    bot.turn(STANDING, lambda game: kept.append(game.robots[5, 4]))
    bot.turn(STANDING, lambda game: kept.append(game.robots))
    bot.turn(STANDING, lambda game: kept.append(game))
    before = copy.deepcopy(kept)
    for _ in range(3):
        bot.shown([((1, 7), 3, 1), ((2, 7), 4, 0), ((3, 7), 5, 1)])
    assert kept == before and kept[0].hp == 7 and kept[2].robots[3, 4].robot_id == 0
    assert type(kept[1]) is Robots


def test_what_nobody_keeps_is_shown_again() -> None:
    bot = Bot()
    seen: list[list[int]] = []
    for _ in range(3):
        bot.turn(STANDING, lambda game: seen.append([id(robot) for robot in game.robots.values()]))
    assert seen[1] == seen[2]


CURIOUS_MODULES = """
{how}
class Robot:
    def act(self, game):
        return ['suicide'] if got().random() < 0.05 else ['guard']
"""
HOW = {
    "import": "import random\ndef got(): return random",
    "by a computed name": "import importlib\ndef got(): return importlib.import_module('ran' + 'dom')",
    "by __import__": "def got(): return __import__('ran' + 'dom')",
    "from a module that has it": "import statistics\ndef got(): return statistics.random",
    "from sys.modules": "import statistics, sys\ndef got(): return sys.modules['ran' + 'dom']",
}


@pytest.mark.parametrize("how", HOW)
def test_random_is_seeded_however_a_bot_comes_by_it(how: str) -> None:
    """The bot that says so plainly is the same in rgkit (test_rgkit_same_games)."""
    told: list[list[tuple[int, int]]] = []
    for way in ("import", how):
        source = BotSource(way, "curious.py", CURIOUS_MODULES.format(how=HOW[way]))
        turns: list[TurnPlayed] = []
        with arena((source, CALM), QUICK) as place:
            place.check()
            match = place.play(11, turns.append)
        assert match.mistakes[0] == {}, match.first_mistakes
        told.append([(turn.before.turn, len(turn.after.robots)) for turn in turns])
    assert told[0] == told[1]
    assert len({robots for _, robots in told[0]}) > 2, "the bot's chances do not show"


def test_numpy_is_offered_where_it_is_installed() -> None:
    head = "import numpy as np"
    act = "assert np.linalg.norm(np.array(self.location) - np.array((9, 9))) >= 0 and int(np.argmax([1, 3, 2])) == 1"
    assert play(bot(act, head), replace(QUICK, memory_bytes=512 << 20)).mistakes[0] == {}


def test_the_first_act_may_take_as_long_as_the_settings_say() -> None:
    act = """
    import time
    began = time.process_time()
    if game.turn in (1, 2) and self.robot_id == 1 or game.turn == 1 and not taken:
        taken.append(0)
        while time.process_time() - began < 0.6: pass
    """
    match = play(bot(act, "taken = []"), replace(QUICK, act_cpu_s=0.3, first_act_cpu_s=1.5, game_cpu_s=10))
    assert match.mistakes[0].get("slow", 0) <= 2 and all(
        mistake.turn == 2 or mistake.robot != 1 for mistake in match.first_mistakes[0]
    )


@pytest.mark.parametrize("path", ["/etc/passwd", "/nothing/of/that/name", "/usr/lib", "/proc/1/cmdline"])
@pytest.mark.parametrize("call", ["os.stat", "os.lstat", "os.listdir", "os.readlink", "os.access", "os.path.getsize"])
def test_nothing_is_told_about_files(path: str, call: str) -> None:
    act = f"{call}({path!r}{', 4' if call == 'os.access' else ''}) and None"
    act += (
        ""
        if call != "os.access"
        else f"\nif os.access({path!r}, 4): raise AssertionError('it is there')\nraise OSError"
    )
    match = play(bot(f"if game.turn == 1:\n    {act.replace(chr(10), chr(10) + '    ')}", "import os"))
    assert match.mistakes[0] == {"exception": 5}
    assert "AssertionError" not in match.first_mistakes[0][0].text
