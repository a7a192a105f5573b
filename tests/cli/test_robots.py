"""`golem robots`: what it prints and how it ends."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from controller.cli import main
from controller.cli.robots import command
from controller.cli.robots import conformance_progress as conforming
from firmware_bridge.channels.channel import Channel, PortBusy
from firmware_bridge.channels.channel_reasons import ChannelReason, Device
from firmware_bridge.conformance import CHECKS
from firmware_bridge.protocol.messages import DICTIONARY_HASH, MAJOR, MINOR, State, Welcome
from firmware_bridge.robots.discovery.serial_discovery import AnotherDevice, NobodyThere, Seen
from firmware_bridge.robots.robot_families import open_channel
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/dev/ttyUSB0", "serial:/dev/ttyUSB0"),
        ("COM3", "serial:/COM3"),
        ("ttyUSB0", "serial:/dev/ttyUSB0"),
        ("serial:/dev/rfcomm0?baud=9600", "serial:/dev/rfcomm0?baud=9600"),
        ("mqtt://host:1883/table/red", "mqtt://host:1883/table/red"),
    ],
)
def test_a_bare_port_is_a_serial_port(typed: str, meant: str) -> None:
    assert command.address(typed) == meant


def _welcome(name: str) -> Welcome:
    return Welcome(3, 0, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 2, 3, 0x3FF, 7900, State.IDLE, 0, name)


@pytest.mark.parametrize(
    ("seen", "status", "lines"),
    [
        ([], 1, ["There is no serial port. Is a robot plugged in and switched on?"]),
        ([Seen("/dev/a", _welcome("red"))], 0, ["/dev/a: red, firmware 1.2.3, battery 7.9 V"]),
        (
            [
                Seen("/dev/a", _welcome("red")),
                Seen("/dev/b", _welcome("red")),
                Seen("/dev/c", None, PortBusy("/dev/c")),
            ],
            1,
            [
                "/dev/a: red, firmware 1.2.3, battery 7.9 V",
                "/dev/b: red, firmware 1.2.3, battery 7.9 V",
                "/dev/b: two robots are named 'red', here and on /dev/a; rename one",
                "/dev/c: another program has this port open (a serial monitor? a second table?)",
            ],
        ),
    ],
)
def test_a_list_names_golems_and_what_is_wrong(
    seen: list[Seen], status: int, lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def looked(baud: int) -> list[Seen]:
        return seen

    monkeypatch.setattr(command, "look_everywhere", looked)
    assert main(["robots", "list"]) == status
    assert capsys.readouterr().out.splitlines() == lines


def test_a_list_says_what_is_wrong_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gps = AnotherDevice("/dev/c", ChannelReason.SOMETHING_ELSE(device=Device.SATELLITE_RECEIVER().message))

    async def looked(baud: int) -> list[Seen]:
        return [
            Seen("/dev/a", _welcome("red")),
            Seen("/dev/b", _welcome("red")),
            Seen("/dev/c", None, gps),
            Seen("/dev/d", None, NobodyThere("/dev/d")),
            Seen("/dev/e", None, PortBusy("/dev/e")),
        ]

    monkeypatch.setattr(command, "look_everywhere", looked)
    assert main(["robots", "list", "--language", "pl"]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "/dev/b: dwa roboty nazywają się 'red', tutaj i na /dev/a; zmień nazwę jednego",
        "/dev/c: to nie golem; jest tam odbiornik satelitarny (GPS; mówi po NMEA 0183)",
        "/dev/d: nikt nie odpowiada",
        "/dev/e: inny program ma otwarty ten port (monitor portu? drugi stół?)",
    ]


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        (["jog", "/dev/a", "--mm", "999", "--language", "fr"], "--mm: 999 est hors des limites, de -300 à 300"),
        (["ping", "/dev/a", "--count", "0", "--language", "ru"], "--count: 0 вне пределов от 1 до 10000"),
        (["name", "/dev/a", "much-too-long", "--language", "pl"], "NAME: 'much-too-long' nie może być nazwą golema"),
        (["conform", "hands:red", "--language", "pl"], "tego golema poruszają ludzie"),
        (["flash", "mqtt://host/table/red", "--language", "fr"], "câble USB"),
    ],
)
def test_what_was_typed_wrong_is_told_in_the_readers_language(
    typed: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robots", *typed]) == 2
    assert part in capsys.readouterr().err


def test_a_watch_names_a_golem_that_comes_with_anothers_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told when the second one comes, and again when it was away; no more once the first one is gone."""

    async def watched(seen: Callable[[Seen], None], gone: Callable[[str], None], baud: int) -> None:
        seen(Seen("/dev/b", _welcome("red")))
        seen(Seen("/dev/a", _welcome("red")))
        gone("/dev/a")
        seen(Seen("/dev/a", _welcome("red")))
        gone("/dev/b")
        gone("/dev/a")
        seen(Seen("/dev/b", _welcome("red")))

    monkeypatch.setattr(command, "watch", watched)
    assert main(["robots", "list", "--watch"]) == 0
    who, twice = "red, firmware 1.2.3, battery 7.9 V", "two robots are named 'red', here and on /dev/b; rename one"
    assert capsys.readouterr().out.splitlines() == [
        f"/dev/b: {who}",
        f"/dev/a: {who}",
        f"/dev/a: {twice}",
        "/dev/a: it is gone",
        f"/dev/a: {who}",
        f"/dev/a: {twice}",
        "/dev/b: it is gone",
        "/dev/a: it is gone",
        f"/dev/b: {who}",
    ]


