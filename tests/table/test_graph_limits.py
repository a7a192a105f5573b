"""Small graphs, number by number: how near, how far, who waits for whom."""

from __future__ import annotations

from math import inf

import pytest

from boards.geometry import Cell, Heading, Point, Pose
from controller.games.game import Act, Gesture, MotionGroup, Travel, Turn
from controller.table.motion.graph.clearance import BODY_MM, CLEAR_MM, LEAST_MM, Segment, allowed, clear_between, limits
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph, PlannedOrder, build
from controller.table.motion.graph.row_plan import in_graph, plan_row, plan_step
from controller.table.motion.graph.stopping_distance import ahead_mm, braking_mm
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Leave, Order, Show, Spin
from tests.support.motion_rig import GRID, middle, together

RING = together("red a1 a2", "blue a2 b2", "yellow b2 b1", "green b1 a1")
RING_AT = {"red": middle("a1", 90), "blue": middle("a2", 0), "yellow": middle("b2", -90), "green": middle("b1", 180)}


def planned(
    golem: str, order: Order, at: tuple[float, float], to: tuple[float, float] | None = None, **where: int
) -> PlannedOrder:
    """An order that begins at a place."""
    start, end = Pose(*at, 0.0), Pose(*(to or at), 0.0)
    return PlannedOrder(golem, order, start, end, where.get("group", 0), where.get("stage", 1), 0)


def test_two_that_stand_keep_half_a_millimetre_less_than_they_have() -> None:
    assert clear_between([200.0, 90.0]) == 78.0
    assert clear_between([200.0, 75.0]) == 74.5


def test_who_stands_lets_all_pass_that_come_not_near() -> None:
    standing = Segment(Point(0, 0), Point(0, 0))
    assert limits(standing, Segment(Point(200, 0), Point(100, 0))) == ((0.0, inf),)
    assert limits(standing, Segment(Point(200, 0), Point(0, 0))) == ((0.0, 122.0),)


def test_the_last_millimetre_of_a_way_counts() -> None:
    leader = Segment(Point(0, 0), Point(300, 0))
    assert limits(leader, Segment(Point(100, 100), Point(100, 78))) == ((0.0, inf),)
    (first, last) = limits(leader, Segment(Point(100, 100), Point(100, 77)))
    assert first == (0.0, 22.0) and last == (pytest.approx(100 + (78**2 - 77**2) ** 0.5), inf)


def test_limits_are_passed_exactly_where_they_are() -> None:
    table = ((10.0, 5.0), (20.0, inf))
    assert allowed(table, 9.999) < 0 and allowed(table, 10.0) == 5.0
    assert allowed(table, 19.999) == 5.0 and allowed(table, 20.0) == inf


def test_a_golem_brakes_in_the_time_of_a_question_and_its_answer() -> None:
    # 45 mm/s: 0.08 s, and a ramp of 130 mm/s2.
    assert braking_mm(REFERENCE_PACE) == pytest.approx(7.788, abs=0.001)
    assert ahead_mm(REFERENCE_PACE) == pytest.approx(3.6 + 7.788, abs=0.001)


def test_nobody_sets_out_before_the_head_start_that_it_needs() -> None:
    """Either may go to its end, but not before the other has come 10 mm."""
    nodes = (planned("blue", Drive(50.0), (0, 0), (50, 0)), planned("red", Drive(50.0), (0, 300), (50, 300)))
    both = (Edge(0, 1, ((0.0, inf),), 10.0), Edge(1, 0, ((0.0, inf),), 10.0))
    assert not ExecutionGraph(nodes, both).ends()
    assert ExecutionGraph(nodes, both[:1]).ends()


def test_silent_golems_tell_their_ends_only() -> None:
    nodes = (planned("blue", Drive(50.0), (0, 0), (50, 0)), planned("red", Drive(50.0), (0, 300), (50, 300)))
    each = (Edge(0, 1, ((0.0, 20.0), (10.0, inf)), 0.0), Edge(1, 0, ((0.0, 20.0), (10.0, inf)), 0.0))
    assert ExecutionGraph(nodes, each).ends()
    assert not ExecutionGraph(nodes, each).ends(silent=("blue", "red"))


def test_what_is_shown_waits_for_nothing_that_happens_at_once() -> None:
    shown = planned("red", Show("strike"), (0, 0))
    assert build([planned("blue", Drive(50.0), (100, 0), (150, 0)), shown], 10.0).edges == ()


def test_who_is_lifted_off_is_waited_for_by_those_that_drive_there() -> None:
    fallen = planned("blue", Leave(), (100, 0))
    assert build([fallen, planned("red", Drive(100.0), (0, 0), (100, 0), group=1)], 10.0).edges == (Edge(0, 1),)
    assert build([fallen, planned("red", Drive(100.0), (0, 200), (100, 200), group=1)], 10.0).edges == ()
    assert build([fallen, planned("red", Spin(90.0), (0, 0), group=1)], 10.0).edges == ()


def test_all_turns_of_a_chain_come_before_its_drives() -> None:
    """A chain round two corners: each golem's way comes near the next one's only."""
    names = ("blue", "green", "red")
    ways = (((0.0, 0.0), (100.0, 0.0)), ((-100.0, 0.0), (0.0, 0.0)), ((-200.0, 0.0), (-100.0, 0.0)))
    turns = [planned(name, Spin(10.0), at, stage=0) for name, (at, _) in zip(names, ways, strict=True)]
    drives = [planned(name, Drive(100.0), at, to) for name, (at, to) in zip(names, ways, strict=True)]
    graph = build([*turns, *drives], 10.0)
    for drive in range(3, 6):
        before = {edge.first for edge in graph.incoming[drive] if not edge.table}
        assert before == {0, 1, 2} - {drive - 3}


