"""One graph under way, second by second: robots that drive evenly and do as a script says. Virtual time."""

from __future__ import annotations

import asyncio
from math import inf

import pytest

from boards.geometry import Pose
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph
from controller.table.motion.graph.graph_execution import CALM_S, Executed
from controller.table.motion.motion_plan import Leave, Show, Spin
from controller.table.motion.sighting import Sighting
from tests.support.graph_orders import TWO, Fleet, Rig, Steady, drive, executed, rest, seconds


def test_who_may_flow_sets_out_when_its_leader_has_the_head_start() -> None:
    async def test() -> None:
        edge = Edge(0, 1, ((20.0, 30.0), (40.0, inf)), 20.0)
        rig = Rig(Fleet({name: Steady(name) for name in ("blue", "red")}), ExecutionGraph(TWO, (edge,)))
        done = await rig.execute()
        assert done == Executed(frozenset({0, 1})) and rig.ended == [0, 1]
        assert rig.fleet["blue"].log == [(0.0, "move 100.0")]
        # 20 mm are 0.4 s; asked every 0.03 s.
        ((began, what),) = rig.fleet["red"].log
        assert what == "move 100.0" and 0.4 <= began <= 0.44

    executed(test)


def test_who_comes_to_its_limit_brakes_and_goes_on() -> None:
    async def test() -> None:
        edge = Edge(0, 1, ((0.0, 40.0), (20.0, inf)), 0.0)
        fleet = Fleet({"blue": Steady("blue", speed=10.0), "red": Steady("red")})
        rig = Rig(fleet, ExecutionGraph(TWO, (edge,)))
        assert (await rig.execute()).ended == {0, 1}
        red = fleet["red"]
        assert len(red.stops) == 1 and len(red.log) == 2
        (_, first), (again, second) = red.log
        # It brakes where 9.6 mm bring it to a stop before 40 mm; it is looked at every 0.03 s.
        went = 50.0 * red.stops[0]
        assert first == "move 100.0" and 26.0 < went <= 40.0 - 9.6 and second == f"move {100 - went:.1f}"
        assert 2.0 <= again <= 2.05

    executed(test)


def test_whose_leader_tells_nothing_for_long_brakes_and_waits() -> None:
    async def test() -> None:
        edge = Edge(0, 1, ((0.0, 40.0), (10.0, inf)), 0.0)
        fleet = Fleet({"blue": Steady("blue", deaf_s=1.5), "red": Steady("red")})
        assert (await Rig(fleet, ExecutionGraph(TWO, (edge,))).execute()).ended == {0, 1}
        red = fleet["red"]
        # After 0.4 s, and not to be sent on and stopped again meanwhile.
        assert red.stops == [0.42] and [what for _, what in red.log] == ["move 100.0", "move 79.0"]
        assert 1.5 <= red.log[1][0] <= 1.7

    executed(test)


def test_a_robot_that_cancels_by_itself_after_it_was_braked_has_failed() -> None:
    async def test() -> None:
        edge = Edge(0, 1, ((0.0, 40.0), (10.0, inf)), 0.0)
        fleet = Fleet({"blue": Steady("blue", deaf_s=1.5), "red": Steady("red", ends={1: "cancelled"})})
        done = await Rig(fleet, ExecutionGraph(TWO, (edge,))).execute()
        assert {*done.failures} == {"red"} and done.ended == {0} and not done.halted
        assert len(fleet["red"].log) == 2

    executed(test)


def test_when_nothing_drives_who_may_go_on_a_little_does() -> None:
    """Each waits for a part of the other's way: the one that may, goes so far."""

    async def test() -> None:
        edges = (Edge(0, 1, ((0.0, 20.0), (100.0, inf)), inf), Edge(1, 0, ((15.0, inf),), 15.0))
        fleet = Fleet({name: Steady(name) for name in ("blue", "red")})
        assert (await Rig(fleet, ExecutionGraph(TWO, edges)).execute()).ended == {0, 1}
        (hop, first), (_, second) = fleet["red"].log
        assert (first, second) == ("move 20.0", "move 80.0") and CALM_S <= hop <= CALM_S + 0.05
        assert [what for _, what in fleet["blue"].log] == ["move 100.0"]

    executed(test)


@pytest.mark.parametrize(("reach", "hops"), [(4.9, 0), (5.0, 1)])
def test_nobody_sets_out_for_less_than_five_millimetres(reach: float, hops: int) -> None:
    async def test() -> None:
        edges = (Edge(0, 1, ((0.0, reach), (100.0, inf)), inf), Edge(1, 0, ((5.0, inf),), 5.0))
        fleet = Fleet({name: Steady(name) for name in ("blue", "red")})
        rig = Rig(fleet, ExecutionGraph(TWO, edges))
        rig.still = lambda: seconds() < 3.0
        waiting = asyncio.ensure_future(rig.execute())
        await asyncio.sleep(2.0)
        assert len(fleet["red"].log) == hops
        waiting.cancel()

    executed(test)


