"""The balance of Castle under siege: many games between equal sampling players.

python -m tests.benchmarks.castle [GAMES [SEED [FILE]]]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

from boards import scenarios
from boards.yaml_file import read_document
from controller.games.golems.goals import REACH
from controller.games.golems.opponent.outlook import ways_to
from controller.games.golems.position import Position
from controller.games.golems.scenario import build
from tests.benchmarks import Row
from tests.support.sampling_players import Sampling, Value, play_game

STRENGTHS = (Sampling(8, 4), Sampling(20, 8), Sampling(40, 12))


def measure(games: int = 100, seed: int = 1, file: Path | None = None) -> list[Row]:
    """A row for each strength: how many games each side won, and why."""
    start = read_document(file or scenarios.path("castle-under-siege"), build).position
    rows = []
    for sampling in STRENGTHS:
        began = time.perf_counter()
        rng = random.Random(f"{seed} {sampling}")
        ends: Counter[str] = Counter()
        rounds = 0
        for _ in range(games):
            outcome, lasted = play_game(start, distance_value(start), rng, sampling)
            assert outcome is not None
            ends[f"{outcome.winners[0] if outcome.winners else 'nobody'} by {outcome.reason}"] += 1
            rounds += lasted
        red = sum(count for name, count in ends.items() if name.startswith("red"))
        told = ", ".join(f"{name}: {count}" for name, count in sorted(ends.items()))
        note = f"seed {seed}; {told}; {rounds / games:.1f} rounds a game; {time.perf_counter() - began:.0f} s"
        what = f"Castle, best of {sampling.own} programs against {sampling.others}"
        rows.append(Row(what, f"red {100 * red / games:.1f} %", f"{games} games", note))
    return rows


def distance_value(start: Position) -> Value:
    """How good a position is for the besieger: near the goal is good, and so are more lives."""
    (goal,) = (goal for goal in dict(start.goals or ())["red"] if goal.name == REACH)
    steps = ways_to(start, goal.cell)

    def value(position: Position) -> float:
        lives = {golem.colour: golem.lives for golem in position.golems}
        at = {golem.colour: golem.at for golem in position.golems}
        return 0.12 * (lives["red"] - lives["blue"]) - 0.04 * steps[at["red"]]

    return value


if __name__ == "__main__":
    words = sys.argv[1:]
    rows = measure(
        int(words[0]) if words else 100, int(words[1]) if words[1:] else 1, Path(words[2]) if words[2:] else None
    )
    for row in rows:
        print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
