"""The embedded MQTT broker: amqtt, for machines without mosquitto. Lets in who knows a token, nobody else.

It serves this computer only. The rules are mosquitto's (:mod:`firmware_bridge.channels.mosquitto`): a robot speaks for
itself alone, packets have 4 kB at most, wrong tokens are answered later and later. Besides, sessions end with their
connection (amqtt keeps others for ever), a robot has one connection and does not come again at once, and who sends
faster than a robot needs to, or than the broker can deliver, is read slower.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import Action
from amqtt.errors import NoDataError
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from firmware_bridge.channels.broker_proxy import ConnectionCounter, LoginThrottle, ProxyLimits
from firmware_bridge.channels.connect_packet import (
    CONNECT,
    REFUSED,
    BadPacket,
    read_connect,
    read_packet,
    with_client_id,
)
from firmware_bridge.channels.mosquitto import HOST_USER, hears, says
from firmware_bridge.channels.packet_limits import PACKET_BYTES, PacketLimits

_LISTENER = "robots"
_BACKLOG = 64
"""Messages of a visitor that wait to be delivered; amqtt would keep any number."""
_WAIT_S = 0.002
_PACKETS_A_SECOND = 500.0
"""Of a robot, on average. One that plays says some ten; in a simulation as fast as the processor allows, some more."""
_COME_AGAIN_S = 0.25
"""Between two connections of a robot: amqtt takes long to end the one before."""


class Admission(BaseAuthPlugin):  # type: ignore[misc]
    """Lets everybody in: whom amqtt hears of was let in by :class:`Door`.

    (It throws out who has the same client id, and keeps a session for a stranger, before it asks for a password.)
    """

    async def authenticate(self, *, session: Session) -> bool:
        """Note whose packets a connection brings."""
        _reader.get().session = session
        return True


class TopicRules(BaseTopicPlugin):  # type: ignore[misc]
    """Lets the table do everything, and a robot speak and hear for itself."""

    @dataclass
    class Config:
        """The table's name."""

        table: str = ""

    async def topic_filtering(
        self, *, session: Session | None = None, topic: str | None = None, action: Action | None = None
    ) -> bool:
        """Return whether a user may do this with a topic."""
        if session is None or topic is None:
            return False
        return _may(self.config.table, str(session.username), topic, action)


def _may(own_table: str, user: str, topic: str, action: Action | None) -> bool:
    """Whether a user may do this with a topic."""
    if user == HOST_USER:
        return True
    table, dot, robot = user.rpartition(".")
    if not dot or table != own_table:
        return False
    return topic in hears(table, robot) if action in (Action.SUBSCRIBE, Action.RECEIVE) else says(table, robot, topic)


class BoundedReader(StreamReaderAdapter):  # type: ignore[misc]
    """Reads no packet that a broker of ours does not take, and no more of them than can be delivered."""

    def __init__(self, first: bytes, reader: asyncio.StreamReader, packets_a_second: float) -> None:
        """`first`: the packet that was read before."""
        super().__init__(reader)
        self._every_s = 1 / packets_a_second
        self._next_at = 0.0
        """When the next packet would come from who keeps to that; it may come up to a second earlier."""
        self.session: Session | None = None
        """Whose packets these are; known after the first one."""
        self._first = first
        self._limits = PacketLimits()
        self._refused = ""
        """Why no more is read."""

    async def read(self, n: int = -1) -> bytes:
        """Read so many bytes. Raises NoDataError from the head of a packet that is not taken on."""
        if self._refused:
            raise NoDataError(self._refused)
        if self._first:
            data, self._first = self._first[:n], self._first[n:]
            return data
        if self._limits.between and self.session is not None:
            # Let what was read before begin on its way, and be delivered.
            await asyncio.sleep(0)
            while self.session.delivered_message_queue.qsize() > _BACKLOG:  # noqa: ASYNC110 - the queue tells nobody
                await asyncio.sleep(_WAIT_S)
            now = asyncio.get_running_loop().time()
            self._next_at = max(self._next_at, now) + self._every_s
            if self._next_at > now + 1:
                await asyncio.sleep(self._next_at - now - 1)
        data = bytes(await super().read(n))
        try:
            self._limits.feed(data)
        except BadPacket as error:
            self._refused = str(error)
            raise NoDataError(self._refused) from error
        return data


