"""The computer golem: how often each strength wins, and how long it thinks.

python -m tests.benchmarks.opponent [GAMES [SEED]]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from statistics import median

from controller.games.golems.rules.position import Position
from tests.benchmarks import Row
from tests.support.golem_players import Player, any_legal, computer, greedy, wins

PAIRS: tuple[tuple[str, str], ...] = (
    ("hard", "any legal"),
    ("hard", "greedy"),
    ("medium", "any legal"),
    ("medium", "greedy"),
    ("easy", "any legal"),
    ("easy", "greedy"),
    ("medium", "easy"),
)
GOALS = {("hard", "any legal"): "95 %", ("hard", "greedy"): "70 %"}
"""What the strongest has to win at least."""


class _Timed:
    """A player whose processor time is taken, for each program."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def __call__(self, position: Position, colour: str, face: str | None, rng: random.Random) -> Sequence[str]:
        began = time.process_time()
        rows = self.player(position, colour, face, rng)
        self.seconds.append(time.process_time() - began)
        return rows


def measure(games: int = 200, seed: int = 1, pairs: Sequence[tuple[str, str]] = PAIRS) -> list[Row]:
    """Seeded games of two on 4x4, with dice; colours in turn."""
    players = {"any legal": any_legal, "greedy": greedy}
    rows = []
    for name, other in pairs:
        timed = _Timed(computer(name))
        won, lost, drawn = wins(timed, players.get(other) or computer(other), games, f"{seed}/{name}/{other}")
        goal = GOALS.get((name, other))
        told = f"won {won}, lost {lost}, drawn {drawn} of {games}; seed {seed}"
        spent = f"{1000 * median(timed.seconds):.0f} ms a program, at most {1000 * max(timed.seconds):.0f}"
        against = f"goal: {goal}" if goal else ""
        rows.append(Row(f"{name} against {other}", f"{100 * won / games:.1f} %", against, f"{told}; {spent} of CPU"))
    return rows


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    for pair in PAIRS:
        for row in measure(*words[:2], pairs=[pair]):
            print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
