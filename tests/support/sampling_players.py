"""Two players of equal strength for any position: each takes the best of some random programs.

A player plays every one of its samples against samples of the other side, one round ahead, and takes the one with
the best mean. Both know the same, look equally far and value a position by the same number, for one of them with
the sign turned. It is the simplest search that fights: it compares the sides of a scenario, and does not play well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from controller.games.game import Outcome
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import Row, parse_row
from controller.games.golems.rules.round import play_round
from tests.support.golem_positions import random_program

Program = tuple[Row, ...]
Value = Callable[[Position], float]
"""How good a position is for the first side, between -1 and 1."""


@dataclass(frozen=True)
class Sampling:
    """How many programs of its own a player looks at, and against how many of the other's."""

    own: int = 20
    others: int = 8


def play_game(start: Position, value: Value, rng: random.Random, sampling: Sampling) -> tuple[Outcome | None, int]:
    """A game of two golems to its end, or to a hundredth round: the outcome, and the rounds played."""
    position = start
    first = start.golems[0].side
    for rounds in range(1, 101):
        programs = {
            golem.colour: _choose(position, golem.colour, 1 if golem.side == first else -1, value, rng, sampling)
            for golem in position.golems
        }
        played = play_round(position, programs)
        position, outcome = played.position, played.outcome
        if outcome is not None:
            return outcome, rounds
    return None, 100


def _choose(
    position: Position, colour: str, sign: int, value: Value, rng: random.Random, sampling: Sampling
) -> Program:
    (other,) = (golem.colour for golem in position.golems if golem.colour != colour)
    theirs = [_random(rng, position.way) for _ in range(sampling.others)]
    best: tuple[float, Program] | None = None
    for _ in range(sampling.own):
        mine = _random(rng, position.way)
        mean = sum(sign * _worth(position, {colour: mine, other: each}, value) for each in theirs) / len(theirs)
        if best is None or mean > best[0]:
            best = (mean, mine)
    assert best is not None
    return best[1]


def _random(rng: random.Random, way: str) -> Program:
    return tuple(map(parse_row, random_program(rng, way)))


def _worth(position: Position, programs: Mapping[str, Program], value: Value) -> float:
    first = position.golems[0].side
    played = play_round(position, programs)
    after, outcome = played.position, played.outcome
    if outcome is None:
        return value(after)
    if not outcome.winners:
        return 0.0
    return 1.0 if first in outcome.winners else -1.0
