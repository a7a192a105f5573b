"""Drives beside other golems: who leaves its way, and would come too near to one, is stopped by what pictures show."""

from __future__ import annotations

from math import inf

import pytest

from boards.geometry import Pose
from controller.games.game import MotionGroup
from controller.table.motion.graph.clearance import Segment
from controller.table.motion.graph.execution_graph import build
from controller.table.motion.graph.off_course import BESIDE_S, SET_OUT_S, Course, beside
from controller.table.motion.graph.row_plan import in_graph, plan_row
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Order, Spin
from controller.table.motion.sighting import Sighting
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.faults import FaultKind
from hardware.simulated.physics.drive_train import Cabling, DriveErrors
from hardware.simulated.script.fault_plan import FaultPlan, GolemPlan, Moment, RobotFault
from tests.support.acted_rows import act_rows
from tests.support.motion_rig import GRID, middle, together

AT_B2 = {"red": middle("b2", 90)}


def neighbours(others: dict[str, Pose], groups: list[MotionGroup] | None = None) -> list[Segment]:
    """The ways that red, which drives from b2 to b3, could come to."""
    poses = {**AT_B2, **others}
    standing = {name: pose.point for name, pose in poses.items()}
    graph = build(plan_row(groups or [together("red b2 b3")], poses, GRID, REFERENCE_PACE), 10.0, (), standing)
    drive = next(n for n in graph.of("red") if isinstance(graph.nodes[n].order, Drive))
    return beside(graph, drive, set())


@pytest.mark.parametrize(
    ("cell", "reached"),
    [("a2", True), ("c2", True), ("a3", True), ("b1", True), ("b4", False), ("d2", False), ("a4", False)],
)
def test_who_stands_within_what_the_wheels_roll_may_be_met(cell: str, reached: bool) -> None:
    place = middle(cell, 0).point
    assert neighbours({"blue": middle(cell, 0)}) == ([Segment(place, place)] if reached else [])


def test_who_drives_beside_a_way_may_be_met_too() -> None:
    abreast = [together("red b2 b3", "blue c2 c3")]
    assert neighbours({"blue": middle("c2", 90)}, abreast) == [Segment(middle("c2", 0).point, middle("c3", 0).point)]


def test_the_edges_of_the_graph_keep_a_leader_apart() -> None:
    follows = [together("red b2 b3", "blue b3 c3")]
    assert neighbours({"blue": middle("b3", 0)}, follows) == []


@pytest.mark.parametrize(("degrees", "reached"), [(90.0, False), (180.0, True)])
def test_a_turn_whose_wheels_would_drive_leads_to_another(degrees: float, reached: bool) -> None:
    """Wheels 32 mm apart roll 25 mm in a turn by 90 degrees."""
    found = course(Spin(degrees))
    assert (found.oldest_s(10.0 + SET_OUT_S) == BESIDE_S) == reached


AHEAD = Drive(100.0)


def course(order: Order = AHEAD, *before: Order) -> Course:
    """Red drives 100 mm from b2 on; blue stands in c2, 100 mm to its right. It is sent at 10 s."""
    orders = in_graph("red", (*before, order), AT_B2["red"])
    graph = build(orders, 10.0, (), {"red": AT_B2["red"].point, "blue": middle("c2", 0).point})
    return Course(graph, len(orders) - 1, range(len(before)), 10.0)


def seen(heading: float, time: float, *, y: float = 160.0, dated: bool = True) -> Sighting:
    return Sighting(Pose(150.0, y, heading), time, dated)


def test_it_is_stopped_where_two_pictures_show_that_it_leads_to_another() -> None:
    driven = course()
    assert driven.oldest_s(10.0) == inf and driven.oldest_s(10.0 + SET_OUT_S) == BESIDE_S
    driven.see(seen(40.0, 10.6), 80.0)
    assert driven.oldest_s(10.6) == 0.0 and not driven.lost, "the next picture at once"
    driven.see(seen(40.0, 10.6), 80.0)
    assert not driven.lost, "the same picture"
    driven.see(seen(40.0, 10.65), 80.0)
    assert driven.lost


