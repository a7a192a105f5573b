"""What is typed as a robot's address: what is wrong with it is told at once, and never with its password."""

from __future__ import annotations

import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from firmware_bridge.robots import FAMILIES, open_robot


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("ttyUSB0", "is no robot's address"),
        ("serial:", "no port is named"),
        ("serial:/dev/ttyUSB0?baud=fast", "baud is 'fast'"),
        ("serial:/dev/ttyUSB0?speed=9600", "no setting 'speed'"),
        ("mqtt://host:1883/table", "a table and a robot"),
        ("mqtt://me:secret@host/table/red", "do not belong into an address"),
        ("mqtt://host:99999/table/red", "Port out of range"),
        ("mqtt://host:0/table/red", "Port out of range"),
        ("mqtt://host:x/table/red", "Port out of range"),
        ("mqtt://host/table/red#1", "'#1' at its end"),
        ("mqtt://host/table/red?speed=1", "no setting 'speed'"),
        ("mqtt://host/table/r+d", "a table and a robot"),
        ("mqtt://host/table/$estop", "a table and a robot"),
        ("mqtt://host/table/red/blue", "a table and a robot"),
        ("mqtt://[::1/table/red", "cannot be taken apart"),
        ("serial:/dev/ttyUSB0#2", "'#2' at its end"),
        ("hands:r/d", "the golem that people move"),
    ],
)
def test_an_address_that_cannot_be_right_is_refused_with_its_place(url: str, complaint: str) -> None:
    with pytest.raises(Problems, match=complaint) as caught:
        open_robot("red", url)
    assert caught.value.problems[0].at == "robots.red"


def test_all_that_is_wrong_with_an_address_is_told_at_once_in_every_language() -> None:
    for url, start, count in (
        ("mqtt://host:0/table/r+d?speed=1#2", "'mqtt://host:0/", 4),
        ("mqtt://me:geheim@host:0/table/r+d", "'mqtt://...@host:0/", 1),
        ("serial:?baud=1&speed=1#2", "'serial:?", 4),
    ):
        with pytest.raises(Problems) as caught:
            open_robot("red", url)
        assert len(caught.value.problems) == count
        for problem in caught.value.problems:
            told = {problem.translated(language) for language in languages()}
            assert len(told) == len(languages()) and all(text.startswith(f"robots.red: {start}") for text in told)


@pytest.mark.parametrize(
    "url",
    [
        "mqtt://me:geheim@host/t",
        "mqtt://me:ge/geheim@host/t/red",
        "mqtt://me:ge#geheim@host/t/red",
        "mqtt://me:ge?geheim@host/t/red",
        "mqtt://me:@geheim@host/t/red",
        "mqtt:me:geheim@host/t/red",
        "mqtts:/me:geheim@host/t/red",
        "me:geheim@host/t/red",
        "mqtt://[me:geheim@host/t/red",
    ],
)
def test_a_password_in_an_address_is_never_shown(url: str) -> None:
    with pytest.raises(Problems) as caught:
        open_robot("red", url)
    assert all(
        "geheim" not in problem.translated(language) for problem in caught.value.problems for language in languages()
    )


def test_every_family_opens_its_own_example() -> None:
    examples = {
        "serial": "serial:/dev/serial/by-id/usb-1?baud=9600",
        "mqtt": "mqtt://host/table/red",
        "mqtts": "mqtts://host/table/red",
        "hands": "hands:red",
    }
    assert set(examples) == set(FAMILIES), "a family without a test"
    for scheme, url in examples.items():
        assert open_robot("red", url).status.link == "connecting", scheme
