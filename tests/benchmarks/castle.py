"""The balance of Castle under siege: many games between players of equal strength.

python -m tests.benchmarks.castle [GAMES [SEED [FILE]]]         sampling players, one round ahead
python -m tests.benchmarks.castle computer STRENGTH [GAMES [SEED [FILE]]]     the computer golem on both sides
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from boards import scenarios
from boards.base.yaml_reader import read_document
from controller.games.game import Outcome
from controller.games.golems.opponent import choose
from controller.games.golems.puzzles.scenario import build
from controller.games.golems.rules.distances import ways_to
from controller.games.golems.rules.goals import REACH
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import parse_row
from controller.games.golems.rules.round import play_round
from controller.games.seeded_random import mix
from tests.benchmarks import Row
from tests.support.sampling_players import Sampling, Value, play_game

SAMPLINGS = (Sampling(8, 4), Sampling(20, 8), Sampling(40, 12))


def measure(games: int = 100, seed: int = 1, file: Path | None = None) -> list[Row]:
    """A row for each strength: how many games each side won, and why."""
    start = read_document(file or scenarios.path("castle-under-siege"), build).position
    rows = []
    for sampling in SAMPLINGS:
        rng = random.Random(f"{seed} {sampling}")
        what = f"Castle, best of {sampling.own} programs against {sampling.others}"
        rows.append(
            _count(what, games, seed, lambda _, s=sampling, r=rng: play_game(start, distance_value(start), r, s))
        )
    return rows


def measure_computer(strength: str, games: int = 100, seed: int = 1, file: Path | None = None) -> Row:
    """The computer golem against itself. Every game has a seed of its own, so any part can be played again."""
    start = read_document(file or scenarios.path("castle-under-siege"), build).position

    def play_one(number: int) -> tuple[Outcome | None, int]:
        position = start
        for rounds in range(1, 101):
            programs = {}
            for golem in position.golems:
                own = mix(mix(mix(seed) ^ number) ^ rounds)
                programs[golem.colour] = tuple(map(parse_row, choose(position, golem.colour, strength, own)))
            played = play_round(position, programs)
            position = played.position
            if played.outcome is not None:
                return played.outcome, rounds
        return None, 100

    return _count(f"Castle, computer golem {strength} against itself", games, seed, play_one)


def _count(what: str, games: int, seed: int, play_one: Callable[[int], tuple[Outcome | None, int]]) -> Row:
    """Play so many games and count how they ended."""
    began = time.process_time()
    ends: Counter[str] = Counter()
    rounds = 0
    for number in range(games):
        outcome, lasted = play_one(number)
        assert outcome is not None
        ends[f"{outcome.winners[0] if outcome.winners else 'nobody'} by {outcome.reason}"] += 1
        rounds += lasted
    red = sum(count for name, count in ends.items() if name.startswith("red"))
    told = ", ".join(f"{name}: {count}" for name, count in sorted(ends.items()))
    note = f"seed {seed}; {told}; {rounds / games:.1f} rounds a game; {time.process_time() - began:.0f} s"
    return Row(what, f"red {100 * red / games:.1f} %", f"{games} games", note)


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
    computer = words[1] if words[:1] == ["computer"] else ""
    words = words[2:] if computer else words
    count, first = int(words[0]) if words else 100, int(words[1]) if words[1:] else 1
    castle = Path(words[2]) if words[2:] else None
    for row in [measure_computer(computer, count, first, castle)] if computer else measure(count, first, castle):
        print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
