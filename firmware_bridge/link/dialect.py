"""What a host and a robot of another minor version of the wire dictionary both know.

An older robot's dictionary is known by its hash: every message says which minor version brought it. A newer one is not;
the robot is asked for the layout of each message (DESCRIBE). Either way messages are compared one by one, and the host
says nothing that the robot would not understand as it is meant.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from boards.base.message import Message, _
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.protocol.messages import (
    DICTIONARIES,
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Ack,
    Boot,
    Clear,
    Describe,
    Description,
    Done,
    Estop,
    Hello,
    Ping,
    Report,
    Stop,
    Welcome,
)
from firmware_bridge.protocol.messages import Message as WireMessage

NEEDED: tuple[type[WireMessage], ...] = (Hello, Welcome, Stop, Estop, Clear, Ping, Report, Ack, Done, Boot)
"""Without these nothing is done exactly once, and nothing can be stopped."""

_NAMES = {layout.kind: layout.kind.__name__.upper() for layout in LAYOUTS}
_SINCE = {layout.kind: layout.since for layout in LAYOUTS}


def version_text(major: int, minor: int, dictionary: int) -> Message:
    """Return a version as people read it: ``1.1 (dictionary 42ae4349)``."""
    return _("{protocol} (dictionary {dictionary})", protocol=f"{major}.{minor}", dictionary=f"{dictionary:08x}")


OURS = version_text(MAJOR, MINOR, DICTIONARY_HASH)


def firmware_of(welcome: Welcome) -> str:
    """Return the version of the robot's program."""
    return f"{welcome.firmware_major}.{welcome.firmware_minor}.{welcome.firmware_patch}"


@dataclass(frozen=True)
class Dialect:
    """What may be said to a robot."""

    firmware: str
    version: Message
    """The robot's own protocol and dictionary."""
    unknown: frozenset[type[WireMessage]] = frozenset()
    """What the robot does not know."""
    differing: frozenset[type[WireMessage]] = frozenset()
    """What has another layout there."""

    def refusal(self, kind: type[WireMessage]) -> Reason:
        """Return why a message may not be said to this robot, with both versions; NO_REASON if it may."""
        if kind not in self.unknown | self.differing:
            return NO_REASON
        why = LinkReason.MESSAGE_UNKNOWN if kind in self.unknown else LinkReason.MESSAGE_DIFFERS
        return why(firmware=self.firmware, theirs=self.version, message=_NAMES[kind], ours=OURS)

    @property
    def foreign(self) -> Reason:
        """Return why nothing at all can be said to this robot; NO_REASON if it can be played with."""
        return next((said for kind in NEEDED if (said := self.refusal(kind))), NO_REASON)


def must_describe(welcome: Welcome) -> bool:
    """Tell whether a robot's dictionary is newer than ours, so that its layouts must be asked for."""
    return welcome.major == MAJOR and welcome.minor > MINOR


def speaks_otherwise(welcome: Welcome) -> bool:
    """Tell whether nothing can be said to a robot by what its WELCOME says.

    Another major version, or a dictionary that somebody changed without a version of its own.
    """
    if welcome.major != MAJOR:
        return True
    return not must_describe(welcome) and DICTIONARIES[welcome.minor] != welcome.dictionary


def dialect_of(welcome: Welcome) -> Dialect:
    """Return what may be said to a robot of our minor version or an older one."""
    version = version_text(welcome.major, welcome.minor, welcome.dictionary)
    later = frozenset(kind for kind, since in _SINCE.items() if since > welcome.minor)
    return Dialect(firmware_of(welcome), version, unknown=later)


@dataclass
class Comparison:
    """The layouts of a newer robot, as far as they are known."""

    told: dict[int, int] = field(default_factory=dict)
    """Code -> the hash of the robot's layout; 0: it does not know the message."""

    @property
    def question(self) -> Describe | None:
        """What is asked next; None: all is known."""
        return next((Describe(layout.code) for layout in LAYOUTS if layout.code not in self.told), None)

    def hear(self, told: Description) -> bool:
        """Take an answer in; False if it answers nothing that is asked."""
        question = self.question
        if question is None or question.code != told.code:
            return False
        self.told[told.code] = told.layout
        return True

    def dialect(self, welcome: Welcome) -> Dialect:
        """Return what may be said to the robot, once all is known."""
        version = version_text(welcome.major, welcome.minor, welcome.dictionary)
        unknown = frozenset(layout.kind for layout in LAYOUTS if self.told[layout.code] == 0)
        same = frozenset(layout.kind for layout in LAYOUTS if self.told[layout.code] == layout.layout)
        differing = frozenset(layout.kind for layout in LAYOUTS) - unknown - same
        return Dialect(firmware_of(welcome), version, unknown, differing)
