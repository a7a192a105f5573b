"""Rows in the execution graph: what screens hear, what an alarm leaves, hops and turns."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from math import inf
from typing import Any, cast

import pytest

from boards.geometry import Pose
from controller.games.game import Act, Gesture, MotionGroup
from controller.table.core.ports import FleetPort
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph
from controller.table.motion.graph.row_execution import MotionExecutor
from controller.table.motion.motion_messages import NOT_SEEN
from controller.table.motion.motion_plan import Drive, Show, Spin
from hardware.simulated.virtual_clock import run
from tests.support.graph_orders import PACE, TWO, Fleet, Rig, Steady, drive, executed, rest
from tests.support.motion_rig import GRID, middle, together

# -- rows ------------------------------------------------------------------------------------------------


def row_of(
    groups: list[MotionGroup], poses: Mapping[str, Pose]
) -> tuple[Any, Fleet, list[tuple[dict[str, Pose], frozenset[str]]]]:
    shown: list[tuple[dict[str, Pose], frozenset[str]]] = []
    found: list[Any] = []
    fleets: list[Fleet] = []

    async def main() -> None:
        fleet = Fleet({name: Steady(name) for name in poses})
        fleets.append(fleet)
        executor = MotionExecutor(cast("FleetPort", fleet), GRID, PACE)
        found.append(
            await executor.act(groups, poses, shown=lambda at, waiting: shown.append(({**at}, frozenset(waiting))))
        )

    run(main())
    return found[0], fleets[0], shown


def test_screens_hear_of_every_end() -> None:
    poses = {"red": middle("a1", 90), "blue": middle("d4", 0)}
    groups = [together("red a1 a2"), MotionGroup((Gesture("red", Act.HIT), Gesture("blue", Act.SHIELD)))]
    acted, _, shown = row_of(groups, poses)
    assert not acted.failures and acted.poses["red"].point.distance(middle("a2", 90).point) < 0.01
    assert [({*waiting}, at["red"].y > 100) for at, waiting in shown] == [
        ({"red", "blue"}, False),
        ({"red"}, False),
        ({"red"}, True),
        (set(), True),
    ]


def test_nobody_drives_where_one_at_rest_is_too_near() -> None:
    poses = {"red": middle("a1", 90), "blue": Pose(105.0, 100.0, 0.0)}
    acted, fleet, shown = row_of([together("red a1 a2")], poses)
    assert {*acted.failures} == {"red"} and acted.interrupted and acted.poses == poses
    assert not fleet["red"].log and not shown


def test_a_plan_past_one_at_rest_is_refused_and_others_are_carried_out() -> None:
    poses = {"red": middle("a1", 90), "blue": Pose(105.0, 100.0, 0.0)}
    fleet = Fleet({name: Steady(name) for name in poses})
    executor = MotionExecutor(cast("FleetPort", fleet), GRID, PACE)

    async def main() -> None:
        failures = await executor.perform({"red": (Drive(100.0),)}, poses)
        assert {*failures} == {"red"} and "blue" in str(failures["red"]) and not fleet["red"].log
        assert not await executor.perform({"red": (Spin(90.0), Drive(-40.0))}, poses)
        assert [what for _, what in fleet["red"].log] == ["turn 90.0", "move -40.0"]
        fleet["red"].ends = {2: "rejected"}
        assert {*await executor.perform({"red": (Drive(10.0),)}, poses)} == {"red"}
        assert not await executor.perform({"red": (Drive(10.0),)}, poses, lambda: False) and len(fleet["red"].log) == 3

    run(main())


@pytest.mark.parametrize("seen", [True, False])
def test_after_an_alarm_what_is_left_is_driven_from_where_golems_are_seen(seen: bool) -> None:
    poses = {"red": middle("a1", 90)}
    fleet = Fleet({"red": Steady("red")})
    executor = MotionExecutor(cast("FleetPort", fleet), GRID, PACE)
    alarms = [0]

    async def relook() -> dict[str, Pose]:
        return {"red": Pose(50.0, 100.0, 90.0)} if seen else {"blue": middle("d4", 0)}

    async def main() -> None:
        acting = asyncio.ensure_future(executor.act([together("red a1 a2")], poses, lambda: alarms[0], relook))
        await asyncio.sleep(1.0)
        alarms[0] += 1
        await fleet["red"].stop()
        acted = await acting
        if seen:
            assert not acted.failures and [what for _, what in fleet["red"].log] == ["move 100.0", "move 50.0"]
            assert acted.poses["red"].point.distance(middle("a2", 90).point) < 0.01
        else:
            assert acted.failures == {"red": NOT_SEEN} and acted.poses == {**poses, "blue": middle("d4", 0)}

    run(main())


def test_a_turn_waits_for_the_end_of_what_is_before_it_and_shows_are_told_as_they_are() -> None:
    async def test() -> None:
        nodes = (drive("blue", 100.0, 0.0), rest("red", Spin(90.0), 300.0), rest("red", Show("hit"), 300.0, group=1))
        fleet = Fleet({name: Steady(name) for name in ("blue", "red")})
        await Rig(fleet, ExecutionGraph(nodes, (Edge(0, 1),))).execute()
        assert fleet["red"].log == [(2.0, "turn 90.0"), (3.0, "act hit")]

    executed(test)


def test_each_hop_is_what_is_left_of_the_way_that_is_free() -> None:
    """Red goes 20 mm, blue 50; red goes 10 mm more, blue to its end; then red does."""

    async def test() -> None:
        nodes = (drive("blue", 50.0, 0.0), drive("blue", 50.0, 0.0, x=50.0, group=1), drive("red", 100.0, 300.0))
        edges = (
            Edge(0, 2, ((0.0, 20.0), (50.0, 30.0)), inf),
            Edge(2, 0, ((15.0, inf),), 15.0),
            Edge(1, 2, ((0.0, 30.0), (50.0, inf)), inf),
            Edge(2, 1, ((28.0, inf),), 28.0),
        )
        fleet = Fleet({name: Steady(name) for name in ("blue", "red")})
        assert (await Rig(fleet, ExecutionGraph(nodes, edges)).execute()).ended == {0, 1, 2}
        assert [what for _, what in fleet["red"].log] == ["move 20.0", "move 10.0", "move 70.0"]

    executed(test)


def test_whose_way_is_free_to_its_end_is_not_stopped_by_a_silent_leader() -> None:
    async def test() -> None:
        fleet = Fleet({"blue": Steady("blue", deaf_s=1.9), "red": Steady("red")})
        edge = Edge(0, 1, ((0.0, inf),), 0.0)
        assert (await Rig(fleet, ExecutionGraph(TWO, (edge,))).execute()).ended == {0, 1}
        assert fleet["red"].log == [(0.0, "move 100.0")] and not fleet["red"].stops

    executed(test)
