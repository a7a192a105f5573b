"""Orders for robots that are pretended, for tests of the execution graph."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, cast

from boards.geometry import Pose
from controller.table.core.ports import FleetPort
from controller.table.motion.graph.camera_proof import Camera
from controller.table.motion.graph.execution_graph import ExecutionGraph, PlannedOrder
from controller.table.motion.graph.graph_execution import Executed, GraphExecution
from controller.table.motion.motion_plan import Drive, Order, Pace
from controller.table.motion.sighting import Sight
from firmware_bridge.link.commands import EndKind
from firmware_bridge.robots.robot_status import MotionResult
from hardware.simulated.virtual_clock import run

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
