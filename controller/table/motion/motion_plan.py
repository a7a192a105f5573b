"""Turn the motion groups of a game into orders for robots, in mm and degrees.

Planning is pure; :class:`MotionExecutor` sends the plans and waits, all golems of a group at once.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from boards.base.errors import GolemError
from boards.base.message import Message
from boards.cell_grid import Grid
from boards.geometry import Pose, wrap_degrees
from controller.games.game import Gesture, Motion, MotionGroup, Place, Travel, Turn
from controller.journal import JournalFailed
from controller.table.core.ports import FleetPort
from controller.table.view.robot_messages import ended
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult


class OutOfReach(GolemError):
    """A motion that would leave the mat or is longer than a golem may go in one go."""

    def __init__(self, robot: str, wanted_mm: float, limit_mm: float) -> None:
        self.robot = robot
        self.wanted_mm = wanted_mm
        self.limit_mm = limit_mm
        super().__init__(f"{robot} was to go {wanted_mm:.0f} mm, but at most {limit_mm:.0f} mm are allowed at once")


class NeedsHands(GolemError):
    """A motion that no robot can make: a piece is lifted onto the board, over others or off it."""

    def __init__(self, piece: str) -> None:
        self.piece = piece
        super().__init__(f"{piece} must be moved by hand: no robot lifts it")


@dataclass(frozen=True)
class Pace:
    """Speeds, and from which error on it is worth a motion."""

    speed_mm_s: float = 100.0
    speed_deg_s: float = 120.0
    smallest_move_mm: float = 1.0
    smallest_turn_deg: float = 0.5


REFERENCE_PACE = Pace(speed_mm_s=45.0, speed_deg_s=120.0)
"""What the reference golem follows: two 28BYJ-48 on wheels of 58 mm, a cell in a good two seconds. It must not be asked
for more than it can, because a motion is waited for only as long as its speed says."""


@dataclass(frozen=True)
class Drive:
    """Straight ahead (or back, if negative), mm."""

    mm: float


@dataclass(frozen=True)
class Spin:
    """On the spot, degrees counter-clockwise."""

    degrees: float


@dataclass(frozen=True)
class Show:
    """An act on the spot: the name of the wire's ACT."""

    act: str


Order = Drive | Spin | Show


HAND_MM, HAND_DEGREES = 30.0, 20.0
"""A person is not asked for less: whoever puts a golem onto its cell sets it straight."""


def for_hands(order: Order) -> bool:
    """Whether a person is asked for this: gestures are on the screen."""
    match order:
        case Drive(mm):
            return abs(mm) >= HAND_MM
        case Spin(degrees):
            return abs(degrees) >= HAND_DEGREES
        case Show():
            return False


def plan_travel(pose: Pose, target: Pose, pace: Pace, *, backwards: bool) -> tuple[Order, ...]:
    """Orders that bring a golem from its pose to the target's place and heading."""
    orders: list[Order] = []
    gap = target.point - pose.point
    distance = pose.point.distance(target.point)
    heading = pose.heading
    if distance >= pace.smallest_move_mm:
        bearing = _bearing(gap.x, gap.y)
        course = wrap_degrees(bearing + 180.0) if backwards else bearing
        heading = _turn(orders, heading, course, pace)
        orders.append(Drive(-distance if backwards else distance))
    _turn(orders, heading, target.heading, pace)
    return tuple(orders)


