"""Builds, at need, the firmware and the library that runs it, and says what is missing for that."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from boards.base.errors import GolemError
from boards.base.message import _
from hardware.artifacts import artifact_folder

_HERE = Path(__file__).parent
_FIRMWARE = _HERE.parent / "firmware"

_COMMANDS = {"make": "make", "cc": "gcc", "avr-g++": "gcc-avr"}
"""What must be on PATH -> its Debian package."""

_HEADERS = {
    "simavr/sim_avr.h": (("cc", "-E"), "libsimavr-dev"),
    "avr/io.h": (("avr-g++", "-mmcu=atmega328p", "-E"), "avr-libc"),
}
"""What a compiler must find -> (the compiler, the Debian package)."""


class NoEmulator(GolemError):
    """Something is missing to run the firmware here."""

    exit_status = 2

    def __init__(self, packages: tuple[str, ...]) -> None:
        self.packages = packages
        super().__init__(
            _(
                "emulated robots need a compiler for their processor and its emulator; on Debian, Ubuntu and "
                "Raspberry Pi OS: `sudo apt-get install {packages}`",
                packages=" ".join(packages),
            )
        )


class BuildFailed(GolemError):
    """The compiler did not like something."""

    exit_status = 2

    def __init__(self, what: str, output: str) -> None:
        self.program, self.output = what, output
        super().__init__(_("{what} could not be built:\n{strip}", what=what, strip=output.strip()))


@dataclass(frozen=True)
class Built:
    """What an emulated golem is made of."""

    program: Path
    """The firmware as it lies in the flash."""
    library: Path
    """simavr with a golem's wires around it."""


def missing_packages() -> tuple[str, ...]:
    """Return the Debian packages that must be installed first."""
    missing = [package for command, package in _COMMANDS.items() if shutil.which(command) is None]
    for header, ((compiler, *options), package) in _HEADERS.items():
        if shutil.which(compiler) is not None and not _finds(header, compiler, options):
            missing.append(package)
    if "gcc-avr" in missing:
        missing.append("avr-libc")
    if "gcc" in missing:
        missing.append("libsimavr-dev")
    return tuple(missing)


def _finds(header: str, compiler: str, options: list[str]) -> bool:
    command = [compiler, *options, "-x", "c", "-include", header, os.devnull, "-o", os.devnull]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def build() -> Built:
    """Build what is not up to date. Raises :class:`NoEmulator`, :class:`BuildFailed`."""
    packages = missing_packages()
    if packages:
        raise NoEmulator(packages)
    folder = artifact_folder("emulated")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        # Two tables, or two processes of the tests, may start at once.
        fcntl.flock(lock, fcntl.LOCK_EX)
        _make("the firmware", _FIRMWARE, folder)
        _make("the emulator", _HERE, folder)
    return Built(folder / "golem.bin", folder / "golem.so")


def _make(what: str, folder: Path, into: Path) -> None:
    command = ["make", "--silent", "--no-print-directory", "-C", str(folder), f"BUILD={into}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildFailed(what, done.stdout + done.stderr)
