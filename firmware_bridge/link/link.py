"""The host's side of the link to one robot, without I/O (docs/protocol.md, "The host's link").

Commands go in by :meth:`Link.submit`, frames by :meth:`Link.receive`, time by :meth:`Link.poll`; out come
events (:meth:`Link.take_events`) and frames (:meth:`Link.take_frames`). Take the events first: `Begun`
must be on record before its frame goes out. What happens when is in :mod:`firmware_bridge.link.transition_table`, what
that does in :mod:`firmware_bridge.link.actions`.
"""

from __future__ import annotations

from math import inf

from boards.base.reasons import Reason
from firmware_bridge.link.actions import CONTACT_S, SLACK_S, STOP_S, Actions
from firmware_bridge.link.commands import Command, Event, Ponged, Progressed, Sent
from firmware_bridge.link.dialect import Comparison, dialect_of, must_describe, speaks_otherwise
from firmware_bridge.link.estop_latch import newer
from firmware_bridge.link.link_reasons import FAULTS, LinkReason
from firmware_bridge.link.pending_command import PendingCommand
from firmware_bridge.link.plausibility import is_possible
from firmware_bridge.link.response_classifier import classify_answer, classify_welcome
from firmware_bridge.link.transition_table import TRANSITIONS, Action, Phase, Signal
from firmware_bridge.protocol.codec import Frame, check_range
from firmware_bridge.protocol.messages import (
    Ack,
    Boot,
    Description,
    Done,
    Fault,
    Progress,
    Report,
    Telemetry,
    Track,
    Welcome,
)

QUEUE_MOST = 8
"""More commands waiting than this are refused: the caller is running away from the robot."""


