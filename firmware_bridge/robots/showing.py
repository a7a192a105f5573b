"""A robot's link in the words that people see."""

from __future__ import annotations

from firmware_bridge.channels.channel import Channel
from firmware_bridge.link.link import Link
from firmware_bridge.link.table import Phase
from firmware_bridge.protocol.tables import State
from firmware_bridge.robots.values import LinkState

_IN_SESSION = (Phase.READY, Phase.SENT, Phase.MOVING)


def shown(link: Link, channel: Channel, reason: str) -> tuple[LinkState, str]:
    """How a robot is, and why; `reason` is why its channel is closed or away."""
    phase = link.phase
    if phase is Phase.CLOSED:
        return ("lost" if link.heard_at is not None else "connecting"), reason
    if phase is Phase.REFUSED and link.refusal is not None:
        return "fault", str(link.refusal)
    fault = channel.fault
    if fault:
        return "fault", fault
    if phase in _IN_SESSION:
        if link.latch.engaged:
            return "estopped", link.fault
        if link.fault or link.state is State.FAULT:
            return "fault", link.fault
        return ("ready" if phase is Phase.READY else "busy"), ""
    if phase is Phase.LOST:
        return "lost", f"{channel.port}: {channel.trouble or 'the robot does not answer'}"
    if phase is Phase.AWAY:
        return "lost", reason
    return ("fault" if phase is Phase.REFUSED else "connecting"), link.fault