def test_a_picture_that_shows_it_on_its_way_ends_the_doubt() -> None:
    driven = course()
    for heading, time in ((40.0, 10.6), (88.0, 10.65), (40.0, 10.7)):
        driven.see(seen(heading, time), 80.0)
    assert not driven.lost


@pytest.mark.parametrize(
    ("heading", "left_mm"), [(140.0, 80.0), (70.0, 80.0), (40.0, 15.0)], ids=["away from it", "a little", "at its end"]
)
def test_who_comes_near_nobody_drives_on(heading: float, left_mm: float) -> None:
    driven = course()
    for n in range(5):
        driven.see(seen(heading, 10.6 + n), left_mm)
    assert not driven.lost


@pytest.mark.parametrize(("time", "dated"), [(10.1, True), (10.6, False)], ids=["too early", "undated"])
def test_a_picture_that_may_show_the_turn_before_says_nothing(time: float, dated: bool) -> None:
    driven = course()
    for n in range(5):
        driven.see(seen(0.0, time + n / 100, dated=dated), 80.0)
    assert not driven.lost


@pytest.mark.parametrize(("y", "lost"), [(144.0, True), (146.0, False)])
def test_who_drives_the_wrong_way_is_stopped_before_it_should_have_set_out(y: float, lost: bool) -> None:
    driven = course()
    for time in (10.15, 10.2):
        driven.see(seen(90.0, time, y=y), 100.0)
    assert driven.lost == lost


def test_where_a_golem_has_driven_to_in_this_row_is_not_known_well_enough_for_that() -> None:
    driven = course(AHEAD, Drive(20.0))
    for time in (10.15, 10.2):
        driven.see(seen(90.0, time, y=160.0), 100.0)
    assert not driven.lost


@pytest.mark.parametrize(("y", "lost"), [(156.0, True), (154.0, False)])
def test_who_drives_instead_of_turning_is_stopped(y: float, lost: bool) -> None:
    turned = course(Spin(180.0))
    for time in (10.15, 10.2):
        turned.see(seen(45.0, time, y=y))
    assert turned.lost == lost


def test_nobody_beside_it_needs_no_pictures() -> None:
    orders = in_graph("red", (Drive(100.0),), AT_B2["red"])
    alone = Course(build(orders, 10.0, (), {"red": AT_B2["red"].point}), 0, (), 10.0)
    assert alone.oldest_s(11.0) == inf


BESIDE = {
    "game": "golems",
    "way": "scenario",
    "board": {"size": [4, 4]},
    "golems": {
        "red": {"at": "b2", "facing": "N"},
        "blue": {"at": "a3", "facing": "N"},
        "green": {"at": "c3", "facing": "N"},
    },
    "programs": {"red": ["turn-left", "turn-right", "forward", "stand"]},
}


@pytest.mark.parametrize(("kind", "blocked_s"), [("block-left", 0.5), ("block-right", 0.5), ("block-left", 2.0)])
def test_a_wheel_that_blocks_beside_golems_at_rest_leads_to_no_contact(kind: FaultKind, blocked_s: float) -> None:
    """Nobody relies on red, and the table looks for no hands."""
    fault = RobotFault(Moment(0.4, row=3), "red", kind, blocked_s)
    done = act_rows(BESIDE, FaultPlan(robot_faults=(fault,)), seed=9)
    assert done.finished and done.contacts == 0 and done.least_mm >= 75.0, done.least_mm


@pytest.mark.parametrize("cabling", ["crossed", "both-reversed", "left-reversed"])
def test_a_golem_with_swapped_cables_touches_nobody(cabling: Cabling) -> None:
    """It drives backwards, or spins: away from its place, again and again."""
    plan = FaultPlan({"red": GolemPlan(DriveParameters(errors=DriveErrors(cabling=cabling)))})
    done = act_rows(BACKWARDS, plan, seed=9)
    assert done.contacts == 0 and done.least_mm >= 72.0, done.least_mm


BACKWARDS = {**BESIDE, "golems": {**BESIDE["golems"], "blue": {"at": "b1", "facing": "N"}}}
