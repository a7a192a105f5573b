"""Leagues: the same table whoever plays, results that survive a stop, ratings that are what the model says."""

from __future__ import annotations

import itertools
import json
import logging
import math
import random
from types import SimpleNamespace

import numpy as np
import pytest

from controller.bots import workers
from controller.bots.bot_process import BotProcess
from controller.bots.bot_source import BotSource
from controller.bots.league import Entrants, standings
from controller.bots.league_results import ResultsFile
from controller.bots.limits import Limits
from controller.bots.rating import rate
from controller.bots.schedule import Fixture, Result, batches, fixtures
from controller.cli import main

GUARD = "class Robot:\n    def act(self, game):\n        return ['guard']\n"
LEAVE = """
import rg
class Robot:
    def act(self, game):
        if 'spawn' in rg.loc_types(self.location):
            return ['move', rg.toward(self.location, rg.CENTER_POINT)]
        return ['guard']
"""
CRASH = "class Robot:\n    def act(self, game):\n        return 1 / 0\n"


@pytest.fixture
def folder(tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    for name, text in {"guard": GUARD, "leave": LEAVE, "crash": CRASH}.items():
        (bots / f"{name}.py").write_text(text)
    (bots / "notes.txt").write_text("not a bot")
    return bots


def league(folder, results, *words):
    return main(["league", str(folder), "--games", "2", "--results", str(results), "--json", *words])


def test_stopped_and_gone_on_with_is_the_same_as_in_one_go(capsys, folder, tmp_path):
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    assert league(folder, whole) == 0
    table = capsys.readouterr().out
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 3 * 2
    torn.write_bytes(b"".join(lines[:4]) + lines[4][:17])
    assert league(folder, torn) == 0
    assert capsys.readouterr().out == table
    assert torn.read_bytes() == whole.read_bytes()
    first = json.loads(table)["table"][0]
    assert first["bot"] == "leave" and first["won"] == 4 and first["slips"] == 0
    assert json.loads(table)["table"][2]["bot"] in ("crash", "guard")
    # A changed bot plays again, the others' games stand.
    (folder / "crash.py").write_text(GUARD)
    assert league(folder, whole) == 0
    assert len(whole.read_bytes().splitlines()) == 7 + 4
    assert all(row["slips"] == 0 for row in json.loads(capsys.readouterr().out)["table"])


def test_workers_of_dask_play_the_same_league(capsys, folder, tmp_path):
    """With a scheduler's address, as on a cluster; its worker is a thread here, to be quick."""
    # Half a second in each process that collects tests.
    from distributed import LocalCluster

    (folder / "crash.py").unlink()
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert league(folder, here) == 0
    table = capsys.readouterr().out
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
    ) as cluster:
        assert league(folder, there, "--scheduler", cluster.scheduler_address) == 0
    assert capsys.readouterr().out == table
    assert there.read_bytes() == here.read_bytes()


class Scheduler:
    """What a client sees of a scheduler: a batch that nobody ends, and how many workers there are when asked."""

    scheduler = SimpleNamespace(identity=None)

    def __init__(self, *workers):
        self.workers = [*workers]

    def result(self, timeout):
        if not self.workers:
            return ["played"]
        raise TimeoutError

    def sync(self, _what, callback_timeout):
        found = self.workers.pop(0)
        if found is None:
            raise TimeoutError
        return {"workers": {str(number): {} for number in range(found)}}


@pytest.mark.parametrize(
    ("told", "why"), [((1, None), "does not answer any more"), ((1, 0, 0, 0, 0, 0), "has no workers any more")]
)
def test_a_scheduler_that_is_lost_is_given_up(told, why):
    lost = Scheduler(*told)
    with pytest.raises(workers.WorkersFailed, match=why):
        workers._result(lost, lost)


def test_a_batch_is_waited_for_as_long_as_somebody_may_play_it():
    slow = Scheduler(0, 0, 0, 2, 0, 0, 0, 1)
    assert workers._result(slow, slow) == ["played"]


def test_dask_says_nothing_itself(capsys):
    workers._quiet()
    for name in ("distributed", "distributed.client", "distributed.core", "tornado.application"):
        logging.getLogger(name).critical("a traceback")
    assert capsys.readouterr() == ("", "")


