"""`golem robots`: what it prints and how it ends."""

from __future__ import annotations

import pytest

from controller.cli import main
from controller.cli import robots as command
from firmware_bridge.protocol.tables import DICTIONARY_HASH, MAJOR, MINOR, State, Welcome
from firmware_bridge.robots.discovery import Seen


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/dev/ttyUSB0", "serial:/dev/ttyUSB0"),
        ("COM3", "serial:/COM3"),
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
            [Seen("/dev/a", _welcome("red")), Seen("/dev/b", _welcome("red")), Seen("/dev/c", None, "/dev/c: busy")],
            1,
            [
                "/dev/a: red, firmware 1.2.3, battery 7.9 V",
                "/dev/b: red, firmware 1.2.3, battery 7.9 V",
                "/dev/b: two robots are named 'red', here and on /dev/a; rename one",
                "/dev/c: busy",
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


def test_a_port_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "/dev/no-such-port", "--language", "fr"]) != 0
    told = capsys.readouterr()
    assert "10 cm de tout" in told.err
    assert "no such port" in told.err


def test_an_address_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "serial:/dev/a?speed=1"]) == 2
    assert "no setting 'speed'" in capsys.readouterr().err


def test_a_person_is_no_robot_to_be_tested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "conform", "hands:red"]) == 2
    assert "people move this golem" in capsys.readouterr().err
