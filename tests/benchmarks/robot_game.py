"""Robot Game: turns a second of our engine and of rgkit, side by side on the same positions and actions."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

from controller.games.robot_game import resolve
from controller.games.robot_game.reading import read_task
from controller.games.robot_game.state import play
from tests.benchmarks import Row
from tests.support.rgkit_engine import actions_of, state_of
from tests.support.robot_game_positions import random_document

POSITIONS = 200
REPEATS = 9
SIZES = (20, 50, 100)


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
    return rows


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
