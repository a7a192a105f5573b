"""What a host does not believe: a robot that is not the one it looks for, and a DONE that contradicts itself."""

from __future__ import annotations

from boards.base.errors import GolemError
from firmware_bridge.link.commands import Command
from firmware_bridge.link.dialect import OURS, Dialect, firmware_of, speaks_otherwise, version_told
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Act,
    Done,
    Move,
    Outcome,
    Welcome,
)

SHARE = 0.05
"""A robot's count may differ by this part of the way, and by GRAIN_*, from what was asked of it."""
GRAIN_UM = 2000
GRAIN_CDEG = 200

SOONEST = 0.7
"""No motion takes less than this part of distance / speed (motors' clocks are a little off, steps have a grain)."""
SOON_S = 0.05
"""Motions shorter than this are not timed."""

# A look at an enum's member costs as much as a call in Python 3.11; this one is needed for every command.
_DONE = Outcome.DONE


class OtherDictionary(GolemError):
    """The robot speaks another protocol or another wire dictionary."""

    def __init__(self, theirs: tuple[int, int, int], firmware: str) -> None:
        self.theirs = theirs
        self.ours = (MAJOR, MINOR, DICTIONARY_HASH)
        self.firmware = firmware
        super().__init__(
            f"the robot's firmware {firmware} speaks protocol {version_told(*theirs)}, "
            f"this program speaks {OURS}: flash the firmware that came with this program"
        )

    @staticmethod
    def of(welcome: Welcome) -> OtherDictionary | None:
        """Return None if the robot may be spoken to, or its layouts must be asked for first."""
        if not speaks_otherwise(welcome):
            return None
        return OtherDictionary((welcome.major, welcome.minor, welcome.dictionary), firmware_of(welcome))


class OtherLayouts(GolemError):
    """A newer robot has another layout of a message without which nothing can be played, or does not know it."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        super().__init__(dialect.foreign)


class OtherRobot(GolemError):
    """Another robot answers than the one that is looked for."""

    def __init__(self, name: str, wanted: str) -> None:
        self.name, self.wanted = name, wanted
        who = f"the robot {name!r}" if name else "a robot without a name"
        super().__init__(f"{who} answers here, and not {wanted!r}: are two cables mixed up?")


def contradiction(command: Command, done: Done, took_s: float | None, usual_s: float) -> str:
    """Return what a robot's DONE says that cannot be, in plain words; "" if it can.

    `took_s` is the time since the command went out, None if nobody knows; `usual_s` what it takes by its own figures.
    """
    if done.outcome is not _DONE or isinstance(command, Act):
        return ""
    if isinstance(command, Move):
        wanted, counted, grain = command.distance_um, done.distance_um, GRAIN_UM
    else:
        wanted, counted, grain = command.angle_cdeg, done.angle_cdeg, GRAIN_CDEG
    if counted != wanted and abs(counted - wanted) > grain + SHARE * abs(wanted):
        unit, scale = ("mm", 1000) if isinstance(command, Move) else ("degrees", 100)
        return f"the robot says done, and counted {counted / scale:g} of {wanted / scale:g} {unit}"
    if took_s is not None and took_s < SOONEST * usual_s and SOONEST * usual_s > SOON_S:
        return f"the robot says done after {took_s:.2f} s, which takes {usual_s:.2f} s at its speed"
    return ""
