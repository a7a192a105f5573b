"""Ways for several robots at once over the cells of a mat: nobody enters a cell before it is free. Pure.

A* over where all robots are, one step of one robot at a time (Hart, Nilsson, Raphael 1968; the sum of the distances
never overestimates), or, where that takes too long, in haste, for ways that need not be the shortest; then steps that
have nothing to do with each other are taken together.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

from boards.cell_grid import Grid
from boards.geometry import Cell

MOST_STATES = 20_000
"""After so many the search is given up: robots stay, which is always safe."""
HEURISTIC_WEIGHT = 3
"""How much more the way that is left counts than the way so far, where the shortest ways were too many to look at."""


@dataclass(frozen=True)
class CellStep:
    """A robot goes from a cell to one beside it."""

    robot: str
    origin: Cell
    target: Cell


Wave = tuple[CellStep, ...]
"""Steps at the same time. All their cells differ, so bodies are never nearer than the grid's `clearance_mm`."""


def route(
    at: Mapping[str, Cell], goals: Mapping[str, Cell], grid: Grid, blocked: frozenset[Cell] = frozenset()
) -> tuple[Wave, ...] | None:
    """Waves that bring every robot to its goal; who has none may be anywhere in the end. None: no way was found.

    `at` are the cells of all robots; nobody enters a `blocked` one. Goals must differ.
    """
    return _search(at, goals, grid, blocked, 1) or _search(at, goals, grid, blocked, HEURISTIC_WEIGHT)


def _search(
    at: Mapping[str, Cell], goals: Mapping[str, Cell], grid: Grid, blocked: frozenset[Cell], weight: int
) -> tuple[Wave, ...] | None:
    names = sorted(at)
    wanted = [goals.get(name) for name in names]
    start = tuple(at[name] for name in names)
    came: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], CellStep] | None] = {start: None}
    cost = {start: 0}
    # The farthest on first among equals: few ways are looked at where many are equally short.
    heap = [(_far(start, wanted, grid), 0, 0, start)]
    count = 0
    while heap and len(cost) < MOST_STATES:
        _, _, _, here = heapq.heappop(heap)
        if all(goal is None or cell == goal for cell, goal in zip(here, wanted, strict=True)):
            return waves(_steps(here, came))
        taken = {*here} | blocked
        for index, cell in enumerate(here):
            for target in grid.neighbours(cell):
                if target not in grid or target in taken:
                    continue
                there = (*here[:index], target, *here[index + 1 :])
                price = cost[here] + 1
                if price < cost.get(there, price + 1):
                    cost[there] = price
                    came[there] = (here, CellStep(names[index], cell, target))
                    count += 1
                    left = _far(there, wanted, grid)
                    heapq.heappush(heap, (price + weight * left, left, count, there))
    return None


def waves(steps: list[CellStep]) -> tuple[Wave, ...]:
    """Step one after the other, taken together as early as their cells allow."""
    last: dict[Cell | str, int] = {}
    together: list[list[CellStep]] = []
    for step in steps:
        touched = (step.robot, step.origin, step.target)
        first = 1 + max(last.get(thing, -1) for thing in touched)
        while len(together) <= first:
            together.append([])
        together[first].append(step)
        last.update(dict.fromkeys(touched, first))
    return tuple(tuple(wave) for wave in together)


def _far(cells: tuple[Cell, ...], goals: list[Cell | None], grid: Grid) -> int:
    return sum(grid.distance(cell, goal) for cell, goal in zip(cells, goals, strict=True) if goal is not None)


def _steps(
    here: tuple[Cell, ...], came: Mapping[tuple[Cell, ...], tuple[tuple[Cell, ...], CellStep] | None]
) -> list[CellStep]:
    found: list[CellStep] = []
    while (before := came[here]) is not None:
        here, step = before
        found.append(step)
    return found[::-1]
