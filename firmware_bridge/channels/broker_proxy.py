"""A proxy before the broker: limits connections, checks the first packet, delays wrong passwords.

mosquitto has no limit for one address, answers to guesses as often as they come, and keeps as many subscriptions as
somebody makes. The door reads a visitor's first packet (4 kB at most), passes it on, looks at the answer, and from then
on carries bytes; it hangs up at the head of a packet that a robot has no use for (`packet_limits`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakSet

from firmware_bridge.channels.connect_packet import CONNACK, CONNECT, BadPacket, is_accepted, read_packet, user_of
from firmware_bridge.channels.packet_limits import PACKET_BYTES, PacketLimits

log = logging.getLogger(__name__)

CONNECTIONS = 128
"""At the same time, on one listener."""
CONNECTIONS_OF_ADDRESS = 32
"""A gateway has one for each of its robots."""
_PIECE = 1 << 14

Address = str
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True)
class ProxyLimits:
    """What a visitor may do."""

    connections: int = CONNECTIONS
    connections_of_address: int = CONNECTIONS_OF_ADDRESS
    packet_bytes: int = PACKET_BYTES
    first_packet_s: float = 5.0
    """To say who one is."""
    first_delay_s: float = 1.0
    """After a wrong password the answer comes so late; after each further one twice as late."""
    longest_delay_s: float = 60.0


class LoginThrottle:
    """Wrong passwords since the last right one, by address and user. A robot beside a guesser is not slowed."""

    MOST = 1024
    """Pairs that are remembered; the ones that came last."""

    def __init__(self, limits: ProxyLimits) -> None:
        self._limits = limits
        self._wrong: OrderedDict[tuple[Address, str], int] = OrderedDict()

    def delay_s(self, address: Address, user: str) -> float:
        """Return how long somebody has to wait for an answer."""
        count = self._wrong.get((address, user), 0)
        if not count:
            return 0.0
        return float(min(self._limits.first_delay_s * 2 ** min(count - 1, 30), self._limits.longest_delay_s))

    def wrong(self, address: Address, user: str) -> None:
        """Note a wrong password. Logged at the first, and each time that their number doubles."""
        count = self._wrong.pop((address, user), 0) + 1
        self._wrong[address, user] = count
        while len(self._wrong) > self.MOST:
            self._wrong.popitem(last=False)
        if count & (count - 1) == 0:
            log.warning("wrong password for %a from %s (%d times)", user[:64], address, count)

    def right(self, address: Address, user: str) -> None:
        """Note a right password."""
        self._wrong.pop((address, user), None)


class ConnectionCounter:
    """How many are there, in all and by address. Each connection is a task of its own, which calls these."""

    def __init__(self, limits: ProxyLimits) -> None:
        self._limits = limits
        self._count: Counter[Address] = Counter()
        self._unknown: dict[asyncio.Task[object] | None, Address] = {}
        """Who has not said yet who they are, the first ones first."""
        self._sent_away: WeakSet[asyncio.Task[object]] = WeakSet()

    def come(self, address: Address) -> bool:
        """Count one more, if there is room; whoever has been unknown for the longest time gives way.

        So strangers who say nothing, from many addresses, keep no robot out.
        """
        if self._count[address] >= self._limits.connections_of_address:
            log.warning("no room for %s: it has %d connections", address, self._limits.connections_of_address)
            return False
        if self._count.total() >= self._limits.connections and not self._one_gives_way():
            log.warning("no room for %s: %d are connected", address, self._limits.connections)
            return False
        self._count[address] += 1
        self._unknown[asyncio.current_task()] = address
        return True

    def _one_gives_way(self) -> bool:
        task = next(iter(self._unknown), None)
        if task is None:
            return False
        self._leave(self._unknown.pop(task))
        self._sent_away.add(task)
        task.cancel()
        return True

    def known(self) -> None:
        """Note that this one has said who it is."""
        self._unknown.pop(asyncio.current_task(), None)

    def go(self, address: Address) -> None:
        """Count one less."""
        task = asyncio.current_task()
        self._unknown.pop(task, None)
        if task not in self._sent_away:
            self._leave(address)

    def _leave(self, address: Address) -> None:
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]


class BrokerProxy:
    """Listens for visitors, and brings those who may come in to the broker behind it."""

    def __init__(
        self, behind: tuple[str, int], limits: ProxyLimits | None = None, sleep: Sleep = asyncio.sleep
    ) -> None:
        """`behind`: address and port of the broker's own listener, on loopback."""
        self._behind = behind
        self._limits = limits or ProxyLimits()
        self._sleep = sleep
        self._visitors = ConnectionCounter(self._limits)
        self._guesses = LoginThrottle(self._limits)

    async def open(self, address: str, port: int) -> asyncio.Server:
        """Listen. Raises OSError."""
        return await asyncio.start_server(self._visited, address, port, limit=_PIECE, backlog=64)

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address: Address = writer.get_extra_info("peername", ("?",))[0]
        if not self._visitors.come(address):
            writer.transport.abort()
            return
        try:
            await self._let_in(address, reader, writer)
        except (BadPacket, TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            log.info("%s: %s", address, error)
        except asyncio.CancelledError:
            log.debug(
                "%s: the door closes, or it gave way", address
            )  # Python 3.11 cannot take a handler that ends cancelled.
        finally:
            self._visitors.go(address)
            writer.transport.abort()

    async def _let_in(self, address: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(self._limits.first_packet_s):
            packet = await read_packet(reader.readexactly, CONNECT, self._limits.packet_bytes)
        user = user_of(packet)
        await self._sleep(self._guesses.delay_s(address, user))
        inner_reader, inner_writer = await asyncio.open_connection(*self._behind, limit=_PIECE)
        try:
            inner_writer.write(packet)
            async with asyncio.timeout(self._limits.first_packet_s):
                answer = await read_packet(inner_reader.readexactly, CONNACK, self._limits.packet_bytes)
            if is_accepted(answer):
                self._guesses.right(address, user)
                self._visitors.known()
            else:
                self._guesses.wrong(address, user)
            writer.write(answer)
            await _carry_both_ways(reader, writer, inner_reader, inner_writer)
        finally:
            inner_writer.transport.abort()


async def _carry_both_ways(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    inner_reader: asyncio.StreamReader,
    inner_writer: asyncio.StreamWriter,
) -> None:
    """Carry bytes until one side ends. The broker notices a visitor's end, and sends the will. Raises BadPacket."""
    ways = [
        asyncio.ensure_future(_carry(reader, inner_writer, PacketLimits().feed)),
        asyncio.ensure_future(_carry(inner_reader, writer, lambda _piece: None)),
    ]
    try:
        ended, _others = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ended:
            way.result()
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, check: Callable[[bytes], None]) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            check(piece)
            writer.write(piece)
            await writer.drain()
        await writer.drain()
