"""Strangers at a broker of ours: large first packets, many connections, guesses of passwords."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.channels.broker import OwnBroker, own_broker
from firmware_bridge.channels.broker_proxy import BrokerProxy, LoginThrottle, ProxyLimits
from firmware_bridge.channels.connect_packet import (
    CONNECT,
    BadPacket,
    is_accepted,
    read_connect,
    read_packet,
    user_of,
    with_client_id,
)
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.channels.mqtt_client import BrokerRefused, Endpoint, MqttClient
from firmware_bridge.channels.packet_limits import PACKET_BYTES, SUBSCRIPTIONS, PacketLimits
from tests.support.ports import free_port

HUGE = bytes((0x10, 0xFF, 0xFF, 0xFF, 0x7F))
"""The head of a CONNECT packet of 256 MB."""
PUBLISHED = b"\x30\x05\0\x01ahi"
"""PUBLISH, QoS 0: "hi" on topic a."""
MB = 1 << 20


def connect_packet(user: str | None, password: str = "guess", client_id: str = "x", version: int = 4) -> bytes:
    def text(value: str) -> bytes:
        return len(value.encode()).to_bytes(2, "big") + value.encode()

    flags = 0x02 | (0xC0 if user is not None else 0)
    body = text("MQTT") + bytes((version, flags, 0, 60)) + (b"\0" if version == 5 else b"") + text(client_id)
    body += b"" if user is None else text(user) + text(password)
    assert len(body) < 128
    return bytes((0x10, len(body))) + body


def memory_mb(pid: int) -> float:
    """Of a process and its children."""
    told = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return int(told[1]) * os.sysconf("SC_PAGESIZE") / MB + sum(memory_mb(int(child)) for child in children)


def sent_until_refused(address: tuple[str, int]) -> int:
    """Bytes of a huge first packet that somebody takes."""
    sent = 0
    with socket.create_connection(address, timeout=30) as stranger, suppress(ConnectionError):
        stranger.sendall(HUGE)
        while sent < 64 * MB:
            stranger.sendall(bytes(MB))
            sent += MB
    return sent


@pytest.mark.parametrize("way", ["loopback", "network", "embedded"])
def test_a_huge_first_packet_is_not_kept(way: str) -> None:
    async def main(server: OwnBroker, address: tuple[str, int]) -> None:
        before = memory_mb(server.pid)
        for _ in range(4):
            assert await asyncio.to_thread(sent_until_refused, address) < 32 * MB
        assert memory_mb(server.pid) < before + 8
        client = MqttClient(server.endpoint_of("red"), "red", lambda *_: None)
        await client.connect()
        await client.close()

    async def serve() -> None:
        open_to = ("127.0.0.3", free_port("127.0.0.3")) if way == "network" else None
        plan = BrokerPlan(table="club", robots={"red": new_secret()}, open_to=open_to)
        async with own_broker("embedded" if way == "embedded" else "mosquitto", plan) as server:
            await main(server, open_to or (server.endpoint.host, server.endpoint.port))

    asyncio.run(serve())


class Behind:
    """A broker that knows one password."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        packet = await read_packet(reader.readexactly, CONNECT, 4096)
        self.asked.append(user_of(packet))
        right = packet.endswith(b"right")
        writer.write(bytes((0x20, 2, 0, 0 if right else 5)))
        if right:
            while piece := await reader.read(100):
                writer.write(piece.upper())
        writer.close()


def at_the_door(test: Callable[[Behind, tuple[str, int], list[float]], Awaitable[None]], limits: ProxyLimits) -> None:
    async def main() -> None:
        behind, delays = Behind(), []

        async def sleep(seconds: float) -> None:
            delays.append(seconds)

        inner = await asyncio.start_server(behind.visited, "127.0.0.1", 0)
        server = await BrokerProxy(inner.sockets[0].getsockname(), limits, sleep).open("127.0.0.1", 0)
        async with inner, server:
            await asyncio.wait_for(test(behind, server.sockets[0].getsockname(), delays), 60)

    asyncio.run(main())


async def said_to(address: tuple[str, int], packet: bytes, more: bytes = b"") -> bytes:
    """What a visitor is told who says this, and if that is let in, that."""
    reader, writer = await asyncio.open_connection(*address)
    told = b""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        writer.write(packet)
        told = await reader.readexactly(4)
        if more:
            writer.write(more)
            told += await reader.readexactly(len(more))
    writer.close()
    return told


