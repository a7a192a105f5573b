"""The way home: golems that were stopped on their way drive to their cells by themselves, one after another.

Only after a stop, an emergency stop, a restart or an undo, when the table knows why they are astray. A golem
that a child moved is left alone until somebody says that it may drive.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from boards.geometry import Cell, Pose, SquareGrid
from controller.table.motion.motion_plan import Order, Pace, plan_travel


@dataclass(frozen=True)
class WayHome:
    """One golem's drive."""

    golem: str
    orders: tuple[Order, ...]
    target: Pose


def correction_plans(targets: Mapping[str, Pose], seen: Mapping[str, Pose], pace: Pace) -> dict[str, tuple[Order, ...]]:
    """Small drives that put golems right which are a little off, forwards or backwards, whichever turns less."""
    return {
        name: plan_travel(seen[name], target, pace, backwards=seen[name].local(target.point).x < 0)
        for name, target in targets.items()
    }


def way_home(
    astray: Mapping[str, Pose],
    seen: Mapping[str, Pose],
    tokens: frozenset[Cell],
    grid: SquareGrid,
    pace: Pace,
) -> WayHome | None:
    """Return the first drive (in the order of names) that brings a golem home past all others.

    ``astray`` are the poses to reach, ``seen`` where all golems on the mat are. None if no golem has a free way:
    then people must help.
    """
    for name in sorted(astray):
        start = grid.cell_at(seen[name].point)
        goal = grid.cell_at(astray[name].point)
        if start is None or goal is None:
            continue
        others = frozenset(cell for other, pose in seen.items() if other != name for cell in _touched(pose, grid))
        path = _path(start, goal, others | tokens, grid)
        if path is not None:
            return WayHome(name, _orders(seen[name], path, astray[name], grid, pace), astray[name])
    return None


def _touched(pose: Pose, grid: SquareGrid) -> set[Cell]:
    """Return the cells that a golem's body (70 mm across) reaches into by more than its play of 15 mm in a cell."""
    reach = 35.0 - 15.0
    corners = ((-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach))
    cells = {grid.cell_at(Pose(pose.x + x, pose.y + y, 0).point) for x, y in corners}
    return {cell for cell in cells if cell is not None}


def _path(start: Cell, goal: Cell, taken: frozenset[Cell], grid: SquareGrid) -> list[Cell] | None:
    if goal in taken:
        return None
    came: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell == goal:
            way = [cell]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        for column, row in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            beside = Cell(cell.column + column, cell.row + row)
            if beside in grid and beside not in taken and beside not in came:
                came[beside] = cell
                queue.append(beside)
    return None


def _orders(pose: Pose, path: list[Cell], home: Pose, grid: SquareGrid, pace: Pace) -> tuple[Order, ...]:
    orders: list[Order] = []
    for cell in path[:-1]:
        centre = grid.centre(cell)
        # Through the middle of every cell on the way, so that the body never leaves the path.
        leg = plan_travel(pose, Pose(centre.x, centre.y, pose.heading), pace, backwards=False)
        pose = Pose(centre.x, centre.y, pose.heading)
        orders += leg
    return (*orders, *plan_travel(pose, home, pace, backwards=False))
