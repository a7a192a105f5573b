"""Several matches of the same two bots at the same time; the results do not depend on that.

One thread drives them all: a match does little itself, its bots compute in processes of their own, one for each game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.bots.bot_source import BotSource
from controller.bots.limits import Limits
from controller.bots.match import Arena, Match, Watch, arena
from controller.bots.multiplexing import Task, run_tasks

MOST_LANES = 16
"""Each has two pipes in every bot's process."""
LANES_PER_CORE = 2
"""So that somebody has something to do while others wait for each other."""

_ROUND = 4
"""Matches on a lane until results are handed out."""

Order = tuple[int, bool]
"""A match to be played: its seed, and whether the second bot is the first player."""


def lanes_for(games: int, cores: int) -> int:
    """Return how many matches to play at the same time."""
    return max(1, min(LANES_PER_CORE * cores, games, MOST_LANES))


def play_series(
    sources: Sequence[BotSource], seeds: Sequence[int], cores: int, watch: Watch | None = None
) -> tuple[list[Match], tuple[str, ...]]:
    """Return the matches in the order of their seeds, and the layers of protection that were in force.

    `watch` sees the turns of the first match. Raises `Problems` for bots that can't be loaded.
    """
    lanes = lanes_for(len(seeds), cores)
    with arena(sources, scaled_timeouts(Limits(), lanes / cores), lanes) as place:
        place.check()
        first = [] if watch is None else [place.play(seeds[0], watch)]
        return [*first, *play_many(place, [(seed, False) for seed in seeds[len(first) :]])], place.in_force


def play_many(place: Arena, orders: Sequence[Order]) -> Iterator[Match]:
    """Play matches on all lanes of an arena whose processes are there; each as soon as those before it are there."""
    lanes = len(place.bots[0].lanes)
    for begin in range(0, len(orders), lanes * _ROUND):
        batch = orders[begin : begin + lanes * _ROUND]
        found: dict[int, Match] = {}
        waiting = deque(enumerate(batch))
        run_tasks([_playing(place, lane, waiting, found) for lane in range(lanes)])
        yield from (found[index] for index in range(len(batch)))


def scaled_timeouts(limits: Limits, share: float) -> Limits:
    """Return the limits for so many matches on one core.

    The time-out by the clock grows; processor time is counted per bot and stays.
    """
    more = max(1.0, share)
    return replace(limits, load_s=limits.load_s * more, turn_s=limits.turn_s * more, game_s=limits.game_s * more)


def _playing(place: Arena, lane: int, waiting: deque[tuple[int, Order]], found: dict[int, Match]) -> Task[None]:
    """One match after the other, as long as there are any."""
    while waiting:
        index, (seed, swapped) = waiting.popleft()
        found[index] = yield from place.playing(seed, lane=lane, swapped=swapped)
