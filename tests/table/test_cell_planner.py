"""The planner brings golems home from anywhere, past each other and at the same time, and says who is walled in."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.geometry import Cell, Pose, SquareGrid, wrap_degrees
from controller.table.motion.cell_planner import Field, PathPlan, move_apart, plan_paths
from controller.table.motion.graph.clearance import BODY_MM, LEAST_MM
from controller.table.motion.graph.execution_graph import ExecutionGraph, build, too_near
from controller.table.motion.graph.stopping_distance import ahead_mm
from controller.table.motion.motion_plan import REFERENCE_PACE
from tests.support.delayed_graph import DelayedGraph
from tests.support.motion_rig import GRID, middle

NAMES = ("red", "blue", "yellow", "green")
CELLS = [Cell(column, row) for column in range(4) for row in range(4)]
ALL = 99


def anywhere(chance: Random, count: int = 4) -> dict[str, Pose]:
    """Golems anywhere on the mat, at most touching each other."""
    found: dict[str, Pose] = {}
    while len(found) < count:
        pose = Pose(chance.uniform(0, 400), chance.uniform(0, 400), chance.uniform(-180, 180))
        if all(pose.point.distance(other.point) >= BODY_MM for other in found.values()):
            found[NAMES[len(found)]] = pose
    return found


def at(cell: Cell, heading: float = 90.0) -> Pose:
    place = GRID.centre(cell)
    return Pose(place.x, place.y, heading)


def graph_of(plan: PathPlan, seen: Mapping[str, Pose] | None = None) -> ExecutionGraph:
    standing = {name: pose.point for name, pose in (seen or {}).items()}
    return build(plan.orders, ahead_mm(REFERENCE_PACE), (), standing)


def arrives(plan: PathPlan, seen: Mapping[str, Pose], goals: Mapping[str, Pose], chance: Random) -> None:
    """Whatever is delayed, all come to their goals, and no two meet."""
    graph = graph_of(plan, seen)
    assert not too_near(graph)
    assert graph.ends()
    nearest = min(
        (one.point.distance(other.point) for a, one in seen.items() for b, other in seen.items() if a < b), default=999
    )
    play = DelayedGraph(graph, seen, chance)
    play.play()
    assert play.least >= min(LEAST_MM, nearest - 1.5)
    for name, goal in goals.items():
        assert play.places[name].distance(goal.point) < 1.5
        ends = [graph.nodes[n].end for n in graph.of(name)]
        heading = ends[-1].heading if ends else seen[name].heading
        assert abs(wrap_degrees(heading - goal.heading)) < 1.0


def test_no_placement_of_500_that_a_person_would_call_solvable_is_stuck() -> None:
    walled = waves = steps = 0
    for seed in range(500):
        chance = Random(seed)
        seen, cells = anywhere(chance), chance.sample(CELLS, 7)
        goals = {
            name: at(cell, chance.choice((0.0, 90.0, 180.0, -90.0))) for name, cell in zip(NAMES, cells, strict=False)
        }
        tokens = frozenset(cells[4 : 4 + chance.randint(0, 3)])
        plan = plan_paths(seen, goals, Field(GRID, tokens), REFERENCE_PACE, ALL)
        if plan.walled_in:
            walled += 1
            for name in plan.walled_in:
                assert not reachable(GRID.cell_at(seen[name].point), GRID.cell_at(goals[name].point), tokens)
            continue
        if seed % 12 == 0:
            arrives(plan, seen, goals, chance)
        waves += plan.waves
        steps += sum(node.stage % 2 for node in plan.orders if node.group == 1)
    print(f"{walled} walled in by tokens; {steps} steps in {waves} waves")
    # At the same time where they do not meet.
    assert walled < 25 and steps > 1.8 * waves


def reachable(start: Cell | None, goal: Cell | None, tokens: frozenset[Cell]) -> bool:
    assert start is not None and goal is not None
    seen, frontier = {start}, [start]
    while frontier:
        cell = frontier.pop()
        for beside in GRID.neighbours(cell):
            if beside in GRID and beside not in tokens and beside not in seen:
                seen.add(beside)
                frontier.append(beside)
    return goal in seen


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 4))
def test_whoever_is_late_nobody_meets_on_the_way(seed: int, count: int) -> None:
    chance = Random(seed)
    seen = anywhere(chance, count)
    goals = {name: at(cell) for name, cell in zip(seen, chance.sample(CELLS, count), strict=True)}
    arrives(plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, ALL), seen, goals, chance)


def test_two_in_each_others_cells_change_places() -> None:
    seen = {"red": middle("b2", 90), "blue": middle("b3", 90)}
    goals = {"red": middle("b3", 90), "blue": middle("b2", 90)}
    arrives(plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, ALL), seen, goals, Random(1))


def test_the_way_leads_round_tokens() -> None:
    tokens = frozenset({Cell.parse("a2"), Cell.parse("b2"), Cell.parse("c2")})
    seen, goals = {"red": middle("a1", 90)}, {"red": middle("a3", 90)}
    plan = plan_paths(seen, goals, Field(GRID, tokens), REFERENCE_PACE, ALL)
    cells = [GRID.cell_at(node.end.point) for node in graph_of(plan).nodes]
    assert plan.waves == 8 and not tokens & {*cells} and cells[-1] == Cell.parse("a3")


def test_nobody_stays_too_near_to_who_has_no_robot() -> None:
    """The one that stands reaches hardly over its cell's edge: in the middle of the next cell it is 70.2 mm away."""
    for aside, cell in ((79.8, "b2"), (77.8, "b1")):
        apart = move_apart({"red": middle("b1", 0)}, Field(GRID, standing={"green": Pose(aside, 50.0, 0.0)}))
        assert apart is not None and apart.cells == {"red": Cell.parse(cell)}


