"""Robot Game against rgkit, side by side: turns a second on the same positions, games a second with the same bots."""

from __future__ import annotations

import os
import random
import resource
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import rgkit
from rgkit.game import Game, Player

from controller.bots.bot_source import read_bot
from controller.bots.series import play_series
from controller.games.robot_game import resolve
from controller.games.robot_game.document_reader import read_task
from controller.games.robot_game.state import play
from tests.benchmarks import Row
from tests.support.rgkit_engine import actions_of, state_of
from tests.support.robot_game_positions import random_document

POSITIONS = 200
REPEATS = 9
SIZES = (20, 50, 100)
GAMES = 100
ROUNDS = 3
PAIRS = (("centre", "hunter"), ("centre", "centre"), ("guardbot", "randombot"))


def measure() -> list[Row]:
    """Random positions in the whole arena, seeded rolls, no spawning; medians of turns taken in turn with rgkit's."""
    rng = random.Random(2026)
    rows = []
    for size in SIZES:
        documents = [_seeded(random_document(rng, size)) for _ in range(POSITIONS)]
        tasks = [read_task(document) for document in documents]
        theirs = [(state_of(document), actions_of(document)) for document in documents]
        ours_s, rgkit_s = side_by_side(
            lambda tasks=tasks: [play(state, actions) for state, actions in tasks],
            lambda theirs=theirs: [state.apply_actions(actions, spawn=False) for state, actions in theirs],
        )
        text_s, _ = side_by_side(lambda documents=documents: [resolve(document) for document in documents], list)
        rows += [
            Row(
                f"engine, {size} robots",
                f"{POSITIONS / ours_s:,.0f} turns/s",
                f"rgkit_py3 1.2.0: {POSITIONS / rgkit_s:,.0f} turns/s, we are {rgkit_s / ours_s:.1f} x",
                "state and actions to state, each in its own form",
            ),
            Row(f"document to text, {size} robots", f"{POSITIONS / text_s:,.0f} turns/s", "", "checked, with events"),
        ]
    return rows + [row for pair in PAIRS for row in _whole_games(pair)]


def _whole_games(pair: tuple[str, str]) -> list[Row]:
    """Whole games of the same two bots. Ours are in processes of their own, rgkit's share its one process.

    By turns as above; starting our processes is counted. Processor time is told too: a busy machine gives several
    processes more of it than one.
    """
    sources = [read_bot(path(name)) for name in pair]
    seeds = range(GAMES)
    lanes = os.cpu_count() or 1

    def theirs() -> None:
        for seed in seeds:
            game = Game([Player(code=source.text) for source in sources], seed=seed)
            game.run_all_turns()

    works = [lambda: play_series(sources, seeds, lanes), lambda: play_series(sources, seeds, 1), theirs]
    times: list[list[float]] = [[] for _ in works]
    cpu: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for index, work in enumerate(works):
            start, used = perf_counter(), _cpu_s()
            work()
            times[index].append((perf_counter() - start) / GAMES)
            cpu[index].append((_cpu_s() - used) / GAMES)
    rgkit_s, rgkit_cpu = times[-1], cpu[-1]
    name = " against ".join(pair)
    hows = (f"--games {GAMES} on {lanes} cores", "one process a bot")
    notes = ("bots in confined processes, one for each game", "as above")
    rows = []
    for how, note, ours_s, ours_cpu in zip(hows, notes, times[:-1], cpu[:-1], strict=True):
        mine = f"{1 / statistics.median(ours_s):.1f} games/s, {1000 * statistics.median(ours_cpu):.0f} ms of processor"
        theirs_said = f"{1 / statistics.median(rgkit_s):.1f} games/s, {1000 * statistics.median(rgkit_cpu):.0f} ms"
        ratio = f"we are {_times(rgkit_s, ours_s)}, {_times(rgkit_cpu, ours_cpu)} by processor time"
        rows.append(Row(f"whole games, {name}, {how}", mine, f"rgkit_py3 1.2.0: {theirs_said}; {ratio}", note))
    return rows


def _times(theirs: Sequence[float], ours: Sequence[float]) -> str:
    """How much faster, round by round: a busy machine changes from round to round."""
    return f"{statistics.median(their / our for their, our in zip(theirs, ours, strict=True)):.1f} x"


def path(name: str) -> Path:
    """A bot of ours or of rgkit."""
    ours = Path(__file__).parents[2] / "docs" / "bots" / f"{name}.py"
    return ours if ours.exists() else Path(rgkit.__path__[0], "bots", f"{name}.py")


def _cpu_s() -> float:
    """Processor time of this process and of those that have ended, s."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _seeded(document: dict[str, Any]) -> dict[str, Any]:
    """rgkit rolls its own damage, so ours is rolled too."""
    return {key: value for key, value in document.items() if key != "attack_damage"}


def side_by_side(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Seconds of each, run by turns so that a busy machine is busy for both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS):
        for index, work in enumerate((one, other)):
            start = perf_counter()
            work()
            times[index].append(perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])