def test_guesses_are_answered_later_and_later_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        for _ in range(9):
            assert await said_to(door, connect_packet("club.red")) == bytes((0x20, 2, 0, 5))
        assert delays == [0, 1, 2, 4, 8, 16, 32, 60, 60]
        assert (await said_to(door, connect_packet("club.blue", "right"), PUBLISHED)).endswith(b"HI")
        assert delays[9:] == [0], "a robot beside the guesser is not slowed"
        await said_to(door, connect_packet("club.red", "right"))
        await said_to(door, connect_packet("club.red", "right"))
        assert delays[10:] == [60, 0], "the right password ends it"
        assert behind.asked.count("club.red") == 11

    with caplog.at_level(logging.WARNING):
        at_the_door(test, ProxyLimits())
    told = [record.getMessage() for record in caplog.records if record.name.endswith("broker_proxy")]
    assert told == [f"wrong password for 'club.red' from 127.0.0.1 ({count} times)" for count in (1, 2, 4, 8)]


def test_names_of_guessers_do_not_reach_a_terminal_raw(caplog: pytest.LogCaptureFixture) -> None:
    LoginThrottle(ProxyLimits()).wrong("10.0.0.1", "\x1b[2J" + "x" * 1000)
    (record,) = caplog.records
    assert "\x1b" not in record.getMessage() and len(record.getMessage()) < 200


def test_guesses_of_many_names_are_forgotten_and_not_kept() -> None:
    guesses = LoginThrottle(ProxyLimits())
    for number in range(3 * LoginThrottle.MOST):
        guesses.wrong("10.0.0.1", f"user{number}")
    assert guesses.delay_s("10.0.0.1", "user0") == 0
    assert guesses.delay_s("10.0.0.1", f"user{3 * LoginThrottle.MOST - 1}") == 1


def test_one_address_does_not_take_all_the_room() -> None:
    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        many = [await asyncio.open_connection(*door) for _ in range(3)]
        assert await said_to(door, connect_packet("club.red", "right")) == b""
        reader, writer = await asyncio.open_connection(*door, local_addr=("127.0.0.9", 0))
        writer.write(connect_packet("club.red", "right"))
        assert await reader.readexactly(4) == bytes((0x20, 2, 0, 0))
        many[0][1].close()
        for _ in range(1000):
            if await said_to(door, connect_packet("club.red", "right")):
                break
        else:
            raise AssertionError("its place is not free again")
        for _, one in many:
            one.close()
        writer.close()

    at_the_door(test, ProxyLimits(connections_of_address=3))


def test_who_says_nothing_from_many_addresses_keeps_nobody_out() -> None:
    """Three places, taken by two robots and a guesser; then ten strangers come, and a robot."""

    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        robots = []
        for number in range(2):
            robots.append(await asyncio.open_connection(*door, local_addr=(f"127.0.0.{20 + number}", 0)))
            robots[-1][1].write(connect_packet("club.red", "right"))
            assert await robots[-1][0].readexactly(4) == bytes((0x20, 2, 0, 0))
        strangers = [
            await asyncio.open_connection(*door, local_addr=(f"127.0.0.{number}", 0)) for number in range(2, 12)
        ]
        late = await asyncio.open_connection(*door, local_addr=("127.0.0.30", 0))
        late[1].write(connect_packet("club.blue", "right"))
        assert await late[0].readexactly(4) == bytes((0x20, 2, 0, 0))
        for reader, _writer in strangers:
            with suppress(ConnectionError):
                assert await reader.read() == b"", "it gave way"
        for reader, writer in (*robots, late):
            writer.write(PUBLISHED)
            assert (await reader.readexactly(len(PUBLISHED))).endswith(b"HI"), "who is known stays"
        full = await asyncio.open_connection(*door, local_addr=("127.0.0.31", 0))
        with suppress(ConnectionError):
            assert await full[0].read() == b"", "robots do not give way"
        for _reader, writer in (*robots, *strangers, late, full):
            writer.close()

    at_the_door(test, ProxyLimits(connections=3))


def test_who_says_nothing_is_not_waited_for() -> None:
    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        reader, writer = await asyncio.open_connection(*door)
        writer.write(connect_packet("club.red")[:5])
        with suppress(ConnectionError):
            assert await reader.read() == b""
        assert behind.asked == []

    at_the_door(test, ProxyLimits(first_packet_s=0.05))


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\n\r\n", HUGE, b"\x10\xff\xff\xff\xff\x01", b"\x10\x03\0\x04M", b"\x30\x02\0\0"]
)
def test_what_is_no_first_packet_is_hung_up_on(said: bytes) -> None:
    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        assert await said_to(door, said) == b""
        assert behind.asked == []

    at_the_door(test, ProxyLimits())


@given(st.binary(max_size=60))
def test_any_packet_has_a_user_or_is_refused(body: bytes) -> None:
    with suppress(BadPacket):
        assert isinstance(user_of(bytes((0x10, len(body))) + body), str)
    with suppress(BadPacket):
        assert is_accepted(bytes((0x20, len(body))) + body) in (True, False)


