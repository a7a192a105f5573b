"""Check replies for plausibility: is it the wanted robot, does a DONE contradict itself."""

from __future__ import annotations

from boards.base.errors import GolemError
from boards.base.message import _
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.link.commands import Command
from firmware_bridge.link.dialect import OURS, Dialect, firmware_of, speaks_otherwise, version_text
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Act,
    Done,
    Move,
    Outcome,
    Progress,
    Welcome,
)

SHARE = 0.05
"""A robot's count may differ by this part of the way, and by GRAIN_*, from what was asked of it."""
TOLERANCE_UM = 2000
TOLERANCE_CDEG = 200

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
        said = _(
            "the robot's firmware {firmware} speaks protocol {theirs}, this program speaks {ours}: "
            "flash the firmware that came with this program"
        )
        super().__init__(said.bind(firmware=firmware, theirs=version_text(*theirs), ours=OURS))

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
        if name:
            said = _("the robot {name} answers here, and not {wanted}: are two cables mixed up?", name=repr(name))
        else:
            said = _("a robot without a name answers here, and not {wanted}: are two cables mixed up?")
        super().__init__(said.bind(wanted=repr(wanted)))


def contradiction(command: Command, done: Done, took_s: float | None, usual_s: float) -> Reason:
    """Return what a robot's DONE says that cannot be; NO_REASON if it can.

    `took_s` is the time since the command went out, None if nobody knows; `usual_s` what it takes by its own figures.
    """
    if done.outcome is not _DONE or isinstance(command, Act):
        return NO_REASON
    if isinstance(command, Move):
        wanted, counted, grain = command.distance_um, done.distance_um, TOLERANCE_UM
    else:
        wanted, counted, grain = command.angle_cdeg, done.angle_cdeg, TOLERANCE_CDEG
    if counted != wanted and abs(counted - wanted) > grain + SHARE * abs(wanted):
        short, scale = (LinkReason.SHORT_MM, 1000) if isinstance(command, Move) else (LinkReason.SHORT_DEGREES, 100)
        return short(counted=f"{counted / scale:g}", wanted=f"{wanted / scale:g}")
    if took_s is not None and took_s < SOONEST * usual_s and SOONEST * usual_s > SOON_S:
        return LinkReason.TOO_SOON(took=f"{took_s:.2f}", usual=f"{usual_s:.2f}")
    return NO_REASON


def is_possible(command: Command, progress: Progress, took_s: float | None, usual_s: float) -> bool:
    """Whether a robot can have come so far: no farther than it was sent, no faster, the right way, and not aside.

    Other robots are let go on by it. `took_s` and `usual_s` as in :func:`contradiction`.
    """
    match command:
        case Move():
            wanted, counted, aside, grain = command.distance_um, progress.distance_um, progress.angle_cdeg, TOLERANCE_UM
        case Act():
            return not progress.distance_um and not progress.angle_cdeg
        case _:
            wanted, counted, aside = command.angle_cdeg, progress.angle_cdeg, progress.distance_um
            grain = TOLERANCE_CDEG
    way = counted if wanted >= 0 else -counted
    most = (1 + SHARE) * abs(wanted)
    if took_s is not None and usual_s > 0:
        most = min(most, abs(wanted) * took_s / (SOONEST * usual_s))
    return not aside and -grain <= way <= most + grain
