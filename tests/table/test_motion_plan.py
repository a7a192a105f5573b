"""Plans bring a golem where the game says, from wherever it is."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.geometry import Cell, Heading, Point, Pose, SquareGrid, wrap_degrees
from controller.games.game import Act, Gesture, Place, Travel, Turn
from controller.table.motion.motion_plan import (
    Drive,
    NeedsHands,
    Order,
    OutOfReach,
    Pace,
    Show,
    Spin,
    grid_heading,
    plan_motion,
    plan_travel,
)

GRID = SquareGrid(4, 4, 100.0)
PACE = Pace()


def dead_reckoned(pose: Pose, orders: tuple[Order, ...]) -> Pose:
    """An ideal robot."""
    for order in orders:
        if isinstance(order, Spin):
            pose = Pose(pose.x, pose.y, wrap_degrees(pose.heading + order.degrees))
        elif isinstance(order, Drive):
            place = pose.place(Point(order.mm, 0.0))
            pose = Pose(place.x, place.y, pose.heading)
    return pose


poses = st.builds(Pose, st.floats(0, 400), st.floats(0, 400), st.floats(-179, 180))


@given(start=poses, target=poses, backwards=st.booleans())
def test_a_travel_ends_at_its_target(start: Pose, target: Pose, backwards: bool) -> None:
    end = dead_reckoned(start, plan_travel(start, target, PACE, backwards=backwards))
    assert end.point.distance(target.point) <= PACE.smallest_move_mm + math.radians(PACE.smallest_turn_deg) * 570
    assert abs(wrap_degrees(end.heading - target.heading)) <= 2 * PACE.smallest_turn_deg


@pytest.mark.parametrize("facing", list(Heading))
@pytest.mark.parametrize("backwards", [False, True])
@given(slip=st.tuples(st.floats(-8, 8), st.floats(-8, 8), st.floats(-5, 5)))
def test_a_move_of_one_cell_keeps_the_heading_and_never_turns_round(
    facing: Heading, backwards: bool, slip: tuple[float, float, float]
) -> None:
    origin = Cell(1, 1)
    step = facing.back.step if backwards else facing.step
    goal = Cell(origin.column + step[0], origin.row + step[1])
    centre = GRID.centre(origin)
    start = Pose(centre.x + slip[0], centre.y + slip[1], facing.value + slip[2])
    orders, end = plan_motion(start, Travel("red", origin, goal), GRID, PACE)
    assert (end.x, end.y, wrap_degrees(end.heading - facing.value)) == (GRID.centre(goal).x, GRID.centre(goal).y, 0.0)
    drives = [order.mm for order in orders if isinstance(order, Drive)]
    assert len(drives) == 1 and (drives[0] < 0) == backwards
    assert all(abs(order.degrees) < 45 for order in orders if isinstance(order, Spin))


@pytest.mark.parametrize(
    ("heading", "nearest"),
    [(44.9, 0.0), (45.4, 90.0), (-45.4, -90.0), (134.9, 90.0), (135.4, 180.0), (-135.4, 180.0), (-179.0, 180.0)],
)
def test_a_heading_on_the_grid_is_the_nearest_of_four(heading: float, nearest: float) -> None:
    assert grid_heading(heading) == nearest


def test_what_no_robot_lifts_is_said_with_its_name() -> None:
    with pytest.raises(NeedsHands) as caught:
        plan_motion(Pose(50, 50, 0), Place("chief", None, Cell(0, 0)), GRID, PACE)
    assert caught.value.piece == "chief" and "chief must be moved by hand" in str(caught.value)


def test_a_turn_goes_the_short_way_and_a_gesture_stays() -> None:
    pose = Pose(50, 50, 179.0)
    orders, end = plan_motion(pose, Turn("red", Heading.S), GRID, PACE)
    assert orders == (Spin(91.0),) and end.heading == -90.0
    assert plan_motion(pose, Gesture("red", Act.STRIKE), GRID, PACE) == ((Show("strike"),), pose)


def test_nobody_is_sent_off_the_mat_or_across_it() -> None:
    with pytest.raises(OutOfReach) as caught:
        plan_motion(Pose(350, 350, 90), Travel("red", Cell(3, 3), Cell(3, 4)), GRID, PACE)
    assert (caught.value.robot, caught.value.wanted_mm, caught.value.limit_mm) == ("red", 100.0, 160.0)
    with pytest.raises(OutOfReach, match="at most 160 mm"):
        plan_motion(Pose(50, 50, 90), Travel("red", Cell(2, 2), Cell(2, 3)), GRID, PACE)
