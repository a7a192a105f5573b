"""What people and the table hear about a robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from boards.base.errors import PlacedError
from boards.base.message import Message, _, sentence
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.link.commands import EndKind
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.protocol.messages import ActKind

LinkState = Literal["connecting", "ready", "busy", "lost", "estopped", "fault", "ghost"]


class MotionResult(Struct, frozen=True, gc=False):
    """How a motion ended; the ways are the robot's own count, not the truth."""

    kind: EndKind
    why: Reason = NO_REASON
    """NO_REASON when it is done."""
    mm: float = 0.0
    """How far it went, negative backwards."""
    degrees: float = 0.0
    """How far it turned, counter-clockwise."""

    @property
    def done(self) -> bool:
        """Whether it was carried out to its end."""
        return self.kind == "done"

    @property
    def reason(self) -> str:
        """Why, in English; empty when it is done."""
        return str(self.why)


@dataclass(frozen=True)
class RobotStatus:
    """How a robot is."""

    name: str
    link: LinkState
    battery_v: float | None
    """None: not measured, or nobody answered yet."""
    firmware: str
    boot_id: int | None
    last_seen: float | None
    """When it last said something, in seconds of the event loop's clock."""
    why: Reason
    """Why it is lost, in fault or connecting."""

    @property
    def reason(self) -> str:
        """The same in English."""
        return str(self.why)


class RobotError(PlacedError):
    """Something is wrong with one robot."""

    def __init__(self, robot: str, said: Message | Reason) -> None:
        self.robot = robot
        super().__init__(robot, said)


_ADVICE = _("Is the robot switched on, is it this port, is the golem's firmware on it?")


def act_named(robot: str, kind: str) -> ActKind:
    """Return what is to be shown by its name. Raises RobotError for what no robot can show."""
    if kind.upper() not in ActKind.__members__:
        known = ", ".join(name.lower() for name in ActKind.__members__)
        raise RobotError(robot, LinkReason.UNKNOWN_ACT(act=repr(kind), known=known))
    return ActKind[kind.upper()]


class NoAnswer(RobotError):
    """Nothing answers at the other end of the channel."""

    def __init__(self, robot: str, port: str, seconds: float, trouble: Reason = NO_REASON) -> None:
        """`trouble` is what the channel knows of who is there instead."""
        self.port, self.trouble = port, trouble
        advice = sentence(trouble.message) if trouble else _ADVICE
        said = _("nothing answers on {port} within {seconds} s. {advice}")
        super().__init__(robot, said.bind(port=port, seconds=f"{seconds:g}", advice=advice))


class NotConnected(RobotError):
    """The robot was asked for something before it was connected."""

    def __init__(self, robot: str) -> None:
        super().__init__(robot, LinkReason.NOT_CONNECTED())
