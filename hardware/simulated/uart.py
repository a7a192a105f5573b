"""A robot's end of a real pseudo-terminal, with a UART's byte time and a line that can be bad."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import sys
import tempfile
import termios
import tty
from collections.abc import Callable
from pathlib import Path
from random import Random

from firmware_bridge.protocol.codec import DELIMITER, Unwrapper, wrap
from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.serial_line import Line

_CHUNK = 4096


def _readable_bytes(descriptor: int) -> int:
    """How many bytes wait to be read."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)


def _device(descriptor: int) -> str:
    """Return a path that leads to an open terminal, and nowhere once it is closed.

    The name in /dev/pts is a number that the next process gets. /proc leads to the terminal itself; without it (macOS)
    the name must do.
    """
    itself = Path(f"/proc/{os.getpid()}/fd/{descriptor}")
    return str(itself) if itself.exists() else os.ttyname(descriptor)


class Uart:
    """The wire between a host's port and a simulated robot.

    Bytes that the host writes into the pty reach the robot after the time that they take on the wire,
    one frame after the other; so do the robot's on their way back.
    """

    def __init__(self, traffic: SimulatedTraffic, baud: int = 115200, line: LineFaults = CLEAN, seed: int = 0) -> None:
        self._loop = asyncio.get_running_loop()
        self._traffic = traffic
        chance = Random(seed)
        self._to_robot, self._to_host = Line(baud, line, chance), Line(baud, line, chance)
        self.on_frame: Callable[[bytes], None] | None = None
        self.on_bytes: Callable[[bytes], None] | None = None
        """For a robot with a serial line of its own: gets bytes when the first of them begins to arrive."""
        self._held: list[int] = []
        """Slave ends of ports that were unplugged."""
        self._ports = tempfile.TemporaryDirectory(prefix="golem-port-")
        """Where the port's name is. Other simulations of this machine have theirs elsewhere: nobody's host opens a port
        of another one, whichever numbers the system deals anew."""
        self._plugged = 0
        self.plug_in()

    def plug_in(self) -> None:
        """Plug the cable in: there is a port, with another name each time."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        # Our own hold on the other end: without it the pty would hang up whenever the host closes.
        self._plugged += 1
        self.path = str(Path(self._ports.name) / f"tty{self._plugged}")
        Path(self.path).symlink_to(_device(self._slave))
        self._wire = self._traffic.wire(self.path)
        self._wire.here = True
        self._wire.at_robot = lambda: _readable_bytes(self._master)
        self._wire.at_host = lambda: _readable_bytes(self._slave)
        self._unwrapper, self._pending = Unwrapper(), b""
        self._loop.add_reader(self._master, self._readable)

    @property
    def dropped(self) -> int:
        """How many runs of bytes were no frame."""
        return sum(self._unwrapper.dropped.values())

    def _readable(self) -> None:
        try:
            data = os.read(self._master, _CHUNK)
        except (BlockingIOError, OSError):
            return
        self._wire.take(len(data))
        *ended, self._pending = (self._pending + data).split(DELIMITER)
        for block in ended:
            self._carry(block + DELIMITER)

    def _carry(self, block: bytes) -> None:
        """Begin the way of a frame's bytes from the host over the wire."""
        for arrival in self._to_robot.carry(block, self._loop.time()):
            if self.on_bytes is None:
                self._loop.call_at(arrival.at, self._arrive, arrival.data)
            else:
                begins = arrival.at - len(arrival.data) * self._to_robot.byte_s
                self._loop.call_at(begins, self.on_bytes, arrival.data)

    def _arrive(self, data: bytes) -> None:
        for frame in self._unwrapper.feed(data):
            if self.on_frame is not None:
                self.on_frame(frame)

    def send(self, frame: bytes) -> None:
        """Begin the way of a frame's bytes to the host."""
        self.say(wrap(frame), self._loop.time())

    def say(self, block: bytes, began: float) -> None:
        """Send a stuffed frame's bytes to the host, the first of them since `began`."""
        if self._traffic.virtual and not self._wire.open:
            return
        for arrival in self._to_host.carry(block, began):
            self._loop.call_at(arrival.at, self._write, arrival.data)

    def _write(self, data: bytes) -> None:
        if self._master < 0 or not data or (self._traffic.virtual and not self._wire.open):
            return
        try:
            self._wire.robot_sent += os.write(self._master, data)
        except BlockingIOError:
            # Nobody reads at the other end; a UART does not wait.
            return

    def unplug(self) -> None:
        """Pull the cable: the host's port hangs up, and its name is nobody's until :meth:`close`."""
        if self._master < 0:
            return
        # An open slave keeps its number: a host that has it open finds it dead, and nobody else's.
        self._held.append(self._slave)
        self._hang_up()

    def close(self) -> None:
        """Let both ends go."""
        while self._held:
            os.close(self._held.pop())
        if self._master >= 0:
            os.close(self._slave)
            self._hang_up()
        self._ports.cleanup()

    def _hang_up(self) -> None:
        Path(self.path).unlink()
        self._loop.remove_reader(self._master)
        os.close(self._master)
        self._master = -1
        self._wire.open = self._wire.here = False
        self._wire.at_robot = self._wire.at_host = None
        self._wire.host_sent = self._wire.robot_took = 0
