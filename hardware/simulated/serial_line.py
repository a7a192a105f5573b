"""One direction of a serial line, without I/O: bytes take their time, frame after frame, and can be mistreated."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hardware.simulated.faults import LineFaults

BITS_PER_BYTE = 10
"""8N1: a start bit, eight data bits, a stop bit."""


class Arrival(NamedTuple):
    """Bytes that come out of a line."""

    at: float
    """When the last of them is there, in seconds."""
    data: bytes
    left_at: float
    """When the last of them had left the sender: earlier than :attr:`at` if they were delayed on the way."""


class Line:
    """What is put in at one end comes out at the other, as well as the line allows."""

    def __init__(self, baud: int, faults: LineFaults, chance: Random) -> None:
        self.byte_s = BITS_PER_BYTE / baud
        self.faults = faults
        self.silences: list[tuple[float, float]] = []
        """When the line was dead: (from, to)."""
        self._chance = chance
        self._busy_until = 0.0

    def carry(self, data: bytes, now: float) -> list[Arrival]:
        """Return what becomes of a frame's bytes that are handed in now."""
        faults, chance = self.faults, self._chance
        if faults.silence and chance.random() < faults.silence:
            self.silences.append((now, now + chance.uniform(0.0, faults.silence_s)))
        if self.silences and now < self.silences[-1][1]:
            return []
        arriving: list[Arrival] = []
        if chance.random() >= faults.loss:
            arriving += self._mistreated(data, now)
        if chance.random() < faults.duplicate:
            arriving += self._mistreated(data, now)
        return arriving

    def _mistreated(self, data: bytes, now: float) -> list[Arrival]:
        faults, chance = self.faults, self._chance
        late = chance.uniform(0.0, faults.late_s) if chance.random() < faults.late else 0.0
        if faults.bit_error:
            data = _flipped(data, faults.bit_error, chance)
        if chance.random() < faults.cut:
            data = data[: chance.randrange(len(data))]
        if chance.random() < faults.garbage:
            data = chance.randbytes(chance.randrange(1, 60)) + data
        if not data:
            return []
        began = max(self._busy_until, now)
        self._busy_until = ended = began + len(data) * self.byte_s
        if faults.dribble and chance.random() < faults.dribble:
            times = [began + (place + 1) * self.byte_s for place in range(len(data))]
            return [Arrival(time + late, data[place : place + 1], time) for place, time in enumerate(times)]
        return [Arrival(ended + late, data, ended)]


def _flipped(data: bytes, rate: float, chance: Random) -> bytes:
    """Return the same bytes, each bit wrong with a probability of `rate`."""
    bits, end = bytearray(data), len(data) * 8
    # The gap to the next wrong bit is geometric; drawing it saves a draw for every bit.
    at = int(min(chance.expovariate(rate), end))
    while at < end:
        bits[at // 8] ^= 1 << at % 8
        at += 1 + int(min(chance.expovariate(rate), end))
    return bytes(bits)
