"""The graph of a row: nobody waits for ever, each order comes once, and no delay makes two golems meet."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boards.geometry import Cell, Heading, Point, Pose
from controller.games.game import MotionGroup, Travel, Turn
from controller.table.motion.graph.clearance import (
    CLEAR_MM,
    LEAST_MM,
    Segment,
    allowed,
    begin_at,
    least_distance,
    limits,
)
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph, PlannedOrder, build, too_near
from controller.table.motion.graph.row_plan import plan_row
from controller.table.motion.graph.stopping_distance import ahead_mm
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Spin
from controller.table.perception.differences import Tolerance
from tests.support.delayed_graph import DelayedGraph
from tests.support.golem_rows import GRID, Row, off, rows
from tests.support.motion_rig import middle, together

AHEAD_MM = ahead_mm(REFERENCE_PACE)
TOLERANCE = Tolerance()
seeds = st.integers(0, 2**32)
places = st.builds(Point, st.floats(0, 300), st.floats(0, 300))
ways = st.builds(Segment, places, places)

RING = together("red a1 a2", "blue a2 b2", "yellow b2 b1", "green b1 a1")
RING_AT = {"red": middle("a1", 90), "blue": middle("a2", 0), "yellow": middle("b2", -90), "green": middle("b1", 180)}


def graph_of(row: Row, poses: dict[str, Pose], by_hand: tuple[str, ...] = ()) -> ExecutionGraph:
    standing = {name: pose.point for name, pose in poses.items()}
    return build(plan_row(row.groups, poses, GRID, REFERENCE_PACE, by_hand), AHEAD_MM, by_hand, standing)


@given(first=ways, second=ways, shares=st.tuples(st.floats(0, 1), st.floats(0, 1)), clear=st.floats(60, 90))
def test_within_its_limits_the_second_never_comes_near(
    first: Segment, second: Segment, shares: tuple[float, float], clear: float
) -> None:
    table = limits(first, second, clear)
    assert list(table) == sorted(table)
    confirmed = shares[0] * first.length
    reach = min(allowed(table, confirmed), second.length)
    if reach < 0:
        return
    for n in range(21):
        ahead = confirmed + (first.length - confirmed) * n / 20
        assert first.at(ahead).distance(second.at(shares[1] * reach)) >= clear - 1.5


@given(first=ways, second=ways)
def test_a_head_start_is_enough_for_who_is_as_fast(first: Segment, second: Segment) -> None:
    table = limits(first, second, CLEAR_MM)
    begin = begin_at(table, second.length, AHEAD_MM)
    if begin < inf:
        for n in range(101):
            x = second.length * n / 100
            assert allowed(table, begin + x) >= min(x + AHEAD_MM, second.length) - 1e-6


@given(one=ways, other=ways)
def test_the_least_distance_of_two_ways(one: Segment, other: Segment) -> None:
    steps = [n / 30 for n in range(31)]
    seen = min(one.at(a * one.length).distance(other.at(b * other.length)) for a in steps for b in steps)
    assert least_distance(one, other) <= seen + 1e-6
    assert seen <= least_distance(one, other) + (one.length + other.length) / 30


def test_a_straight_chain_sets_out_at_once_and_a_corner_needs_a_head_start() -> None:
    leader = Segment(Point(50, 150), Point(50, 250))
    straight = limits(leader, Segment(Point(50, 50), Point(50, 150)))
    corner = limits(leader, Segment(Point(150, 150), Point(50, 150)))
    assert begin_at(straight, 100, AHEAD_MM) == 0.0
    # 0.5 s at 45 mm/s, the ramp included.
    assert 15.0 < begin_at(corner, 100, AHEAD_MM) < 25.0
    crossed = limits(leader, Segment(Point(0, 200), Point(100, 200)))
    assert begin_at(crossed, 100, AHEAD_MM) == inf and crossed == ()


@settings(max_examples=150)
@given(seed=seeds)
@example(seed=0)
@example(seed=267280548)  # a golem falls, and another drives to where it fell
def test_rows_end_whatever_is_delayed_and_nobody_meets(seed: int) -> None:
    chance = Random(seed)
    for row in rows(chance):
        poses = off(row, chance, TOLERANCE.correct_mm, TOLERANCE.correct_deg)
        graph = graph_of(row, poses)
        assert not too_near(graph)
        _acyclic(graph)
        assert graph.ends()
        play = DelayedGraph(graph, poses, chance)
        play.play()
        assert play.least >= LEAST_MM
        for name in graph.golems:
            own = [n for n in play.ended if graph.nodes[n].golem == name]
            planned = [order for order in plan_row(row.groups, poses, GRID, REFERENCE_PACE) if order.golem == name]
            # Each order once, in the golem's own order.
            assert [graph.nodes[n] for n in own] == planned


def _acyclic(graph: ExecutionGraph) -> None:
    for edge in graph.edges:
        first, second = graph.nodes[edge.first], graph.nodes[edge.second]
        ring = bool(first.leader and second.leader and first.group == second.group)
        assert edge.first < edge.second or ring
        if ring and edge.second < edge.first:
            # Back in the list, but forward in what is confirmed.
            assert edge.table and all(reach > needed for needed, reach in edge.table)


@settings(max_examples=60)
@given(seed=seeds, hands=st.sets(st.sampled_from(("red", "blue", "yellow", "green")), min_size=1))
def test_with_people_who_move_golems_nobody_waits_for_ever(seed: int, hands: set[str]) -> None:
    for row in rows(Random(seed)):
        graph = graph_of(row, row.stands, tuple(sorted(hands)))
        assert graph.ends(silent=hands)
        for node in graph.nodes:
            assert not node.leader or node.golem not in hands


def ring_at(mm: tuple[float, float], degrees: float) -> dict[str, Pose]:
    return {
        name: Pose(pose.x + mm[0] * (-1) ** n, pose.y + mm[1] * (-1) ** (n // 2), pose.heading + degrees * (-1) ** n)
        for n, (name, pose) in enumerate(RING_AT.items())
    }


@settings(max_examples=100)
@given(seed=seeds, mm=st.tuples(st.floats(-4.2, 4.2), st.floats(-4.2, 4.2)), degrees=st.floats(-4, 4))
def test_a_ring_goes_round_and_nobody_meets(seed: int, mm: tuple[float, float], degrees: float) -> None:
    poses = ring_at(mm, degrees)
    graph = graph_of(Row(poses, (RING,)), poses)
    _acyclic(graph)
    assert graph.ends() and len([node for node in graph.nodes if isinstance(node.order, Drive)]) == 8
    play = DelayedGraph(graph, poses, Random(seed))
    play.play()
    assert play.least >= LEAST_MM
    assert {n: GRID.cell_at(at) for n, at in play.places.items()} == {
        motion.piece: motion.target for motion in RING.motions if isinstance(motion, Travel)
    }


def test_a_ring_with_a_golem_in_a_hand_is_opened_through_a_free_cell() -> None:
    graph = graph_of(Row(RING_AT, (RING,)), RING_AT, ("green",))
    assert graph.ends(silent=("green",))
    play = DelayedGraph(graph, RING_AT, Random(3))
    play.play()
    assert play.least >= LEAST_MM
    assert {n: str(GRID.cell_at(at)) for n, at in play.places.items()} == {
        "red": "a2",
        "blue": "b2",
        "yellow": "b1",
        "green": "a1",
    }
    for name, pose in RING_AT.items():
        assert graph.nodes[graph.of(name)[-1]].end.heading == pytest.approx(pose.heading, abs=0.01)


def test_turns_that_prepare_a_drive_come_before_any_drive_of_the_chain() -> None:
    poses = {"red": Pose(50, 50, 93), "blue": Pose(50, 150, 87)}
    graph = graph_of(Row(poses, (together("red a1 a2", "blue a2 a3"),)), poses)
    turns = [n for n, node in enumerate(graph.nodes) if isinstance(node.order, Spin) and node.stage == 0]
    drives = [n for n, node in enumerate(graph.nodes) if isinstance(node.order, Drive)]
    for drive in drives:
        waits = {edge.first for edge in graph.incoming[drive]} | {*graph.of(graph.nodes[drive].golem)}
        assert {*turns} <= waits


def test_who_has_nothing_to_do_with_others_waits_for_nobody() -> None:
    poses = {"red": middle("a1", 90), "blue": middle("d4", -90)}
    groups = (
        together("red a1 a2", "blue d4 d3"),
        together("red a2 a3"),
        MotionGroup((Turn("blue", Heading.E), Travel("red", Cell(0, 2), Cell(0, 3)))),
    )
    assert graph_of(Row(poses, groups), poses).edges == ()


def test_a_way_past_a_golem_at_rest_that_is_too_near_is_found() -> None:
    poses = {"red": middle("a1", 90), "blue": Pose(105, 100, 0)}
    graph = graph_of(Row(poses, (together("red a1 a2"),)), poses)
    (found,) = too_near(graph)
    assert (found.golem, found.other) == ("red", "blue") and found.mm == pytest.approx(55, abs=1)


def test_a_circle_of_waits_is_found() -> None:
    """The check is one: two nodes that wait for each other's ends never end."""
    nodes = tuple(
        PlannedOrder(name, Drive(50.0), Pose(x, 0, 90), Pose(x, 50, 90), 0, 1, 0)
        for name, x in (("blue", 0), ("red", 300))
    )
    assert ExecutionGraph(nodes, (Edge(0, 1),)).ends()
    assert not ExecutionGraph(nodes, (Edge(0, 1), Edge(1, 0))).ends()


def test_successors_are_all_that_wait_also_by_way_of_others() -> None:
    poses = {"red": middle("a1", 0), "blue": middle("b1", 0), "green": middle("c1", 0), "yellow": middle("a4", 90)}
    groups = (together("red a1 b1", "blue b1 c1", "green c1 d1"), MotionGroup((Turn("yellow", Heading.S),)))
    graph = graph_of(Row(poses, groups), poses)
    by_golem = {graph.nodes[n].golem for n in graph.successors(graph.of("green")[0])}
    assert by_golem == {"blue", "red"}
