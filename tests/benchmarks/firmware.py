"""The golem's own program: how large, how quick on the wire, how fast to stop; and how fast its emulator runs."""

from __future__ import annotations

import re
import statistics
import subprocess
import time
from pathlib import Path

import hardware
from firmware_bridge.link.commands import FLOOR_BYTES
from firmware_bridge.protocol.codec import Frame, encode, wrap
from firmware_bridge.protocol.messages import Clear, Estop, Message, Move, Ping
from hardware.emulated.avr_chip import FREQUENCY
from tests.benchmarks import Row
from tests.support.bare_golem import BYTE, MS, SESSION, BareGolem, built

FLOOR_MS = FLOOR_BYTES * 10 / 115200 * 1000
COMMANDS = 200
STOPS = 200


def measure() -> list[Row]:
    return [*_sizes(), _answers(), _stops(), _asleep(), *_emulator()]


def _sizes() -> list[Row]:
    folder = Path(hardware.__path__[0]) / "firmware"
    command = ["make", "--silent", "--no-print-directory", "-C", str(folder), f"BUILD={built().program.parent}", "size"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = []
    for part, what, most in (("link", "the link's code", (3072, 512)), ("golem", "the whole program", (30720, 2048))):
        found = re.search(rf"{part}: +(\d+) bytes of flash .*, +(\d+) of RAM", said)
        assert found is not None, said
        flash, ram = int(found[1]), int(found[2])
        against = f"at most {most[0]} and {most[1]}"
        rows.append(Row(what, f"{flash} bytes of flash, {ram} of RAM", against, "ATmega328P, avr-gcc -Os, no LTO"))
    return rows


def _millis(golem: BareGolem, seq: int, message: Message) -> float:
    """From a frame's first bit at the chip to the last bit of the first frame that it says."""
    golem.wait(1)
    began = golem.chip.now
    golem.chip.hear(began, wrap(encode(Frame(SESSION, seq, message))), BYTE)
    while not (said := golem.chip.said()) or all(byte for byte, _ in said):
        golem.chip.run(golem.chip.now + MS)
    return next(cycle - began for byte, cycle in said if byte == 0) / MS


def _answers() -> Row:
    golem = BareGolem()
    golem.take()
    times = []
    for number in range(COMMANDS):
        times.append(_millis(golem, number + 1, Move(100, 100)))
        golem.wait(60)
    p50, p99 = statistics.median(times), sorted(times)[int(COMMANDS * 0.99) - 1]
    against = f"{p50 / FLOOR_MS:.2f} x and {p99 / FLOOR_MS:.2f} x the wire's floor ({FLOOR_MS:.2f} ms)"
    return Row("command to ack, firmware", f"p50 {p50:.2f} ms, p99 {p99:.2f} ms", against, f"{COMMANDS} commands")


def _stops() -> Row:
    golem = BareGolem()
    golem.take()
    times = []
    for number in range(STOPS):
        golem.order(Move(200_000, 50))
        golem.wait(60 + number * 0.37)
        began = golem.chip.now
        golem.say(0, golem.nonce(), Estop(), 30)
        times.append(max(0.0, (golem.chip.steps(1)[0].cycle - began) / MS))
        golem.say(0, golem.nonce(), Clear(golem.ping().latch))
    note = f"{STOPS} stops; 0.95 ms of it are the frame's own bytes"
    return Row("e-stop to the last step", f"at most {max(times):.2f} ms", "at most 2.5 ms", note)


def _asleep() -> Row:
    golem = BareGolem()
    golem.take()

    def awake(ms: float) -> float:
        before, slept = golem.chip.now, golem.chip.seen().asleep
        golem.wait(ms)
        return 100 * (1 - (golem.chip.seen().asleep - slept) / (golem.chip.now - before))

    idle = awake(5000)
    golem.order(Move(100_000, 50))
    return Row("the processor is awake", f"{idle:.1f} % of the time", "", f"{awake(900):.1f} % while it moves")


def _emulator() -> list[Row]:
    golem = BareGolem()
    golem.take()
    rows = []
    for what, seconds in (("at rest", 60), ("in motion, with signs of life", 20)):
        began, start = time.process_time(), golem.chip.now
        for _ in range(seconds * 5):
            if what != "at rest":
                golem.seq += 1
                golem.say(SESSION, golem.seq, Move(3000, 50), 100)
                golem.say(SESSION, golem.nonce(), Ping(0), 100)
            else:
                golem.wait(200)
        speed = (golem.chip.now - start) / FREQUENCY / (time.process_time() - began)
        rows.append(Row(f"emulated golem {what}", f"{speed:.0f} x real time", "", "one processor, processor time"))
    return rows