def test_a_port_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "/dev/no-such-port", "--language", "fr"]) != 0
    told = capsys.readouterr()
    assert "10 cm de tout" in told.err
    assert "ce port n’existe pas" in told.err and "no such port" not in told.err


def test_an_address_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "serial:/dev/a?speed=1"]) == 2
    assert "no setting 'speed'" in capsys.readouterr().err


def test_a_person_is_no_robot_to_be_tested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "hands:red"]) == 2
    assert "people move this golem" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("deaf", "typed", "status", "verdict"),
    [(False, None, 0, "tested."), (False, "", 0, "golem."), (False, "n", 0, "tested."), (True, None, 1, "failed.")],
)
def test_a_robot_on_a_port_gets_its_certificate(
    deaf: bool,
    typed: str | None,
    status: int,
    verdict: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command itself, on a pseudo-terminal with a robot behind it, in virtual time; `typed`: by who is there."""
    rigs: list[Rig] = []

    def in_virtual_time(what: Coroutine[Any, Any, Any]) -> Any:
        async def beside_a_robot() -> Any:
            async with serial_robots(World(), ("red",), 3) as rig:
                rigs.append(rig)
                if deaf:
                    monkeypatch.setattr(rig.simulated_robots["red"].side, "poll", lambda _now: None)
                return await what

        return run(beside_a_robot())

    def opened(_name: str, url: str, **_more: Any) -> Channel:
        assert url == "serial:/dev/golem"
        return open_channel("red", rigs[-1].urls["red"], rigs[-1].traffic)

    async def line_typed(_keyboard: Any) -> str:
        if typed == "":
            rigs[-1].simulated_robots["red"].reset()
        return typed or ""

    monkeypatch.setattr(asyncio, "run", in_virtual_time)
    monkeypatch.setattr(command, "open_channel", opened)
    monkeypatch.setattr(conforming, "line_of", line_typed)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: typed is not None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["robots", "conform", "/dev/golem"]) == status
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[0] == "Certificate" and lines[1].startswith("tested on: 20") and lines[-1].endswith(verdict)
    assert sum(line.startswith(("+ ", "! ", "- ")) for line in lines) == len(CHECKS)
    assert [line.startswith("! ") for line in lines].count(True) == (2 if deaf else 0)
    # Everything is looked at if somebody starts the robot anew.
    assert [line.startswith("- ") for line in lines].count(True) == (0 if typed == "" else 1)
    assert ("press the robot's reset button" in told.err) is (typed is not None)
    # On a terminal its progress is one line, which is gone at the end.
    progress = told.err.partition("\r")[2].split("\r")
    assert progress[-1] == "\x1b[K" and f"{len(CHECKS)} / {len(CHECKS)}  after a start" in progress[-2]
    assert len(progress) == len(CHECKS) + (1 if typed is None else 2)


def test_a_line_is_read_beside_the_robots() -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours) as keyboard, os.fdopen(theirs, "w") as person:
        person.write(" n\n")
        person.flush()
        assert asyncio.run(conforming.line_of(keyboard)) == "n"
