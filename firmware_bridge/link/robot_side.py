"""The robot's side of the link, without I/O: what a golem's program does with the frames it gets.

The firmware mirrors this; the simulated robot and the tests run it. It holds the exactly-once rules of
docs/protocol.md ("The robot, step by step"): a number is carried out once, a copy gets the stored answer, nothing old
is ever obeyed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.codec import Frame, OutOfRange, check_range, code_of
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Ack,
    Act,
    Boot,
    BootCause,
    Claim,
    Clear,
    Describe,
    Description,
    Done,
    Estop,
    Fault,
    FaultCode,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Progress,
    Report,
    State,
    Status,
    Stop,
    Telemetry,
    Track,
    Turn,
    Verdict,
    Welcome,
)

LAYOUT_HASHES: Mapping[int, int] = {layout.code: layout.layout for layout in LAYOUTS}
_SINCE = {layout.kind: layout.since for layout in LAYOUTS}

REMEMBERED = 4
"""How many answers are kept for copies of old commands."""

SILENCE_S = 1.0
"""A host that says nothing for so long is gone: a robot under way stops."""


class Motors(Protocol):
    """What moves. It calls :meth:`RobotSide.finished` when a command ends, also after a halt."""

    @property
    def battery_mv(self) -> int:
        """The battery's voltage; 0: it is not measured."""
        ...

    @property
    def fault(self) -> FaultCode:
        """What is wrong with it."""
        ...

    def refusal(self, command: Command) -> Verdict | None:
        """Why it will not carry this out, None if it will."""

    def begin(self, command: Command) -> None:
        """Start to carry out a command."""

    def progress(self) -> tuple[int, int]:
        """Return how far the motion under way has come by the wheels' count, um and 0.01 degrees; else zeros."""
        ...

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        """End the command under way with this outcome: on the ramp, or hard."""


@dataclass(frozen=True)
class Identity:
    """Who a robot is."""

    name: str
    """At most 8 ASCII letters."""
    capabilities: int = 0x3FF
    firmware: tuple[int, int, int] = (1, 1, 0)
    protocol: tuple[int, int] = (MAJOR, MINOR)
    dictionary: int = DICTIONARY_HASH
    layouts: Mapping[int, int] = field(default_factory=lambda: LAYOUT_HASHES)
    """The hash of each message's layout by its code."""

    def can(self, command: Command) -> bool:
        """Whether the command is among the capabilities."""
        match command:
            case Move():
                return bool(self.capabilities & 1)
            case Turn():
                return bool(self.capabilities & 2)
            case Act(kind=kind):
                return bool(self.capabilities >> (2 + kind) & 1)


