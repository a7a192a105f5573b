"""From the motion groups of a row to the orders of its execution graph: who follows whom, how a ring goes round. Pure.

Four golems that go round a square all at once would touch (their middles come to 70.7 mm). So each drives through a
place outside: decision 16.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from boards.cell_grid import Grid
from boards.geometry import Cell, Point, Pose, wrap_degrees
from controller.games.game import Act, Gesture, Motion, MotionGroup, Travel
from controller.table.motion.graph.execution_graph import PlannedOrder
from controller.table.motion.motion_plan import (
    Drive,
    Leave,
    Order,
    Pace,
    Spin,
    drives_backwards,
    grid_heading,
    plan_motion,
    plan_travel,
)
from controller.table.motion.routing import route

RING_OUT = 0.75
"""How far outside a ring's middle its golems drive through, in cells: neighbours keep 95 mm (on a circle: 100, on a
straight way: 70.7)."""


def plan_row(
    motion_groups: Sequence[MotionGroup],
    poses: Mapping[str, Pose],
    grid: Grid,
    pace: Pace,
    silent: Collection[str] = (),
) -> tuple[PlannedOrder, ...]:
    """Return the orders of a row from where the golems are. `silent` golems confirm nothing but their ends.

    Raises OutOfReach and NeedsHands.
    """
    planned: list[PlannedOrder] = []
    now = dict(poses)
    for group, motions in enumerate(motion_groups):
        leaders = _leaders(motions.motions)
        rings = {name: ring for ring in _rings(leaders) for name in ring}
        opened: set[str] = set()
        for motion in motions.motions:
            name = motion.piece
            ring = rings.get(name)
            if ring is None or not isinstance(motion, Travel):
                orders, after = plan_motion(now[name], motion, grid, pace)
                if _in_the_way(motion, now[name], motion_groups[group + 1 :], grid):
                    orders += (Leave(),)
                planned += in_graph(name, orders, now[name], group, level=_level(name, leaders))
                now[name] = after
            elif len(ring) == 4 and not {*ring} & {*silent}:
                orders, after = _round(now[name], motion, _middle(ring, motions.motions, grid), grid, pace)
                planned += in_graph(name, orders, now[name], group, leader=leaders[name])
                now[name] = after
            elif name not in opened:
                opened |= {*ring}
                planned += _opened(_Ring(ring, motions.motions), now, grid, pace, group)
    return tuple(planned)


def _in_the_way(motion: Motion, pose: Pose, later: Iterable[MotionGroup], grid: Grid) -> bool:
    """Whether a golem falls where others drive to in the same row."""
    if not isinstance(motion, Gesture) or motion.act is not Act.DIE:
        return False
    travels = [m for group in later for m in group.motions if isinstance(m, Travel)]
    return grid.cell_at(pose.point) in [cell for travel in travels for cell in (travel.origin, travel.target)]


def in_graph(
    golem: str, orders: Iterable[Order], pose: Pose, group: int = 0, *, stage: int = 0, level: int = 0, leader: str = ""
) -> list[PlannedOrder]:
    """Return a golem's orders with where each begins and ends, by dead reckoning."""
    planned: list[PlannedOrder] = []
    for order in orders:
        turns = isinstance(order, Spin)
        stage += stage % 2 if turns else 1 - stage % 2
        end = after(pose, order)
        planned.append(PlannedOrder(golem, order, pose, end, group, stage, level, leader))
        pose = end
    return planned


def after(pose: Pose, order: Order) -> Pose:
    """Where an order leaves a golem, by dead reckoning."""
    if isinstance(order, Spin):
        return Pose(pose.x, pose.y, wrap_degrees(pose.heading + order.degrees))
    if isinstance(order, Drive):
        place = pose.place(Point(order.mm, 0.0))
        return Pose(place.x, place.y, pose.heading)
    return pose


def _leaders(motions: Iterable[Motion]) -> dict[str, str]:
    """Into whose cell each golem drives, by golem."""
    travels = [motion for motion in motions if isinstance(motion, Travel)]
    leaving = {travel.origin: travel.piece for travel in travels}
    return {t.piece: leaving[t.target] for t in travels if leaving.get(t.target, t.piece) != t.piece}