class Link(Actions):
    """One robot's link. One command is under way at a time; others wait in order."""

    # -- what the host wants ---------------------------------------------------------------------------

    def open(self, now: float, interrupted: Sent | None = None) -> int | None:
        """Begin on an open channel. `interrupted` is the last command on record that has no end there.

        Returns the ticket under which that command will end.
        """
        self._now = now
        self._transmitter.begin(now)
        ticket = None
        if interrupted is not None:
            ticket = self._ticket()
            self._pending = PendingCommand(ticket, interrupted, now + CONTACT_S)
        self._signal(Signal.OPENED)
        return ticket

    def away(self, reason: Reason, now: float) -> None:
        """Take the channel as broken; it is looked for.

        What waits ends now; the command under way is kept for a while, because a robot that comes back in the
        same session still knows what became of it.
        """
        self._now, self._reason = now, reason
        self._signal(Signal.AWAY)

    def gone(self, reason: Reason, now: float) -> None:
        """Take the channel as gone; all that is under way or waits ends now."""
        self._now, self._reason = now, reason
        self._signal(Signal.GONE)

    def submit(self, command: Command, now: float) -> int:
        """Hand a command in. Raises OutOfRange. Returns its ticket; exactly one `Ended` follows."""
        check_range(command)
        self._now = now
        self._tickets = ticket = self._tickets + 1
        if self.latch.engaged:
            self._end_unsent(ticket, "rejected", LinkReason.ESTOP_LATCHED())
        elif len(self._waiting) >= QUEUE_MOST:
            self._end_unsent(ticket, "rejected", LinkReason.QUEUE_FULL(count=QUEUE_MOST))
        elif refusal := self._unsayable(command):
            self._end_unsent(ticket, "rejected", refusal)
        else:
            self._waiting.append((ticket, command))
            self._signal(_SUBMIT)
        return ticket

    def retract(self, ticket: int) -> None:
        """Take a command back whose `Begun` could not be recorded; its frame is not sent."""
        pending = self._pending
        if pending is None or pending.ticket != ticket:
            return
        self._transmitter.withdraw(pending.frame())
        self._transmitter.retry_at = inf
        self._pending = None
        self._seq = (self._seq - 1) & 0xFFFF
        self.phase = Phase.READY

    def recorded(self, ticket: int, now: float) -> None:
        """Send the held-back frame of this `Begun`, which is on record now.

        It goes out, if it is still wanted. Its time begins now.
        """
        pending = self._pending
        if pending is None or pending.ticket != ticket or pending.stopping or self.phase is not Phase.SENT:
            return
        self._now = pending.began = now
        pending.deadline = now + pending.patience
        self._send_command()

    def keep_alive(self, now: float) -> None:
        """Say a sign of life, in place of the command under way, which is held back: its time has not begun."""
        self._now = now
        pending = self._pending
        if pending is not None and not pending.stopping:
            pending.deadline = now + pending.patience
        self._ping()

    def stop(self, now: float) -> None:
        """End the command under way early and forget those that wait."""
        self._now = now
        self._forget("cancelled", LinkReason.STOPPED_UNSENT())
        self._signal(Signal.STOP)

    def estop(self, now: float) -> None:
        """Stop the robot at once and latch it. Needs no session; repeated until the robot answers."""
        self._now = now
        self.latch.estop(self._transmitter.fresh_nonce(), now)
        self._poll_latch(copies=2)
        self.stop(now)

    def clear(self, now: float) -> None:
        """Release the latch."""
        self._now = now
        self.latch.clear(self._transmitter.fresh_nonce(), now)
        self._poll_latch()

    def ping(self, now: float) -> int:
        """Ask for a sign of life; `Ponged` follows if it comes."""
        ticket = self._ticket()
        self._transmitter.ping(self._session, ticket, now)
        return ticket

    def track(self, now: float) -> int | None:
        """Ask how far the command under way has come; `Progressed` follows if the answer comes.

        Returns the command's ticket; None if nothing is under way, or the robot's dictionary has no TRACK.
        """
        pending, dialect = self._pending, self.dialect
        if self.phase is not Phase.MOVING or pending is None or pending.stopping:
            return None
        if dialect is None or dialect.refusal(Track):
            return None
        self._now = now
        self._transmitter.say(Frame(pending.sent.session, pending.sent.seq, Track()), now)
        return pending.ticket

    # -- what the world brings -------------------------------------------------------------------------

    def receive(self, frame: Frame, now: float) -> None:
        """Take a frame from the robot in."""
        self._now = self.heard_at = self._transmitter.silent_from = now
        self._frame = frame
        answer = frame.message
        if isinstance(answer, _ANSWERS):
            self.state = answer.state
            signal = classify_answer(frame, answer, self._pending)
            if signal is not None:
                self._signal(signal)
        else:
            self._receive_other(frame)
        self._frame = None

    def _receive_other(self, frame: Frame) -> None:
        match frame.message:
            case Welcome() as welcome if frame.seq == self._transmitter.hello:
                self._hear_welcome(frame, welcome)
            case Description() as told:
                self._hear_description(told)
            case Progress() as progress:
                self._hear_progress(frame, progress)
            case Report() as report:
                self._hear_report(frame, report)
            case Boot(boot_id=boot_id):
                known = self.welcome.boot_id if self.welcome is not None else None
                if known is None or newer(boot_id, known):
                    self._signal(Signal.SESSION_LOST)
            case Fault(code=code, state=state):
                self.state = state
                self.fault = FAULTS[code]
            case Telemetry(battery_mv=battery_mv, state=state):
                self.battery_mv, self.state = battery_mv, state
            case _:
                pass

    def _hear_description(self, told: Description) -> None:
        frame = self._compared
        if frame is None or not isinstance(frame.message, Welcome):
            return
        welcome = frame.message
        if self._comparisons[welcome.minor, welcome.dictionary].hear(told) and frame.seq == self._transmitter.hello:
            self._hear_welcome(frame, welcome)

    def _know(self, frame: Frame, welcome: Welcome) -> bool:
        """Find out what may be said to a robot; False while its layouts are asked for."""
        if speaks_otherwise(welcome):
            self.dialect = None
        elif must_describe(welcome):
            comparison = self._comparisons.setdefault((welcome.minor, welcome.dictionary), Comparison())
            if (question := comparison.question) is not None:
                # HELLO is repeated meanwhile, and its answer asks again for what was lost.
                self._compared = frame
                self._transmitter.describe(question, self._now)
                return False
            self._compared, self.dialect = None, comparison.dialect(welcome)
        else:
            self.dialect = dialect_of(welcome)
        return True

    def _hear_welcome(self, frame: Frame, welcome: Welcome) -> None:
        if not self._know(frame, welcome):
            return
        self._frame = frame
        under_way = self._pending.sent if self._pending is not None else None
        signal = classify_welcome(welcome, self.phase, self._session, under_way, self.wanted)
        if self.dialect is not None and self.dialect.foreign:
            signal = Signal.WELCOME_FOREIGN
        if signal is not Signal.WELCOME_FOREIGN:
            self.battery_mv, self.state = welcome.battery_mv, welcome.state
            self.welcome = welcome
            self.events += self.latch.welcomed(frame.seq, welcome, self._transmitter.fresh_nonce(), self._now)
        self._signal(signal)

    def _hear_progress(self, frame: Frame, progress: Progress) -> None:
        pending = self._pending
        if pending is None or (frame.session, frame.seq) != (pending.sent.session, pending.sent.seq):
            return
        took = None if pending.began is None else self._now - pending.began
        if is_possible(pending.sent.command, progress, took, pending.usual):
            self.events.append(Progressed(pending.ticket, progress.distance_um, progress.angle_cdeg))

    def _hear_report(self, frame: Frame, report: Report) -> None:
        self.battery_mv, self.state = report.battery_mv, report.state
        self.events += self.latch.heard(frame, report, self._transmitter.fresh_nonce(), self._now)
        ticket, sent_at = self._transmitter.pings.pop(frame.seq, (0, 0.0))
        if ticket:
            self.events.append(Ponged(ticket, self._now - sent_at))
        if frame.session == 0 or frame.session != self._session:
            return
        if report.session != self._session:
            self._signal(Signal.SESSION_LOST)
        elif self._pending is not None and report.done_seq == self._pending.sent.seq:
            self._signal(Signal.UNFETCHED)

    def poll(self, now: float) -> None:
        """Let time pass: do what is due."""
        self._now = now
        due = now + SLACK_S
        if self._pending is not None and due >= self._pending.deadline:
            if self.phase is not Phase.AWAY:
                waited = STOP_S if self._pending.stopping else self._pending.patience
                self._reason = LinkReason.NO_END(seconds=f"{waited:.1f}")
            self._signal(Signal.OVERDUE)
        if self.phase is Phase.AWAY:
            return
        if due >= self._transmitter.silent_from + self.timers.silence:
            self._reason = LinkReason.NO_WORD(seconds=f"{self.timers.silence:g}")
            self._signal(Signal.SILENCE)
        if due >= self._transmitter.retry_at:
            self._transmitter.retry_at = inf
            self._signal(Signal.RETRY)
        if due >= self._transmitter.heartbeat_at:
            self._signal(Signal.HEARTBEAT)
        self._poll_latch()

    def hurry(self, now: float) -> None:
        """Speak at once after a break: what went out may be lost, so what is due later goes out now."""
        transmitter = self._transmitter
        transmitter.heartbeat_at = now
        if transmitter.retry_at < inf:
            transmitter.retry_at = now
        self.poll(now)

    def _poll_latch(self, copies: int = 1) -> None:
        """Send ESTOP and CLEAR before all that waits to go out.

        The first ESTOP goes out twice: a frame takes 1 ms, and waiting for the next repeat takes 10.
        """
        if self.phase in _OFF_LINE:
            return
        urgent = self.latch.poll(self._now, SLACK_S)
        if urgent is not None:
            for _ in range(copies):
                self._transmitter.say_first(urgent)

    def next_timer(self) -> float:
        """When :meth:`poll` must be called again; infinity: not at all."""
        phase, transmitter, pending = self.phase, self._transmitter, self._pending
        due = inf if pending is None else pending.deadline
        if phase in _OFF_LINE:
            return due
        heartbeat_at = transmitter.heartbeat_at if phase in _ON_HEARTBEAT else inf
        silent_at = transmitter.silent_from + transmitter.silence if phase in _LISTENING else inf
        return min(due, transmitter.retry_at, self.latch.due, heartbeat_at, silent_at)

    def take_events(self) -> list[Event]:
        """Return what happened since the last call, in order."""
        events, self.events = self.events, []
        return events

    def take_frames(self) -> list[Frame]:
        """Return what must go out now, in order."""
        frames = self.frames.copy()
        self.frames.clear()
        return frames

    @property
    def idle(self) -> bool:
        """In session, and nothing under way or waiting."""
        return self.phase is Phase.READY and not self._waiting


def _heeding(signal: Signal) -> tuple[Phase, ...]:
    """Return the phases in which a signal does anything."""
    return tuple(phase for phase in Phase if TRANSITIONS[phase, signal].action is not Action.NOTHING)


_OFF_LINE = (Phase.CLOSED, Phase.AWAY)
"""There is nobody to speak to."""
_ON_HEARTBEAT, _LISTENING = _heeding(Signal.HEARTBEAT), _heeding(Signal.SILENCE)
# A look at an enum's member costs as much as a call in Python 3.11; this one is needed for every command.
_SUBMIT = Signal.SUBMIT
_ANSWERS = (Ack, Done)
