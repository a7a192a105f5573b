"""What is said of motions that cannot be driven."""

from __future__ import annotations

from boards.base.message import Message, _
from controller.table.motion.graph.execution_graph import TooNear

NOT_SEEN = _("it is not seen, so that it is not known from where it should drive")


def too_near_message(found: TooNear) -> Message:
    """Say whom a golem would come too near to."""
    message = _(
        "it would come too near to {other} ({distance} mm between the middles): move {other} to the middle of its cell"
    )
    return message.bind(other=found.other, distance=f"{found.mm:.0f}")
