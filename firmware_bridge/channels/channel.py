"""What every channel is: frames' bytes out, frames' bytes in, and a named error when it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from boards.base.errors import PlacedError
from boards.base.message import Message, _
from boards.base.reasons import Reason
from firmware_bridge.link.commands import Timers

OnFrame = Callable[[bytes], None]
OnLost = Callable[["ChannelError"], None]

OnBack = Callable[[], None]
"""The robot is there again after a break that the channel mended by itself; what was said meanwhile may be lost."""


def not_awaited() -> None:
    """Nobody waits for a robot to be back, or the channel mends nothing by itself."""


class ChannelError(PlacedError):
    """A channel could not be opened, or broke."""

    def __init__(self, port: str, said: Message | Reason) -> None:
        self.port = port
        super().__init__(port, said)


class PortMissing(ChannelError):
    """There is no such port."""

    def __init__(self, port: str, known: tuple[str, ...] = ()) -> None:
        self.known = known
        if known:
            said = _(
                "no such port; there are {known}. Is the robot plugged in and switched on?", known=", ".join(known)
            )
        else:
            said = _("no such port; no serial port is there at all. Is the robot plugged in and switched on?")
        super().__init__(port, said)


class PortBusy(ChannelError):
    """Another program has the port open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, _("another program has this port open (a serial monitor? a second table?)"))


class PortForbidden(ChannelError):
    """The user may not open the port."""

    def __init__(self, port: str) -> None:
        super().__init__(
            port,
            _("you may not open this port; on Linux run `sudo usermod -aG dialout $USER`, then log out and in again"),
        )


class PortBroken(ChannelError):
    """The port is there but cannot be used."""

    def __init__(self, port: str, reason: Reason) -> None:
        self.reason = reason
        super().__init__(port, _("this port cannot be used: {reason}", reason=reason.message))


class Unplugged(ChannelError):
    """The port went away while it was open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, _("the port went away; is the cable (or the Bluetooth link) still there?"))


class ChannelClosed(ChannelError):
    """Something was sent on a channel that is not open."""

    def __init__(self, port: str) -> None:
        super().__init__(port, _("this channel is not open"))


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


class NoTraffic:
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
    def trouble(self) -> Reason:
        """What the channel itself knows to be wrong; NO_REASON if nothing."""

    @property
    def fault(self) -> Reason:
        """What is wrong with the robot as the channel sees it, whatever its frames say; NO_REASON if nothing."""

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Open it. Raises :class:`ChannelError`. `on_lost` is called at most once after that."""

    def send(self, frame: bytes) -> None:
        """Send a frame's bytes. Raises :class:`ChannelClosed`."""

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop to robots that are not reached by frames now, if there is a way."""

    async def close(self) -> None:
        """Close it; closing twice is no error. `on_lost` is not called."""
