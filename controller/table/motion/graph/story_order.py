"""What leads to what in a row: after which motions of others a golem may show something. Pure.

By the rules a gesture depends on the cell that a golem looks at, on who comes into that cell or leaves it, and on who
looks at the golem. What else happens beside it has nothing to do with it, and both may happen at once.
"""

from __future__ import annotations

from boards.geometry import Point, Pose
from controller.games.game import Act
from controller.table.motion.motion_plan import Drive, Order, Show

CELL_MM = 100.0
"""Golems play on square cells of this size."""
SAME_MM = 50.0
"""A place that is nearer than this to a cell's middle is in the cell, whatever a golem is off."""

SUFFERED = frozenset({Act.HIT.value, Act.DROP.value, Act.DIE.value})
"""What is done to a golem. It comes after the strike, and this after all that led to it."""
WITHOUT_EFFECT = frozenset({Act.BUMP.value, Act.SHIELD.value})
"""What changes nothing for others."""


def leads_to(order: Order, start: Pose, end: Pose, act: str, pose: Pose) -> bool:
    """Return whether a golem in this pose shows an act because of what another one did before (`order`, from, to)."""
    if act in SUFFERED:
        return isinstance(order, Show) and order.act not in WITHOUT_EFFECT and _looks_at(start, pose.point)
    cells = [_ahead(pose)]
    if act == Act.BUMP.value:
        # Perhaps it was driving back.
        cells.append(_ahead(pose, -1.0))
    if isinstance(order, Show):
        if order.act in WITHOUT_EFFECT:
            return False
        if order.act in SUFFERED and any(start.point.distance(cell) < CELL_MM + SAME_MM for cell in cells):
            # A barrel that falls may come to lie in any cell beside.
            return True
        return any(_same(start.point, cell) or _looks_at(start, cell) for cell in cells)
    if _looks_at(start, pose.point) or _looks_at(end, pose.point):
        return True
    return isinstance(order, Drive) and any(_same(place.point, cell) for place in (start, end) for cell in cells)


def _ahead(pose: Pose, cells: float = 1.0) -> Point:
    return pose.place(Point(cells * CELL_MM, 0.0))


def _looks_at(pose: Pose, place: Point) -> bool:
    return _same(_ahead(pose), place)


def _same(place: Point, other: Point) -> bool:
    return place.distance(other) < SAME_MM
