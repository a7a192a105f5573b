"""A robot on a serial port: USB, Bluetooth (rfcomm) or a pseudo-terminal.

On POSIX the event loop itself watches the descriptor, which is the quickest and takes no thread; where
it cannot (Windows), a thread per port reads and posts to the loop.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import threading
from contextlib import suppress

import serial
from serial.tools import list_ports

from boards.base.reasons import NO_REASON, Reason, foreign_words
from firmware_bridge.channels.channel import (
    ChannelClosed,
    ChannelError,
    OnBack,
    OnFrame,
    OnLost,
    PortBroken,
    PortBusy,
    PortForbidden,
    PortMissing,
    Traffic,
    Unplugged,
    not_awaited,
)
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.port_names import BY_ID, BY_PATH, Device, links_in, stable_names
from firmware_bridge.channels.unknown_device import KEPT, recognised
from firmware_bridge.link.commands import Timers
from firmware_bridge.protocol.codec import DELIMITER, Unwrapper, is_frame, wrap

log = logging.getLogger(__name__)

BAUD = 115200
_CHUNK = 448
"""Python's quick allocator serves no more than 512 bytes; what is left is read at once after it."""
CHUNKS_MOST = 64


def known_ports() -> tuple[str, ...]:
    """Return the serial ports of this machine, by names that stay with the devices."""
    devices = [Device(port.device, (port.vid, port.pid, port.serial_number)) for port in list_ports.comports()]
    return tuple(sorted(stable_names(devices, links_in(BY_ID), links_in(BY_PATH)).values()))


def _hurry(port: serial.Serial) -> None:
    """FTDI's chips keep what they receive for 16 ms by default; Linux lets them hand it over after 1 ms."""
    if not hasattr(port, "set_low_latency_mode"):
        return
    # Whatever is no such chip (a pseudo-terminal, Bluetooth) says that it cannot, and needs not.
    with suppress(OSError, ValueError, NotImplementedError):
        port.set_low_latency_mode(True)


def _named(port: str, error: OSError) -> ChannelError:
    """Return pyserial's error as ours, by the system's number in it or in the error before it."""
    number = _number_before(error) if error.errno is None else error.errno
    if error.errno is None and number == errno.ENOTTY:
        return PortBroken(port, ChannelReason.NO_LINE())
    match number:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return PortMissing(port, known_ports())
        case errno.EACCES | errno.EPERM:
            # On Windows a port that is in use is "access denied" as well.
            return PortForbidden(port) if os.name == "posix" else PortBusy(port)
        case errno.EBUSY | errno.EAGAIN:
            return PortBusy(port)
    if os.name == "nt" and port not in (known := known_ports()):
        # pyserial keeps no number there.
        return PortMissing(port, known)
    return PortBroken(port, foreign_words(str(error)))


def _number_before(error: OSError) -> object:
    """Return the system's number in the error that pyserial made this one of (termios.error, which is no OSError)."""
    before = error.__context__
    return before.args[0] if before is not None and before.args else None


