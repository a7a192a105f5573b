"""Several matches of the same two bots at the same time; the results do not depend on that.

All are played in one thread: a match does little itself, its bots compute in processes of their own. What a turn costs
is mostly that three processes take turns; so bots that can't know of their other games play several of them in one
process, a turn of each at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from controller.bots.limits import Limits
from controller.bots.match import Arena, Match, Watch, arena
from controller.bots.multiplexing import Task, alone, together
from controller.bots.source import BotSource

MOST_LANES = 16
"""Each has two pipes in every bot's process."""
TABLES = 8
"""Matches that share a process, a turn of each at a time."""
GAMES_EACH = 60
"""Matches that a process plays, one after the other."""

_Waiting = deque[tuple[int, int]]
"""Places in the series, and seeds."""


def play_series(
    sources: Sequence[BotSource], seeds: Sequence[int], cores: int, watch: Watch | None = None
) -> tuple[list[Match], tuple[str, ...]]:
    """Return the matches in the order of their seeds, and the layers of protection that were in force.

    `watch` sees the turns of the first match. Raises `Problems` for bots that can't be loaded.
    """
    lanes = max(1, min(cores, len(seeds), MOST_LANES))
    tables = min(TABLES, -(-len(seeds) // lanes))
    with arena(sources, patient(Limits(), lanes * tables / cores), lanes, tables) as place:
        place.check()
        first = [] if watch is None else [place.play(seeds[0], watch)]
        return first + play_many(place, seeds[len(first) :]), place.in_force


def play_many(place: Arena, seeds: Sequence[int]) -> list[Match]:
    """Return the matches in the order of their seeds, on all lanes and tables of an arena whose processes are there."""
    found: dict[int, Match] = {}
    waiting = deque(enumerate(seeds))
    lanes, tables = len(place.bots[0].lanes), len(place.bots[0].lanes[0].tables)
    while place.shares and tables > 1 and len(waiting) > 1:
        if not _play_shared(place, lanes, tables, waiting, found):
            break
    together([_alone(place, lane, waiting, found) for lane in range(lanes)])
    return [found[index] for index in range(len(seeds))]


def patient(limits: Limits, share: float) -> Limits:
    """Return the limits for so many matches on one core.

    The time-out by the clock grows; processor time is counted per bot and stays.
    """
    more = max(1.0, share)
    return replace(limits, load_s=limits.load_s * more, turn_s=limits.turn_s * more, game_s=limits.game_s * more)


def _alone(place: Arena, lane: int, waiting: _Waiting, found: dict[int, Match]) -> Task[None]:
    """One match after the other, as long as there are any, each in a process of its own."""
    while waiting:
        index, seed = waiting.popleft()
        found[index] = yield from place.playing(seed, lane=lane)


def _play_shared(place: Arena, lanes: int, tables: int, waiting: _Waiting, found: dict[int, Match]) -> bool:
    """As many matches as the lanes' processes may play. False: one of them has to be played alone, and waits again."""
    again: list[tuple[int, int]] = []
    opened = all(together([place.opening(lane, GAMES_EACH) for lane in range(lanes)]))
    if opened:
        each = min(GAMES_EACH, -(-len(waiting) // lanes))
        shares = [deque(waiting.popleft() for _ in range(min(each, len(waiting)))) for _ in range(lanes)]
        shared = [
            _shared(place, lane, table, share, again, found)
            for lane, share in enumerate(shares)
            for table in range(tables)
        ]
        together(shared)
        for share in shares:
            again += share
    for lane in range(lanes):
        alone(place.closing(lane))
    waiting.extendleft(reversed(again))
    return opened and not again


def _shared(
    place: Arena,
    lane: int,
    table: int,
    waiting: _Waiting,
    again: list[tuple[int, int]],
    found: dict[int, Match],
) -> Task[None]:
    """One match after the other on a table, until something happens that others on the lane might have to do with."""
    while waiting and not again:
        index, seed = waiting.popleft()
        match = yield from place.sharing(seed, lane, table)
        if match is None:
            again.append((index, seed))
        else:
            found[index] = match
