"""Nobody is locked out of the page, and the emergency stop is always heard. Other 127.0.0.x are other people."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from controller.console import table_routes
from controller.console.load.connections import ConnectionLimits
from controller.console.load.fair_slots import FairSlots, SlotLimits
from controller.console.load.peers import group_of, is_this_machine
from controller.console.load.request_rate import RateLimits, RequestRate
from controller.console.server import Console
from controller.console.serving import web_server
from controller.console.serving.listening_socket import PortBusy, listen
from controller.console.serving.server_options import ServerOptions
from controller.table.core.mailbox import CommandAnswer
from tests.support import views
from tests.support.views import FakeTable
from tests.support.web import KEY, Answer, ask, order, serving

WITH_KEY = {"X-Golem-Key": KEY}
STRANGER = "127.0.0.2"
SOON_S = 10.0
"""An answer under load, on a machine with other work. Measured: 2 to 30 ms."""


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 120))


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def half_open(port: int, number: int, sent: bytes, source: str = STRANGER) -> AsyncIterator[list[Line]]:
    """Connections that say so much and no more."""
    lines: list[Line] = []
    try:
        for _ in range(number):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writer.write(sent)
            lines.append((reader, writer))
        yield lines
    finally:
        for _reader, writer in lines:
            writer.close()


async def stop(console: Console, **headers: str | None) -> Answer:
    return await ask(console, "/estop", method="POST", headers=headers, port=console.stop_port)


async def in_time(asked: Coroutine[Any, Any, Answer]) -> Answer:
    return await asyncio.wait_for(asked, SOON_S)


@pytest.mark.parametrize("sent", [b"", b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "], ids=["silent", "slow"])
def test_511_half_open_connections_lock_nobody_out(sent: bytes) -> None:
    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console, half_open(console.port, 511, sent), AsyncExitStack() as stack:
            await stack.enter_async_context(half_open(console.stop_port, 60, sent))
            assert (await in_time(ask(console, "/"))).status == 200
            assert (await in_time(order(console, "go", headers=WITH_KEY))).status == 200
            assert (await in_time(order(console, "estop"))).status == 200
            assert (await in_time(stop(console))).status == 200
            # Another phone in the room, too.
            phone = ask(console, "/", source="127.0.0.3")
            assert (await in_time(phone)).status == 200
            assert [name for name, _ in table.asked] == ["go", "estop", "estop"]

    run(scene())


def test_greedy_screens_lock_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are places, from as few addresses as may have them; they read nothing."""
    monkeypatch.setattr(table_routes, "SCREENS_LIMIT", 12)
    monkeypatch.setattr(table_routes, "SCREENS_OF_ONE", 6)
    monkeypatch.setattr(table_routes, "SCREENS_RESERVED", 2)

    async def screen(console: Console, source: str) -> ClientConnection:
        return await connect(f"ws://127.0.0.1:{console.port}/ws", proxy=None, local_addr=(source, 0))

    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console, AsyncExitStack() as stack:
            greedy = []
            for number in range(12):
                with contextlib.suppress(Exception):
                    greedy.append(await screen(console, f"127.0.0.{2 + number // 6}"))
                    stack.push_async_callback(greedy[-1].close)
            # The second address takes one place of the first before both have as many.
            assert len(greedy) == 11
            for source in ("127.0.0.1", "127.0.0.8", "127.0.0.9"):
                honest = await screen(console, source)
                stack.push_async_callback(honest.close)
                assert json.loads(await asyncio.wait_for(honest.recv(), SOON_S))["type"] == "view"
            gone = {asyncio.ensure_future(one.wait_closed()) for one in greedy}
            while sum(one.done() for one in gone) < 3:
                await asyncio.wait({one for one in gone if not one.done()}, return_when=asyncio.FIRST_COMPLETED)
            assert [one.close_code for one in greedy if one.close_code is not None] == [1013] * 3
            assert (await in_time(stop(console))).status == 200

    run(scene())


