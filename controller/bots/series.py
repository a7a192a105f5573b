"""Several matches of the same two bots, side by side on the processor's cores; the results do not depend on that."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from controller.bots.limits import Limits
from controller.bots.match import Arena, Match, Watch, arena
from controller.bots.source import BotSource


def play_series(
    sources: Sequence[BotSource], seeds: Sequence[int], lanes: int, watch: Watch | None = None
) -> tuple[list[Match], tuple[str, ...]]:
    """The matches in the order of their seeds, and the layers of protection that were in force.

    `watch` sees the turns of the first match. Raises :class:`boards.errors.Problems` for bots that can't be loaded.
    """
    found: dict[int, Match] = {}
    waiting = list(enumerate(seeds))[::-1]
    lock = threading.Lock()

    def lane(place: Arena) -> None:
        try:
            while True:
                with lock:
                    if not waiting:
                        return
                    index, seed = waiting.pop()
                found[index] = place.play(seed, watch if index == 0 else None)
        finally:
            # Whatever ended this lane before its time: the others need not go on.
            with lock:
                waiting.clear()

    with ExitStack() as stack:
        places = [stack.enter_context(arena(sources, Limits())) for _ in range(max(1, min(lanes, len(seeds))))]
        places[0].check()
        if len(places) == 1:
            lane(places[0])
        else:
            _in_threads(lane, places, waiting)
    return [found[index] for index in range(len(seeds))], places[0].in_force


def _in_threads(lane: Callable[[Arena], None], places: list[Arena], waiting: list[tuple[int, int]]) -> None:
    """Run the lanes side by side; on Ctrl-C the games under way are the last ones."""
    with ThreadPoolExecutor(len(places)) as pool:
        futures = [pool.submit(lane, place) for place in places]
        try:
            for future in futures:
                future.result()
        finally:
            waiting.clear()
