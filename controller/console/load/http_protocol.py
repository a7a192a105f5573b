"""uvicorn's HTTP protocol, which tells :class:`controller.console.load.connections.Connections` how far it is."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller.console.load.connections import Connection, Connections


class WatchedHttp(H11Protocol):
    """HTTP of one server. A subclass says to which connections it belongs."""

    of: ClassVar[Connections]
    _watched: Connection | None = None

    # As uvicorn does: only stream transports come here, while asyncio's own signature allows any.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection in, or close it."""
        super().connection_made(transport)
        self._watched = self.of.opened(transport, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """Take bytes of requests."""
        if self._watched is None:
            return
        super().data_received(data)
        # A websocket has another protocol by now.
        if self.transport.get_protocol() is self:
            self._tell()

    def on_response_complete(self) -> None:
        """Note that an answer is complete, before the next request that is here already begins."""
        if self._watched is not None:
            self.of.answered(self._watched)
        super().on_response_complete()
        if self._watched is not None and self.conn.their_state is h11.DONE:
            self.of.answers(self._watched)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; behind a request that is still answered it ends the connection and that answer."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
            return
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a websocket."""
        if self._watched is not None:
            self.of.answers(self._watched)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        super().connection_lost(exc)
        if self._watched is not None:
            self.of.closed(self._watched)

    def _tell(self) -> None:
        if self._watched is None:
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.of.waits(self._watched, self.loop.time())
        else:
            self.of.answers(self._watched)


def watched_http(connections: Connections) -> type[WatchedHttp]:
    """Return the protocol of a server with these connections."""

    class Http(WatchedHttp):
        of = connections

    return Http
