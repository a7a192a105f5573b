"""`golem robots flash`: the right words for avrdude and make, and what is said when one of them is missing or fails."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import serial

from boards.base.errors import Problems
from controller.app.tools import firmware_upload as flashing
from controller.app.tools.firmware_upload import FlashFailed, FlashPlan, avrdude_command, flash
from controller.cli import main
from firmware_bridge.channels.channel import PortForbidden, PortMissing
from tests.support.nano_bootloader import NanoBootloader

Done = subprocess.CompletedProcess[str]


@pytest.fixture
def port() -> Iterator[str]:
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


@pytest.fixture
def hex_file(tmp_path: Path) -> Path:
    path = tmp_path / "golem.hex"
    path.write_text(":00000001FF\n", encoding="ascii")
    return path


class Runner:
    """Runs nothing; remembers, and ends as told."""

    def __init__(self, *statuses: int, said: str = "", makes: Path | None = None) -> None:
        self.commands: list[list[str]] = []
        self._statuses = list(statuses)
        self._said = said
        self._makes = makes

    def __call__(self, command: list[str]) -> Done:
        self.commands.append(command)
        if self._makes is not None and command[0] == "make":
            self._makes.parent.mkdir(parents=True, exist_ok=True)
            self._makes.write_text("", encoding="ascii")
        return subprocess.CompletedProcess(command, self._statuses.pop(0), "", self._said)


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What is on PATH."""
    there = {"avrdude", "make", "avr-g++", "avr-objcopy"}
    monkeypatch.setattr(shutil, "which", lambda tool: f"/usr/bin/{tool}" if tool in there else None)
    return there


def test_both_bootloaders_of_a_nano_are_tried(port: str, hex_file: Path, tools: set[str]) -> None:
    told: list[str] = []
    run = Runner(1, 0, said="avrdude: stk500_recv(): programmer is not responding")
    flash(FlashPlan(port, hex_file=hex_file), told.append, run)
    assert [command[command.index("-b") + 1] for command in run.commands] == ["115200", "57600"]
    assert run.commands[0] == avrdude_command(port, "new", hex_file)
    assert " ".join(run.commands[0]) == (f"avrdude -p m328p -c arduino -P {port} -b 115200 -D -U flash:w:{hex_file}:i")
    assert told == [" ".join(command) for command in run.commands]


@pytest.mark.parametrize(("bootloader", "baud"), [("new", "115200"), ("old", "57600")])
def test_a_bootloader_that_is_named_is_the_only_one_tried(
    bootloader: flashing.Bootloader, baud: str, port: str, hex_file: Path, tools: set[str]
) -> None:
    run = Runner(1, said="avrdude: stk500_getsync(): not in sync\n\navrdude done.  Thank you.\n")
    with pytest.raises(FlashFailed, match=r"could not write: stk500_getsync\(\): not in sync\. Is it an Arduino Nano"):
        flash(FlashPlan(port, bootloader, hex_file=hex_file), print, run)
    assert [command[command.index("-b") + 1] for command in run.commands] == [baud]


@pytest.mark.parametrize("name", ["", "rosie"])
def test_our_program_is_brought_up_to_date_and_written(
    name: str, port: str, tools: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "artifact_folder", lambda kind: tmp_path / "build" / kind)
    made = tmp_path / "build" / "firmware" / name / "golem.hex"
    run = Runner(0, 0, 0, makes=made)
    flash(FlashPlan(port, "new", name), lambda _text: None, run)
    assert [command[0] for command in run.commands] == ["make", "avrdude"]
    assert (f"NAME={name}" in run.commands[0]) == bool(name)
    assert f"BUILD={made.parent}" in run.commands[0]
    assert run.commands[1][-1] == f"flash:w:{made}:i"
    tools.remove("avr-g++")  # it cannot be built here any more: as it was built before
    flash(FlashPlan(port, "new", name), lambda _text: None, run)
    assert [command[0] for command in run.commands] == ["make", "avrdude", "avrdude"]


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("avrdude", "sudo apt-get install avrdude"),
        ("avr-g++", "sudo apt-get install gcc-avr avr-libc"),
        ("make", "sudo apt-get install make avr-libc"),
    ],
)
def test_a_missing_tool_is_explained(
    missing: str, words: str, port: str, tools: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "artifact_folder", lambda kind: tmp_path / "build" / kind)
    tools.remove(missing)
    run = Runner()
    with pytest.raises(FlashFailed, match=words):
        flash(FlashPlan(port), print, run)
    assert run.commands == []