class SerialChannel:
    """Frames over a serial port, stuffed and delimited."""

    fault = NO_REASON
    """The line tells nothing of a robot but its frames."""

    def __init__(
        self,
        path: str,
        baud: int = BAUD,
        traffic: Traffic | None = None,
        *,
        reader_thread: bool = os.name != "posix",
    ) -> None:
        self._path = path
        self._baud = baud
        self.on_back: OnBack = not_awaited
        self._traffic = traffic
        self._threaded = reader_thread
        self._serial: serial.Serial | None = None
        self._descriptor = -1
        """The port's, while the loop watches it."""
        self._unwrapper = Unwrapper()
        self._overheard = b""
        """The first bytes since the port was opened, until a frame is among them."""
        self._found_frame = False
        self._unsent = b""
        self._on_frame: OnFrame | None = None
        self._on_lost: OnLost | None = None
        self._thread: threading.Thread | None = None
        self._room = threading.BoundedSemaphore(CHUNKS_MOST)
        """Chunks that the reader thread may have on their way to the loop; then it waits, and the system's own
        buffer is all that can overflow."""

    @property
    def port(self) -> str:
        """Return the path of the port."""
        return self._path

    @property
    def baud(self) -> int:
        """Return the speed in baud."""
        return self._baud

    @property
    def timers(self) -> Timers:
        """Return the link's timers for a serial line."""
        return Timers.serial(self._baud)

    @property
    def trouble(self) -> Reason:
        """Another device, by what it says; NO_REASON if frames came, or nothing at all."""
        device = None if self._found_frame else recognised(self._overheard)
        return NO_REASON if device is None else ChannelReason.SOMETHING_ELSE(device=device.message)

    def announce_estop(self, latched: bool) -> None:
        """Who is not at the other end of the cable cannot be told."""

    @property
    def dropped(self) -> int:
        """How many runs of bytes were no frame."""
        return sum(self._unwrapper.dropped.values())

    def relocate(self, path: str) -> None:
        """Take another port for the same robot, which the next :meth:`open` opens."""
        self._path = path

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Open the port and start the reader thread."""
        await self.close()
        loop = asyncio.get_running_loop()
        self._serial = await loop.run_in_executor(None, self._open)
        log.info("%s: open at %d baud", self._path, self.baud)
        self._on_frame, self._on_lost = on_frame, on_lost
        self._unwrapper = Unwrapper()
        self._overheard, self._found_frame = b"", False
        if self._traffic is not None:
            self._traffic.opened(self._path)
        if self._threaded:
            self._thread = threading.Thread(
                target=self._read_for_ever, args=(loop, self._serial), name=f"read {self._path}", daemon=True
            )
            self._thread.start()
        else:
            self._descriptor = self._serial.fileno()
            loop.add_reader(self._descriptor, self._readable)
        # Ends whatever half a frame the robot may have got from somebody else.
        self.put(DELIMITER)

    def _open(self) -> serial.Serial:
        timeout = 0.2 if self._threaded else 0
        try:
            port = serial.Serial(self._path, self._baud, timeout=timeout, write_timeout=1, exclusive=True)
            _hurry(port)
            return port
        except OSError as error:
            raise _named(self._path, error) from error
        except ValueError as error:
            raise PortBroken(self._path, foreign_words(str(error))) from error

    def send(self, frame: bytes) -> None:
        """Write the bytes of a frame."""
        self.put(wrap(frame))

    def put(self, data: bytes) -> None:
        """Put bytes on the line as they are, frames or not."""
        if self._serial is None:
            raise ChannelClosed(self._path)
        if self._traffic is not None:
            self._traffic.sent(self._path, len(data))
        if self._threaded:
            try:
                self._serial.write(data)
            except OSError:
                self._lose()
            return
        if self._unsent:
            self._unsent += data
            return
        self._unsent = self._write_some(data)
        if self._unsent:
            asyncio.get_running_loop().add_writer(self._descriptor, self._writable)

    def _write_some(self, data: bytes) -> bytes:
        """Write what the system takes; return the rest."""
        try:
            count = os.write(self._descriptor, data)
            return b"" if count == len(data) else data[count:]
        except BlockingIOError:
            return data
        except OSError:
            self._lose()
            return b""

    def _writable(self) -> None:
        self._unsent = self._write_some(self._unsent)
        if not self._unsent and self._serial is not None:
            asyncio.get_running_loop().remove_writer(self._descriptor)

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._take(data)

    def _read_for_ever(self, loop: asyncio.AbstractEventLoop, port: serial.Serial) -> None:
        """Wait for bytes in the reader thread and post them to the loop until the port is closed."""
        while port.is_open:
            try:
                data = port.read(max(1, port.in_waiting))
            except (OSError, TypeError):  # pyserial raises TypeError when closed under its feet
                data = None
            if data is None or data:
                while not self._room.acquire(timeout=1):
                    if port is not self._serial:
                        return
                try:
                    loop.call_soon_threadsafe(self._take_from, port, data or b"")
                except RuntimeError:  # the loop is gone
                    return
            if data is None:
                return

    def _take_from(self, port: serial.Serial, data: bytes) -> None:
        self._room.release()
        if port is self._serial:
            self._take(data)

    def _take(self, data: bytes) -> None:
        """Bytes came in; none at all means that the port is gone."""
        if not data:
            self._lose()
            return
        if self._traffic is not None:
            self._traffic.received(self._path, len(data))
        if not self._found_frame:
            self._overheard = (self._overheard + data)[:KEPT]
        for frame in self._unwrapper.feed(data):
            if not self._found_frame:
                self._found_frame = is_frame(frame)
            if self._on_frame is not None:
                self._on_frame(frame)

    def _lose(self) -> None:
        on_lost = self._on_lost
        log.info("%s: went away", self._path)
        self._let_go()
        if on_lost is not None:
            # Not from within a send: whoever sends is in the middle of something.
            asyncio.get_running_loop().call_soon(on_lost, Unplugged(self._path))

    async def close(self) -> None:
        """Close the port and end the reader thread."""
        thread = self._thread
        self._let_go()
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(None, thread.join)

    def _let_go(self) -> None:
        port, self._serial = self._serial, None
        self._on_frame = self._on_lost = None
        self._unsent = b""
        self._thread = None
        if port is None:
            return
        if not self._threaded:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._descriptor)
            loop.remove_writer(self._descriptor)
        if self._traffic is not None:
            self._traffic.closed(self._path)
        port.close()