class RobotSide:
    """One boot of one robot. Every method returns the frames to send."""

    def __init__(self, identity: Identity, motors: Motors, boot_id: int, now: float) -> None:
        self.identity = identity
        self.boot_id = boot_id
        self.session = 0
        self.last_seq = 0
        self.done_seq = 0
        self.latched = False
        self.latch = 0
        self._estop_nonce = 0
        self.bad_frames = 0
        self._motors = motors
        self._running: tuple[int, int] | None = None
        """Session and number of the command under way."""
        self._answers: OrderedDict[int, Message] = OrderedDict()
        self._heard_at = now
        self._started_at = now
        self._sum = (0, 0)

    def boot(self, cause: BootCause = BootCause.POWER) -> list[Frame]:
        """Return what a robot says first."""
        return [Frame(0, 0, Boot(self.boot_id, cause))]

    @property
    def state(self) -> State:
        """What the robot is doing."""
        if self.latched:
            return State.ESTOPPED
        if self._running is not None:
            return State.BUSY
        return State.FAULT if self._motors.fault is not FaultCode.NONE else State.IDLE

    def receive(self, frame: Frame, now: float) -> list[Frame]:
        """Take a frame from the host in."""
        message = frame.message
        if _SINCE[type(message)] > self.identity.protocol[1]:
            self.bad_frames += 1  # of a type that its dictionary does not have
            return []
        if frame.session == self.session or isinstance(message, Estop | Clear):
            self._heard_at = now
        match message:
            case Hello():
                return self._hello(frame, message, now)
            case Move() | Turn() | Act() | Stop():
                return self._numbered(frame, message)
            case Estop():
                # A repeat of the one that latched, or a table's standing order, is nothing new.
                if not self.latched or frame.seq not in (0, self._estop_nonce):
                    self.latch = (self.latch + 1) & 0xFFFF
                self.latched, self._estop_nonce = True, frame.seq
                self._halt(Outcome.ESTOPPED, hard=True)
                return [self._report(frame)]
            case Clear(latch=latch):
                if latch == self.latch:
                    self.latched = False
                return [self._report(frame)]
            case _:
                return self._asked(frame, message, now)

    def _asked(self, frame: Frame, question: Message, now: float) -> list[Frame]:
        """Answer what is only asked."""
        match question:
            case Ping():
                return [self._report(frame, question.host_time_ms)]
            case Status():
                answer: Message = self._telemetry(now)
            case Track():
                answer = Progress(*self._motors.progress())
            case Describe(code=code):
                answer = Description(code, self.identity.layouts.get(code, 0))
            case _:
                return []
        return [Frame(frame.session, frame.seq, answer)]

    def _hello(self, frame: Frame, hello: Hello, now: float) -> list[Frame]:
        ours = (self.identity.protocol[0], self.identity.dictionary)
        known = (hello.boot_id, hello.replaces) == (self.boot_id, self.session)
        wanted = hello.claim is Claim.TAKE and frame.session not in (0, self.session)
        if wanted and known and (hello.major, hello.dictionary) == ours:
            self._halt(Outcome.TAKEN, hard=False)
            self.session = frame.session
            self.last_seq = self.done_seq = 0
            self._answers.clear()
            self._heard_at = now
        return [Frame(frame.session, frame.seq, self._welcome())]

    def _numbered(self, frame: Frame, message: Command | Stop) -> list[Frame]:
        if self.session == 0 or frame.session != self.session:
            return [self._ack(frame, Verdict.WRONG_SESSION)]
        if isinstance(message, Stop) and self._running == (self.session, frame.seq):
            self._halt(Outcome.STOPPED, hard=False)
            return [self._ack(frame, Verdict.STOPPING)]
        if frame.seq in self._answers:
            return [Frame(frame.session, frame.seq, self._answers[frame.seq])]
        if frame.seq != (self.last_seq + 1) & 0xFFFF:
            return [self._ack(frame, Verdict.GAP)]
        if isinstance(message, Stop):
            self._take_number(frame.seq)
            return [self._settle(frame.seq, Outcome.STOPPED, 0, 0)]
        return self._command(frame, message)

    def _command(self, frame: Frame, command: Command) -> list[Frame]:
        if self._running is not None:
            return [self._ack(frame, Verdict.BUSY)]
        self._take_number(frame.seq)
        refusal = self._refusal(command)
        if refusal is not None:
            # A refusal uses the number up, so that a late copy is not carried out after all.
            self.done_seq = frame.seq
            answer = self._ack(frame, refusal)
            self._remember(frame.seq, answer.message)
            return [answer]
        self._running = (self.session, frame.seq)
        answer = self._ack(frame, Verdict.ACCEPTED)
        self._remember(frame.seq, answer.message)
        self._motors.begin(command)
        return [answer]

    def _refusal(self, command: Command) -> Verdict | None:
        if self.latched:
            return Verdict.ESTOPPED
        if not self.identity.can(command):
            return Verdict.UNSUPPORTED
        try:
            check_range(command)
        except OutOfRange:
            return Verdict.BAD_ARGUMENT
        return self._motors.refusal(command)

    def finished(self, outcome: Outcome, distance_um: int, angle_cdeg: int) -> list[Frame]:
        """Take the end of a command from the motors and return the frames. Called once for every `begin`."""
        self._sum = (self._sum[0] + distance_um, self._sum[1] + angle_cdeg)
        running, self._running = self._running, None
        if running is None or running[0] != self.session:
            return []
        return [self._settle(running[1], outcome, distance_um, angle_cdeg)]

    def fault(self, code: FaultCode) -> list[Frame]:
        """Something is wrong, or right again."""
        return [Frame(self.session, 0, Fault(code, self.done_seq, self.state))]

    def next_timer(self) -> float | None:
        """When :meth:`poll` must be called."""
        return self._heard_at + SILENCE_S if self._running is not None else None

    def poll(self, now: float) -> None:
        """Stop if the host is silent."""
        timer = self.next_timer()
        if timer is not None and now + 1e-6 >= timer:
            self._halt(Outcome.SILENCE, hard=False)

    def _halt(self, outcome: Outcome, *, hard: bool) -> None:
        if self._running is not None:
            self._motors.halt(outcome, hard=hard)

    def _take_number(self, seq: int) -> None:
        self.last_seq = seq

    def _settle(self, seq: int, outcome: Outcome, distance_um: int, angle_cdeg: int) -> Frame:
        self.done_seq = seq
        done = Done(outcome, distance_um, angle_cdeg, seq, self.state)
        self._remember(seq, done)
        return Frame(self.session, seq, done)

    def _remember(self, seq: int, answer: Message) -> None:
        self._answers[seq] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def _ack(self, frame: Frame, verdict: Verdict) -> Frame:
        return Frame(frame.session, frame.seq, Ack(verdict, self.done_seq, self.state))

    def _report(self, frame: Frame, host_time_ms: int = 0) -> Frame:
        report = Report(
            code_of(frame.message),
            self.session,
            self.last_seq,
            self.done_seq,
            self.state,
            self._motors.battery_mv,
            self.latch,
            host_time_ms,
        )
        return Frame(frame.session, frame.seq, report)

    def _telemetry(self, now: float) -> Telemetry:
        uptime = int(now - self._started_at)
        bad = self.bad_frames & 0xFFFF
        return Telemetry(self._motors.battery_mv, *self._sum, bad, uptime, self.done_seq, self.state)

    def _welcome(self) -> Welcome:
        who = self.identity
        return Welcome(
            self.boot_id,
            self.session,
            self.last_seq,
            self.done_seq,
            *who.protocol,
            who.dictionary,
            *who.firmware,
            who.capabilities,
            self._motors.battery_mv,
            self.state,
            self.latch,
            who.name,
        )
