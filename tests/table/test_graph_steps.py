"""One graph under way, second by second: robots that drive evenly and do as a script says. Virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, cast

import pytest

from boards.geometry import Pose
from controller.games.game import Act, Gesture, MotionGroup
from controller.table.core.ports import FleetPort
from controller.table.motion.graph.camera_proof import Camera
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph, PlannedOrder
from controller.table.motion.graph.graph_execution import CALM_S, Executed, GraphExecution
from controller.table.motion.graph.row_execution import MotionExecutor
from controller.table.motion.motion_messages import NOT_SEEN
from controller.table.motion.motion_plan import Drive, Leave, Order, Pace, Show, Spin
from controller.table.motion.sighting import Sight, Sighting
from firmware_bridge.link.commands import EndKind
from firmware_bridge.robots.robot_status import MotionResult
from hardware.simulated.virtual_clock import run
from tests.support.motion_rig import GRID, middle, together

PACE = Pace(speed_mm_s=50.0, speed_deg_s=90.0)
FOR_EVER_S = 100.0


def seconds() -> float:
    return asyncio.get_running_loop().time()


@dataclass
class Steady:
    """Drives at its speed and stops at once."""

    name: str
    by_hand: bool = False
    speed: float = PACE.speed_mm_s
    deaf_s: float = 0.0
    """So long it tells no progress."""
    ends: dict[int, EndKind] = field(default_factory=dict)
    """How its commands end, by number; else they are done."""
    log: list[tuple[float, str]] = field(default_factory=list)
    stops: list[float] = field(default_factory=list)
    busy: bool = False

    def __post_init__(self) -> None:
        self._begun = 0.0
        self._most = 0.0
        self._stop = asyncio.Event()
        self._count = 0

    def _gone(self) -> float:
        return min(self._most, self.speed * (seconds() - self._begun))

    async def progress(self, within_s: float) -> float | None:
        if seconds() - self._begun < self.deaf_s:
            await asyncio.sleep(within_s)
            return None
        return self._gone()

    async def stop(self) -> None:
        self.stops.append(round(seconds(), 3))
        self._stop.set()

    async def move(self, mm: float, speed: float) -> MotionResult:
        return await self._do(f"move {mm:.1f}", mm, abs(mm) / min(speed, self.speed))

    async def turn(self, degrees: float, speed: float) -> MotionResult:
        return await self._do(f"turn {degrees:.1f}", 0.0, abs(degrees) / speed)

    async def act(self, kind: str) -> MotionResult:
        return await self._do(f"act {kind}", 0.0, 0.5)

    async def _do(self, what: str, mm: float, takes: float) -> MotionResult:
        self.log.append((round(seconds(), 3), what))
        self._begun, self._most, self.busy = seconds(), abs(mm), True
        self._stop.clear()
        kind = self.ends.get(self._count, "done")
        self._count += 1
        try:
            async with asyncio.timeout(takes):
                await self._stop.wait()
        except TimeoutError:
            return MotionResult(kind, mm=mm)
        finally:
            self.busy = False
        return MotionResult("cancelled", mm=self._gone() * (1 if mm >= 0 else -1))


class Fleet(dict[str, Steady]):
    async def passed(self) -> None:
        return None


@dataclass
class Rig:
    fleet: Fleet
    graph: ExecutionGraph
    asked: list[tuple[str, Pose | None]] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    sight: Sight = lambda _golem: None
    still: Callable[[], bool] = lambda: True

    async def execute(self) -> Executed:
        async def arrived(golem: str, pose: Pose | None) -> None:
            self.asked.append((golem, pose))
            await asyncio.sleep(1.0)

        execution = GraphExecution(
            cast("FleetPort", self.fleet), self.graph, PACE, self.still, arrived, Camera(self.sight), self.ended.append
        )
        async with asyncio.timeout(FOR_EVER_S):
            return await execution.run()


def drive(golem: str, mm: float, y: float, *, x: float = 0.0, group: int = 0) -> PlannedOrder:
    return PlannedOrder(golem, Drive(mm), Pose(x, y, 0.0), Pose(x + mm, y, 0.0), group, 1, 0)


def rest(golem: str, order: Order, y: float, *, group: int = 0, stage: int = 1) -> PlannedOrder:
    return PlannedOrder(golem, order, Pose(0.0, y, 0.0), Pose(0.0, y, 0.0), group, stage, 0)


def executed(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run(test())


TWO = (drive("blue", 100.0, 0.0), drive("red", 100.0, 300.0))


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
