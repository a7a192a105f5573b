"""Drives beside other golems: who leaves its way, and would come too near to one, is stopped by what pictures show."""

from __future__ import annotations

from math import inf

import pytest

from boards.geometry import Pose
from controller.games.game import MotionGroup
from controller.table.motion.graph.clearance import Segment
from controller.table.motion.graph.execution_graph import build
from controller.table.motion.graph.off_course import BESIDE_S, SET_OUT_S, Course, beside
from controller.table.motion.graph.row_plan import plan_row
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive
from controller.table.motion.sighting import Sighting
from hardware.simulated.faults import FaultKind
from hardware.simulated.script.fault_plan import FaultPlan, Moment, RobotFault
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
    [("a2", True), ("c2", True), ("a3", True), ("c3", True), ("a1", False), ("b1", False), ("b4", False)],
)
def test_who_stands_beside_a_way_may_be_met(cell: str, reached: bool) -> None:
    place = middle(cell, 0).point
    assert neighbours({"blue": middle(cell, 0)}) == ([Segment(place, place)] if reached else [])


def test_who_drives_beside_a_way_may_be_met_too() -> None:
    abreast = [together("red b2 b3", "blue c2 c3")]
    assert neighbours({"blue": middle("c2", 90)}, abreast) == [Segment(middle("c2", 0).point, middle("c3", 0).point)]


def test_the_edges_of_the_graph_keep_a_leader_apart() -> None:
    follows = [together("red b2 b3", "blue b3 c3")]
    assert neighbours({"blue": middle("b3", 0)}, follows) == []


def course() -> Course:
    """Red drives 100 mm from b2 on; blue stands in c2, 100 mm to its right."""
    blue = middle("c2", 0).point
    return Course(Drive(100.0), 10.0, [Segment(blue, blue)])


def seen(heading: float, time: float, *, dated: bool = True) -> Sighting:
    return Sighting(Pose(150.0, 160.0, heading), time, dated)


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
    assert not driven.lost and not course().lost


def test_nobody_beside_it_needs_no_pictures() -> None:
    assert Course(Drive(100.0), 10.0, []).oldest_s(11.0) == inf


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
