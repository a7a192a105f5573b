"""Ways from wherever golems are to cells: the one planner of set-up, homing, undo and stages. Pure.

First golems that stand between cells, or two in one cell, are moved apart, each to the middle of a cell of its own;
then all go from cell to cell (:mod:`controller.table.motion.routing`: cells are reserved, swaps and escapes included),
at the same time where they do not meet.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from boards.cell_grid import Grid
from boards.geometry import Cell, Point, Pose
from controller.table.motion.graph.clearance import BODY_MM, LEAST_MM, Segment
from controller.table.motion.graph.execution_graph import PlannedOrder
from controller.table.motion.graph.row_plan import in_graph, plan_step
from controller.table.motion.motion_plan import Pace, drives_backwards, plan_travel
from controller.table.motion.routing import Wave, route

MOST_PLAY_MM = 10.0
"""On square cells of 100 mm."""
CELLS_EACH = 5
"""So many of the nearest cells a golem may be moved to before it sets out."""
NEARER_MM = 20.0
"""So much nearer counts the cell that a golem should go to."""
MOST_RANKED = 1000
"""Of many golems each has fewer cells to choose from, so that there are no more choices than this."""
MOST_CHOICES = 400
"""After so many ways of moving golems apart the search is given up."""


@dataclass(frozen=True)
class Apart:
    """How golems get to cells of their own: one after the other, each straight to the middle."""

    cells: Mapping[str, Cell]
    """Where each is then."""
    first: tuple[str, ...] = ()
    """Who drives, in this order. The others stand well already."""


@dataclass(frozen=True)
class PathPlan:
    """A plan for several golems."""

    orders: tuple[PlannedOrder, ...] = ()
    waves: int = 0
    """How many cells one after the other are driven."""
    walled_in: tuple[str, ...] = ()
    """Golems that have no way, whatever the others do; then there are no orders."""


@dataclass(frozen=True)
class Field:
    """What lies and stands on a mat."""

    grid: Grid
    blocked: frozenset[Cell] = frozenset()
    """Cells that nobody drives into: tokens."""
    standing: Mapping[str, Pose] = field(default_factory=dict)
    """Golems that no robot moves."""
    play_mm: float = MOST_PLAY_MM
    """How far from the middles of their cells golems may stand while others drive by."""

    @property
    def closed(self) -> frozenset[Cell]:
        """Return the cells that nobody drives into, those that standing golems reach into included."""
        reached = {cell for pose in self.standing.values() for cell in touched(pose.point, self.grid)}
        return self.blocked | reached


def touched(place: Point, grid: Grid) -> set[Cell]:
    """Return the cells that a golem's body (70 mm across) reaches into by more than its play in a cell."""
    reach = BODY_MM / 2 - 15.0
    corners = ((0.0, 0.0), (-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach))
    cells = {grid.cell_at(Point(place.x + x, place.y + y)) for x, y in corners}
    return {cell for cell in cells if cell is not None}


def plan_paths(
    seen: Mapping[str, Pose], goals: Mapping[str, Pose], mat: Field, pace: Pace, most_waves: int
) -> PathPlan:
    """Plan the way of golems with robots from where they are seen to the poses that they should have.

    Who has no goal makes room if need be. At most `most_waves` cells are driven, then it is looked again: the end of a
    longer journey is planned from there.
    """
    wanted = {name: cell for name, pose in goals.items() if (cell := mat.grid.cell_at(pose.point)) is not None}
    alone = _walled_in(seen, wanted, mat)
    apart = None if alone else move_apart(seen, mat, wanted)
    waves = None if apart is None else route(apart.cells, wanted, mat.grid, mat.closed)
    if apart is None or waves is None:
        return PathPlan(walled_in=alone or tuple(sorted(wanted)))
    whole = len(waves) <= most_waves
    orders = _orders(seen, goals if whole else {}, apart, waves[:most_waves], mat.grid, pace)
    return PathPlan(tuple(orders), len(waves))


def move_apart(seen: Mapping[str, Pose], mat: Field, wanted: Mapping[str, Cell] | None = None) -> Apart | None:
    """Give every golem a cell of its own, the nearest that can be; None: there is no way that is wide enough."""
    grid, closed = mat.grid, mat.closed
    each = next(n for n in range(CELLS_EACH, 0, -1) if n ** len(seen) <= MOST_RANKED or n == 1)
    choices = {name: _choices(pose.point, grid, closed, (wanted or {}).get(name), each) for name, pose in seen.items()}
    if not all(choices.values()):
        return None
    for cells in itertools.islice(_assignments(seen, choices, mat, wanted or {}), MOST_CHOICES):
        first = _sequence(seen, cells, mat)
        if first is not None:
            return Apart(cells, first)
    return None


