"""A robot's link in the words that people see."""

from __future__ import annotations

from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import Channel
from firmware_bridge.link.link import Link
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.protocol.messages import State
from firmware_bridge.robots.robot_status import LinkState

_IN_SESSION: dict[Phase, LinkState] = {Phase.READY: "ready", Phase.SENT: "busy", Phase.MOVING: "busy"}
"""Phases in which all may be well, and what is said then."""
_FAULT = State.FAULT


def shown(link: Link, channel: Channel, reason: Reason) -> tuple[LinkState, Reason]:
    """How a robot is, and why; `reason` is why its channel is closed or away."""
    phase, fault = link.phase, channel.fault
    in_session = _IN_SESSION.get(phase)
    if in_session is not None and not fault:
        if link.latch.engaged:
            return "estopped", link.fault
        if link.fault or link.state is _FAULT:
            return "fault", link.fault
        return in_session, NO_REASON
    if phase is Phase.CLOSED:
        return ("lost" if link.heard_at is not None else "connecting"), reason
    if phase is Phase.REFUSED and link.refusal is not None:
        return "fault", link.refusal.as_reason()
    if fault:
        return "fault", fault
    if phase is Phase.LOST:
        return "lost", (channel.trouble or LinkReason.NO_ANSWER()).at(channel.port)
    if phase is Phase.AWAY:
        return "lost", reason
    return ("fault" if phase is Phase.REFUSED else "connecting"), link.fault
