"""Turn the motions of a game into orders for robots, in mm and degrees. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from boards.base.errors import GolemError
from boards.base.message import Message, _
from boards.cell_grid import Grid
from boards.geometry import Point, Pose, wrap_degrees
from controller.games.game import Gesture, Motion, Place, Travel, Turn


class OutOfReach(GolemError):
    """A motion that would leave the mat or is longer than a golem may go in one go."""

    def __init__(self, robot: str, wanted_mm: float, limit_mm: float) -> None:
        self.robot = robot
        self.wanted_mm = wanted_mm
        self.limit_mm = limit_mm
        super().__init__(
            _(
                "{robot} was to go {wanted_mm:.0f} mm, but at most {limit_mm:.0f} mm are allowed at once",
                robot=robot,
                wanted_mm=wanted_mm,
                limit_mm=limit_mm,
            )
        )


class NeedsHands(GolemError):
    """A motion that no robot can make: a piece is lifted onto the board, over others or off it."""

    def __init__(self, piece: str) -> None:
        self.piece = piece
        super().__init__(_("{piece} must be moved by hand: no robot lifts it", piece=piece))


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


@dataclass(frozen=True)
class Leave:
    """Off the mat, by people: a golem that fell lies in the way of others."""


Order = Drive | Spin | Show | Leave


HAND_MM, HAND_DEGREES = 30.0, 20.0
"""A person is not asked for less: whoever puts a golem onto its cell sets it straight."""


def for_hands(order: Order) -> bool:
    """Whether a person is asked for this: gestures are on the screen."""
    match order:
        case Drive(mm):
            return abs(mm) >= HAND_MM
        case Spin(degrees):
            return abs(degrees) >= HAND_DEGREES
        case Show() | Leave():
            return False


def plan_travel(pose: Pose, target: Pose, pace: Pace, *, backwards: bool, keep: bool = True) -> tuple[Order, ...]:
    """Orders that bring a golem from its pose to the target's place, and to its heading unless `keep` is False."""
    orders: list[Order] = []
    gap = target.point - pose.point
    distance = pose.point.distance(target.point)
    heading = pose.heading
    if distance >= pace.smallest_move_mm:
        bearing = _bearing(gap.x, gap.y)
        course = wrap_degrees(bearing + 180.0) if backwards else bearing
        heading = _turn(orders, heading, course, pace)
        orders.append(Drive(-distance if backwards else distance))
    if keep:
        _turn(orders, heading, target.heading, pace)
    return tuple(orders)


def drives_backwards(pose: Pose, target: Point) -> bool:
    """Whether a golem comes to a place with less of a turn if it drives back."""
    gap = target - pose.point
    return abs(wrap_degrees(_bearing(gap.x, gap.y) - pose.heading)) > 90.0


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
    # A golem keeps its heading: on the grid it drives straight ahead or back, whichever is nearer to it.
    target = Pose(centre.x, centre.y, grid_heading(pose.heading))
    return plan_travel(pose, target, pace, backwards=drives_backwards(pose, centre)), target


def _cells_apart(motion: Travel) -> int:
    return max(abs(motion.target.column - motion.origin.column), abs(motion.target.row - motion.origin.row))


def grid_heading(heading: float) -> float:
    """Return the nearest of the four directions of a square grid."""
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