def test_without_dask_the_way_out_is_named(capsys, folder, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert league(folder, tmp_path / "r.jsonl", "--workers", "2") == 2
    assert "golem-table[league]" in capsys.readouterr().err


WRONG_RESULTS = {
    "no results": ("hello\n", ":1: this is no file of a league's results"),
    "another game": ('{"league": "chess", "seed": 0}\n', ":1: this is no file"),
    "another seed": ('{"league": "robot_game", "seed": 7}\n', ":1: this league has --seed 7"),
    "a list": ("[]\n", ":1: this is no file"),
    "a bad line": ('{"league": "robot_game", "seed": 0}\n{"bots": ["a"]}\n', ":2: this line is no result"),
    "deep": ('{"league": "robot_game", "seed": 0}\n' + "[" * 100_000 + "\n", ":2: this line is no result"),
}


@pytest.mark.parametrize("name", WRONG_RESULTS)
def test_another_file_is_not_written_over(capsys, folder, tmp_path, name, monkeypatch):
    monkeypatch.setattr("controller.bots.league.entrants", lambda bots: Entrants(tuple(bots), (), ()))
    content, message = WRONG_RESULTS[name]
    results = tmp_path / "results.jsonl"
    results.write_text(content)
    assert league(folder, results) == 2
    assert message in capsys.readouterr().err
    assert results.read_text() == content


def test_two_leagues_do_not_write_one_file(capsys, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("controller.bots.league.entrants", lambda bots: Entrants(tuple(bots), (), ()))
    with ResultsFile(tmp_path / "r.jsonl", 0):
        assert league(folder, tmp_path / "r.jsonl") == 2
    assert "another league" in capsys.readouterr().err


def test_what_is_no_folder_of_bots(capsys, folder, tmp_path):
    for words, message in [
        ([str(tmp_path / "nowhere")], "No such file"),
        ([str(folder / "guard.py")], "this is no folder"),
        ([str(tmp_path)], "needs two bots"),
        ([str(folder), "--workers", "0"], "--workers"),
        ([str(folder), "--games", "-1"], "--games"),
        ([str(folder), "--scheduler", "foo://x"], "--scheduler"),
        ([str(folder), "--scheduler", ""], "--scheduler"),
    ]:
        try:
            assert main(["league", *words, "--results", str(tmp_path / "r.jsonl")]) == 2
        except SystemExit as ended:
            assert ended.code == 2
        assert message in capsys.readouterr().err


def some_bots(count):
    return [BotSource(f"bot{number:02}", "", str(number)) for number in range(count)]


def test_the_schedule_of_two_does_not_depend_on_the_others():
    few, many = some_bots(3), some_bots(7)
    assert set(fixtures(few, 5, 1)) <= set(fixtures(many, 5, 1))
    assert fixtures(many, 5, 1) == fixtures(many[::-1], 5, 1) != fixtures(many, 5, 2)
    schedule = fixtures(many, 5, 1)
    assert len(set(schedule)) == len(schedule) == 21 * 5
    for one, other in itertools.combinations([bot.name for bot in many], 2):
        sides = [f.first == one for f in schedule if {f.first, f.second} == {one, other}]
        assert abs(sides.count(True) - sides.count(False)) == 1


def test_batches_hold_every_game_once():
    schedule = fixtures(some_bots(5), 7, 0)
    portions = batches(schedule, 3)
    assert sorted(map(repr, itertools.chain(*portions))) == sorted(map(repr, schedule))
    assert all(
        len({frozenset((f.first, f.second)) for f in portion}) == 1 and len(portion) <= 3 for portion in portions
    )


def test_ratings_find_the_strengths_that_made_the_results():
    """Results drawn from known strengths: nine in ten intervals or more hold the true one."""
    rng = random.Random(7)
    held = 0
    for _ in range(30):
        true = {f"bot{number}": rng.uniform(-300, 300) for number in range(6)}
        mean = sum(true.values()) / len(true)
        points = {}
        for one, other in itertools.combinations(true, 2):
            chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            won = sum(rng.random() < chance for _ in range(60))
            points[one, other], points[other, one] = won, 60 - won
        found = rate(list(true), points)
        assert sum(rating.points for rating in found.values()) == pytest.approx(1500 * 6)
        held += sum(abs(found[name].points - 1500 - (true[name] - mean)) <= found[name].error for name in true)
    assert 0.9 <= held / 180 <= 1


def test_a_rating_of_two_is_the_formula():
    """Two bots, a to b in wins: without the added draws the difference is 400 log10(a / b)."""
    found = rate(["x", "y"], {("x", "y"): 9000, ("y", "x"): 1000})
    assert found["x"].points - found["y"].points == pytest.approx(400 * math.log10(9), abs=0.2)
    # Fisher: the variance of the difference is 1 / (n p q); each is half of it away from the middle.
    error = 1.959964 * 400 / math.log(10) / math.sqrt(10_000 * 0.9 * 0.1) / 2
    assert found["x"].error == pytest.approx(error, rel=0.01)


def test_who_won_everything_has_a_rating_too():
    found = rate(["best", "middle", "worst"], {("best", "middle"): 50, ("middle", "worst"): 50, ("best", "worst"): 50})
    assert found["best"].points > found["middle"].points > found["worst"].points
    assert all(np.isfinite([rating.points, rating.error]).all() for rating in found.values())


def test_the_table_counts():
    one, other = Fixture("a", "b", ("", ""), 1), Fixture("b", "a", ("", ""), 2)
    results = {one: Result(one, (5, 3), (0, 2)), other: Result(other, (4, 4), (1, 0))}
    table = standings([one, other, Fixture("a", "b", ("", ""), 3)], results)
    rows = [(row.name, row.games, row.won, row.drawn, row.lost, row.mistakes) for row in table]
    assert rows == [("a", 2, 1, 1, 0, 0), ("b", 2, 0, 1, 1, 3)]


def test_a_league_goes_on_without_a_bot_that_does_not_load(capsys, folder, tmp_path):
    (folder / "broken.py").write_text("class Robot\n")
    (folder / "absent.py").write_text("import nothing_of_that_name\n" + GUARD)
    (folder / "latin.py").write_bytes(b"# \xe9\n")
    (folder / "link.py").symlink_to("/etc/passwd")
    (folder / "secret").write_text("root: of all evil")
    (folder / "near.py").symlink_to(folder / "secret")
    assert league(folder, tmp_path / "results.jsonl") == 0
    told = capsys.readouterr()
    assert {row["bot"] for row in json.loads(told.out)["table"]} == {"guard", "leave", "crash"}
    assert [line.split(":")[1].strip() for line in told.err.splitlines() if line.startswith("left out")] == [
        str(folder / f"{name}.py") for name in ("latin", "link", "near", "absent", "broken")
    ]
    assert "root:" not in told.err
    assert len(json.loads(told.out)["left_out"]) == 5


def test_a_league_in_which_nobody_is_left_says_why(capsys, tmp_path):
    (tmp_path / "one.py").write_text(GUARD)
    (tmp_path / "two.py").write_text("class Robot\n")
    assert league(tmp_path, tmp_path / "results.jsonl") == 2
    assert "two.py:1" in capsys.readouterr().err


def test_a_bot_that_was_late_is_waited_for_less():
    bot = BotProcess(BotSource("late", "late.py", GUARD), Limits(), {})
    patience = []
    for bot.times_late in range(4):
        patience.append(bot.shortened(10.0))
    assert patience == [10.0, 2.5, 10 / 7, 1.0]
    assert bot.shortened(0.5) == 0.5, "never more than the time that there is"


def test_a_league_with_a_bot_that_hangs_ends(capsys, folder, tmp_path, monkeypatch):
    """An act that no signal interrupts: its robots guard, and its games count."""
    (folder / "hangs.py").write_text("class Robot:\n    def act(self, game):\n        return sum(range(10**12))\n")
    monkeypatch.setattr(workers, "Limits", lambda: Limits(turn_s=0.5))
    assert league(folder, tmp_path / "results.jsonl") == 0
    table = {row["bot"]: row for row in json.loads(capsys.readouterr().out)["table"]}
    assert table["hangs"]["games"] == 6 and table["hangs"]["slips"] > 99 * 6


def test_a_draw_is_half_a_point_for_each():
    games = [Fixture("a", "b", ("", ""), seed) for seed in range(3)]
    scores = [(3, 1), (2, 2), (1, 1)]
    results = {game: Result(game, score, (0, 0)) for game, score in zip(games, scores, strict=True)}
    first, second = standings(games, results)
    told = rate(["a", "b"], {("a", "b"): 2.0, ("b", "a"): 1.0})
    assert (first.name, first.won, first.drawn, second.won, second.drawn) == ("a", 1, 2, 0, 2)
    assert (first.rating, second.rating) == (told["a"], told["b"])
