"""An emulated ATmega328P with a golem around it, by ctypes: see shim.c, which does the work."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from enum import Flag, IntFlag
from functools import cache
from pathlib import Path

from boards.base.errors import GolemError
from boards.base.message import _
from firmware_bridge.protocol.messages import BootCause
from hardware.emulated.firmware_build import Built

FREQUENCY = 16_000_000
"""Cycles a second."""

MEMORY_BYTES = 1024
"""EEPROM."""

_LINE = 4096
_STEPS = 8192


class Light(Flag):
    """Which parts of the light are on."""

    OFF = 0
    RED = 1
    GREEN = 2
    BLUE = 4


class ChipEvents(IntFlag):
    """What happened while the chip ran."""

    ENDED_A_FRAME = 1
    STEPPED = 2
    LIT = 4


@dataclass(frozen=True)
class Step:
    """A moment at which a wheel turned."""

    cycle: int
    left: int
    """Steps of the wheel after it, ahead is positive."""
    right: int


class ChipDied(GolemError):
    """The emulated processor ran into something that is no program."""

    def __init__(self, cycle: int) -> None:
        self.cycle = cycle
        super().__init__(_("the emulated processor crashed after {cycle:.6f} s", cycle=cycle / FREQUENCY))


class _Step(ctypes.Structure):
    _fields_ = (("cycle", ctypes.c_uint64), ("left", ctypes.c_int32), ("right", ctypes.c_int32))


class Seen(ctypes.Structure):
    """What can be seen of a golem from outside. Pins only, nothing of its memory."""

    cycle: int
    asleep: int
    """Cycles that the chip slept."""
    left: int
    """Steps, ahead is positive."""
    right: int
    impossible: int
    """Coil patterns that no motor can follow."""
    line_cycles: int
    """Of a byte, at the baud rate that the chip has set."""
    powered: int
    """1: the left motor's coils, 2: the right one's."""
    light: int
    arm_us: int
    """The last whole pulse to the servo; 0 if there was none for 50 ms: the arm is limp."""
    tone_hz: int

    _fields_ = (
        ("cycle", ctypes.c_uint64),
        ("asleep", ctypes.c_uint64),
        ("left", ctypes.c_int32),
        ("right", ctypes.c_int32),
        ("impossible", ctypes.c_uint32),
        ("line_cycles", ctypes.c_uint32),
        ("powered", ctypes.c_uint8),
        ("light", ctypes.c_uint8),
        ("arm_us", ctypes.c_uint32),
        ("tone_hz", ctypes.c_uint32),
    )


@cache
def _library(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    u64, number, pointer = ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p
    library.golem_new.argtypes = (ctypes.c_char_p, ctypes.c_uint32, ctypes.c_char_p)
    library.golem_new.restype = pointer
    library.golem_free.argtypes = (pointer,)
    library.golem_reset.argtypes = (pointer, number)
    library.golem_run.argtypes = (pointer, u64)
    library.golem_now.argtypes = (pointer,)
    library.golem_now.restype = u64
    library.golem_hear.argtypes = (pointer, u64, ctypes.c_char_p, number, u64)
    library.golem_said.argtypes = (pointer, ctypes.c_char_p, ctypes.POINTER(u64), number)
    library.golem_see.argtypes = (pointer, ctypes.POINTER(Seen))
    library.golem_steps.argtypes = (pointer, ctypes.POINTER(_Step), number)
    library.golem_set_battery.argtypes = (pointer, number)
    library.golem_memory.argtypes = (pointer, ctypes.c_char_p)
    return library


class Chip:
    """One processor. Time is in its cycles and only :meth:`run` lets it pass."""

    def __init__(self, built: Built, memory: bytes, battery_mv: int) -> None:
        """Switch it on, with this EEPROM (erased bytes are 0xFF)."""
        self._library = _library(built.library)
        program = built.program.read_bytes()
        chip = self._library.golem_new(program, len(program), memory.ljust(MEMORY_BYTES, b"\xff"))
        if not chip:
            raise GolemError(_("this libsimavr does not know the ATmega328P"))
        self._chip = ctypes.c_void_p(chip)
        self._said = ctypes.create_string_buffer(_LINE)
        self._said_at = (ctypes.c_uint64 * _LINE)()
        self._seen = Seen()
        self.set_battery(battery_mv)

    def close(self) -> None:
        """Let its memory go; closing twice is no error."""
        if self._chip:
            self._library.golem_free(self._chip)
            self._chip = ctypes.c_void_p()

    @property
    def now(self) -> int:
        """Cycles since it was switched on."""
        cycle: int = self._library.golem_now(self._chip)
        return cycle

    def run(self, cycle: int) -> int:
        """Run to this cycle, or to the end of the first frame that it sends. Return :class:`ChipEvents` flags.

        Raises :class:`ChipDied`.
        """
        news: int = self._library.golem_run(self._chip, cycle)
        if news < 0:
            raise ChipDied(self.now)
        return news

    def reset(self, cause: BootCause) -> None:
        """Start anew. The EEPROM stays, as do the wheels."""
        self._library.golem_reset(self._chip, cause.value)

    def hear(self, cycle: int, data: bytes, cycles_a_byte: int) -> None:
        """Bytes begin to arrive at `cycle`, one after the other."""
        self._library.golem_hear(self._chip, cycle, data, len(data), cycles_a_byte)

    def said(self) -> list[tuple[int, int]]:
        """Return the bytes said since the last call: (byte, the cycle at which its last bit was out)."""
        count = self._library.golem_said(self._chip, self._said, self._said_at, _LINE)
        return list(zip(self._said.raw[:count], self._said_at[:count], strict=True))

    def seen(self) -> Seen:
        """Return what can be seen now; the same object every time."""
        self._library.golem_see(self._chip, ctypes.byref(self._seen))
        return self._seen

    def steps(self, newest: int = _STEPS) -> list[Step]:
        """Return the newest steps of the wheels, oldest first."""
        steps = (_Step * newest)()
        count = self._library.golem_steps(self._chip, steps, newest)
        return [Step(step.cycle, step.left, step.right) for step in steps[:count]]

    def set_battery(self, millivolts: int) -> None:
        """Set the voltage of the battery pack; 0 is no pack."""
        self._library.golem_set_battery(self._chip, millivolts)

    def memory(self) -> bytes:
        """Return the EEPROM as it is now."""
        memory = ctypes.create_string_buffer(MEMORY_BYTES)
        self._library.golem_memory(self._chip, memory)
        return memory.raw