def _choices(place: Point, grid: Grid, closed: Collection[Cell], goal: Cell | None, each: int) -> list[Cell]:
    """Return the nearest cells, the nearest first; its own also if a token lies there: it stands on it already."""
    own = grid.cell_at(place)
    cells = [Cell(column, row) for column in range(grid.columns) for row in range(grid.rows)]
    free = [cell for cell in cells if cell in grid and (cell == own or cell not in closed)]
    return sorted(free, key=lambda cell: (_cost(place, cell, grid, goal), cell))[:each]


def _cost(place: Point, cell: Cell, grid: Grid, goal: Cell | None) -> float:
    """How far it is to a cell, mm: of two that are about as near the one counts less that a golem should go to."""
    return grid.centre(cell).distance(place) - (NEARER_MM if cell == goal else 0.0)


def _assignments(
    seen: Mapping[str, Pose], choices: Mapping[str, list[Cell]], mat: Field, wanted: Mapping[str, Cell]
) -> Iterator[dict[str, Cell]]:
    """All ways to give golems different cells, the shortest first; only those are moved far that have to."""
    names = sorted(seen)
    costs: dict[str, list[float]] = {}
    for name in names:
        place = seen[name].point
        costs[name] = [
            0.0
            if place.distance(mat.grid.centre(cell)) <= mat.play_mm
            else _cost(place, cell, mat.grid, wanted.get(name))
            for cell in choices[name]
        ]
    picks = itertools.product(*(range(len(choices[name])) for name in names))
    ranked = sorted(picks, key=lambda pick: sum(costs[name][n] for name, n in zip(names, pick, strict=True)))
    for pick in ranked:
        cells = {name: choices[name][n] for name, n in zip(names, pick, strict=True)}
        if len({*cells.values()}) == len(cells):
            yield cells


def _sequence(seen: Mapping[str, Pose], cells: Mapping[str, Cell], mat: Field) -> tuple[str, ...] | None:
    """In which order golems can drive straight to their cells without coming near others."""
    now = {name: pose.point for name, pose in seen.items()}
    others = [pose.point for pose in mat.standing.values()]
    left = [name for name in sorted(now) if now[name].distance(mat.grid.centre(cells[name])) > mat.play_mm]
    order: list[str] = []
    while left:
        for name in left:
            way = Segment(now[name], mat.grid.centre(cells[name]))
            rest = [*others, *(place for other, place in now.items() if other != name)]
            if all(way.distance(place) >= min(LEAST_MM + 2.0, way.start.distance(place) - 0.5) for place in rest):
                order.append(name)
                now[name] = way.end
                left.remove(name)
                break
        else:
            return None
    # Once all are on their cells, nobody may be too near to anybody.
    places = [*others, *now.values()]
    near = any(one.distance(other) < LEAST_MM for one, other in itertools.combinations(places, 2))
    return None if near else tuple(order)


def _walled_in(seen: Mapping[str, Pose], wanted: Mapping[str, Cell], mat: Field) -> tuple[str, ...]:
    """Return those that find no way even if no other golem that drives were there."""
    return tuple(
        name for name, goal in sorted(wanted.items()) if not _reaches(mat.grid.cell_at(seen[name].point), goal, mat)
    )


def _reaches(start: Cell | None, goal: Cell, mat: Field) -> bool:
    if start is None:
        return goal not in mat.closed
    reached, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for beside in mat.grid.neighbours(here):
            if beside in mat.grid and beside not in mat.closed and beside not in reached:
                reached.add(beside)
                edge.append(beside)
    return goal in reached


def _orders(
    seen: Mapping[str, Pose],
    goals: Mapping[str, Pose],
    apart: Apart,
    waves: tuple[Wave, ...],
    grid: Grid,
    pace: Pace,
) -> Iterator[PlannedOrder]:
    now = dict(seen)
    for level, name in enumerate(apart.first):
        orders, end = plan_step(now[name], apart.cells[name], grid, pace)
        yield from in_graph(name, orders, now[name], level=level)
        now[name] = end
    for number, wave in enumerate(waves):
        for step in wave:
            orders, end = plan_step(now[step.robot], step.target, grid, pace)
            yield from in_graph(step.robot, orders, now[step.robot], 1, stage=2 * number)
            now[step.robot] = end
    for name, home in goals.items():
        travel = plan_travel(now[name], home, pace, backwards=drives_backwards(now[name], home.point))
        yield from in_graph(name, travel, now[name], 2)
