"""Execute an execution graph: begin commands that may begin, extend motions, stop followers of stopped leaders.

What a robot has confirmed is asked of it while others wait for it (`RobotPort.progress`); a robot that cannot tell
confirms its ends only. Whoever drives and would come to its limit is braked before, and goes on when it may.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import NoReturn

from boards.base.errors import GolemError
from boards.base.message import Message
from boards.geometry import Pose
from controller.journal import JournalFailed
from controller.table.core.ports import FleetPort
from controller.table.motion.graph.camera_proof import LOOK_S, Camera
from controller.table.motion.graph.execution_graph import Edge, ExecutionGraph
from controller.table.motion.graph.off_course import Course
from controller.table.motion.graph.stopping_distance import POLL_S, ahead_mm, braking_mm
from controller.table.motion.motion_plan import Drive, Failures, Leave, Order, Pace, Show, Spin, for_hands
from controller.table.motion.sighting import SLACK_MM, DriveObserver, along
from controller.table.view.robot_messages import ended
from firmware_bridge.link.link_reasons import OUTCOMES
from firmware_bridge.protocol.messages import Outcome
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult

ANSWER_S = 0.15
"""How long its answer may take."""
STALE_S = 0.4
"""Who waits for a robot that drives and has not told its progress for so long is braked."""
HOP_MM = 5.0
"""Nobody sets out for less, unless it is the rest of the way."""
SHORT_MM = 6.0
"""Who relies on a golem at its end may go on if it is seen no farther from it: what CLEAR_MM leaves."""
AGAIN = 3
"""So often a golem drives the rest of a way that it has counted already."""
MOVED_SHARE = 0.4
"""Who has come less far than that has stalled: a weak motor loses half of its steps."""
CALM_S = 0.25
"""If nothing drives for so long, who may go on a little does."""


@dataclass(frozen=True)
class Executed:
    """How the execution of a graph ended."""

    ended: frozenset[int]
    """The nodes that came to their end."""
    failures: Failures = field(default_factory=dict)
    halted: bool = False
    """Whether it was broken off: what is left may be planned anew from where the golems are."""


Arrived = Callable[[str, Pose | None], Awaitable[None]]
"""Wait until the camera sees that people have put a golem to a pose; None: off the mat."""


NO_CAMERA = Camera()
STALLED = MotionResult(*OUTCOMES[Outcome.STALLED])


async def at_once(_golem: str, _pose: Pose | None) -> None:
    """Nobody looks: a golem without a robot is where it should be."""


class GraphExecution:
    """One graph under way."""

    def __init__(
        self,
        fleet: FleetPort,
        graph: ExecutionGraph,
        pace: Pace,
        still: Callable[[], bool] = lambda: True,
        arrived: Arrived = at_once,
        camera: Camera = NO_CAMERA,
        heard: Callable[[int], None] = lambda _node: None,
    ) -> None:
        """Nothing is begun, and a stop is no failure, once `still` returns False. `camera` looks on.

        `heard` hears of every node that has come to its end.
        """
        self._fleet = fleet
        self._graph = graph
        self._pace = pace
        self._still = still
        self._arrived = arrived
        self._camera = camera
        self._sight = camera.sight
        self._heard_of = heard
        self._courses: dict[int, Course] = {}
        """Of the drives under way."""
        self._confirmed = [0.0] * len(graph.nodes)
        """By the wheels' own count."""
        self._certain = [0.0] * len(graph.nodes)
        """What others may rely on: where the camera looks on, no more than it shows."""
        self._heard = [0.0] * len(graph.nodes)
        """When progress was last told, on the loop's clock."""
        self._ended: set[int] = set()
        self._running: set[int] = set()
        self._proving: set[int] = set()
        """Drives that have come to rest and are waited for until a picture shows it."""
        self._held: set[int] = set()
        """Drives that are braked until they may go on."""
        self._failures: dict[str, Message] = {}
        self._halted = False
        self._stops: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()

    async def run(self) -> Executed:
        """Carry all out; return once every robot has ended its part."""
        looking = asyncio.ensure_future(self._camera.keep_looking(self._wanted))
        try:
            results = await asyncio.gather(*map(self._golem, self._graph.golems), return_exceptions=True)
        finally:
            looking.cancel()
            for node in self._running:
                if any(edge.table for edge in self._graph.incoming[node]):
                    # Nobody watches over it any more.
                    self._stop(node)
        if self._stops:
            await asyncio.wait(self._stops)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return Executed(frozenset(self._ended), self._failures, self._halted and not self._failures)

    # -- one golem -------------------------------------------------------------------------------------

    async def _golem(self, name: str) -> None:
        with suppress(_Over):
            for node in self._graph.of(name):
                await self._until(partial(self._may_begin, node))
                await self._carry_out(node)
                self._ended.add(node)
                self._heard_of(node)
                self._tell()

    async def _carry_out(self, node: int) -> None:
        planned = self._graph.nodes[node]
        try:
            if isinstance(planned.order, Leave):
                await self._arrived(planned.golem, None)
            elif planned.golem not in self._fleet:
                if self._graph.outgoing[node] and not isinstance(planned.order, Show):
                    await self._arrived(planned.golem, planned.end)
            else:
                await self._sent(node, self._fleet[planned.golem], planned.order)
        except JournalFailed:
            raise
        except GolemError as error:
            # A robot that is not there is a failure of this row, not of the table.
            self._fail(node, error.message)

    async def _sent(self, node: int, robot: RobotPort, order: Order) -> None:
        if robot.by_hand and not for_hands(order):
            return
        if isinstance(order, Drive):
            await self._drive(node, robot, order)
        else:
            await self._fleet.passed()
            self._check()
            self._take(node, await self._watched(node, robot, order))

    async def _drive(self, node: int, robot: RobotPort, order: Drive) -> None:
        """Drive to the end, perhaps in parts."""
        sign, length = (1.0 if order.mm >= 0 else -1.0), abs(order.mm)
        done, again = 0.0, 0
        while done == 0.0 or length - done >= self._pace.smallest_move_mm:
            await self._until(partial(self._flows, node, done, length), CALM_S)
            # While the table is paused nothing sets out, and much may happen.
            await self._fleet.passed()
            self._check()
            part = self._part(node, done, length, calm=True)
            if part <= 0.0:
                continue
            whole = done == 0.0 and part == length
            result = await self._watched(node, robot, order if whole else Drive(sign * part))
            held = node in self._held
            self._held.discard(node)
            if held and result.kind == "cancelled":
                self._check()
                part = abs(result.mm)
            else:
                self._take(node, result)
            done += part
            self._confirmed[node] = max(self._confirmed[node], done)
            shown = await self._shown(node, order)
            at_end = length - done < self._pace.smallest_move_mm
            if shown is not None and at_end and self._in_the_way(node, shown + SHORT_MM):
                # The wheels have counted it, and it is not there: the rest once more.
                again += 1
                if again > AGAIN or shown < MOVED_SHARE * length:
                    self._fail(node, ended(STALLED))
                done = self._confirmed[node] = max(0.0, shown)
            self._tell()

    async def _shown(self, node: int, order: Drive) -> float | None:
        """Wait for a picture of a golem that has come to rest, if others rely on it; return how far it has come.

        None: nobody relies on it, or no camera sees it. Then it is where its wheels have counted to.
        """
        planned, confirmed = self._graph.nodes[node], self._confirmed[node]
        if self._in_the_way(node, self._certain[node]) and not self._fleet[planned.golem].by_hand:
            self._proving.add(node)
            shown = await self._camera.at_rest(planned.golem, asyncio.get_running_loop().time())
            self._proving.discard(node)
            if shown is not None:
                way = along(planned.start, order, shown)
                self._certain[node] = max(self._certain[node], min(confirmed, way + SLACK_MM))
                return way
        self._certain[node] = max(self._certain[node], confirmed)
        return None

    def _in_the_way(self, node: int, way: float) -> bool:
        """Whether somebody cannot come to its end before this golem has come farther than that."""
        if way >= self._graph.nodes[node].length:
            return False
        return any(edge.reach(way, ended=False) < self._graph.nodes[edge.second].length for edge in self._waiting(node))

    def _waiting(self, node: int) -> list[Edge]:
        """Who relies on how far a drive has come."""
        nodes = self._graph.nodes
        edges = [edge for edge in self._graph.outgoing[node] if edge.second not in self._ended]
        return [edge for edge in edges if isinstance(nodes[edge.second].order, Drive)]

    def _wanted(self) -> dict[str, float]:
        """How old the newest picture of a golem may be, s."""
        now, wanted = asyncio.get_running_loop().time(), dict[str, float]()
        for node in self._running | self._proving:
            golem = self._graph.nodes[node].golem
            oldest = self._courses[node].oldest_s(now) if node in self._courses else inf
            if self._waiting(node):
                oldest = min(oldest, LOOK_S)
            if oldest < inf and not self._fleet[golem].by_hand:
                wanted[golem] = oldest
        return wanted

    def _flows(self, node: int, done: float, length: float) -> bool:
        return self._part(node, done, length, calm=False) > 0.0

    def _part(self, node: int, done: float, length: float, *, calm: bool) -> float:
        """How far a drive may be sent now, mm: the rest of its way, or not at all; `calm`: also a part of it."""
        reach, ahead = self._reach(node, stale=True), ahead_mm(self._pace)
        if reach >= length:
            return length - done
        if reach - done >= ahead + (HOP_MM if done else 0.0) and (done or self._begins(node)):
            # It need not stop, if who is before it goes on.
            return length - done
        return reach - done if calm and not self._running and reach - done >= HOP_MM else 0.0

    async def _watched(self, node: int, robot: RobotPort, order: Order) -> MotionResult:
        """Send an order, and ask and look after it until it has ended."""
        self._heard[node] = asyncio.get_running_loop().time()
        self._running.add(node)
        watching = asyncio.ensure_future(self._watch(node, robot, order, self._confirmed[node]))
        try:
            return await self._send(robot, order)
        finally:
            watching.cancel()
            self._running.discard(node)
            self._courses.pop(node, None)
            self._tell()

    async def _watch(self, node: int, robot: RobotPort, order: Order, before: float) -> None:
        planned, loop = self._graph.nodes[node], asyncio.get_running_loop()
        edges = (*self._graph.outgoing[node], *self._graph.incoming[node])
        looked_at = self._sight(planned.golem) is not None and not robot.by_hand
        course = self._courses[node] = Course(self._graph, node, self._ended, loop.time())
        if isinstance(order, Spin) and looked_at:
            await self._watch_turn(node, course)
        if not isinstance(order, Drive) or not (looked_at or any(edge.table for edge in edges)):
            return
        assert isinstance(planned.order, Drive)
        seen = DriveObserver(planned.start, planned.order, loop.time(), before)
        while True:
            await asyncio.sleep(POLL_S)
            asked = loop.time()
            segment = await robot.progress(ANSWER_S)
            if segment is not None:
                self._confirmed[node] = max(self._confirmed[node], before + segment)
                self._heard[node] = asked
                seen.count(asked, self._confirmed[node])
            if (shown := self._sight(planned.golem)) is not None and not robot.by_hand:
                looked_at = True
                seen.see(shown)
                course.see(shown, seen.left(shown))
            certain = min(self._confirmed[node], seen.most) if looked_at else self._confirmed[node]
            self._certain[node] = max(self._certain[node], certain)
            self._tell()
            if seen.stalled() or course.lost:
                self._stalls(node)
                return
            if self._comes_to_limit(node, before + abs(order.mm)):
                self._held.add(node)
                self._stop(node)
                return

    async def _watch_turn(self, node: int, course: Course) -> None:
        """Look after a turn on the spot beside others: it must not drive."""
        while not course.lost:
            await asyncio.sleep(POLL_S)
            if (shown := self._sight(self._graph.nodes[node].golem)) is not None:
                course.see(shown)
        self._stalls(node)

    def _stalls(self, node: int) -> None:
        """Stop a golem that does not go where its wheels count to."""
        self._stop(node)
        self._end_all(node, ended(STALLED))

    def _comes_to_limit(self, node: int, most: float) -> bool:
        """Whether a drive must brake now; `most`: it ends there anyhow."""
        if self._reach(node) >= most:
            return False
        since = asyncio.get_running_loop().time() - self._heard[node]
        place = self._confirmed[node] + self._pace.speed_mm_s * (since + POLL_S)
        return place + braking_mm(self._pace) >= self._reach(node, stale=True)

    # -- what may be -----------------------------------------------------------------------------------

    @property
    def _over(self) -> bool:
        if not self._still():
            self._halted = True
        return self._halted or bool(self._failures)

    def _check(self) -> None:
        if self._over:
            raise _Over

    def _may_begin(self, node: int) -> bool:
        """Whether all has ended that must; a drive waits besides for how far it may go."""
        drives = isinstance(self._graph.nodes[node].order, Drive)
        return all(e.first in self._ended for e in self._graph.incoming[node] if not (drives and e.table))

    def _begins(self, node: int) -> bool:
        return all(
            edge.begins(self._certain[edge.first], ended=edge.first in self._ended)
            for edge in self._graph.incoming[node]
        )

    def _reach(self, node: int, *, stale: bool = False) -> float:
        """How far a drive may come, mm. `stale`: who has not told its progress for long stops those behind it."""
        now = asyncio.get_running_loop().time()
        reach = inf
        for edge in self._graph.incoming[node]:
            first = edge.first
            far = edge.reach(self._certain[first], ended=first in self._ended)
            if stale and far < inf and first in self._running and now - self._heard[first] > STALE_S:
                far = 0.0
            reach = min(reach, far)
        return reach

    def _take(self, node: int, result: MotionResult) -> None:
        """Take the end of an order that was not braked by us. Raises _Over if it was not done."""
        if result.kind != "done":
            self._fail(node, ended(result))

    def _fail(self, node: int, failed: Message) -> NoReturn:
        """End all. Raises _Over."""
        self._end_all(node, failed)
        raise _Over

    def _end_all(self, node: int, failed: Message) -> None:
        """Begin nothing more: who waits for this node is stopped at once, others end what they do."""
        if not self._over:
            self._failures[self._graph.nodes[node].golem] = failed
            for after in self._graph.successors(node) & self._running:
                self._stop(after)
            self._tell()

    # -- small things ----------------------------------------------------------------------------------

    def _stop(self, node: int) -> None:
        """Brake softly, at once."""
        name = self._graph.nodes[node].golem
        if name in self._fleet:
            task = asyncio.ensure_future(self._fleet[name].stop())
            self._stops.add(task)
            task.add_done_callback(self._stops.discard)

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _until(self, reached: Callable[[], bool], calm_s: float | None = None) -> None:
        """Wait until something is so; with `calm_s` no longer than that after the last change. Raises _Over."""
        while not reached():
            self._check()
            try:
                async with asyncio.timeout(calm_s):
                    await self._changed.wait()
            except TimeoutError:
                break
        self._check()

    async def _send(self, robot: RobotPort, order: Order) -> MotionResult:
        if isinstance(order, Drive):
            return await robot.move(order.mm, self._pace.speed_mm_s)
        if isinstance(order, Spin):
            return await robot.turn(order.degrees, self._pace.speed_deg_s)
        assert isinstance(order, Show)
        return await robot.act(order.act)


class _Over(Exception):
    """Nothing more is begun."""
