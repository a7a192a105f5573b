"""What goes into a link and what comes out of it: commands, tickets, endings, timers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from boards.base.reasons import Reason
from firmware_bridge.protocol.messages import Act, Move, Turn

Command = Move | Turn | Act

EndKind = Literal["done", "rejected", "cancelled", "uncertain"]

ACT_S = 2.0
"""The longest that an act takes."""

FLOOR_BYTES = 17 + 15
"""A command and its acknowledgement on a serial line."""


@dataclass(frozen=True)
class Timers:
    """All times of a link, in seconds (docs/protocol.md, "The host's link")."""

    retry_least: float
    retry_most: float
    estop: float
    """An unacknowledged ESTOP is repeated this often."""
    heartbeat: float = 0.2
    """A silent host sends a PING this often."""
    silence: float = 1.0
    """A peer that says nothing for so long is lost."""
    greet_most: float = 0.5
    """A HELLO without an answer is repeated at most this slowly."""

    @staticmethod
    def serial(baud: int) -> Timers:
        """Bounds of 25 and 50 ms at 115200 baud and above, longer in proportion on slower lines."""
        slower = max(1.0, 115200 / baud)
        floor = FLOOR_BYTES * 10 / baud
        return Timers(0.025 * slower, 0.050 * slower, max(0.010, floor))

    @staticmethod
    def mqtt() -> Timers:
        """150 ms: a broker and a wireless network lie between."""
        return Timers(0.150, 0.150, 0.010)


def expected_s(command: Command) -> float:
    """How long a command should take by its own figures, without ramps."""
    if isinstance(command, Move):
        return abs(command.distance_um) / 1000 / command.speed_mm_s
    if isinstance(command, Turn):
        return abs(command.angle_cdeg) / 100 / command.speed_deg_s
    return ACT_S


def timeout_s(command: Command) -> float:
    """How long a host waits for a command's end: 1.5 x (distance / speed) + 0.5 s."""
    return timeout_for(expected_s(command))


def timeout_for(expected: float) -> float:
    """Return the same, from the time in seconds that a command should take."""
    return 1.5 * expected + 0.5


class Sent(Struct, frozen=True, gc=False):
    """A command as it was recorded before it went out: enough to ask for it after a restart."""

    boot_id: int
    session: int
    seq: int
    command: Command


class Ending(Struct, frozen=True, gc=False):
    """How a command ended. Exactly one for every command."""

    kind: EndKind
    reason: Reason
    distance_um: int = 0
    angle_cdeg: int = 0


class Begun(Struct, frozen=True, gc=False):
    """A command is about to go out for the first time. It must be on record before its frame is sent."""

    ticket: int
    sent: Sent


class Ended(Struct, frozen=True, gc=False):
    """A command ended."""

    ticket: int
    sent: Sent | None
    """None: it never went out."""
    ending: Ending


class Ponged(Struct, frozen=True, gc=False):
    """A PING came back after so many seconds."""

    ticket: int
    round_trip_s: float


class Progressed(Struct, frozen=True, gc=False):
    """How far the command under way has come, by the robot's own count."""

    ticket: int
    distance_um: int
    angle_cdeg: int


class Latched(Struct, frozen=True, gc=False):
    """The robot says that its emergency stop is latched."""


class Cleared(Struct, frozen=True, gc=False):
    """The robot says that its emergency stop is released."""


class ClearRefused(Struct, frozen=True, gc=False):
    """The robot kept its emergency stop, because a newer one had come."""


Event = Begun | Ended | Ponged | Progressed | Latched | Cleared | ClearRefused
