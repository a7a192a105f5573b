"""What can go wrong with a simulated robot and its wire, by script and by seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

FaultKind = Literal[
    "refuse", "stall", "slip", "lose-power", "late", "wrong", "deaf", "block-left", "block-right", "block", "die"
]

FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong at one command of one robot."""

    kind: FaultKind
    at: int
    """The robot's n-th command, counted from 1 over all its boots."""
    amount: float = 0.5
    """stall, lose-power, die: after this share of the way; slip: this share of the way is missing on the table;
    block-left, block-right, block: a wheel or both stand still from this share of the way on, and the firmware counts
    on; late: answers so many seconds late; deaf: hears nothing for so many seconds; refuse, wrong: no meaning."""


def random_faults(seed: int, commands: int, rate: float) -> tuple[Fault, ...]:
    """Return a script in which each of so many commands goes wrong with probability `rate`."""
    chance = Random(seed)
    return tuple(
        Fault(chance.choice(FAULT_KINDS), at, round(chance.uniform(0.1, 0.9), 3))
        for at in range(1, commands + 1)
        if chance.random() < rate
    )


@dataclass(frozen=True)
class LineFaults:
    """How bad a line is. Probabilities are per frame, except bit errors, which are per bit."""

    loss: float = 0.0
    duplicate: float = 0.0
    late: float = 0.0
    late_s: float = 0.05
    """A late frame comes up to so many seconds late, also behind later ones."""
    bit_error: float = 0.0
    cut: float = 0.0
    """The frame loses its tail."""
    garbage: float = 0.0
    """Bytes that mean nothing come before the frame."""
    dribble: float = 0.0
    """The frame comes one byte at a time."""
    silence: float = 0.0
    """From this frame on the line is dead for a while."""
    silence_s: float = 1.5
    """At most so long."""


CLEAN = LineFaults()
