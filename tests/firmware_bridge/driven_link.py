"""A link with somebody at the other end who says what the test wants."""

from __future__ import annotations

from firmware_bridge.link.commands import Ended, Timers
from firmware_bridge.link.link import Link
from firmware_bridge.link.transition_table import Phase, Signal
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Claim,
    Hello,
    Message,
    Move,
    Ping,
    Report,
    State,
    Verdict,
    Welcome,
)

BOOT = 7
COMMAND = Move(1000, 100)
"""Due after 0.01 s, given up on after 0.515 s: before the silence of 1 s counts."""
SLOW = Move(1000, 1)
"""Given up on after 2 s."""


def welcome(session: int, last: int = 0, done: int = 0, *, dictionary: int = DICTIONARY_HASH) -> Welcome:
    return Welcome(BOOT, session, last, done, MAJOR, MINOR, dictionary, 1, 0, 0, 3, 8000, State.IDLE, 0, "red")


class Driven:
    """A link with somebody at the other end who says what the test wants."""

    def __init__(self) -> None:
        self.link = Link(Timers.serial(115200))
        self.now = 10.0
        self.hello = 0
        self.session = 0
        self.seq = 0

    def frames(self) -> list[Message]:
        sent = self.link.take_frames()
        for frame in sent:
            if isinstance(frame.message, Hello):
                self.hello = frame.seq
                if frame.message.claim is Claim.TAKE:
                    self.session = frame.session
            elif isinstance(frame.message, Move):
                self.seq = frame.seq
        return [frame.message for frame in sent]

    def hear(self, message: Message, session: int | None = None, seq: int | None = None) -> None:
        session = self.session if session is None else session
        self.link.receive(Frame(session, self.seq if seq is None else seq, message), self.now)

    def endings(self) -> int:
        return sum(isinstance(event, Ended) for event in self.link.take_events())

    def to(self, phase: Phase, command: Move = COMMAND) -> Driven:
        """Bring the link into a phase, the way it gets there in life; a command is under way if it can be."""
        if phase is Phase.CLOSED:
            return self
        self.link.open(self.now)
        self.frames()
        if phase is Phase.REFUSED:
            self.hear(welcome(0, dictionary=1), 0, self.hello)
            return self
        self.hear(welcome(0), 0, self.hello)
        self.frames()
        if phase is Phase.CLAIMING:
            return self
        self.hear(welcome(self.session), self.session, self.hello)
        if phase is Phase.READY:
            return self
        self.link.submit(command, self.now)
        self.frames()
        if phase is Phase.SENT:
            return self
        self.hear(Ack(Verdict.ACCEPTED, 0, State.BUSY))
        if phase is Phase.GREETING:
            self.hear(Ack(Verdict.WRONG_SESSION, 0, State.IDLE))
        elif phase is Phase.LOST:
            self.link.submit(COMMAND, self.now)
            self.link._signal(Signal.SILENCE)
        elif phase is Phase.AWAY:
            self.link.away("pulled", self.now)
        return self

    def report(self, session: int, done: int) -> None:
        self.hear(Report(code_of(Ping(0)), session, self.seq, done, State.IDLE, 8000, 0, 0), self.session, 9999)
