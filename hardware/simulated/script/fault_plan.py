"""A plan of errors and faults of a simulated table, as its file tells it. Frozen values, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from boards.geometry import Cell, Point, Pose
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.faults import CLEAN, Fault, FaultKind, LineFaults

_HERE, _NO_WAY = Pose(0.0, 0.0, 0.0), Point(0.0, 0.0)


@dataclass(frozen=True)
class StartError:
    """How far off a golem stands at the start."""

    off: Pose = _HERE
    """mm in the mat frame, degrees."""
    sigma_mm: float = 0.0
    """Standard deviation by chance, along each axis."""
    sigma_degrees: float = 0.0

    def applied(self, pose: Pose, chance: Random) -> Pose:
        """Return where it stands that should stand at this pose."""
        x, y = (chance.gauss(0.0, self.sigma_mm) for _ in range(2))
        turned = chance.gauss(0.0, self.sigma_degrees)
        return Pose(pose.x + self.off.x + x, pose.y + self.off.y + y, pose.heading + self.off.heading + turned)


@dataclass(frozen=True)
class GolemPlan:
    """What is wrong with one golem all the time."""

    build: DriveParameters = field(default_factory=DriveParameters)
    start: Pose | None = None
    """Where it stands at the start; None: where the game says."""
    start_error: StartError = StartError()


@dataclass(frozen=True)
class Moment:
    """When something happens: a time, or a place."""

    time: float = 0.0
    """Seconds from the start, or from the begin of `row`."""
    row: int | None = None
    """From 1, over all rounds."""
    golem: str = ""
    """Whose middle comes to `cell`; empty: a time."""
    cell: Cell | None = None
    within_mm: float = 20.0

    @property
    def is_place(self) -> bool:
        """Return whether it waits for a golem at a place."""
        return self.cell is not None


@dataclass(frozen=True)
class RobotFault:
    """Something happens to a robot, at a moment."""

    at: Moment
    golem: str
    kind: FaultKind
    amount: float


CameraKind = Literal["late", "freeze", "unplug", "dark"]


@dataclass(frozen=True)
class CameraFault:
    """Something happens to the camera, or to the light."""

    at: Moment
    kind: CameraKind
    seconds: float
    """How long; infinite: for good."""
    late_s: float = 0.0
    """late: so much later than it was."""


HandKind = Literal["over", "push", "move", "hold", "take"]


@dataclass(frozen=True)
class Hand:
    """Somebody reaches in."""

    at: Moment
    kind: HandKind
    seconds: float
    """How long the hand is there."""
    golem: str = ""
    cell: Cell | None = None
    over: Point | None = None
    """Where the hand is, as a cell or a place; neither: at the golem."""
    by: Point = _NO_WAY
    """push: how far."""
    to: Pose | None = None
    """move: where to."""


@dataclass(frozen=True)
class FaultPlan:
    """All that goes wrong."""

    golems: Mapping[str, GolemPlan] = field(default_factory=dict)
    commands: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict)
    """By golem: what goes wrong at its n-th command."""
    robot_faults: tuple[RobotFault, ...] = ()
    line: LineFaults = CLEAN
    camera_latency_s: float = 0.0
    camera_faults: tuple[CameraFault, ...] = ()
    hands: tuple[Hand, ...] = ()
    guard: bool = False
    """Whether the camera looks for hands while robots drive."""

    @property
    def builds(self) -> Mapping[str, DriveParameters]:
        """The drives of the golems."""
        return {name: golem.build for name, golem in self.golems.items()}

    def starts(self, poses: Mapping[str, Pose], chance: Random) -> dict[str, Pose]:
        """Return where the golems stand at the start that should stand at these poses."""
        return {name: self._start(name, pose, chance) for name, pose in poses.items()}

    def _start(self, name: str, pose: Pose, chance: Random) -> Pose:
        plan = self.golems.get(name, GolemPlan())
        return plan.start_error.applied(plan.start or pose, chance)


NO_FAULTS = FaultPlan()


def slowed(build: DriveParameters, acceleration_mm_s2: float) -> DriveParameters:
    """Return a build with this acceleration; turns are as much slower to start as drives."""
    share = acceleration_mm_s2 / build.acceleration_mm_s2
    return replace(build, acceleration_mm_s2=acceleration_mm_s2, acceleration_deg_s2=build.acceleration_deg_s2 * share)
