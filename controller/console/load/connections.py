"""The connections of one web server: a share for each address, and a time in which a request must be complete.

Whoever opens connections and asks nothing gives way to whoever asks; a reader that takes nothing is cut off. Decided
here, done by the transports; time is passed in.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from controller.console.load.fair_slots import FairSlots, SlotLimits
from controller.console.load.peers import Address, group_of, is_this_machine

PAGE_SLOTS = SlotLimits(total=400, group=128, reserved=40, trusted_group=300)
"""Of a page. A browser takes up to six, and one more for its websocket."""


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections there may be, and how long each may take. Seconds."""

    slots: SlotLimits = PAGE_SLOTS
    request_s: float = 10.0
    """From the first byte of a request, or from the connection, to the last byte of the request."""
    stalled_s: float = 20.0
    """How long the other end may take nothing of what it asked for."""
    closing_s: float = 120.0
    """How long the rest of an answer may take once the connection is being closed."""


@dataclass(eq=False)
class Connection:
    """One connection, and what it waits for."""

    transport: asyncio.Transport
    waits_since: float | None
    """Since when a request is awaited or incomplete; None while one is answered."""
    unsent: int = 0
    """Bytes of answers that the other end has not taken, when it was last looked at."""
    unsent_since: float = 0.0
    closing_since: float | None = None
    idle: bool = field(default=True)


class Connections:
    """All connections of a server. Not thread-safe: of one event loop."""

    def __init__(self, limits: ConnectionLimits) -> None:
        """``limits`` hold for good."""
        self._limits = limits
        self._slots: FairSlots[Connection] = FairSlots(limits.slots)
        self._open: dict[Connection, None] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._open)

    def opened(self, transport: asyncio.Transport, now: float) -> Connection | None:
        """Take a new connection in; others may be closed for it. None: there is no place, it is closed."""
        peer: Address = transport.get_extra_info("peername")
        local: Address = transport.get_extra_info("sockname")
        connection = Connection(transport, now)
        trusted = is_this_machine(peer, local)
        if len(self._slots) >= self._limits.slots.total - self._limits.slots.reserved:
            self._drop_closed()
        lost = self._slots.enter(connection, group_of(peer), trusted=trusted, idle=True)
        if lost is None:
            transport.abort()
            return None
        for one in lost:
            self._cut_off(one)
        self._open[connection] = None
        return connection

    def waits(self, connection: Connection, now: float) -> None:
        """Note that a request has begun and is not complete."""
        if connection.waits_since is None:
            connection.waits_since = now
        self._set_idle(connection, True)

    def answers(self, connection: Connection) -> None:
        """Note that a request is complete, and is answered now, or that this is a websocket from now on."""
        connection.waits_since = None
        self._set_idle(connection, False)

    def answered(self, connection: Connection) -> None:
        """Note that an answer is complete; another request may follow."""
        self._set_idle(connection, True)

    def closed(self, connection: Connection) -> None:
        """Forget a connection that is gone."""
        self._slots.leave(connection)
        self._open.pop(connection, None)

    def sweep(self, now: float) -> None:
        """Cut off what has taken too long; call it every second or so."""
        limits = self._limits
        for connection in list(self._open):
            transport = connection.transport
            unsent = transport.get_write_buffer_size()
            if transport.is_closing():
                if unsent == 0:
                    self.closed(connection)
                    continue
                connection.closing_since = connection.closing_since or now
            if unsent != connection.unsent or unsent == 0:
                connection.unsent, connection.unsent_since = unsent, now
            late = connection.waits_since is not None and now - connection.waits_since >= limits.request_s
            stalled = now - connection.unsent_since >= limits.stalled_s
            lingers = connection.closing_since is not None and now - connection.closing_since >= limits.closing_s
            if late or stalled or lingers:
                self._cut_off(connection)

    def _set_idle(self, connection: Connection, idle: bool) -> None:
        if connection.idle is not idle:
            connection.idle = idle
            self._slots.set_idle(connection, idle)

    def _drop_closed(self) -> None:
        """Websockets do not tell us of their end."""
        for connection in list(self._open):
            if connection.transport.is_closing() and connection.transport.get_write_buffer_size() == 0:
                self.closed(connection)

    def _cut_off(self, connection: Connection) -> None:
        self.closed(connection)
        connection.transport.abort()
