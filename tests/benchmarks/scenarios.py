"""The balance of every shipped scenario: many games of the computer golem against itself.

python -m tests.benchmarks.scenarios [STRENGTH [GAMES [SEED [NAME ...]]]]
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

from boards import scenarios
from boards.base.yaml_reader import read_document
from controller.games.game import Outcome
from controller.games.golems.opponent import choose
from controller.games.golems.puzzles.scenario import build
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import parse_row
from controller.games.golems.rules.round import play_round
from controller.games.seeded_random import mix
from tests.benchmarks import Row

MOST_ROUNDS = 60
"""Of a game without energy; after them it counts as open."""


def measure(strength: str = "medium", games: int = 100, seed: int = 1, names: Sequence[str] = ()) -> list[Row]:
    """Return a row for each scenario: how many games each side won. Every game has a seed of its own."""
    return [_measured(name, strength, games, seed) for name in names or scenarios.keys()]


def _measured(name: str, strength: str, games: int, seed: int) -> Row:
    start = read_document(scenarios.path(name), build).position
    began = time.process_time()
    ends: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    rounds = 0
    for number in range(games):
        outcome, lasted = play_game(start, strength, mix(seed) ^ number)
        won = "+".join(outcome.winners) if outcome and outcome.winners else "nobody"
        wins[won] += 1
        ends[f"{won} by {outcome.reason if outcome else 'nothing yet'}"] += 1
        rounds += lasted
    shares = ", ".join(f"{won} {100 * count / games:.0f} %" for won, count in sorted(wins.items()))
    told = ", ".join(f"{end}: {count}" for end, count in sorted(ends.items()))
    note = f"seed {seed}; {told}; {rounds / games:.1f} rounds a game; {time.process_time() - began:.0f} s"
    return Row(f"{name}, computer golem {strength} against itself", shares, f"{games} games", note)


def play_game(start: Position, strength: str, seed: int) -> tuple[Outcome | None, int]:
    """Play a game of the computer golem against itself: the outcome, and the rounds played."""
    position = start
    for rounds in range(1, MOST_ROUNDS + 1):
        programs = {}
        for index, golem in enumerate(position.golems):
            chance = mix(mix(mix(seed) ^ rounds) ^ index)
            programs[golem.colour] = tuple(map(parse_row, choose(position, golem.colour, strength, chance)))
        played = play_round(position, programs)
        position = played.position
        if played.outcome is not None:
            return played.outcome, rounds
    return None, MOST_ROUNDS


if __name__ == "__main__":
    words = sys.argv[1:]
    level = words[0] if words else "medium"
    count, first = (
        int(word) if word else usual for word, usual in zip((*words[1:3], "", "")[:2], (100, 1), strict=True)
    )
    for row in measure(level, count, first, words[3:]):
        print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
