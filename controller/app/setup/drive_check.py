"""What a robot's first steps tell: whether its top looks where it drives, and whether its wheels do as told."""

from __future__ import annotations

import math

from boards.base.message import Message, _, sentence
from boards.geometry import Pose, wrap_degrees
from controller.table.view.table_messages import COLOUR_WORDS

STEP_MM = 40.0
_SHORT_MM = 15.0
_ASTRAY_DEG = 35.0


def judge_step(colour: str, before: Pose, after: Pose, told_mm: float) -> Message | None:
    """Return what is wrong after a step ahead of :data:`STEP_MM`, with what to do; None if all is well.

    `before`, `after`: where the camera saw the golem; `told_mm`: how far the robot says that it went.
    """
    wrong = _fault(COLOUR_WORDS[colour], before, after, told_mm)
    # In some languages it begins with the colour.
    return None if wrong is None else sentence(wrong)


def _fault(golem: Message, before: Pose, after: Pose, told_mm: float) -> Message | None:
    went = before.point.distance(after.point)
    if abs(told_mm) < _SHORT_MM:
        return _(
            "The {golem} golem did not drive. Is its battery charged, and does nothing hold its wheels?", golem=golem
        )
    turned = abs(wrap_degrees(after.heading - before.heading))
    if went < _SHORT_MM and turned > _ASTRAY_DEG:
        return _(
            "The {golem} golem turns instead of driving: the cables of one motor are the wrong way round.", golem=golem
        )
    if went < _SHORT_MM:
        return _(
            "The {golem} golem says that it drove, but it did not. Do its wheels touch the mat and turn?", golem=golem
        )
    direction = math.degrees(math.atan2(after.y - before.y, after.x - before.x))
    astray = wrap_degrees(direction - before.heading)
    if abs(astray) < _ASTRAY_DEG:
        return None
    if abs(astray) > 180 - _ASTRAY_DEG:
        return _(
            "The {golem} golem drives backwards. "
            "Its top is glued on the wrong way round, or both motors' cables are swapped.",
            golem=golem,
        )
    return _(
        "The {golem} golem drives sideways: its top is glued on turned by {degrees} degrees. "
        "Its arrow must point ahead.",
        golem=golem,
        degrees=round(astray / 10) * 10,
    )
