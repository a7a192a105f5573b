"""The puzzle solver: shortest solutions of the shipped puzzles."""

from __future__ import annotations

import time
from statistics import median

from boards import puzzles
from boards.base.yaml_reader import read_document
from controller.games.golems.puzzles.puzzle import build
from controller.games.golems.puzzles.solver import solve
from tests.benchmarks import Row


def measure() -> list[Row]:
    """Seconds of one core for each puzzle; the limit of the project is 2 s for every one."""
    times: dict[str, tuple[float, int]] = {}
    for key in puzzles.keys():  # noqa: SIM118 - a module's list of names
        puzzle = read_document(puzzles.path(key), build)
        began = time.process_time()
        answer = solve(puzzle)
        times[key] = time.process_time() - began, answer.looked_at
    slowest = max(times, key=lambda key: times[key])
    seconds, looked_at = times[slowest]
    typical = median(seconds for seconds, _ in times.values())
    return [
        Row("slowest shipped puzzle solved", f"{seconds:.2f} s", "2 s wanted", f"{slowest}, {looked_at:,} positions"),
        Row(f"the {len(times)} shipped puzzles, median", f"{1000 * typical:.0f} ms"),
    ]
