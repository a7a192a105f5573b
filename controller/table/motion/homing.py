"""Small corrections, and the way home of golems that were stopped on their way: all at the same time.

Homing only after a stop, an emergency stop, a restart or an undo, when the table knows why they are astray. A golem
that a child moved is left alone until somebody says that it may drive.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.geometry import Pose, SquareGrid
from controller.table.motion.cell_planner import Field, PathPlan, plan_paths
from controller.table.motion.motion_plan import Order, Pace, drives_backwards, grid_heading, plan_travel

LOOK_EVERY = 4
"""Cells that golems go before the camera looks again: about 5 mm of drift."""


def correction_plans(
    targets: Mapping[str, Pose], seen: Mapping[str, Pose], pace: Pace, near_mm: float
) -> dict[str, tuple[Order, ...]]:
    """Small drives that put golems right which are a little off, forwards or backwards, whichever turns less.

    Who stands within `near_mm` of its place only turns: its next drive begins where it is seen.
    """
    plans: dict[str, tuple[Order, ...]] = {}
    for name, target in targets.items():
        here = seen[name]
        if here.point.distance(target.point) <= near_mm:
            plans[name] = plan_travel(here, Pose(here.x, here.y, target.heading), pace, backwards=False)
        else:
            plans[name] = plan_travel(here, target, pace, backwards=drives_backwards(here, target.point))
    return plans


def way_home(targets: Mapping[str, Pose], driving: Mapping[str, Pose], mat: Field, pace: Pace) -> PathPlan:
    """Plan the way of all golems that are not where they should be (`targets`), past all others.

    `driving` are the golems with robots, where they are seen. One that stands where it should makes room if need be,
    and comes back.
    """
    assert isinstance(mat.grid, SquareGrid)
    goals = dict(targets)
    for name, pose in driving.items():
        cell = mat.grid.cell_at(pose.point)
        if name not in goals and cell is not None:
            middle = mat.grid.centre(cell)
            goals[name] = Pose(middle.x, middle.y, grid_heading(pose.heading))
    return plan_paths(driving, goals, mat, pace, LOOK_EVERY)
