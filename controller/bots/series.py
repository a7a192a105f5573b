"""Several matches of the same two bots, side by side on the processor's cores; the results do not depend on that."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from controller.bots.limits import Limits
from controller.bots.match import Match, Watch, arena
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
    in_force: tuple[str, ...] = ()

    def lane(checks: bool) -> None:
        nonlocal in_force
        with arena(sources, Limits()) as place:
            if checks:
                place.check()
                in_force = place.in_force
            while True:
                with lock:
                    if not waiting:
                        return
                    index, seed = waiting.pop()
                found[index] = place.play(seed, watch if index == 0 else None)

    count = max(1, min(lanes, len(seeds)))
    if count == 1:
        lane(True)
    else:
        with ThreadPoolExecutor(count) as pool:
            futures = [pool.submit(lane, number == 0) for number in range(count)]
        for future in futures:
            future.result()
    return [found[index] for index in range(len(seeds))], in_force
