"""The golem's own program onto an Arduino Nano: build it at need, and let avrdude write it."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import hardware
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, joined
from boards.base.system_errors import system_reason
from controller.app.tools.robot_tool_messages import TEXTS
from firmware_bridge.channels.channel import PortBroken, PortBusy, PortForbidden, PortMissing
from firmware_bridge.channels.serial_port import known_ports
from hardware.artifacts import artifact_folder

Bootloader = Literal["auto", "new", "old"]

BAUDS: dict[str, int] = {"new": 115200, "old": 57600}
"""A Nano's bootloader -> its speed (Arduino's boards.txt: nano.menu.cpu.atmega328 and atmega328old)."""

NAME_MOST = 8
_NAME = re.compile(r"[A-Za-z0-9_-]{1,8}")

_FIRMWARE = Path(hardware.__file__).parent / "firmware"
_BUILDERS = {"make": "make", "avr-g++": "gcc-avr", "avr-objcopy": "binutils-avr"}

Run = Callable[[list[str]], subprocess.CompletedProcess[str]]


class FlashFailed(GolemError):
    """The program could not be built or written."""


@dataclass(frozen=True)
class FlashPlan:
    """What to write, where."""

    port: str
    bootloader: Bootloader = "auto"
    name: str = ""
    """The golem's own; "": none."""
    hex_file: Path | None = None
    """None: ours, built if it is not there."""
    """Of what is wrong; avrdude and make speak English."""


def avrdude_command(port: str, bootloader: str, hex_file: Path) -> list[str]:
    """Return the avrdude command for an Arduino Nano (ATmega328P).

    The chip is not erased: its bootloader cannot do that.
    """
    write = f"flash:w:{hex_file}:i"
    return ["avrdude", "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(BAUDS[bootloader]), "-D", "-U", write]


def build_command(name: str, folder: Path) -> list[str]:
    """Return the arguments of make for a golem with this name."""
    command = ["make", "--no-print-directory", "-C", str(_FIRMWARE), f"BUILD={folder}"]
    return [*command, f"NAME={name}"] if name else command


def run_command(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run it to its end; what it said is kept."""
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def check_name(name: str, at: str = "--name") -> None:
    """Raise Problems for what cannot be a golem's own name."""
    if not _NAME.fullmatch(name):
        raise Problems([Problem(at, TEXTS["no-name"].bind(name=repr(name), most=NAME_MOST))])


def flash(plan: FlashPlan, say: Callable[[str], None], run: Run = run_command) -> None:
    """Build if need be, and write. Blocks for some ten seconds. Raises Problems, FlashFailed, ChannelError."""
    if plan.name:
        check_name(plan.name)
    if plan.name and plan.hex_file is not None:
        raise Problems([Problem("--name", TEXTS["name-built-in"])])
    if shutil.which("avrdude") is None:
        raise FlashFailed(TEXTS["no-avrdude"])
    if plan.hex_file is not None and not plan.hex_file.is_file():
        raise Problems([Problem("--hex", TEXTS["no-file"].bind(file=str(plan.hex_file)))])
    with _reserved(plan.port):
        _write(plan, plan.hex_file or _built(plan, say, run), say, run)


def _write(plan: FlashPlan, hex_file: Path, say: Callable[[str], None], run: Run) -> None:
    tried: list[Message | str] = []
    for bootloader in ("new", "old") if plan.bootloader == "auto" else (plan.bootloader,):
        command = avrdude_command(plan.port, bootloader, hex_file)
        say(" ".join(command))
        done = run(command)
        if done.returncode == 0:
            return
        tried.append(_last_words(done.stderr or done.stdout) or TEXTS["said-nothing"])
    raise FlashFailed(TEXTS["not-written"].bind(port=plan.port, reason=joined(dict.fromkeys(tried), "; ")))


@contextmanager
def _reserved(port: str) -> Iterator[None]:
    """Keep the port from other programs of ours, whose robot it may be. avrdude would write in the middle of a game.

    Raises Problems, PortMissing, PortForbidden, PortBusy, PortBroken.
    """
    if os.name != "posix":
        yield
        return
    import fcntl

    if not Path(port).exists():
        raise PortMissing(port, known_ports())
    if not Path(port).is_char_device():
        raise Problems([Problem(port, TEXTS["no-device"])])
    if not os.access(port, os.R_OK | os.W_OK):
        raise PortForbidden(port)
    try:
        descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        busy = error.errno == errno.EBUSY
        raise PortBusy(port) if busy else PortBroken(port, system_reason(error)) from error
    try:
        # pyserial locks a port in the same way.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise PortBusy(port) from None
    finally:
        os.close(descriptor)


def _built(plan: FlashPlan, say: Callable[[str], None], run: Run) -> Path:
    """Our program, up to date where it can be built here; else as it was built before."""
    folder = artifact_folder("firmware") / plan.name
    hex_file = folder / "golem.hex"
    missing = [package for tool, package in _BUILDERS.items() if shutil.which(tool) is None]
    if missing and hex_file.is_file():
        return hex_file
    if missing:
        raise FlashFailed(TEXTS["build-first"].bind(packages=" ".join([*missing, "avr-libc"])))
    command = build_command(plan.name, folder)
    say(" ".join(command))
    done = run(command)
    if done.returncode != 0:
        raise FlashFailed(TEXTS["not-built"].bind(reason=(done.stdout + done.stderr).strip()))
    return hex_file


_EMPTY_WORDS = re.compile(r"avrdude done|unable to open programmer|warning: attempt \d+ of")
"""Lines in which avrdude says nothing, or nothing that helps."""


def _last_words(said: str) -> str:
    """Return what was wrong, of all that avrdude said."""
    lines = [re.sub(r"^avrdude(?: OS)?(?: error)?: ", "", line).strip() for line in said.splitlines()]
    telling = [line for line in lines if line]
    return next((line for line in reversed(telling) if not _EMPTY_WORDS.search(line)), telling[-1] if telling else "")
