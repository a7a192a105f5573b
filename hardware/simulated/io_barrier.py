"""Keeps a simulation's clock still while bytes are on their way through real devices."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from boards.base.errors import GolemError
from boards.base.message import _
from hardware.simulated.virtual_clock import VirtualTimeLoop


class Uncounted(GolemError):
    """Bytes came through a simulated port that nobody counted: the virtual clock would run ahead of them."""

    def __init__(self, port: str) -> None:
        self.port = port
        super().__init__(_("{port} is used in virtual time without the rig's traffic; use Rig.open", port=port))


@dataclass
class Wire:
    """What went in and came out at both ends: bytes of a pty, frames over a broker."""

    open: bool = False
    """Whether the host listens."""
    here: bool = False
    """Whether the robot listens."""
    uncounted: bool = False
    host_sent: int = 0
    robot_took: int = 0
    robot_sent: int = 0
    host_took: int = 0
    at_robot: Callable[[], int] | None = None
    """How many bytes can be read at the robot's end; None where nobody can tell."""
    at_host: Callable[[], int] | None = None

    @property
    def landed(self) -> bool:
        """Whether all that is on its way can be read at its end."""
        if self.at_robot is None or self.at_host is None:
            return True
        robot = not self.here or self.at_robot() >= self.host_sent - self.robot_took
        return robot and (not self.open or self.at_host() >= self.robot_sent - self.host_took)

    @property
    def busy(self) -> bool:
        """Return whether bytes are on their way."""
        to_robot = self.here and self.host_sent > self.robot_took
        return to_robot or (self.open and self.robot_sent > self.host_took)

    def take(self, count: int) -> None:
        """Count what the robot got."""
        self.robot_took += count
        if self.robot_took > self.host_sent:
            self.robot_took = self.host_sent
            self.uncounted = True

    def pass_frame(self, way: str) -> None:
        """Take what a robot on a broker publishes."""
        match way:
            case "in":
                self.take(1)
            case "out":
                self.robot_sent += 1
            case _:
                self.here = way == "here"
                self.host_sent = self.robot_took = 0


class SimulatedTraffic:
    """The :class:`firmware_bridge.channels.channel.Traffic` of a simulation.

    On a real-time loop it only counts; on a virtual one it holds the clock.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.virtual = isinstance(loop, VirtualTimeLoop)
        self._wires: dict[str, Wire] = {}
        self._waits: Counter[str] = Counter()
        self._release = (
            loop.hold(self._in_flight, "bytes on a wire", self._landed) if isinstance(loop, VirtualTimeLoop) else None
        )

    def release(self) -> None:
        """End the simulation."""
        if self._release is not None:
            self._release()

    def wire(self, port: str) -> Wire:
        """Return the counts of a simulated port."""
        return self._wires.setdefault(port, Wire())

    def _in_flight(self) -> bool:
        # Asked at every step of the loop.
        busy = False
        for port, wire in self._wires.items():
            if wire.uncounted and port.startswith("/"):
                raise Uncounted(port)
            busy = busy or wire.busy
        return busy or self._waits.total() > 0

    def _landed(self) -> bool:
        return all(wire.landed for wire in self._wires.values())

    def opened(self, port: str) -> None:
        """Note that a channel was opened."""
        wire = self.wire(port)
        wire.open = True
        wire.robot_sent = wire.host_took = 0

    def closed(self, port: str) -> None:
        """Note that a channel was closed."""
        self.wire(port).open = False

    def sent(self, port: str, count: int) -> None:
        """Note bytes that were sent."""
        self.wire(port).host_sent += count

    def received(self, port: str, count: int) -> None:
        """Note bytes that were received."""
        self.wire(port).host_took += count

    def begin_wait(self, what: str) -> None:
        """Note that the loop begins to wait for the outside."""
        self._waits[what] += 1

    def end_wait(self, what: str) -> None:
        """Note that the wait is over."""
        self._waits[what] -= 1