_reader: ContextVar[BoundedReader] = ContextVar("_reader")
"""Of the connection that is being accepted."""


@dataclass(frozen=True)
class Admitted:
    """Who was let in."""

    user: str
    first: bytes = field(repr=False)
    """The first packet, as amqtt may hear it."""
    packets_a_second: float


class Door:
    """Reads who comes, and lets in who knows a token and speaks for nobody else."""

    def __init__(self, users: dict[str, str], table: str, limits: ProxyLimits) -> None:
        """`users`: user -> token."""
        self._users = users
        self._table = table
        self._limits = limits
        self._guesses = LoginThrottle(limits)

    async def admit(self, address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Admitted | None:
        """Return who comes; None for who is not let in. Raises BadPacket, TimeoutError.

        Wrong tokens are answered later and later. A robot's client id is its user, as with mosquitto: nobody throws
        another one out.
        """
        async with asyncio.timeout(self._limits.first_packet_s):
            packet = await read_packet(reader.readexactly, CONNECT, self._limits.packet_bytes)
        told = read_connect(packet)
        await asyncio.sleep(self._guesses.delay_s(address, told.user))
        token = self._users.get(told.user)
        if token is None or told.password is None or not hmac.compare_digest(token.encode(), told.password):
            self._guesses.wrong(address, told.user)
        elif told.clean and (told.will_topic is None or _may(self._table, told.user, told.will_topic, Action.PUBLISH)):
            # amqtt asks nobody about a will, and keeps a session that is not clean for ever.
            self._guesses.right(address, told.user)
            if told.user == HOST_USER:
                return Admitted(told.user, packet, math.inf)
            return Admitted(told.user, with_client_id(packet, told.user), _PACKETS_A_SECOND)
        writer.write(REFUSED)
        await writer.drain()
        return None


class _Place:
    """Where a robot is connected: once."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()
        self._last: asyncio.StreamWriter | None = None
        self._open_at = 0.0

    @asynccontextmanager
    async def taken(self, writer: asyncio.StreamWriter) -> AsyncIterator[None]:
        """Take it from whoever has it; by then the next one may have come."""
        if self._last is not None:
            self._last.transport.abort()
        self._last = writer
        async with self._free:
            await asyncio.sleep(self._open_at - asyncio.get_running_loop().time())
            try:
                yield
            finally:
                self._open_at = asyncio.get_running_loop().time() + _COME_AGAIN_S


async def serve(port: int, users: dict[str, str], table: str) -> None:
    """Serve on loopback for ever."""
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)
    config: dict[str, Any] = {
        "listeners": {"default": {"type": "external"}, _LISTENER: {"type": "external", "bind": f"127.0.0.1:{port}"}},
        "plugins": {
            f"{__name__}.{Admission.__name__}": {},
            f"{__name__}.{TopicRules.__name__}": {"table": table},
        },
    }
    broker = Broker(config)
    await broker.start()
    limits = ProxyLimits()
    visitors, door = ConnectionCounter(limits), Door(users, table, limits)
    places: defaultdict[str, _Place] = defaultdict(_Place)

    async def serve_one(admitted: Admitted, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if writer.transport.is_closing():
            return
        bounded = BoundedReader(admitted.first, reader, admitted.packets_a_second)
        _reader.set(bounded)
        await broker.external_connected(bounded, StreamWriterAdapter(writer), _LISTENER)

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername", ("?",))[0]
        if not visitors.come(address):
            writer.transport.abort()
            return
        try:
            with suppress(BadPacket, TimeoutError, OSError, asyncio.IncompleteReadError):
                admitted = await door.admit(address, reader, writer)
                if admitted is None:
                    writer.close()
                    await writer.wait_closed()
                elif admitted.user == HOST_USER:
                    visitors.known()
                    await serve_one(admitted, reader, writer)
                else:
                    visitors.known()
                    async with places[admitted.user].taken(writer):
                        await serve_one(admitted, reader, writer)
        except asyncio.CancelledError:
            # It gave way to another one; Python 3.11 cannot take a handler that ends cancelled.
            return
        finally:
            visitors.go(address)
            writer.transport.abort()

    server = await asyncio.start_server(visited, "127.0.0.1", port, limit=PACKET_BYTES)
    await server.serve_forever()