def test_two_that_cannot_pass_each_other_are_both_without_a_way() -> None:
    corridor = SquareGrid(2, 1, 100.0)
    seen = {"red": Pose(50.0, 50.0, 0.0), "blue": Pose(150.0, 50.0, 0.0)}
    goals = {"red": seen["blue"], "blue": seen["red"]}
    assert plan_paths(seen, goals, Field(corridor), REFERENCE_PACE, ALL) == PathPlan(walled_in=("blue", "red"))


def test_a_golem_stays_on_a_token_that_it_stands_on_and_is_moved_onto_no_other() -> None:
    tokens = frozenset({Cell.parse("b2"), Cell.parse("b3"), Cell.parse("c2"), Cell.parse("a2")})
    on_it = move_apart({"red": Pose(150.0, 165.0, 0.0)}, Field(GRID, tokens))
    assert on_it is not None and on_it.cells == {"red": Cell.parse("b2")} and on_it.first == ("red",)
    # Between a free cell and a token that is nearer.
    beside = move_apart({"red": Pose(140.0, 98.0, 0.0)}, Field(GRID, tokens))
    assert beside is not None and beside.cells == {"red": Cell.parse("b1")}


def test_of_two_in_one_cell_the_one_moves_that_is_nearer_to_another() -> None:
    for near, far in (("red", "blue"), ("blue", "red")):
        seen = {near: Pose(190.0, 150.0, 0.0), far: Pose(118.0, 150.0, 0.0)}
        apart = move_apart(seen, Field(GRID))
        assert apart is not None and apart.cells == {near: Cell.parse("c2"), far: Cell.parse("b2")}
        assert {*apart.first} == {near, far}


def test_four_that_do_not_meet_drive_at_the_same_time() -> None:
    seen = {name: at(Cell(column, 3)) for column, name in enumerate(NAMES)}
    goals = {name: at(Cell(column, 0)) for column, name in enumerate(NAMES)}
    plan = plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, ALL)
    assert plan.waves == 3 and graph_of(plan).edges == ()


def test_bodies_in_one_cell_are_moved_apart_first() -> None:
    seen = {"red": Pose(115, 150, 0), "blue": Pose(188, 150, 90), "green": middle("c2", 0)}
    apart = move_apart(seen, Field(GRID))
    assert apart is not None and len({*apart.cells.values()}) == 3
    assert {"red", "blue"} & {*apart.first}
    goals = {"red": middle("b2", 90), "blue": middle("d4", 0)}
    arrives(plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, ALL), seen, goals, Random(2))


def test_off_the_cells_they_come_back_by_the_nearest() -> None:
    seen = {"red": Pose(-40, 50, 0), "blue": Pose(50, 440, 0)}
    goals = {"red": middle("a1", 90), "blue": middle("b4", 90)}
    arrives(plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, ALL), seen, goals, Random(3))


@pytest.mark.parametrize("wall", ["tokens", "a golem without a robot"])
def test_who_is_walled_in_is_named(wall: str) -> None:
    tokens = frozenset({Cell.parse("a2"), Cell.parse("b1")})
    seen = {"red": middle("a1", 90), "blue": middle("c3", 0)}
    goals = {"red": middle("d4", 90), "blue": middle("c1", 0)}
    mat = Field(GRID, tokens)
    if wall != "tokens":
        mat = Field(GRID, tokens - {Cell.parse("a2")}, {"green": middle("a2", 0)})
    assert plan_paths(seen, goals, mat, REFERENCE_PACE, ALL) == PathPlan(walled_in=("red",))
    assert not plan_paths(seen, {"blue": goals["blue"]}, mat, REFERENCE_PACE, ALL).walled_in


def test_a_long_journey_is_driven_in_parts_with_a_look_between() -> None:
    seen, goals = {"red": middle("a1", 90)}, {"red": middle("d4", 90)}
    plan = plan_paths(seen, goals, Field(GRID), REFERENCE_PACE, 4)
    assert plan.waves == 6
    graph = graph_of(plan)
    end = graph.nodes[-1].end
    assert GRID.cell_at(end.point) not in (None, Cell.parse("d4"))
    arrives(plan_paths({"red": end}, goals, Field(GRID), REFERENCE_PACE, 4), {"red": end}, goals, Random(4))