def _level(name: str, leaders: Mapping[str, str]) -> int:
    level, seen = 0, {name}
    while (name := leaders.get(name, "")) and name not in seen:
        seen.add(name)
        level += 1
    return level


def _rings(leaders: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Golems that follow each other round, each ring once, from its first name on."""
    rings: list[tuple[str, ...]] = []
    for start in sorted(leaders):
        segment = [start]
        while (ahead := leaders.get(segment[-1], "")) and ahead not in segment:
            segment.append(ahead)
        if ahead == start == min(segment):
            rings.append(tuple(segment))
    return rings


def _middle(ring: Sequence[str], motions: Iterable[Motion], grid: Grid) -> Point:
    places = [grid.centre(m.origin) for m in motions if isinstance(m, Travel) and m.piece in ring]
    return Point(sum(place.x for place in places) / len(places), sum(place.y for place in places) / len(places))


def _round(pose: Pose, travel: Travel, middle: Point, grid: Grid, pace: Pace) -> tuple[tuple[Order, ...], Pose]:
    """Through a place outside the ring, half-way between two of its cells."""
    origin, target = grid.centre(travel.origin), grid.centre(travel.target)
    half = Point((origin.x + target.x) / 2, (origin.y + target.y) / 2)
    out = half - middle
    share = RING_OUT * grid.cell_mm / half.distance(middle)
    place = Point(middle.x + out.x * share, middle.y + out.y * share)
    backwards = drives_backwards(pose, target)
    first = plan_travel(pose, Pose(place.x, place.y, pose.heading), pace, backwards=backwards, keep=False)
    there = pose
    for order in first:
        there = after(there, order)
    end = Pose(target.x, target.y, grid_heading(pose.heading))
    return (*first, *plan_travel(there, end, pace, backwards=backwards)), end


@dataclass(frozen=True)
class _Ring:
    """A ring that is opened: one after the other drives, by way of free cells."""

    names: tuple[str, ...]
    motions: tuple[Motion, ...]


def _opened(ring: _Ring, now: dict[str, Pose], grid: Grid, pace: Pace, group: int) -> list[PlannedOrder]:
    travels = {m.piece: m for m in ring.motions if isinstance(m, Travel) and m.piece in ring.names}
    others: set[Cell] = set()
    for name, pose in now.items():
        cell = grid.cell_at(pose.point)
        if name not in travels and cell is not None:
            others.add(cell)
    # Who drives into a free cell beside the ring in the same moment is not in its way there.
    others |= {m.target for m in ring.motions if isinstance(m, Travel) and m.piece not in travels}
    at = {name: travel.origin for name, travel in travels.items()}
    waves = route(at, {name: travel.target for name, travel in travels.items()}, grid, frozenset(others))
    planned: list[PlannedOrder] = []
    faces = {name: grid_heading(now[name].heading) for name in travels}
    if waves is None:
        # Nowhere to go: hands lift them all at once.
        for name, travel in travels.items():
            orders, end = plan_motion(now[name], travel, grid, pace)
            planned += in_graph(name, orders, now[name], group)
            now[name] = end
        return planned
    for number, wave in enumerate(waves):
        for step in wave:
            orders, end = plan_step(now[step.robot], step.target, grid, pace)
            planned += in_graph(step.robot, orders, now[step.robot], group, stage=2 * number)
            now[step.robot] = end
    for name, heading in faces.items():
        pose = now[name]
        orders = plan_travel(pose, Pose(pose.x, pose.y, heading), pace, backwards=False)
        planned += in_graph(name, orders, pose, group, stage=2 * len(waves))
        now[name] = Pose(pose.x, pose.y, heading)
    return planned


def plan_step(pose: Pose, target: Cell, grid: Grid, pace: Pace) -> tuple[tuple[Order, ...], Pose]:
    """Orders that bring a robot to the middle of a cell, ahead or back, whichever turns it less; and where that is."""
    centre = grid.centre(target)
    backwards = drives_backwards(pose, centre)
    orders = plan_travel(pose, Pose(centre.x, centre.y, pose.heading), pace, backwards=backwards, keep=False)
    end = pose
    for order in orders:
        end = after(end, order)
    return orders, Pose(centre.x, centre.y, end.heading)