def test_who_has_the_key_finds_a_place_beside_greedy_screens_of_the_same_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where all devices of a room come by one address."""
    monkeypatch.setattr(table_routes, "SCREENS_LIMIT", 12)
    monkeypatch.setattr(table_routes, "SCREENS_OF_ONE", 6)
    monkeypatch.setattr(table_routes, "SCREENS_RESERVED", 2)

    async def scene() -> None:
        async with serving(FakeTable(shown=views.view())) as console, AsyncExitStack() as stack:

            async def screen(headers: dict[str, str]) -> ClientConnection:
                address = f"ws://127.0.0.1:{console.port}/ws"
                opened = await connect(address, proxy=None, local_addr=("127.0.0.2", 0), additional_headers=headers)
                stack.push_async_callback(opened.close)
                return opened

            for _ in range(6):
                await screen({})
            with pytest.raises(InvalidStatus):
                await screen({})
            known = await screen(WITH_KEY)
            assert json.loads(await asyncio.wait_for(known.recv(), SOON_S))["type"] == "view"

    run(scene())


def test_a_reader_that_takes_nothing_and_a_body_that_never_ends_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "SWEEP_S", 0.01)

    async def scene() -> None:
        app = Console(FakeTable(), FakeTable(), ServerOptions(port=0), key=KEY).app()
        listener = listen("127.0.0.1", 0)
        limits = ConnectionLimits(request_s=0.05, stalled_s=0.05)
        task = asyncio.ensure_future(web_server.serve_app(app, [listener], limits))
        port = listener.getsockname()[1]
        head = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
        for sent in (
            b"",
            b"GET / HTTP/1.1\r\n",
            b"POST /command HTTP/1.1\r\n" + head + b"Content-Length: 4000\r\n\r\n{",
            b"POST /command HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        ):
            async with half_open(port, 1, sent) as [(reader, _writer)]:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
        fonts = b"GET /fonts/golem-text-bold-more.woff2 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 300
        async with half_open(port, 1, fonts) as [(_reader, writer)]:
            # It reads nothing: asyncio stops taking bytes when its buffer is full.
            while not writer.transport.is_closing():
                writer.write(b"\r\n")
                await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait({task})

    run(scene())


HUGE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 600_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 600_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 120_000 + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n",
)


def test_huge_heads_and_what_is_no_http_are_refused_and_the_next_is_served(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with serving(FakeTable(shown=views.view())) as console:
            for sent in HUGE:
                async with half_open(console.port, 1, sent) as [(reader, _writer)]:
                    with contextlib.suppress(ConnectionError):
                        answer = await asyncio.wait_for(reader.read(), SOON_S)
                        assert answer.startswith((b"HTTP/1.1 4", b"")), sent[:20]
            assert (await ask(console, "/")).status == 200
            assert (await stop(console)).status == 200

    run(scene())
    assert not [record for record in caplog.records if record.exc_info]


def test_frames_that_break_the_websockets_rules_end_it_alone() -> None:
    """Seeded: the seed is in the assertion."""

    async def scene() -> None:
        async with serving(FakeTable(shown=views.view())) as console:
            head = (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{console.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            ).encode()
            for seed in range(40):
                frames = Random(seed).randbytes(200)
                async with half_open(console.port, 1, head + frames) as [(reader, writer)]:
                    with contextlib.suppress(ConnectionError):
                        answer = await reader.readuntil(b"\r\n")
                        assert answer == b"HTTP/1.1 101 Switching Protocols\r\n", seed
                        writer.write_eof()
                        await asyncio.wait_for(reader.read(), SOON_S)
            assert (await ask(console, "/")).status == 200

    run(scene())


# The emergency stop's own way


def test_the_emergency_stop_is_heard_while_the_page_is_flooded() -> None:
    """A flood of good requests: how long a stop takes is measured, and printed."""

    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console:
            ended = asyncio.Event()

            async def flood(number: int) -> None:
                while not ended.is_set():
                    with contextlib.suppress(ConnectionError, OSError, IndexError):
                        await ask(console, "/view.json", source=f"127.0.0.{2 + number % 4}")

            flooding = [asyncio.ensure_future(flood(number)) for number in range(40)]
            took = []
            for _ in range(5):
                began = time.perf_counter()
                assert (await in_time(stop(console))).status == 200
                took.append(time.perf_counter() - began)
            print(f"a stop took {max(took) * 1000:.0f} ms at most")
            ended.set()
            await asyncio.wait(flooding)

    run(scene())


def test_a_stop_that_comes_on_both_ways_is_one_and_those_that_come_together_too() -> None:
    class SlowTable(FakeTable):
        async def submit(self, name: str, args: Any) -> CommandAnswer:
            answer = await super().submit(name, args)
            await go_on.wait()
            return answer

    async def scene() -> None:
        table = SlowTable()
        async with serving(table) as console:
            path = "/estop?request=one"
            first = asyncio.ensure_future(ask(console, path, method="POST", port=console.stop_port))
            await table.heard.wait()
            again = asyncio.ensure_future(order(console, "estop", headers={"X-Golem-Request": "one"}))
            other = asyncio.ensure_future(order(console, "estop"))
            # Whoever leaves ends nothing.
            async with half_open(console.stop_port, 1, b"POST /estop HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
                pass
            go_on.set()
            assert {answer.status for answer in await asyncio.gather(first, again, other)} == {200}
            asked = len(table.asked)
            assert (await order(console, "estop", headers={"X-Golem-Request": "one"})).status == 200
            assert len(table.asked) == asked
            for number in range(100):
                assert (await order(console, "estop", headers={"X-Golem-Request": str(number)})).status == 200
            assert len(table.asked) == asked + 100

    go_on = asyncio.Event()
    run(scene())


def test_only_our_own_page_and_programs_may_ask_there() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            page = f"http://127.0.0.1:{console.port}"
            good = await stop(console, Origin=page)
            assert (good.status, good.headers["access-control-allow-origin"]) == (200, page)
            assert good.json()["text"]["en"] == "Done."
            for headers, status in (
                ({"Origin": "http://evil.example"}, 403),
                ({"Origin": f"http://evil.example:{console.port}"}, 403),
                ({"Origin": "null"}, 403),
                ({"Origin": f"http://127.0.0.1:{console.stop_port}"}, 403),
                ({"Sec-Fetch-Site": "cross-site"}, 403),
                ({"Host": "evil.example"}, 421),
                ({"Host": None}, 400),
            ):
                refused = await stop(console, **headers)
                assert refused.status == status, headers
                assert "access-control-allow-origin" not in refused.headers
            assert (await ask(console, "/view.json", port=console.stop_port)).status == 404
            assert len(table.asked) == 1
            setup = (await ask(console, "/setup.json")).json()
            assert setup["stop_port"] == console.stop_port
            policy = (await ask(console, "/")).headers["content-security-policy"]
            assert f"connect-src 'self' http://127.0.0.1:{console.stop_port};" in policy

    run(scene())


def test_a_stop_port_that_is_taken_is_named() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            other = Console(FakeTable(), FakeTable(), ServerOptions(port=0), stop_port=console.stop_port)
            with pytest.raises(PortBusy, match=str(console.stop_port)):
                other.open()
            assert other._listener is None

    run(scene())


# The rules by themselves


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans(), st.booleans()), max_size=120), st.randoms())
def test_slots_are_bounded_and_the_greediest_gives_way(comers: list[tuple[str, bool, bool]], rng: Random) -> None:
    limits = SlotLimits(total=12, group=7, reserved=3)
    slots: FairSlots[int] = FairSlots(limits)
    held: dict[int, str] = {}
    for number, (group, trusted, idle) in enumerate(comers):
        sizes = Counter(held.values())
        lost = slots.enter(number, group, trusted=trusted, idle=idle)
        if lost is None:
            full = sizes.total() >= limits.total - (0 if trusted else limits.reserved)
            assert sizes[group] >= limits.group or (full and max(sizes.values()) <= sizes[group] + 1)
            continue
        for one in lost:
            assert sizes[held[one]] >= sizes[group]
            del held[one]
        held[number] = group
        if rng.random() < 0.2:
            gone = rng.choice(sorted(held))
            slots.leave(gone)
            del held[gone]
        assert len(slots) == len(held) <= limits.total
        assert max(Counter(held.values()).values(), default=0) <= limits.group


def test_who_waits_longest_gives_way_first() -> None:
    slots: FairSlots[str] = FairSlots(SlotLimits(total=3, group=3))
    for name in ("one", "two", "three"):
        assert slots.enter(name, "a", idle=True) == []
    slots.set_idle("one", False)
    assert slots.enter("four", "a", idle=True) == ["two"]
    slots.set_idle("one", True)
    assert slots.enter("five", "b") == ["three"]
    assert slots.enter("six", "b") == ["four"]
    slots.set_idle("one", False)
    assert slots.enter("seven", "b") is None
    assert slots.enter("eight", "c") == ["five"]
    assert slots.enter("nine", "d") is None
    slots.leave("one")
    slots.leave("one")
    assert slots.enter("nine", "d") == []


def test_addresses_are_grouped_as_households() -> None:
    assert group_of(("192.168.1.7", 5)) == "192.168.1.7"
    assert group_of(("::ffff:192.168.1.7", 5, 0, 0)) == "192.168.1.7"
    assert group_of(("2001:db8::1", 5)) == group_of(("2001:db8::2", 5)) != group_of(("2001:db8:0:1::1", 5))
    assert group_of(("fe80::1%eth0", 5)) == "fe80::/64"
    assert group_of(None) == ""
    assert is_this_machine(("127.0.0.1", 1), ("127.0.0.1", 2))
    assert is_this_machine(("::1", 1), ("::1", 2))
    assert not is_this_machine(("127.0.0.2", 1), ("127.0.0.1", 2))
    assert not is_this_machine(("2001:db8::1", 1), ("2001:db8::2", 2))
    assert not is_this_machine(None, None)


def test_an_address_that_asks_too_often_waits_and_the_others_do_not() -> None:
    rate = RequestRate(RateLimits(a_second=10, at_once=5, longest_wait_s=1, addresses=3))
    assert [rate.wait_s("a", 0.0) for _ in range(5)] == [0.0] * 5
    assert [rate.wait_s("a", 0.0) for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert rate.wait_s("b", 0.0) == 0.0
    for _ in range(100):
        assert rate.wait_s("a", 0.0) <= 1.1
    assert rate.wait_s("a", 1.2) <= 0.1
    assert rate.wait_s("a", 9.0) == 0.0
    for name in "cdefgh":
        rate.wait_s(name, 9.0)
    assert len(rate._buckets) == 3
