"""Carry out a fault plan on a simulated table, on the loop's clock: faults of robots, camera and light, and hands."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from boards.cell_grid import Grid
from boards.geometry import Point, Pose
from hardware.simulated.camera_faults import Disturbance, hand
from hardware.simulated.faults import FaultKind
from hardware.simulated.physics.collisions import BODY_MM
from hardware.simulated.script.fault_plan import CameraFault, FaultPlan, Hand, Moment, RobotFault
from hardware.simulated.world import World

LOOK_S = 0.005
"""How often it is looked whether a golem has come to its place."""


class FaultTarget(Protocol):
    """A robot to which something can happen."""

    def inject(self, kind: FaultKind, amount: float) -> None:
        """Have this happen now."""
        ...


class CameraFaultState(Protocol):
    """A camera to which something can happen."""

    disturbances: list[Disturbance]
    unplugged: bool
    stuck: bool
    latency_s: float


@dataclass(frozen=True)
class SimulationHandles:
    """What the script acts on."""

    world: World
    robots: Mapping[str, FaultTarget]
    camera: CameraFaultState | None
    grid: Grid
    note: Callable[[str, str], None] = lambda _name, _event: None
    """Hears each happening: whose (empty: nobody's) and what."""


class FaultScript:
    """Runs a plan, from :meth:`start` on."""

    def __init__(self, plan: FaultPlan, handles: SimulationHandles) -> None:
        self._props = handles
        self._loop = asyncio.get_running_loop()
        self._timers: list[asyncio.TimerHandle] = []
        self._by_row: dict[int, list[tuple[float, Callable[[], None]]]] = {}
        self._places: list[tuple[Moment, Callable[[], None]]] = []
        self._rows = 0
        self._plan = plan

    def start(self) -> None:
        """Begin to count the time."""
        plan = self._plan
        if self._props.camera is not None:
            self._props.camera.latency_s = plan.camera_latency_s
        for robot_fault in plan.robot_faults:
            self._when(robot_fault.at, self._robot(robot_fault))
        for camera_fault in plan.camera_faults:
            self._when(camera_fault.at, self._camera(camera_fault))
        for hand_act in plan.hands:
            self._when(hand_act.at, self._hand(hand_act))
        if self._places:
            self._watch()

    def close(self) -> None:
        """Nothing happens any more."""
        for timer in self._timers:
            timer.cancel()
        self._places.clear()

    def row_began(self) -> None:
        """Hear that the next row begins to be acted out."""
        self._rows += 1
        for seconds, act in self._by_row.pop(self._rows, []):
            self._later(seconds, act)

    # -- when --------------------------------------------------------------------------------------------

    def _when(self, at: Moment, act: Callable[[], None]) -> None:
        if at.is_place:
            self._places.append((at, act))
        elif at.row is not None:
            self._by_row.setdefault(at.row, []).append((at.time, act))
        else:
            self._later(at.time, act)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        if math.isfinite(seconds):
            self._timers.append(self._loop.call_later(seconds, act))

    def _watch(self) -> None:
        self._props.world.write_truth()
        for item in list(self._places):
            at, act = item
            assert at.cell is not None
            body = self._props.world.bodies.get(at.golem)
            centre = self._props.grid.centre(at.cell)
            if body is not None and body.present and body.pose.point.distance(centre) <= at.within_mm:
                self._places.remove(item)
                act()
        if self._places:
            self._later(LOOK_S, self._watch)

    # -- what --------------------------------------------------------------------------------------------

    def _robot(self, fault: RobotFault) -> Callable[[], None]:
        def act() -> None:
            self._props.note(fault.golem, fault.kind)
            self._props.robots[fault.golem].inject(fault.kind, fault.amount)

        return act

    def _camera(self, fault: CameraFault) -> Callable[[], None]:
        camera, world = self._props.camera, self._props.world

        def act() -> None:
            if camera is None:
                return
            self._props.note("", f"camera-{fault.kind}")
            match fault.kind:
                case "late":
                    camera.latency_s += fault.late_s
                case "freeze":
                    camera.stuck = True
                case "unplug":
                    camera.unplugged = True
                case "dark":
                    world.light = 0.0
            self._later(fault.seconds, end)

        def end() -> None:
            assert camera is not None
            match fault.kind:
                case "late":
                    camera.latency_s -= fault.late_s
                case "freeze":
                    camera.stuck = False
                case "unplug":
                    camera.unplugged = False
                case "dark":
                    world.light = 1.0

        return act

    def _hand(self, told: Hand) -> Callable[[], None]:
        camera, world = self._props.camera, self._props.world
        body = world.bodies.get(told.golem)

        def act() -> None:
            self._props.note(told.golem, f"hand-{told.kind}")
            world.write_truth()
            shown = hand(self._place(told))
            if camera is not None:
                camera.disturbances.append(shown)
            if body is not None and told.kind in ("hold", "move"):
                body.held = True
            if told.kind == "push":
                world.collisions.push(told.golem, told.by)
            if body is not None and told.kind in ("move", "take"):
                body.present = False
            self._later(told.seconds, lambda: end(shown))

        def end(shown: Disturbance) -> None:
            if camera is not None and shown in camera.disturbances:
                camera.disturbances.remove(shown)
            if body is None:
                return
            body.held = False
            if told.kind == "move" and told.to is not None:
                body.pose, body.present = _free(told.to, told.golem, world), True

        return act

    def _place(self, told: Hand) -> Point:
        if told.cell is not None:
            return self._props.grid.centre(told.cell)
        return told.over or self._props.world.bodies[told.golem].pose.point


def _free(pose: Pose, name: str, world: World) -> Pose:
    """Return the pose; a hand does not put a golem into another one, but beside it."""
    for other_name, other in world.bodies.items():
        gap = pose.point - other.pose.point
        apart = math.hypot(gap.x, gap.y)
        if other_name != name and other.present and apart < BODY_MM:
            share = (BODY_MM + 1.0) / apart if apart > 1.0 else 0.0
            place = other.pose.point + (Point(gap.x * share, gap.y * share) if share else Point(BODY_MM + 1.0, 0.0))
            return Pose(place.x, place.y, pose.heading)
    return pose
