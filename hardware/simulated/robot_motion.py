"""What a simulated robot is busy with: the command under way, and what it carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Outcome
from hardware.simulated.drive_model import Braking, Drift, Ramp


class SimulatedPort(Protocol):
    """The robot's end of a wire."""

    on_frame: Callable[[bytes], None] | None

    def send(self, frame: bytes) -> None:
        """Send bytes to the host."""
        ...

    def close(self) -> None:
        """Close the line."""
        ...


@dataclass(frozen=True)
class Executed:
    """A command that the motors really carried out: what tests judge the link by."""

    boot_id: int
    session: int
    seq: int
    command: Command


@dataclass
class MotionUnderWay:
    """The command under way."""

    command: Command
    drift: Drift
    began_at: float
    way: Ramp | Braking
    since: float
    """When the way began."""
    outcome: Outcome = Outcome.DONE
    ends_at: float = 0.0
    braked_hard: bool | None = None
    """None: not braked."""
    truth_at: float = 0.0
    """Up to when the truth is written."""
    rolled: float = 0.0
    """How much of what the wheels counted is in it."""
    blocked: set[str] = field(default_factory=set)
    """Wheels that stand still until its end."""

    def counted(self, now: float) -> float:
        """Return what the wheels have counted, mm or degrees (an act: seconds)."""
        return self.way.at(now - self.since)[0]