@pytest.mark.parametrize("version", [4, 5])
@pytest.mark.parametrize("user", ["club.red", "клуб.красный", None])
def test_the_user_is_found(user: str | None, version: int) -> None:
    assert user_of(connect_packet(user, version=version)) == (user or "")


@given(st.text(max_size=200))
def test_another_client_id_changes_nothing_else(client_id: str) -> None:
    told = with_client_id(connect_packet("club.red", "right", client_id="before"), client_id)
    fields = read_connect(told)
    assert (fields.client_id, fields.user, fields.password) == (client_id, "club.red", b"right")
    assert with_client_id(told, "before") == connect_packet("club.red", "right", client_id="before")


SUBSCRIBE = b"\x82\x06\0\x01\0\x01a\0"
TAKEN = [
    PUBLISHED,
    b"\x32\x07\0\x01a\0\x01hi",
    b"\x30" + bytes((0x80 | PACKET_BYTES % 128, PACKET_BYTES // 128)) + bytes(PACKET_BYTES),
    SUBSCRIBE,
    b"\xc0\0",
    b"\xe0\0",
]
REFUSED = {
    "QoS 2": [b"\x34\x07\0\x01a\0\x01hi"],
    "QoS 3": [b"\x36\x07\0\x01a\0\x01hi"],
    "a release of QoS 2": [b"\x62\x02\0\x01"],
    "too large": [b"\x30" + bytes((0x80 | (PACKET_BYTES + 1) % 128, PACKET_BYTES // 128))],
    "256 MB": [b"\x30\xff\xff\xff\x7f"],
    "five bytes of length": [b"\x30\x80\x80\x80\x80"],
    "too many subscriptions": [SUBSCRIBE] * (SUBSCRIPTIONS + 1),
}


def fed(data: bytes, piece: int) -> PacketLimits:
    limits = PacketLimits()
    for at in range(0, len(data), piece):
        limits.feed(data[at : at + piece])
    return limits


@pytest.mark.parametrize("piece", [1, 3, 1 << 14])
@pytest.mark.parametrize("name", REFUSED)
def test_a_packet_that_no_robot_has_use_for_is_refused_however_it_is_cut(name: str, piece: int) -> None:
    data = b"".join(TAKEN)
    assert fed(data, piece).between and not fed(data[:-1], piece).between
    with pytest.raises(BadPacket):
        fed(data + b"".join(REFUSED[name]), piece)


def test_who_sends_what_no_robot_sends_is_hung_up_on() -> None:
    async def test(behind: Behind, door: tuple[str, int], delays: list[float]) -> None:
        for packets in REFUSED.values():
            reader, writer = await asyncio.open_connection(*door)
            writer.write(connect_packet("club.red", "right") + b"".join(packets))
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        assert (await said_to(door, connect_packet("club.red", "right"), PUBLISHED)).endswith(b"HI")

    at_the_door(test, ProxyLimits())


def test_a_wrong_secret_on_the_embedded_broker_is_slowed() -> None:
    """One guess is answered at once, so a robot with an old secret says so."""

    async def main() -> None:
        plan = BrokerPlan(table="club", robots={"red": new_secret()})
        async with own_broker("embedded", plan) as server:
            right = server.endpoint_of("red")
            with pytest.raises(BrokerRefused):
                await MqttClient(Endpoint(right.host, right.port, right.user, "guess"), "x", lambda *_: None).connect()

    asyncio.run(main())


def test_what_a_broker_hands_on_is_bounded_before_it_is_kept() -> None:
    """A broker that is not ours lets a robot say 100 MB: the connection is given up and made anew."""
    head = b"\x30\xff\xff\xff\x1f"  # PUBLISH, 64 MB

    async def main() -> None:
        taken: list[int] = []
        again = asyncio.Event()

        async def strange_broker(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await read_packet(reader.readexactly, CONNECT, 4096)
            writer.write(bytes((0x20, 2, 0, 0)) + head)
            if taken:
                again.set()
            taken.append(0)
            with suppress(ConnectionError):
                while taken[-1] < 64 * MB:
                    writer.write(bytes(MB))
                    await writer.drain()
                    taken[-1] += MB
            writer.close()

        async with await asyncio.start_server(strange_broker, "127.0.0.1", 0) as server:
            heard: list[bytes] = []
            client = MqttClient(Endpoint(*server.sockets[0].getsockname()), "host", lambda *said: heard.append(said[1]))
            await client.connect()
            await asyncio.wait_for(again.wait(), 60)
            await client.close()
        assert taken[0] < 16 * MB and heard == []

    asyncio.run(main())
