"""Games of a series: each has a process of its own, so no bot learns anything from the games before."""

from __future__ import annotations

import pytest

from boards.base.errors import Problems
from controller.bots import series
from controller.bots.bot_source import BotSource
from controller.bots.match import Match, arena
from tests.support.nasty_bots import CALM, QUICK, bot

SEEDS = range(6)

# Each finds something that a later game of the same process would find too.
WAYS = {
    "a parameter named eval": ("def find(eval): return eval\nimport math", "eval('math')"),
    "a parameter named type": ("def find(type): return type", "type(game)"),
    "a class attribute of the settings": ("from rgkit.settings import settings", "settings.__class__"),
    "a keyword pattern": (
        "def find(value):\n    match value:\n        case object(__class__=found): return found",
        "find(game)",
    ),
    "a bound method's self": (
        "def find(value):\n    match value:\n        case object(__self__=found): return found",
        "find(len)",
    ),
    "a module": ("import math", "math"),
    "a module of ours": ("import sys", "sys.modules['controller.bots.sandbox.bot_game']"),
    "the robots that are shown": ("", "type(next(iter(game.robots.values())))"),
}


def played(bots: tuple[BotSource, BotSource], lanes: int) -> list[Match]:
    with arena(bots, QUICK, lanes) as place:
        place.check()
        return [*series.play_many(place, [(seed, False) for seed in SEEDS])]


@pytest.mark.parametrize("name", WAYS)
def test_a_mark_is_not_found_in_a_later_game(name: str) -> None:
    head, found = WAYS[name]
    act = f"""
    mark = {found}
    if game.turn == 1 and getattr(mark, 'been_here', 1) != 1: raise ValueError('a game was here')
    mark.been_here = game.turn
    if game.turn == 5 and mark.been_here == 5: raise KeyError('the mark stays in this game')
    """
    for match in played((bot(act, head), CALM), lanes=2):
        assert match.mistakes[0] == {"exception": 5}, (name, match)
        assert match.first_mistakes[0][0].text == "KeyError: 'the mark stays in this game'", (name, match)


def test_memory_that_one_game_takes_does_not_lack_in_the_next() -> None:
    source = BotSource(
        "greedy", "greedy.py", "import rg\nkept = []\n" + bot("").text + "\nkept.append(bytearray(60 << 20))\n"
    )
    matches = played((source, CALM), lanes=1)
    assert [match.gone for match in matches] == [(None, None)] * len(SEEDS)


def test_memory_exhausted_while_loading_is_told() -> None:
    source = BotSource("greedy", "greedy.py", "kept = []\nwhile True: kept.append(bytearray(1 << 20))\n" + bot("").text)
    with pytest.raises(Problems, match=r"greedy\.py:2: MemoryError"):
        played((source, CALM), lanes=1)


def test_sides_are_swapped_game_by_game() -> None:
    suicidal = bot("return ['suicide']")
    with arena((suicidal, CALM), QUICK, lanes=2) as place:
        place.check()
        matches = [*series.play_many(place, [(seed, seed % 2 == 1) for seed in SEEDS])]
    assert [match.names for match in matches] == [("nasty", "calm"), ("calm", "nasty")] * 3
    assert [match.winner for match in matches] == [1, 0] * 3
