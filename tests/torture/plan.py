"""What a run of torture is made of, by seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Move, Turn
from hardware.simulated.faults import LineFaults


@dataclass(frozen=True)
class Plan:
    """How bad a run is. Chances are per command."""

    commands: int
    line: LineFaults
    resets: float = 0.0
    """The robot restarts, at any byte that comes in or goes out."""
    crashes: float = 0.0
    """The controller is killed: while it writes its journal, at any byte of the line, or at any other time."""
    stops: float = 0.0
    estops: float = 0.0
    unplugs: float = 0.0
    """The port goes away for up to 3 s."""


def drawn_plan(seed: int, commands: int) -> Plan:
    """A plan of its own for every seed: from a clean line with restarts to a terrible one."""
    chance = Random(f"plan/{seed}")
    some = chance.uniform
    line = LineFaults(
        loss=some(0, 0.2),
        duplicate=some(0, 0.2),
        late=some(0, 0.1),
        late_s=some(0.01, 0.3),
        bit_error=10 ** some(-5, -3),
        cut=some(0, 0.03),
        garbage=some(0, 0.05),
        dribble=some(0, 0.1),
        silence=some(0, 0.0005),
        silence_s=1.5,
    )
    return Plan(commands, line, resets=0.014, crashes=0.018, stops=0.01, estops=0.005, unplugs=0.001)


def command_of(number: int) -> Command:
    """The plan's n-th command (from 1). No two of some thousand neighbours are alike: one that is carried out
    late or again is seen for what it is."""
    sign = -1 if number % 3 == 0 else 1
    if number % 10 == 9:
        return Move(sign * (100_000 + 10 * (number % 9973)), 400)
    if number % 10 in (3, 7):
        return Turn(sign * (100 + number % 7001), 720)
    return Move(sign * (100 + number % 9973), 500)
