"""A minute of driving by which a robot's odometry is learned."""

from __future__ import annotations

from collections.abc import Collection

from boards.base.message import _
from boards.base.reasons import Reason, ReasonCode
from boards.geometry import Point, Pose, Rect
from boards.kit.thing_keys import GolemKey
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.learning.learning_robot import LearningRobot
from controller.table.motion.motion_plan import REFERENCE_PACE
from controller.table.motion.robot_identification import SETTLE_S, SettledCamera
from firmware_bridge.link.link_reasons import ENDINGS
from firmware_bridge.robots.robot_port import RobotPort

_AWAY = (("turn", 90.0), ("move", 60.0))
ROUTINE = (
    *_AWAY * 4,
    ("move", 50.0),
    ("move", -50.0),
    ("turn", -180.0),
    ("turn", -180.0),
    ("move", -50.0),
    ("move", 50.0),
)
"""A square of 60 mm to the left, to and fro, and round to the right: every wheel is reversed in every way."""

SWEPT = Rect(Point(-60.0, -10.0), Point(60.0, 70.0))
"""Where a golem's middle comes in its own frame, mm."""

APART_MM = 85.0
"""From a golem's middle to another one's."""


class RoutineReason(ReasonCode):
    """Why a routine ended, beside what the robot itself says."""

    LOST = "lost", _("the camera lost sight of the golem")


async def drive_routine(eye: SettledCamera, robot: RobotPort, colour: str, drives: LearnedDrives) -> Reason | None:
    """Let a robot drive its routine below a camera and learn from it; why it ended early. Raises CameraError."""
    learning = LearningRobot(robot, drives)
    drives.of(robot)
    for kind, amount in ROUTINE:
        pose = await _pose(eye, colour)
        if pose is None:
            return RoutineReason.LOST()
        drives.look({robot.name: pose})
        done = await (
            learning.turn(amount, REFERENCE_PACE.speed_deg_s)
            if kind == "turn"
            else learning.move(amount, REFERENCE_PACE.speed_mm_s)
        )
        if not done.done:
            return done.why or Reason(done.kind, ENDINGS[done.kind])
    if (pose := await _pose(eye, colour)) is not None:
        drives.look({robot.name: pose})
    return None


def has_room(pose: Pose, others: Collection[Pose]) -> bool:
    """Whether a golem may drive its routine from here without coming near other golems."""
    return not any(pose.local(other.point) in SWEPT.grown(APART_MM) for other in others)


async def _pose(eye: SettledCamera, colour: str) -> Pose | None:
    seen = (await eye.settled(SETTLE_S)).find(GolemKey(colour))
    return None if seen is None else seen.pose