def test_a_port_that_is_missing_or_forbidden_is_told_before_anything_is_built(
    port: str, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PortMissing):
        flash(FlashPlan("/dev/no-such-port"), print, Runner())
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PortForbidden, match=r"sudo usermod -aG dialout \$USER"):
        flash(FlashPlan(port), print, Runner())


@pytest.mark.parametrize("what", ["a file", "a folder"])
def test_what_is_no_port_is_told_before_anything_is_built(
    what: str, hex_file: Path, tools: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = hex_file if what == "a file" else hex_file.parent
    assert main(["robots", "flash", str(path), "--hex", str(hex_file), "--language", "pl"]) == 2
    assert f"{path}: to nie port szeregowy" in capsys.readouterr().err


def test_a_port_on_which_another_program_has_a_golem_is_left_alone(
    port: str, hex_file: Path, tools: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """avrdude asks nobody: it would write while a table plays."""
    with closing(serial.Serial(port, exclusive=True)):
        assert main(["robots", "flash", port, "--hex", str(hex_file), "--language", "ru"]) == 1
    told = capsys.readouterr()
    assert f"{port}: порт занят другой программой" in told.err
    assert "avrdude -p" not in told.out


def test_a_table_cannot_take_the_port_while_it_is_written(port: str, hex_file: Path, tools: set[str]) -> None:
    seen: list[str] = []

    def run(command: list[str]) -> Done:
        with pytest.raises(serial.SerialException):
            serial.Serial(port, exclusive=True)
        seen.append(command[0])
        return subprocess.CompletedProcess(command, 0, "", "")

    flash(FlashPlan(port, hex_file=hex_file), lambda _text: None, run)
    assert seen == ["avrdude"]
    serial.Serial(port, exclusive=True).close()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "avrdude error: programmer is not responding\navrdude warning: attempt 10 of 10: not in sync: resp=0x00\n"
            "avrdude error: unable to open programmer arduino on port /dev/x\n\navrdude done.  Thank you.\n",
            "programmer is not responding",
        ),
        (
            "avrdude OS error: cannot open port /dev/x: Device or resource busy\n"
            "avrdude error: unable to open programmer arduino on port /dev/x\n",
            "cannot open port /dev/x: Device or resource busy",
        ),
        ("avrdude error: unable to open programmer arduino on port /dev/x\n", "unable to open programmer arduino"),
        ("", "nic nie powiedział"),
    ],
)
def test_of_all_that_avrdude_says_the_cause_is_told(
    said: str, why: str, port: str, hex_file: Path, tools: set[str]
) -> None:
    with pytest.raises(FlashFailed) as raised:
        flash(FlashPlan(port, "new", hex_file=hex_file), lambda _text: None, Runner(1, said=said))
    assert f"avrdude nie mógł zapisać: {why}" in raised.value.translated("pl")


def test_what_cannot_be_built_or_named_is_said(
    port: str, hex_file: Path, tools: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "artifact_folder", lambda kind: tmp_path / "build" / kind)
    with pytest.raises(FlashFailed, match=r"could not be built:\nwheels.cpp:3: error"):
        flash(FlashPlan(port), print, Runner(2, said="wheels.cpp:3: error\n"))
    for name in ("much-too-long", "a b", 'x"; rm', "rød"):
        with pytest.raises(Problems, match="can be no golem's own name"):
            flash(FlashPlan(port, name=name), print, Runner())
    with pytest.raises(Problems, match="built already"):
        flash(FlashPlan(port, name="rosie", hex_file=hex_file), print, Runner())
    with pytest.raises(Problems, match="there is no file"):
        flash(FlashPlan(port, hex_file=tmp_path / "none.hex"), print, Runner())


def test_avrdude_writes_a_program_through_a_nanos_bootloader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real avrdude, and a bootloader that answers on a pseudo-terminal."""
    program = Random(3).randbytes(300)
    lines = [program[start : start + 16] for start in range(0, len(program), 16)]
    path = tmp_path / "golem.hex"
    with path.open("w", encoding="ascii") as file:
        for number, data in enumerate(lines):
            record = bytes((len(data), *(16 * number).to_bytes(2, "big"), 0, *data))
            file.write(f":{record.hex().upper()}{-sum(record) & 0xFF:02X}\n")
        file.write(":00000001FF\n")
    with closing(NanoBootloader()) as nano:
        assert main(["robots", "flash", nano.port, "--hex", str(path), "--language", "ru"]) == 0
        assert nano.contents(len(program)) == program
        told = capsys.readouterr().out
    assert "-b 115200" in told and "-b 57600" not in told
    assert "программа голема записана" in told