def test_after_a_hop_nobody_sets_out_for_two_millimetres_more() -> None:
    """Blue lets red go 20 mm, then 22 (it stands at 50 mm), then all the way."""

    async def test() -> None:
        nodes = (drive("blue", 50.0, 0.0), drive("blue", 50.0, 0.0, x=50.0, group=1), drive("red", 100.0, 300.0))
        edges = (
            Edge(0, 2, ((0.0, 20.0), (1.0, 22.0)), inf),
            Edge(2, 0, ((15.0, inf),), 15.0),
            Edge(1, 2, ((0.0, 22.0), (50.0, inf)), inf),
        )
        fleet = Fleet({name: Steady(name) for name in ("blue", "red")})
        assert (await Rig(fleet, ExecutionGraph(nodes, edges)).execute()).ended == {0, 1, 2}
        assert [what for _, what in fleet["red"].log] == ["move 20.0", "move 80.0"]

    executed(test)


def test_a_golem_that_drives_alone_is_seen_to_stall() -> None:
    async def test() -> None:
        fleet = Fleet({"red": Steady("red")})
        rig = Rig(fleet, ExecutionGraph((drive("red", 100.0, 0.0),), ()))
        rig.sight = lambda _golem: Sighting(Pose(min(50.0 * seconds(), 15.0), 0.0, 0.0), seconds())
        done = await rig.execute()
        assert {*done.failures} == {"red"} and "wheels" in str(done.failures["red"]) and done.ended == frozenset()
        assert len(fleet["red"].stops) == 1

    executed(test)


def test_who_fails_stops_who_waits_for_it_and_nobody_else() -> None:
    async def test() -> None:
        nodes = (*TWO, drive("yellow", 100.0, 600.0))
        edge = Edge(0, 1, ((0.0, 90.0), (20.0, inf)), 0.0)
        fleet = Fleet({name: Steady(name) for name in ("blue", "red", "yellow")})
        fleet["blue"].ends = {0: "rejected"}
        done = await Rig(fleet, ExecutionGraph(nodes, (edge,))).execute()
        assert {*done.failures} == {"blue"} and done.ended == {1, 2}

        fleet = Fleet({name: Steady(name) for name in ("blue", "red", "yellow")})
        graph = ExecutionGraph((rest("blue", Spin(18.0), 0.0), *nodes[1:]), (Edge(0, 1, ((0.0, 95.0),), 0.0),))
        begun = seconds()
        fleet["blue"].ends = {0: "rejected"}
        done = await Rig(fleet, graph).execute()
        # The turn takes 0.2 s.
        assert done.ended == {2} and not fleet["yellow"].stops
        assert fleet["red"].stops == [pytest.approx(begun + 0.2, abs=0.001)]

    executed(test)


def test_after_an_alarm_nothing_is_begun_and_a_stop_is_no_failure() -> None:
    async def test() -> None:
        nodes = (drive("red", 100.0, 0.0), rest("red", Spin(90.0), 0.0, group=1, stage=0))
        fleet = Fleet({"red": Steady("red")})
        rig = Rig(fleet, ExecutionGraph(nodes, ()))
        rig.still = lambda: seconds() < 1.0
        running = asyncio.ensure_future(rig.execute())
        await asyncio.sleep(1.0)
        await fleet["red"].stop()
        done = await running
        assert done.halted and not done.failures and done.ended == frozenset() and len(fleet["red"].log) == 1

    executed(test)


def test_people_are_asked_for_whom_others_wait_only() -> None:
    async def test() -> None:
        nodes = (drive("ghost", 100.0, 0.0), drive("red", 100.0, 300.0), rest("spirit", Show("hit"), 600.0))
        fleet = Fleet({"red": Steady("red")})
        rig = Rig(fleet, ExecutionGraph(nodes, (Edge(0, 1), Edge(2, 1))))
        assert (await rig.execute()).ended == {0, 1, 2}
        # What a ghost shows is on the screen.
        assert rig.asked == [("ghost", nodes[0].end)] and fleet["red"].log == [(1.0, "move 100.0")]
        rig = Rig(Fleet({"red": Steady("red")}), ExecutionGraph(nodes, ()))
        await rig.execute()
        assert rig.asked == []

    executed(test)


def test_who_fell_is_taken_off_by_people_whoever_moves_it() -> None:
    async def test() -> None:
        rig = Rig(Fleet({"red": Steady("red")}), ExecutionGraph((rest("red", Leave(), 0.0),), ()))
        assert (await rig.execute()).ended == {0} and rig.asked == [("red", None)] and not rig.fleet["red"].log

    executed(test)


def test_a_person_is_not_asked_for_little_nor_for_gestures() -> None:
    async def test() -> None:
        little = (
            rest("red", Spin(19.0), 0.0),
            drive("red", 29.0, 0.0, group=1),
            rest("red", Show("hit"), 0.0, group=2),
        )
        much = (rest("red", Spin(20.0), 0.0, group=3), drive("red", 30.0, 0.0, group=4))
        fleet = Fleet({"red": Steady("red", by_hand=True)})
        assert len((await Rig(fleet, ExecutionGraph((*little, *much), ())).execute()).ended) == 5
        assert [what for _, what in fleet["red"].log] == ["turn 20.0", "move 30.0"]

    executed(test)
