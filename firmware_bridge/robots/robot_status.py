"""What people and the table hear about a robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from msgspec import Struct

from boards.base.errors import GolemError
from firmware_bridge.link.commands import EndKind

LinkState = Literal["connecting", "ready", "busy", "lost", "estopped", "fault"]


class MotionResult(Struct, frozen=True, gc=False):
    """How a motion ended; the ways are the robot's own count, not the truth."""

    kind: EndKind
    reason: str
    """Plain words; empty when it is done."""
    mm: float = 0.0
    """How far it went, negative backwards."""
    degrees: float = 0.0
    """How far it turned, counter-clockwise."""

    @property
    def done(self) -> bool:
        return self.kind == "done"


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
    reason: str
    """Why it is lost, in fault or connecting; plain words."""


class Record(Protocol):
    """Writes to the journal what is said to robots; called before it is said.

    An entry of a command that begins is ``{"command": "move", "args": {...}, "boot_id": ..., "session":
    ..., "seq": ...}``; when it ends, ``{"result": "done", "reason": "", "mm": ..., "degrees": ...}`` with
    the same numbers. An exception keeps the command from being sent.
    """

    def __call__(self, robot: str, entry: dict[str, Any]) -> None: ...


def no_record(robot: str, entry: dict[str, Any]) -> None:
    """For those who keep no journal."""


LastCommands = Mapping[str, Mapping[str, Any]]
"""Robot -> the last entry of :class:`Record` that began a command and has no result."""


class RobotError(GolemError):
    """Something is wrong with one robot."""

    def __init__(self, robot: str, message: str) -> None:
        self.robot = robot
        super().__init__(f"{robot}: {message}")


class NoAnswer(RobotError):
    """Nothing answers at the other end of the channel."""

    def __init__(self, robot: str, port: str, seconds: float, trouble: str = "") -> None:
        """`trouble` is what the channel knows of who is there instead."""
        self.port, self.trouble = port, trouble
        advice = trouble or "Is the robot switched on, is it this port, is the golem's firmware on it?"
        super().__init__(robot, f"nothing answers on {port} within {seconds:g} s. {advice[:1].upper()}{advice[1:]}")


class NotConnected(RobotError):
    """The robot was asked for something before it was connected."""

    def __init__(self, robot: str) -> None:
        super().__init__(robot, "this robot is not connected")


class BadRecord(RobotError):
    """An entry of the journal does not say a command."""

    def __init__(self, robot: str, entry: Mapping[str, Any]) -> None:
        self.entry = dict(entry)
        super().__init__(robot, f"the last command on record cannot be read: {self.entry}")
