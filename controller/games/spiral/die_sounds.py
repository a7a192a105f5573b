"""The three sounds of the dice on the screen, made here: the throw into the cup, the shaking, the "poom".

A die in a wooden cup is heard as short knocks that make a few modes of the wood ring (modal synthesis: each mode is a
resonator of second order, struck by a burst of noise). Recordings are not used.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.games.seeded_random import Numbers

RATE = 22_050
"""Samples a second; 16 bits, one channel."""
PEAK = 0.8
"""The loudest sample, of 1."""
_FADE = 0.012
"""Seconds in which the end falls silent, so that it does not click."""


class Mode(NamedTuple):
    """A way in which a body rings."""

    hertz: float
    seconds: float
    """Until it has fallen to a third (1/e)."""
    loudness: float


class Knock(NamedTuple):
    """A blow."""

    at: float
    """Seconds from the start."""
    loudness: float
    bright: float
    """How much all modes are tuned up: no two knocks sound alike."""


_DIE = (Mode(640, 0.018, 1.0), Mode(1370, 0.011, 0.8), Mode(2310, 0.007, 0.5), Mode(3480, 0.004, 0.25))
"""A die against wood."""
_CUP = (Mode(255, 0.035, 0.6), Mode(410, 0.022, 0.4))
"""The cup around it."""
_TABLE = (Mode(74, 0.11, 1.0), Mode(121, 0.06, 0.55), Mode(208, 0.035, 0.3), Mode(530, 0.012, 0.18))
"""The cup on the table."""


def _thrown() -> list[float]:
    """Return the sound of the die falling into the cup: knocks that follow each other faster and softer."""
    knocks, at, gap, loudness = [], 0.015, 0.13, 1.0
    for number in range(6):
        knocks.append(Knock(at, loudness, 1.0 + 0.06 * (number % 3)))
        at += gap
        gap *= 0.62
        loudness *= 0.66
    return _ring(0.55, knocks, (*_DIE, *_CUP), seed=1)


def _shaken() -> list[float]:
    """Return the sound of the cup being shaken: a knock at either side, a rattle between."""
    numbers, knocks = Numbers(2), []
    for stroke in range(8):
        start = 0.03 + 0.108 * stroke
        knocks.append(Knock(start, 0.9 if stroke % 2 else 0.7, 0.92 + 0.2 * numbers.fraction()))
        for _rattle in range(2):
            later = start + 0.02 + 0.06 * numbers.fraction()
            knocks.append(Knock(later, 0.2 + 0.25 * numbers.fraction(), 0.95 + 0.3 * numbers.fraction()))
    return _ring(0.98, sorted(knocks), (*_DIE, *_CUP), seed=3)


def _put_down() -> list[float]:
    """Return the sound of the cup put on the table: deep, with a short knock of wood at its beginning."""
    deep = _ring(0.6, [Knock(0.01, 1.0, 1.0)], _TABLE, seed=4)
    wood = _ring(0.6, [Knock(0.01, 0.5, 0.8)], _CUP, seed=5)
    return [low + 0.35 * high for low, high in zip(deep, wood, strict=True)]


SOUNDS: dict[str, Callable[[], list[float]]] = {"throw": _thrown, "shake": _shaken, "poom": _put_down}
"""In the order in which they are heard; the face is shown after the last."""


@cache
def sound(name: str) -> bytes:
    """Return a sound as a WAV file of at most a second.

    Raises :class:`boards.base.errors.Problems` for an unknown name.
    """
    if name not in SOUNDS:
        raise Problems(
            [Problem("sound", _("the sounds are {sounds}, not {name}", sounds=", ".join(SOUNDS), name=repr(name[:40])))]
        )
    return _wav(SOUNDS[name]())


def _ring(seconds: float, knocks: Sequence[Knock], modes: Sequence[Mode], seed: int) -> list[float]:
    """Return what the modes make of the knocks; each mode as loud as it says, whatever its pitch."""
    samples = [0.0] * round(seconds * RATE)
    numbers = Numbers(seed)
    for knock in knocks:
        first = round(knock.at * RATE)
        burst = [(2 * numbers.fraction() - 1) * math.exp(-n / 22) for n in range(66)]
        for mode in modes:
            radius = math.exp(-1 / (mode.seconds * RATE))
            angle = 2 * math.pi * mode.hertz * knock.bright / RATE
            turn, fall = 2 * radius * math.cos(angle), -radius * radius
            gain = knock.loudness * mode.loudness * math.sin(angle)
            one = two = 0.0
            # After seven times its fall nothing of a mode is heard.
            last = min(len(samples), first + round(7 * mode.seconds * RATE))
            for n in range(first, last):
                struck = n - first
                now = turn * one + fall * two
                if struck == 0:
                    now += gain
                if struck < len(burst):
                    now += 0.25 * gain * burst[struck]
                samples[n] += now
                one, two = now, one
    return samples


def _wav(samples: list[float]) -> bytes:
    """Return the samples at :data:`PEAK`, without a direct part, with a soft end."""
    middle = math.fsum(samples) / len(samples)
    fade = round(_FADE * RATE)
    shaped = [
        (sample - middle) * min(1.0, (len(samples) - 1 - n) / fade) * min(1.0, n / fade * 4)
        for n, sample in enumerate(samples)
    ]
    loudest = max(map(abs, shaped))
    words = [round(32767 * PEAK * sample / loudest) for sample in shaped]
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(words)}h", *words))
    return file.getvalue()
