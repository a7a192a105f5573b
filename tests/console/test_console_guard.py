"""Who may ask for what: pure functions of headers; and guesses of the key are slowed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.access_control import (
    host_name,
    is_tls_address,
    refuse_host,
    refuse_key,
    refuse_origin,
    refuse_page_origin,
)
from controller.console.load.key_guesses import USUAL, GuessLimits, KeyGuesses
from controller.console.load.request_rate import RateLimits
from tests.support import views
from tests.support.console_requests import run
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, order, serving

NAMES = frozenset({"localhost", "table", "table.local"})


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8080", "127.0.0.1", "[::1]:8080", "192.168.7.4:80", "localhost:1", "LOCALHOST", "table.local.:9"],
)
def test_our_own_hosts_are_let_in(host: str) -> None:
    assert refuse_host({"host": host}, NAMES) is None


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example:8080", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1@evil.example", 400),
        ("evil.example/127.0.0.1", 400),
        ("localhost:99999", 400),
        ("localhost:port", 400),
        ("[::1", 400),
        ("", 400),
    ],
)
def test_foreign_and_senseless_hosts_are_refused(host: str, status: int) -> None:
    refusal = refuse_host({"host": host}, NAMES)
    assert refusal is not None
    assert refusal.status == status


def test_a_missing_host_is_refused() -> None:
    refusal = refuse_host({}, NAMES)
    assert refusal is not None
    assert refusal.status == 400


@given(st.text(max_size=40))
def test_no_host_header_breaks_the_reader_of_it(host: str) -> None:
    name = host_name(host)
    assert name is None or name == name.lower()


@given(st.from_regex(r"[a-z][a-z0-9-]{0,20}(\.[a-z]{2,8}){1,3}", fullmatch=True))
def test_a_name_that_is_not_ours_is_never_let_in(name: str) -> None:
    assert (refuse_host({"host": name}, NAMES) is None) == (name in NAMES)


@pytest.mark.parametrize(
    ("headers", "let_in"),
    [
        ({"host": "t:1"}, True),
        ({"host": "t:1", "origin": "http://t:1"}, True),
        ({"host": "t:1", "origin": "https://t:1"}, True),
        ({"host": "t:1", "origin": "http://t:2"}, False),
        ({"host": "t:1", "origin": "http://t"}, False),
        ({"host": "t:1", "origin": "http://evil.example"}, False),
        ({"host": "t:1", "origin": "null"}, False),
        ({"host": "t:1", "origin": ""}, False),
        ({"host": "t:1", "sec-fetch-site": "cross-site"}, False),
        ({"host": "t:1", "sec-fetch-site": "same-site"}, False),
        ({"host": "t:1", "sec-fetch-site": "same-origin"}, True),
    ],
)
def test_only_our_own_pages_and_programs_may_command(headers: dict[str, str], let_in: bool) -> None:
    assert (refuse_origin(headers) is None) == let_in


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_only_the_key_is_the_key(key: str, given_key: str) -> None:
    refusal = refuse_key({"x-golem-key": given_key}, key)
    assert (refusal is None) == (key == given_key)


def test_without_a_key_nothing_is_asked() -> None:
    assert refuse_key({}, None) is None
    missing = refuse_key({}, "k")
    assert missing is not None
    assert missing.error == "key-needed"


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("https://table.example:8443", True),
        ("https://table.example", True),
        ("http://table.example:8443", False),
        ("https://table.example:8443/estop", False),
        ("https://table.example; script-src *", False),
        ("https://user@table.example", False),
        ("https://[::1]:8443", False),
        ("https://table.example:99999", False),
        ("table.example", False),
        ("", False),
    ],
)
def test_a_stop_address_is_a_name_and_a_port_behind_tls(address: str, fits: bool) -> None:
    assert is_tls_address(address) == fits


def test_only_pages_of_the_same_name_stop_through_the_proxy() -> None:
    host = {"host": "table.example:8443"}
    for origin, let_in in (
        ("https://table.example", True),
        ("https://table.example:444", True),
        ("http://table.example:444", False),
        ("https://evil.example", False),
    ):
        headers = {**host, "origin": origin}
        assert (refuse_page_origin(headers, 8080, behind_tls=True) is None) == let_in
        assert refuse_page_origin(headers, 8080) is not None


def test_wrong_keys_of_an_address_make_its_next_ones_wait_longer_and_longer() -> None:
    guesses = KeyGuesses(GuessLimits(free=3, first_s=2.0, longest_s=60.0, forgotten_s=600.0, addresses=2))
    waits = []
    now = 0.0
    for _ in range(9):
        now += guesses.wait_s("a", now)
        guesses.wrong("a", now)
        waits.append(guesses.wait_s("a", now))
    assert waits == [0.0, 0.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    assert guesses.wait_s("b", now) == 0.0, "each address waits for its own mistakes"
    assert guesses.wait_s("a", now + 600.0) == 0.0
    guesses.right("a")
    assert guesses.wait_s("a", now) == 0.0
    # A flood of addresses makes no more than so many be remembered.
    for address in "cde":
        guesses.wrong(address, now)
    assert guesses.wrong("e", now) == 2 and guesses.wrong("c", now) == 1


def test_guesses_of_the_key_are_slowed_and_logged_and_nobody_else_is(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serving(FakeTable()) as console:
            led = await ask(console, f"/console?key={KEY}")
            cookie = led.headers["set-cookie"].partition(";")[0]
            ways = [("/key", "POST"), ("/undo.json", "GET"), ("/console?key=guess-4", "GET")]
            with caplog.at_level(logging.WARNING):
                for number in range(USUAL.free):
                    path, method = ways[number % 3]
                    header = {} if "?" in path else {"X-Golem-Key": f"guess-{number}"}
                    assert (await ask(console, path, method=method, headers=header)).status in (303, 403)
            # Now even the right one has to wait, from this address only; a cookie goes on.
            slowed = await ask(console, "/key", method="POST", headers={"X-Golem-Key": KEY})
            assert slowed.status == 429 and slowed.json()["error"] == "too-many-keys"
            assert 1 <= int(slowed.headers["retry-after"]) <= USUAL.first_s
            assert (await order(console, "pause", headers={"Cookie": cookie})).status == 200
            # Everybody may stop the robots, whatever key they bring; commands are refused as without one.
            assert (await order(console, "estop", headers={"X-Golem-Key": "guess"})).status == 200
            assert (await order(console, "pause", headers={"X-Golem-Key": KEY})).status == 403
            other = await ask(console, "/key", method="POST", headers={"X-Golem-Key": KEY}, source="127.0.0.9")
            assert other.status == 200

    asyncio.run(main())
    told = [record.getMessage() for record in caplog.records]
    assert [line.rpartition(": ")[2] for line in told] == [f"{n} in a row" for n in range(1, USUAL.free + 1)]
    assert all("127.0.0.1" in line and "guess" not in line and KEY not in line for line in told)


def test_a_flood_of_its_address_does_not_slow_a_browser_that_has_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.console.server.RateLimits", lambda: RateLimits(0.001, 4, 0.0))

    async def scene() -> None:
        async with serving(FakeTable(shown=views.view())) as console:
            opened = await ask(console, "/key", method="POST", headers={"X-Golem-Key": KEY})
            cookie = opened.headers["set-cookie"].partition(";")[0]

            async def asked(headers: Mapping[str, str | None]) -> list[int]:
                return [
                    (await ask(console, "/view.json", headers=headers, source="127.0.0.2")).status for _ in range(6)
                ]

            assert await asked({}) == [200] * 4 + [429] * 2
            assert await asked({"Cookie": cookie}) == [200] * 4 + [429] * 2
            # Neither what is no such cookie, nor a key: whether it is right would be told by the waiting.
            for other in ({"Cookie": cookie[:-1]}, {"X-Golem-Key": KEY}):
                assert await asked(other) == [429] * 6

    run(scene())
