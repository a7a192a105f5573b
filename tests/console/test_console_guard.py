"""Who may ask for what: pure functions of headers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.access_control import host_name, refuse_host, refuse_key, refuse_origin

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
