"""Games that share a process: only of bots that can't know of it, and nobody can tell from the results."""

from __future__ import annotations

from pathlib import Path

import pytest
import rgkit

from controller.bots import series
from controller.bots.inside.selfcontained import is_self_contained
from controller.bots.match import Arena, arena
from controller.bots.source import BotSource, read_bot
from tests.support.nasty_bots import CALM, QUICK, bot

PEOPLES = [
    *Path(rgkit.__path__[0], "bots").glob("*.py"),
    *(Path(__file__).parents[2] / "docs" / "bots").glob("*.py"),
]


@pytest.mark.parametrize("path", PEOPLES, ids=lambda path: path.stem)
def test_honest_bots_share(path):
    assert is_self_contained(path.read_text())


PLAIN = {
    "remembers": ("self.seen = getattr(self, 'seen', 0) + 1", "plan = {}\ntaken = []"),
    "global": ("global turn\nturn = game.turn", "turn = 0"),
    "modules": ("math.sqrt(2); random.choice([1])", "import math, random"),
    "functions": ("deque([1]).append(2)", "from collections import deque"),
    "own classes": ("Plan().go()", "class Plan:\n    def __init__(self): self._x = 1\n    def go(self): pass"),
    "errors": ("try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    print(error)", ""),
    "rgkit": ("rg.settings.mark = rg.dist; rg.dist.mark = 1", "from rgkit import rg"),
    "settings": ("settings.mark = 1", "from rgkit.settings import settings"),
    "generators": ("sum(x * x for x in range(3))", "def numbers():\n    yield 1"),
}  # fmt: skip

LEADS_OUT = {
    "another module": ("pass", "import os"),
    "a later import": ("import rg", ""),
    "everything": ("pass", "from random import *"),
    "a mark on a module": ("math.seen = 1", "import math"),
    "a mark through a name": ("m.seen = 1", "import math\nm = math"),
    "a module passed on": ("mark(math)", "import math\ndef mark(it): it.seen = 1"),
    "a module in a list": ("[math][0].seen = 1", "import math"),
    "a function kept": ("f.seen = 1", "import copy\nf = copy.copy"),
    "a function passed on": ("sorted([], key=random.random)", "import random"),
    "the generator": ("random._inst.seed(1)", "import random"),
    "its state": ("random.setstate(1)", "import random"),
    "a class": ("type(game).seen = 1", ""),
    "a class of its own": ("self.__class__.seen = 1", ""),
    "a class by name": ("getattr(self, '__class__').seen = 1", ""),
    "an attribute by any name": ("getattr(self, game.seed)", ""),
    "all classes": ("().__class__.__base__.__subclasses__()", ""),
    "a function's names": ("self.act.__globals__", ""),
    "builtins": ("__builtins__['len'] = 1", ""),
    "built code": ("exec('import os')", ""),
    "a frame": ("(x for x in ()).gi_frame.f_builtins", ""),
    "a traceback": ("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    e.__traceback__.tb_frame", ""),
    "what an error was about": ("try:\n    math.x\nexcept AttributeError as e:\n    e.obj.x = 1", "import math"),
    "a late end": ("pass", "class A:\n    def __del__(self): print(1)"),
    "a generator's late end": ("pass", "def f():\n    try:\n        yield 1\n    finally:\n        print(1)"),
    "the file system": ("open('/etc/passwd')", ""),
    "vars": ("vars(self)", ""),
    "a name from nowhere": ("something", ""),
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_stays_in_the_game_may_share(name):
    assert is_self_contained(bot(*PLAIN[name]).text)


@pytest.mark.parametrize("name", LEADS_OUT)
def test_what_leads_out_of_the_game_may_not(name):
    assert not is_self_contained(bot(*LEADS_OUT[name]).text)


@pytest.mark.parametrize("text", ["x = " + "(" * 300 + ")" * 300, "-" * 50_000 + "1", "", "x = 1 +", "\0"])
def test_any_text_is_judged(text):
    assert is_self_contained(text) in (True, False)


FORGETFUL = """
if (len(seen), mark(rg)) != (calls[0], 0 if not calls[0] else 1): return ['suicide']
calls[0] += 1
seen.append(game.turn)
rg.settings['mark'] = 1
rg.loc_types((9, 9)).add('mine')
if random.random() < 0.5: return ['move', rg.toward(self.location, rg.CENTER_POINT)]
"""
HEAD = "import random\nimport rg\ncalls = [0]\nseen = []\ndef mark(it): return it.settings.get('mark', 0)"
SEEDS = range(5)


def _alone(bots):
    with arena(bots, QUICK) as place:
        return [place.play(seed) for seed in SEEDS]


def _series(bots, monkeypatch, shares=True, seeds=SEEDS):
    began = []
    sharing = Arena.sharing
    monkeypatch.setattr(Arena, "sharing", lambda *args: (began.append(args[1]), sharing(*args))[1])
    monkeypatch.setattr(series, "Limits", lambda: QUICK)
    matches, _ = series.play_series(bots, seeds, 1)
    assert sorted(began) == (list(seeds) if shares else [])
    return matches


def test_games_that_share_are_the_same_as_alone(monkeypatch):
    wanderer = read_bot(next(path for path in PEOPLES if path.stem == "wanderer"))
    bots = (bot(FORGETFUL, HEAD), wanderer)
    assert all(is_self_contained(one.text) for one in bots)
    assert _series(bots, monkeypatch) == _alone(bots)


@pytest.mark.parametrize(
    "act",
    [
        "if game.turn == 4 and random.random() < 0.1:\n    while True: pass",
        "def f(): f()\nif game.turn == 7 and random.random() < 0.1: f()",
        "if game.turn == 9 and random.random() < 0.1: 'x' * 10**9",
    ],
    ids=["slow", "too deep", "too much"],
)
def test_what_might_have_to_do_with_the_others_is_played_again_alone(act, monkeypatch):
    bots = (bot(act, "import random"), CALM)
    assert is_self_contained(bots[0].text)
    shared = _series(bots, monkeypatch)
    assert any(match.slips[0] for match in shared) and not all(match.slips[0] for match in shared)
    assert shared == _alone(bots)


def test_a_bot_that_marks_modules_has_a_process_for_each_game(monkeypatch):
    marks = BotSource("marks", "marks.py", bot("math.seen = True", "import math\nif hasattr(math, 'seen'): 1 / 0").text)
    assert [match.gone[0] for match in _series((marks, CALM), monkeypatch, shares=False)] == [None] * len(SEEDS)


def test_each_game_has_its_own_time(monkeypatch):
    """The kernel counts what a process uses, and not what a game of several does."""
    busy = bot(
        "if me[0] is None: me[0] = random.random() < 0.5\nif me[0]: sum(range(300_000))", "import random\nme = [None]"
    )
    assert is_self_contained(busy.text)
    lost = [match.gone[0] for match in _series((busy, CALM), monkeypatch, seeds=range(2, 4))]
    assert [gone and gone[1] for gone in lost] == ["it used up its processor time, or was killed", None]
