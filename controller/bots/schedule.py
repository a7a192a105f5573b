"""A league's games: everybody against everybody, both ways round. Pure; the same for the same bots and seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations

from controller.bots.bot_source import BotSource


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    first: str
    """The name of player 0's bot."""
    second: str
    sums: tuple[str, str]
    """Which versions of the bots: their results count for these only."""
    seed: int


@dataclass(frozen=True)
class Result:
    """A game that was played."""

    fixture: Fixture
    scores: tuple[int, int]
    mistakes: tuple[int, int]
    """Acts that became guards, by player."""


def fixtures(bots: Sequence[BotSource], games: int, seed: int) -> tuple[Fixture, ...]:
    """All games, pair by pair. A pair's games depend on the two and on the seed, not on who else plays."""
    found: list[Fixture] = []
    for one, other in combinations(sorted(bots, key=lambda bot: bot.name), 2):
        for game in range(games):
            first, second = (one, other) if game % 2 == 0 else (other, one)
            digest = sha256(f"{seed}\n{one.name}\n{other.name}\n{game}".encode()).digest()
            sums = (first.sum, second.sum)
            found.append(Fixture(first.name, second.name, sums, int.from_bytes(digest[:8], "big") >> 1))
    return tuple(found)


def batches(waiting: Sequence[Fixture], most: int) -> list[tuple[Fixture, ...]]:
    """Return the games in portions for a worker: of one pair each, so that its bots are started once."""
    by_pair: dict[frozenset[str], list[Fixture]] = {}
    for fixture in waiting:
        by_pair.setdefault(frozenset((fixture.first, fixture.second)), []).append(fixture)
    portions = ([games[at : at + most] for at in range(0, len(games), most)] for games in by_pair.values())
    return [tuple(portion) for group in portions for portion in group]