def plan_motion(pose: Pose, motion: Motion, grid: Grid, pace: Pace) -> tuple[tuple[Order, ...], Pose]:
    """Return the orders for one motion, and where they leave the golem. Raises OutOfReach and NeedsHands."""
    if isinstance(motion, Place):
        raise NeedsHands(motion.piece)
    if isinstance(motion, Gesture):
        return (Show(motion.act.value),), pose
    if isinstance(motion, Turn):
        target = Pose(pose.x, pose.y, float(motion.heading.value))
        orders: list[Order] = []
        _turn(orders, pose.heading, target.heading, pace)
        return tuple(orders), target
    centre = grid.centre(motion.target)
    distance = pose.point.distance(centre)
    limit = 1.6 * grid.cell_mm * max(1, _cells_apart(motion))
    if motion.target not in grid or distance > limit:
        raise OutOfReach(motion.piece, distance, limit)
    gap = centre - pose.point
    off = abs(wrap_degrees(_bearing(gap.x, gap.y) - pose.heading))
    # A golem keeps its heading: on the grid it drives straight ahead or back, whichever is nearer to it.
    heading = _grid_heading(pose.heading)
    target = Pose(centre.x, centre.y, heading)
    return plan_travel(pose, target, pace, backwards=off > 90.0), target


def _cells_apart(motion: Travel) -> int:
    return max(abs(motion.target.column - motion.origin.column), abs(motion.target.row - motion.origin.row))


def _grid_heading(heading: float) -> float:
    return wrap_degrees(90.0 * round(heading / 90.0))


def _bearing(x: float, y: float) -> float:
    return math.degrees(math.atan2(y, x))


def _turn(orders: list[Order], heading: float, wanted: float, pace: Pace) -> float:
    by = wrap_degrees(wanted - heading)
    if abs(by) < pace.smallest_turn_deg:
        return heading
    orders.append(Spin(by))
    return wanted


Failures: TypeAlias = Mapping[str, Message]
"""Robot -> how its last command ended, where it was not done."""


@dataclass(frozen=True)
class Acted:
    """How the execution of motion groups ended."""

    poses: Mapping[str, Pose]
    """Where the golems should be now, by dead reckoning."""
    failures: Failures = field(default_factory=dict)

    @property
    def interrupted(self) -> bool:
        """Return whether a robot failed."""
        return bool(self.failures)


class MotionExecutor:
    """Sends orders to robots. A golem without a robot (a ghost) is moved by hand; the eye waits for it."""

    def __init__(self, fleet: FleetPort, grid: Grid, pace: Pace) -> None:
        self._fleet = fleet
        self._grid = grid
        self._pace = pace

    async def act(self, motion_groups: Sequence[MotionGroup], poses: Mapping[str, Pose]) -> Acted:
        """Execute group after group. After a group in which a robot failed the rest is not begun."""
        now = dict(poses)
        for motion_group in motion_groups:
            plans: dict[str, tuple[Order, ...]] = {}
            for motion in motion_group.motions:
                orders, after = plan_motion(now[motion.piece], motion, self._grid, self._pace)
                plans[motion.piece] = plans.get(motion.piece, ()) + orders
                now[motion.piece] = after
            failures = await self.perform(plans)
            if failures:
                return Acted(now, failures)
        return Acted(now)

    async def perform(self, plans: Mapping[str, Sequence[Order]], still: Callable[[], bool] = lambda: True) -> Failures:
        """Execute the plans of several golems at once, and return those that failed, and how.

        Orders are begun as long as `still` returns True.
        """
        names = sorted(name for name in plans if name in self._fleet)
        results = await asyncio.gather(
            *(self._one(self._fleet[name], plans[name], still) for name in names), return_exceptions=True
        )
        # Every robot has ended its part before an error of one of them goes up.
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return {name: how for name, how in zip(names, results, strict=True) if isinstance(how, Message)}

    async def _one(self, robot: RobotPort, orders: Sequence[Order], still: Callable[[], bool]) -> Message | None:
        for order in orders:
            if not still():
                break
            if robot.by_hand and not for_hands(order):
                continue
            try:
                result = await self._send(robot, order)
            except JournalFailed:
                raise
            except GolemError as error:
                # A robot that is not there is a failure of this row, not of the table.
                return error.message
            if result.kind != "done":
                return ended(result)
        return None

    async def _send(self, robot: RobotPort, order: Order) -> MotionResult:
        if isinstance(order, Drive):
            return await robot.move(order.mm, self._pace.speed_mm_s)
        if isinstance(order, Spin):
            return await robot.turn(order.degrees, self._pace.speed_deg_s)
        return await robot.act(order.act)