def test_a_hand_that_turns_a_golem_does_not_join_those_that_wait_for_it() -> None:
    """Two drive far from each other: neither waits for the other's turn, though both wait for the hand."""
    orders = [
        planned("hand", Spin(90.0), (1000, 0), stage=0),
        planned("blue", Spin(10.0), (0, 0), stage=0),
        planned("blue", Drive(100.0), (0, 0), (100, 0)),
        planned("red", Spin(10.0), (0, 500), stage=0),
        planned("red", Drive(100.0), (0, 500), (100, 500)),
    ]
    graph = build(orders, 10.0, ("hand",))
    waits = {(graph.nodes[edge.first].golem, graph.nodes[edge.second].golem) for edge in graph.edges}
    assert {("hand", "blue"), ("hand", "red")} <= waits and not {("blue", "red"), ("red", "blue")} & waits


# -- from motions to orders ------------------------------------------------------------------------------


def orders_of(
    name: str, groups: list[MotionGroup], poses: dict[str, Pose], silent: tuple[str, ...] = ()
) -> list[Order]:
    return [order.order for order in plan_row(groups, poses, GRID, REFERENCE_PACE, silent) if order.golem == name]


def test_who_falls_where_others_drive_to_is_taken_off() -> None:
    poses = {"red": middle("a1", 90), "blue": middle("a2", 0)}
    falls = MotionGroup((Gesture("blue", Act.DIE),))
    assert orders_of("blue", [falls, together("red a1 a2")], poses) == [Show("die"), Leave()]
    assert orders_of("blue", [falls, together("red a1 b1")], poses) == [Show("die")]
    assert orders_of("blue", [MotionGroup((Gesture("blue", Act.HIT),)), together("red a1 a2")], poses) == [Show("hit")]
    # What led there before is over.
    assert orders_of("blue", [together("red a1 a2"), falls], poses) == [Show("die")]


def test_a_ring_drives_out_and_in_again_and_goes_on_from_there() -> None:
    groups = [RING, together("red a2 a3")]
    red = orders_of("red", groups, RING_AT)
    turns = [order.degrees for order in red if isinstance(order, Spin)]
    drives = [order.mm for order in red if isinstance(order, Drive)]
    # 25 mm aside on the half of the way.
    assert drives == pytest.approx([55.9, 55.9, 100.0], abs=0.1)
    assert turns == pytest.approx([26.57, -53.13, 26.57], abs=0.01)
    ends = {order.golem: order.end for order in plan_row(groups, RING_AT, GRID, REFERENCE_PACE)}
    assert ends["red"].point.distance(middle("a3", 0).point) < 0.01
    assert ends["green"].point.distance(middle("a1", 0).point) < 0.01


def test_after_a_ring_that_was_opened_the_row_goes_on_from_its_cells() -> None:
    groups = [RING, together("red a2 a3", "yellow b1 c1")]
    orders = plan_row(groups, RING_AT, GRID, REFERENCE_PACE, ("green",))
    last = {name: [order for order in orders if order.golem == name][-1] for name in RING_AT}
    assert last["red"].start.point.distance(middle("a2", 90).point) < 0.01
    for name, cell in {"red": "a3", "blue": "b2", "yellow": "c1", "green": "a1"}.items():
        assert last[name].end.point.distance(middle(cell, 0).point) < 0.01
        assert last[name].end.heading == pytest.approx(RING_AT[name].heading, abs=0.01)


def test_a_turn_beside_a_ring_goes_on_from_where_it_ends() -> None:
    poses = {**RING_AT, "white": middle("d4", 0)}
    groups = [
        MotionGroup((*RING.motions, Turn("white", Heading.N))),
        MotionGroup((Travel("white", Cell(3, 3), Cell(3, 2)),)),
    ]
    assert orders_of("white", groups, poses) == [Spin(90.0), Drive(-100.0)]


def test_turns_are_on_even_stages_and_all_else_on_odd_ones_of_its_group() -> None:
    orders = (Spin(90.0), Drive(10.0), Show("hit"), Spin(90.0), Spin(10.0), Drive(10.0))
    start = middle("a1", 0)
    assert [order.stage for order in in_graph("red", orders, start, 3)] == [0, 1, 1, 2, 2, 3]
    assert [order.stage for order in in_graph("red", orders[1:3], start, 3, stage=4)] == [5, 5]
    assert {order.group for order in in_graph("red", orders, start, 3)} == {3}
    turned = MotionGroup((Turn("red", Heading.E),))
    later = plan_row([turned, RING], {**RING_AT, "red": middle("a1", 0)}, GRID, REFERENCE_PACE)
    assert {order.group for order in later} == {1} and {order.leader for order in later} == {*RING_AT}


def test_a_step_to_a_cell_leaves_a_robot_looking_where_it_went() -> None:
    orders, end = plan_step(middle("a1", 45), Cell(1, 0), GRID, REFERENCE_PACE)
    assert orders == (Spin(-45.0), Drive(100.0)) and (end.x, end.y, end.heading) == (150.0, 50.0, 0.0)
    orders, end = plan_step(middle("b1", 45), Cell(0, 0), GRID, REFERENCE_PACE)
    assert orders == (Spin(-45.0), Drive(-100.0)) and (end.x, end.y, end.heading) == (50.0, 50.0, 0.0)


def test_how_wide_golems_are_and_how_far_apart_they_stay() -> None:
    """What the motion design promises: 72 mm between middles; planned for are 78."""
    assert (BODY_MM, LEAST_MM, CLEAR_MM) == (70.0, 72.0, 78.0)
