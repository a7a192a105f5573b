"""Execute rows and small plans: plan them, carry their graph out, and plan anew after a hand was in the way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from boards.cell_grid import Grid
from boards.geometry import Pose
from controller.games.game import MotionGroup
from controller.table.core.ports import FleetPort
from controller.table.motion.graph.camera_proof import Camera, Look, blind, unseen
from controller.table.motion.graph.execution_graph import ExecutionGraph, PlannedOrder, build, too_near
from controller.table.motion.graph.graph_execution import Arrived, Executed, GraphExecution, at_once
from controller.table.motion.graph.row_plan import in_graph, plan_row
from controller.table.motion.graph.stopping_distance import ahead_mm
from controller.table.motion.motion_messages import NOT_SEEN, too_near_message
from controller.table.motion.motion_plan import Acted, Failures, Order, Pace
from controller.table.motion.sighting import Sight

Shown = Callable[[Mapping[str, Pose], frozenset[str]], None]
"""Hears where golems are after what they have done so far, by dead reckoning, and who has something left to do."""


def nobody(_poses: Mapping[str, Pose], _waiting: frozenset[str]) -> None:
    """Nobody looks on."""


Relook = Callable[[], Awaitable[Mapping[str, Pose]]]
"""Return where the golems are now, once people have let go."""


class MotionExecutor:
    """Executes what golems have to drive and show. A golem without a robot (a ghost) is moved by people."""

    def __init__(
        self,
        fleet: FleetPort,
        grid: Grid,
        pace: Pace,
        arrived: Arrived = at_once,
        sight: Sight = unseen,
        look: Look = blind,
    ) -> None:
        """`arrived` waits until a golem without a robot is seen where it should be.

        `sight` is what a camera shows, `look` has it look anew.
        """
        self._fleet = fleet
        self._grid = grid
        self._pace = pace
        self._arrived = arrived
        self._camera = Camera(sight, look)

    async def act(
        self,
        motion_groups: Sequence[MotionGroup],
        poses: Mapping[str, Pose],
        alarms: Callable[[], int] = lambda: 0,
        relook: Relook | None = None,
        shown: Shown = nobody,
    ) -> Acted:
        """Execute the motion groups of a row from where the golems are.

        When `alarms` counts on, all robots have been stopped: then it is looked anew where the golems are, and what is
        left is planned from there. A failure of a robot ends the row. `shown` hears of every end of an order.
        """
        now, left = dict(poses), tuple(motion_groups)
        while True:
            quiet = _quiet_from_now(alarms)
            orders = plan_row(left, now, self._grid, self._pace, self._by_hand())
            graph = self._graph(orders, now)
            near = too_near(graph)
            if near:
                return Acted(now, {found.golem: too_near_message(found) for found in near})
            told = _Telling(graph, now, shown)
            done = await self._execute(graph, quiet, told.ended)
            now |= _places(graph, done)
            if not done.halted or relook is None:
                return Acted(now, done.failures)
            left = _left(left, graph, done)
            await self._fleet.passed()
            seen = await relook()
            unseen = {motion.piece for group in left for motion in group.motions} - {*seen}
            if unseen:
                return Acted(now | dict(seen), dict.fromkeys(unseen, NOT_SEEN))
            now |= seen

    async def perform(
        self,
        plans: Mapping[str, Sequence[Order]],
        poses: Mapping[str, Pose],
        still: Callable[[], bool] = lambda: True,
        shown: Shown = nobody,
    ) -> Failures:
        """Execute the plans of several golems at once from where they are; return those that failed, and how.

        Orders are begun as long as `still` returns True; later a stop is no failure. `shown` as in :meth:`act`.
        """
        return await self.carry_out(
            [order for name in plans for order in in_graph(name, plans[name], poses[name])], poses, still, shown
        )

    async def carry_out(
        self,
        orders: Sequence[PlannedOrder],
        poses: Mapping[str, Pose],
        still: Callable[[], bool],
        shown: Shown = nobody,
    ) -> Failures:
        """Execute orders that are planned from where the golems are; return those that failed, and how."""
        graph = self._graph(orders, poses)
        near = too_near(graph)
        if near:
            return {found.golem: too_near_message(found) for found in near}
        return (await self._execute(graph, still, _Telling(graph, poses, shown).ended)).failures

    def _graph(self, orders: Sequence[PlannedOrder], poses: Mapping[str, Pose]) -> ExecutionGraph:
        standing = {name: pose.point for name, pose in poses.items()}
        return build(orders, ahead_mm(self._pace), self._by_hand(), standing)

    def _by_hand(self) -> tuple[str, ...]:
        return tuple(name for name in self._fleet if self._fleet[name].by_hand)

    async def _execute(
        self, graph: ExecutionGraph, still: Callable[[], bool], heard: Callable[[int], None]
    ) -> Executed:
        return await GraphExecution(self._fleet, graph, self._pace, still, self._arrived, self._camera, heard).run()


class _Telling:
    """Tells how far golems are with a graph."""

    def __init__(self, graph: ExecutionGraph, poses: Mapping[str, Pose], shown: Shown) -> None:
        self._graph = graph
        self._poses = dict(poses)
        self._left = {name: {*graph.of(name)} for name in graph.golems}
        self._shown = shown
        self._tell()

    def ended(self, node: int) -> None:
        """Hear of an order that has come to its end."""
        planned = self._graph.nodes[node]
        self._left[planned.golem].discard(node)
        self._poses[planned.golem] = planned.end
        self._tell()

    def _tell(self) -> None:
        self._shown(dict(self._poses), frozenset(name for name, left in self._left.items() if left))


def _quiet_from_now(alarms: Callable[[], int]) -> Callable[[], bool]:
    """Return what tells whether `alarms` has not counted on since now."""
    before = alarms()
    return lambda: alarms() == before


def _places(graph: ExecutionGraph, done: Executed) -> dict[str, Pose]:
    """Where the golems should be, by dead reckoning."""
    return {node.golem: node.end for n, node in enumerate(graph.nodes) if n in done.ended}


def _left(groups: Sequence[MotionGroup], graph: ExecutionGraph, done: Executed) -> tuple[MotionGroup, ...]:
    """Return the motions that have not come to their end."""
    open_ = {(node.group, node.golem) for n, node in enumerate(graph.nodes) if n not in done.ended}
    return tuple(
        MotionGroup(tuple(motion for motion in group.motions if (number, motion.piece) in open_))
        for number, group in enumerate(groups)
    )
