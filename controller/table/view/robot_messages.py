"""What robots say of themselves, as screens show it and as the record keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.base.message import Message, joined, literal
from boards.base.reasons import Reason, message_of, plain
from controller.table.view.view import RobotView
from firmware_bridge.link.link_reasons import ENDINGS
from firmware_bridge.robots.robot_status import MotionResult


def ended(result: MotionResult) -> Message:
    """Return how a command ended, and why if there is a reason."""
    ending = ENDINGS[result.kind]
    return joined([ending, result.why.message], ": ") if result.why else ending


def recorded(why: Reason) -> Mapping[str, Any] | None:
    """Return a reason as the record keeps it beside its English text: its code, and its text with its facts."""
    if not why.code:
        return None
    told = plain(why.message)
    return {"code": why.code, **(told if isinstance(told, dict) else {"text": told, "literal": True})}


def why_of(robot: RobotView) -> Message:
    """Return why a robot is as it is; English only, where the record is of a version that kept nothing else."""
    return (None if robot.told is None else message_of(dict(robot.told))) or literal(robot.reason)
