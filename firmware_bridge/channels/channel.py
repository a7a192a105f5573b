"""What every channel is: frames' bytes out, frames' bytes in, and a named error when it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from boards.base.errors import GolemError
from firmware_bridge.link.commands import Timers

OnFrame = Callable[[bytes], None]
OnLost = Callable[["ChannelError"], None]

OnBack = Callable[[], None]
"""The robot is there again after a break that the channel mended by itself; what was said meanwhile may be lost."""


def not_awaited() -> None:
    """Nobody waits for a robot to be back, or the channel mends nothing by itself."""


class ChannelError(GolemError):
    """A channel could not be opened, or broke."""

    def __init__(self, port: str, message: str) -> None:
        self.port = port
        super().__init__(f"{port}: {message}")


class PortMissing(ChannelError):
    """There is no such port."""

    def __init__(self, port: str, known: tuple[str, ...] = ()) -> None:
        self.known = known
        seen = f"there are {', '.join(known)}" if known else "no serial port is there at all"
        super().__init__(port, f"no such port; {seen}. Is the robot plugged in and switched on?")


class PortBusy(ChannelError):
    """Another program has the port open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, "another program has this port open (a serial monitor? a second table?)")


class PortForbidden(ChannelError):
    """The user may not open the port."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            "you may not open this port; on Linux run `sudo usermod -aG dialout $USER`, then log out and in again",
        )


class PortBroken(ChannelError):
    """The port is there but cannot be used."""

    def __init__(self, port: str, reason: str) -> None:
        self.reason = reason
        super().__init__(port, f"this port cannot be used: {reason}")


class Unplugged(ChannelError):
    """The port went away while it was open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, "the port went away; is the cable (or the Bluetooth link) still there?")


class ChannelClosed(ChannelError):
    """Something was sent on a channel that is not open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, "this channel is not open")


class Traffic(Protocol):
    """Told of all that leaves for the world outside the event loop and of all that came in from it.

    A simulation keeps its clock still by it while something is on its way.
    """

    def opened(self, port: str) -> None:
        """Note that a channel was opened."""
        ...

    def closed(self, port: str) -> None:
        """Note that a channel was closed."""
        ...

    def sent(self, port: str, count: int) -> None:
        """Note bytes that were sent."""
        ...

    def received(self, port: str, count: int) -> None:
        """Note bytes that were received."""
        ...

    def begin_wait(self, what: str) -> None:
        """Note that the loop waits for an answer from outside that is not counted in bytes."""

    def end_wait(self, what: str) -> None:
        """Note that the wait is over."""
        ...


class Unwatched:
    """Traffic that nobody counts."""

    def opened(self, port: str) -> None:
        """Note that a channel was opened."""

    def closed(self, port: str) -> None:
        """Note that a channel was closed."""

    def sent(self, port: str, count: int) -> None:
        """Note bytes that were sent."""

    def received(self, port: str, count: int) -> None:
        """Note bytes that were received."""

    def begin_wait(self, what: str) -> None:
        """Note that the loop begins to wait for the outside."""

    def end_wait(self, what: str) -> None:
        """Note that the wait is over."""


@contextmanager
def waiting(traffic: Traffic, what: str) -> Iterator[None]:
    """While the loop waits for the world outside."""
    traffic.begin_wait(what)
    try:
        yield
    finally:
        traffic.end_wait(what)


class Channel(Protocol):
    """A way to one robot. Used from the event loop only."""

    on_back: OnBack

    @property
    def port(self) -> str:
        """What people call it."""

    @property
    def timers(self) -> Timers:
        """Return the link's timers for this channel."""
        ...

    @property
    def trouble(self) -> str:
        """What the channel itself knows to be wrong, in plain words; empty if nothing."""

    @property
    def fault(self) -> str:
        """What is wrong with the robot as the channel sees it, whatever its frames say; empty if nothing."""

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Open it. Raises :class:`ChannelError`. `on_lost` is called at most once after that."""

    def send(self, frame: bytes) -> None:
        """Send a frame's bytes. Raises :class:`ChannelClosed`."""

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop to robots that are not reached by frames now, if there is a way."""

    async def close(self) -> None:
        """Close it; closing twice is no error. `on_lost` is not called."""
