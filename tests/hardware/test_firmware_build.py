"""The firmware is small, and is a sketch that the Arduino IDE builds."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from shutil import which

import pytest

import hardware
from firmware_bridge.protocol.messages import Boot, BootCause, Done, Move, Outcome
from hardware.emulated.avr_chip import FREQUENCY
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP
from tests.support.bare_golem import BareGolem, built

FIRMWARE = Path(hardware.__path__[0]) / "firmware"
SKETCH = FIRMWARE / "golem"
ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")

LIKE_ARDUINO = (
    "-mmcu=atmega328p",
    "-DF_CPU=16000000L",
    "-DARDUINO=10819",
    "-DARDUINO_ARCH_AVR",
    "-Os",
    "-flto",
    "-fno-fat-lto-objects",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-threadsafe-statics",
)
"""As the IDE's platform.txt has it."""


def test_the_build_says_how_large_it_is_and_the_link_is_small() -> None:
    said = subprocess.run(
        ["make", "--silent", "--no-print-directory", "-C", str(FIRMWARE), f"BUILD={built().program.parent}", "size"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.search(r"link: +(\d+) bytes of flash .*, +(\d+) of RAM", said)
    assert found is not None
    assert int(found[1]) <= 3072 and int(found[2]) <= 512
    assert re.search(r"golem: +(\d+) bytes of flash .*, +(\d+) of RAM", said)


@pytest.mark.parametrize(
    ("goal", "there", "package"), [("all", [], "gcc-avr avr-libc"), ("flash", ["avr-g++"], "avrdude")]
)
def test_a_missing_tool_is_named_with_its_package(goal: str, there: list[str], package: str, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("make", "sh", "mkdir", *there):
        (tools / tool).symlink_to(str(which(tool)))
    build = tmp_path / "build"
    done = subprocess.run(
        ["make", "--no-print-directory", "-C", str(FIRMWARE), f"BUILD={build}", goal],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(tools)},
    )
    assert done.returncode != 0
    assert f"    sudo apt-get install {package}\n" in done.stderr and "missing. On Debian" in done.stderr


def test_the_folder_is_a_sketch_that_the_arduino_ide_builds_and_that_runs(tmp_path: Path) -> None:
    core, pins = ARDUINO / "cores" / "arduino", ARDUINO / "variants" / "eightanaloginputs"
    includes = [f"-I{core}", f"-I{pins}", f"-I{ARDUINO / 'variants' / 'standard'}"]
    # The IDE puts the core's header before a sketch's own words, and knows nothing of our Makefile.
    sketch = ["-include", str(core / "Arduino.h"), "-x", "c++", str(SKETCH / "golem.ino"), "-x", "none"]
    sources = [*SKETCH.glob("*.cpp"), core / "main.cpp", core / "wiring.c", core / "hooks.c"]
    elf, program = tmp_path / "sketch.elf", tmp_path / "sketch.bin"
    parts = [_compiled(source, includes, tmp_path) for source in sources]
    _run("avr-g++", *LIKE_ARDUINO, "-std=gnu++11", *includes, "-c", *sketch, "-o", str(tmp_path / "golem.o"))
    _run("avr-g++", *LIKE_ARDUINO, "-Wl,--gc-sections", str(tmp_path / "golem.o"), *parts, "-lm", "-o", str(elf))
    _run("avr-objcopy", "-O", "binary", "-R", ".eeprom", str(elf), str(program))
    golem = BareGolem(program=replace(built(), program=program))
    assert [frame.message for frame in golem.wait(80)] == [Boot(1, BootCause.POWER)]
    golem.take()
    done = golem.whole(Move(5_000, 45))
    assert isinstance(done, Done) and done.outcome is Outcome.DONE
    seen = golem.chip.seen()
    assert seen.left == seen.right == round(5.0 / MM_PER_STEP)


def _compiled(source: Path, includes: list[str], folder: Path) -> str:
    part = folder / f"{source.name}.o"
    compiler, standard = ("avr-gcc", "-std=gnu11") if source.suffix == ".c" else ("avr-g++", "-std=gnu++11")
    strict = ("-Wall", "-Wextra", "-Werror") if source.parent == SKETCH else ()
    _run(compiler, *LIKE_ARDUINO, standard, *strict, *includes, "-c", str(source), "-o", str(part))
    return str(part)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_golem_with_6_v_is_built_to_drive_faster(tmp_path: Path) -> None:
    found = {}
    for millivolts in ("", "6000"):
        words = ["make", "--silent", "-C", str(FIRMWARE), f"BUILD={tmp_path / f'mv{millivolts}'}", "all"]
        subprocess.run([*words, f"MOTOR_MV={millivolts}"], check=True, capture_output=True)
        golem = BareGolem(program=replace(built(), program=tmp_path / f"mv{millivolts}" / "golem.bin"))
        golem.take()
        golem.whole(Move(40_000, 500))
        steps = golem.chip.steps()
        found[millivolts] = max(FREQUENCY / (two.cycle - one.cycle) for one, two in pairwise(steps))
    assert found[""] == pytest.approx(430, rel=0.02) and found["6000"] == pytest.approx(510, rel=0.02)
