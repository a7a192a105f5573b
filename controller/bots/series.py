"""Several matches of the same two bots at the same time; the results do not depend on that.

All are played in one thread: a match does little itself, its bots compute in processes of their own. That more matches
are under way than there are cores keeps every process busy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.bots.limits import Limits
from controller.bots.match import Arena, Match, Watch, arena
from controller.bots.source import BotSource
from controller.bots.waiting import Task, together

LANES_EACH = 2
"""Matches under way for each core."""
MOST_LANES = 16
"""Each has two pipes in every bot's process."""


def play_series(
    sources: Sequence[BotSource], seeds: Sequence[int], cores: int, watch: Watch | None = None
) -> tuple[list[Match], tuple[str, ...]]:
    """The matches in the order of their seeds, and the layers of protection that were in force.

    `watch` sees the turns of the first match. Raises :class:`boards.errors.Problems` for bots that can't be loaded.
    """
    lanes = max(1, min(cores * LANES_EACH, len(seeds), MOST_LANES))
    with arena(sources, patient(Limits(), lanes / cores), lanes) as place:
        place.check()
        found: dict[int, Match] = {}
        waiting = iter(enumerate(seeds))
        together([_lane(place, number, waiting, watch, found) for number in range(lanes)])
        return [found[index] for index in range(len(seeds))], place.in_force


def patient(limits: Limits, share: float) -> Limits:
    """The limits where so many matches share a core: by the clock each waits longer; processor time is its own."""
    more = max(1.0, share)
    return replace(limits, load_s=limits.load_s * more, turn_s=limits.turn_s * more, game_s=limits.game_s * more)


def _lane(
    place: Arena, number: int, waiting: Iterator[tuple[int, int]], watch: Watch | None, found: dict[int, Match]
) -> Task[None]:
    """One match after the other, as long as there are any."""
    for index, seed in waiting:
        found[index] = yield from place.playing(seed, watch if index == 0 else None, number)
