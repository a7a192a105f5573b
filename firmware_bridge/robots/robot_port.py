"""The seam of a robot: what a table asks of it, whatever moves it.

Behind it are the golem's wire (:class:`firmware_bridge.robots.robot.Robot`), a person's hands
(:class:`firmware_bridge.robots.hands_robot.HandsRobot`) and whatever a plug-in brings, usually by way of
:class:`firmware_bridge.robots.direct_robot.DirectRobot`. Its promises are told, one by one, by
:mod:`firmware_bridge.conformance.port_checks`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from boards.base.reasons import Reason
from firmware_bridge.robots.journal_entries import CommandBegun, Record
from firmware_bridge.robots.pause_gate import Gate
from firmware_bridge.robots.robot_status import MotionResult, RobotStatus


class RobotPort(Protocol):
    """A robot of a table. Lengths in mm, angles in degrees counter-clockwise. It belongs to one event loop."""

    name: str
    """What the table calls it; a fleet may give robots each other's names."""
    record: Record
    """Writes each command to the journal before it begins, and its end; set by the fleet."""
    gate: Gate
    """Nothing begins, and no end is told, while it is shut; set by the fleet."""
    on_change: list[Callable[[RobotPort], None]]
    """Called when :attr:`status` has changed."""

    @property
    def port(self) -> str:
        """Where it is: a serial port, an address."""
        ...

    @property
    def own_name(self) -> str:
        """What it calls itself; "" if it has no name, or nobody answered yet."""
        ...

    @property
    def status(self) -> RobotStatus:
        """Its health: the state of the link, the battery, why it is lost or in fault."""
        ...

    @property
    def by_hand(self) -> bool:
        """Whether a person moves it: not to the millimetre, and without gestures."""
        ...

    @property
    def busy(self) -> bool:
        """Whether a command is under way."""
        ...

    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        """Make it ready.

        `last` is the entry on record of a command that began and has no end there; how it ended is returned (None
        without `last`). It is never carried out again. Raises GolemError if the robot cannot be reached.
        """
        ...

    async def move(self, mm: float, speed_mm_s: float) -> MotionResult:
        """Go straight: `mm` ahead, or back if negative. Raises OutOfRange, NotConnected."""
        ...

    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        """Turn on the spot, counter-clockwise if positive. Raises OutOfRange, NotConnected."""
        ...

    async def act(self, kind: str) -> MotionResult:
        """Show something: strike, shield, hit, bump, take, drop, die or identify. Raises RobotError, NotConnected."""
        ...

    async def progress(self, within_s: float) -> float | None:
        """How far the motion under way has come by the robot's own count, mm or degrees, never negative.

        None: nothing is under way, the robot cannot tell, or has not told within so many seconds.
        """
        ...

    async def stop(self) -> None:
        """End what is under way and forget what waits; return once it has ended or the robot is lost."""
        ...

    async def estop(self) -> None:
        """Stop at once and stay stopped until :meth:`clear`. Raises NoAnswer if the robot does not confirm it."""
        ...

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop wherever it can be kept for a robot that is away."""
        ...

    async def clear(self) -> None:
        """Release the emergency stop. Raises RobotError, NoAnswer."""
        ...

    def confirm(self) -> bool:
        """Hear that a person has done what was asked; False if nothing was asked of a person."""
        ...

    async def close(self) -> None:
        """Stop the robot and let it go; closing twice is no error."""
        ...

    async def turn_away(self, reason: Reason) -> None:
        """Have nothing to do with this robot: close, and say why in :attr:`status`."""
        ...
