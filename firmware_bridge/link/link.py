"""The host's side of the link to one robot, without I/O (table.md, "Exactly once").

Commands go in by :meth:`Link.submit`, frames by :meth:`Link.receive`, time by :meth:`Link.poll`; out come
events (:meth:`Link.take_events`) and frames (:meth:`Link.take_frames`). Take the events first: `Begun`
must be on record before its frame goes out. What happens when is in :mod:`firmware_bridge.link.table`.
"""

from __future__ import annotations

from collections import deque
from math import inf

from firmware_bridge.link.judge import judge_answer, judge_welcome, next_session, why_void
from firmware_bridge.link.latch import HostLatch, LatchPhase, newer
from firmware_bridge.link.refusals import OtherDictionary, OtherRobot, contradiction
from firmware_bridge.link.table import TRANSITIONS, Action, Phase, Signal
from firmware_bridge.link.talk import Talk
from firmware_bridge.link.values import (
    Begun,
    Command,
    Ended,
    Ending,
    EndKind,
    Event,
    Ponged,
    Sent,
    Timers,
    expected_s,
    patience_s,
)
from firmware_bridge.link.words import FAULTS, OUTCOMES, VERDICTS
from firmware_bridge.protocol.codec import Frame, check_range
from firmware_bridge.protocol.tables import (
    Ack,
    Boot,
    Claim,
    Done,
    Fault,
    FaultCode,
    Message,
    Report,
    State,
    Stop,
    Telemetry,
    Verdict,
    Welcome,
)

QUEUE_MOST = 8
"""More commands waiting than this are refused: the caller is running away from the robot."""

SLACK_S = 1e-6
"""A timer that is due within this is due: event loops wake a hair early."""

STOP_S = 2.0
"""A robot that has not said for so long that it stopped is given up on: nobody waits for ever to stop."""

CONTACT_S = 3.0
"""How long a restarted controller looks for the robot, on top of an interrupted command's own time."""


class _Errand:
    """The one command under way."""

    def __init__(self, ticket: int, sent: Sent, deadline: float) -> None:
        self.ticket = ticket
        self.sent = sent
        self.deadline = deadline
        self.due = deadline
        """When it should have ended, once it is accepted."""
        self.stopping = False
        self.began: float | None = None
        """When it went out for the first time; None: under an earlier controller."""

    def frame(self) -> Frame:
        message: Message = Stop() if self.stopping else self.sent.command
        return Frame(self.sent.session, self.sent.seq, message)


class Link:
    """One robot's link. One command is under way at a time; others wait in order."""

    def __init__(self, timers: Timers, wanted: str = "") -> None:
        """`wanted` is the own name that the robot must have; "" lets any robot in."""
        self.phase = Phase.CLOSED
        self.timers = timers
        self.wanted = wanted
        self.latch = HostLatch(timers)
        self.welcome: Welcome | None = None
        """Who answered, once somebody did."""
        self.battery_mv = 0
        self.state = State.IDLE
        """The robot's own, as last heard."""
        self.fault = ""
        """What the robot says is wrong with it."""
        self.refusal: OtherDictionary | OtherRobot | None = None
        """Why the robot was turned away."""
        self.heard_at: float | None = None
        self._reason = ""
        """Why what ends now ends."""
        self._session = 0
        self._seq = 0
        self._errand: _Errand | None = None
        self._waiting: deque[tuple[int, Command]] = deque()
        self._tickets = 0
        self._talk = Talk(timers)
        self._events: list[Event] = []
        self._now = 0.0
        self._frame: Frame | None = None

    # -- what the host wants ---------------------------------------------------------------------------

    def open(self, now: float, interrupted: Sent | None = None) -> int | None:
        """The channel is open. `interrupted` is the last command on record that has no end there.

        Returns the ticket under which that command will end.
        """
        self._now = now
        self._talk.begin(now)
        ticket = None
        if interrupted is not None:
            ticket = self._ticket()
            self._errand = _Errand(ticket, interrupted, now + patience_s(interrupted.command) + CONTACT_S)
        self._signal(Signal.OPENED)
        return ticket

    def away(self, reason: str, now: float) -> None:
        """The channel broke and is looked for. What waits ends now; the command under way is kept for a while,
        because a robot that comes back in the same session still knows what became of it."""
        self._now, self._reason = now, reason
        self._signal(Signal.AWAY)

    def gone(self, reason: str, now: float) -> None:
        """The channel is gone; all that is under way or waits ends now."""
        self._now, self._reason = now, reason
        self._signal(Signal.GONE)

    def submit(self, command: Command, now: float) -> int:
        """Hand a command in. Raises OutOfRange. Returns its ticket; exactly one `Ended` follows."""
        check_range(command)
        self._now = now
        ticket = self._ticket()
        if self.latch.engaged:
            self._end_unsent(ticket, "rejected", "the emergency stop is on")
        elif len(self._waiting) >= QUEUE_MOST:
            self._end_unsent(ticket, "rejected", f"{QUEUE_MOST} commands are waiting already")
        else:
            self._waiting.append((ticket, command))
            self._signal(Signal.SUBMIT)
        return ticket

    def retract(self, ticket: int) -> None:
        """Take a command back whose `Begun` could not be recorded; its frame is not sent."""
        errand = self._errand
        if errand is None or errand.ticket != ticket:
            return
        self._talk.withdraw(errand.frame())
        self._talk.retry_at = None
        self._errand = None
        self._seq = (self._seq - 1) & 0xFFFF
        self.phase = Phase.READY

    def stop(self, now: float) -> None:
        """End the command under way early and forget those that wait."""
        self._now = now
        self._forget("cancelled", "stopped before it was sent")
        self._signal(Signal.STOP)

    def estop(self, now: float) -> None:
        """Stop the robot at once and latch it. Needs no session; repeated until the robot answers."""
        self._now = now
        self.latch.estop(self._talk.fresh_nonce(), now)
        self._poll_latch(copies=2)
        self.stop(now)

    def clear(self, now: float) -> None:
        """Release the latch."""
        self._now = now
        self.latch.clear(self._talk.fresh_nonce(), now)
        self._poll_latch()

    def ping(self, now: float) -> int:
        """Ask for a sign of life; `Ponged` follows if it comes."""
        self._now = now
        ticket = self._ticket()
        self._talk.ping(self._session, ticket, now)
        return ticket

    # -- what the world brings -------------------------------------------------------------------------

    def receive(self, frame: Frame, now: float) -> None:
        """Take a frame from the robot in."""
        self._now = self.heard_at = self._talk.silent_from = now
        self._frame = frame
        match frame.message:
            case Welcome() as welcome if frame.seq == self._talk.hello:
                self._hear_welcome(welcome)
            case Ack() | Done() as answer:
                self.state = answer.state
                errand = self._errand
                sent, stopping = (errand.sent, errand.stopping) if errand is not None else (None, False)
                signal = judge_answer(frame, answer, sent, stopping)
                if signal is not None:
                    self._signal(signal)
            case Report() as report:
                self._hear_report(frame, report)
            case Boot(boot_id=boot_id):
                known = self.welcome.boot_id if self.welcome is not None else None
                if known is None or newer(boot_id, known):
                    self._signal(Signal.SESSION_LOST)
            case Fault(code=code, state=state):
                self.state = state
                self.fault = "" if code is FaultCode.NONE else FAULTS[code]
            case Telemetry(battery_mv=battery_mv, state=state):
                self.battery_mv, self.state = battery_mv, state
            case _:
                pass
        self._frame = None

    def _hear_welcome(self, welcome: Welcome) -> None:
        under_way = self._errand.sent if self._errand is not None else None
        signal = judge_welcome(welcome, self.phase, self._session, under_way, self.wanted)
        if signal is not Signal.WELCOME_FOREIGN:
            self.battery_mv, self.state = welcome.battery_mv, welcome.state
            self.welcome = welcome
            assert self._frame is not None
            self._events += self.latch.welcomed(self._frame.seq, welcome, self._talk.fresh_nonce(), self._now)
        self._signal(signal)

    def _hear_report(self, frame: Frame, report: Report) -> None:
        self.battery_mv, self.state = report.battery_mv, report.state
        self._events += self.latch.heard(frame, report, self._talk.fresh_nonce(), self._now)
        ticket, sent_at = self._talk.pings.pop(frame.seq, (0, 0.0))
        if ticket:
            self._events.append(Ponged(ticket, self._now - sent_at))
        if frame.session == 0 or frame.session != self._session:
            return
        if report.session != self._session:
            self._signal(Signal.SESSION_LOST)
        elif self._errand is not None and report.done_seq == self._errand.sent.seq:
            self._signal(Signal.UNFETCHED)

    def poll(self, now: float) -> None:
        """Let time pass: do what is due."""
        self._now = now
        due = now + SLACK_S
        if self._errand is not None and due >= self._errand.deadline:
            if self.phase is not Phase.AWAY:
                waited = STOP_S if self._errand.stopping else patience_s(self._errand.sent.command)
                self._reason = f"no end within {waited:.1f} s"
            self._signal(Signal.OVERDUE)
        if self.phase is Phase.AWAY:
            return
        if due >= self._talk.silent_from + self.timers.silence:
            self._reason = f"the robot has not answered for {self.timers.silence:g} s"
            self._signal(Signal.SILENCE)
        if self._talk.retry_at is not None and due >= self._talk.retry_at:
            self._talk.retry_at = None
            self._signal(Signal.RETRY)
        if due >= self._talk.beat_at:
            self._signal(Signal.BEAT)
        self._poll_latch()

    def _poll_latch(self, copies: int = 1) -> None:
        """ESTOP and CLEAR overtake all that waits to go out. The first ESTOP goes out twice: a frame takes 1 ms,
        and waiting for the next repeat takes 10."""
        if self.phase in (Phase.CLOSED, Phase.AWAY):
            return
        urgent = self.latch.poll(self._now, SLACK_S)
        if urgent is not None:
            for _ in range(copies):
                self._talk.say_first(urgent)

    def next_timer(self) -> float | None:
        """When :meth:`poll` must be called again."""
        if self.phase is Phase.CLOSED:
            return None
        phase, soonest = self.phase, inf
        if self._errand is not None:
            soonest = self._errand.deadline
        if phase is not Phase.AWAY:
            for timer in (self._talk.retry_at, self.latch.next_timer):
                if timer is not None and timer < soonest:
                    soonest = timer
            if phase not in (Phase.LOST, Phase.REFUSED):
                soonest = min(soonest, self._talk.silent_from + self.timers.silence)
            if phase in (Phase.READY, Phase.MOVING):
                soonest = min(soonest, self._talk.beat_at)
        return None if soonest == inf else soonest

    def take_events(self) -> list[Event]:
        """What happened since the last call, in order."""
        events, self._events = self._events, []
        return events

    def take_frames(self) -> list[Frame]:
        """What must go out now, in order."""
        return self._talk.take()

    @property
    def idle(self) -> bool:
        """In session, and nothing under way or waiting."""
        return self.phase is Phase.READY and not self._waiting

    # -- the table's actions ---------------------------------------------------------------------------

    def _signal(self, signal: Signal) -> None:
        step = TRANSITIONS[self.phase, signal]
        self.phase = step.then
        if step.action is not Action.NOTHING:
            _ACTIONS[step.action](self)
        if self.phase is Phase.READY and self._waiting:
            self._signal(Signal.SUBMIT)

    def _ask(self) -> None:
        self._talk.greet(Claim.ASK, 0, self.welcome, self._now, again=False)

    def _ask_again(self) -> None:
        self._talk.greet(Claim.ASK, 0, self.welcome, self._now, again=True)

    def _claim(self) -> None:
        assert self.welcome is not None
        if self._errand is not None:
            self._end("uncertain", why_void(self._errand.sent, self.welcome))
        self._session = next_session(self.welcome.boot_id, self.welcome.session)
        self._talk.greet(Claim.TAKE, self._session, self.welcome, self._now, again=False)

    def _claim_again(self) -> None:
        self._talk.greet(Claim.TAKE, self._session, self.welcome, self._now, again=True)

    def _begin(self) -> None:
        self._seq = 0
        self._talk.retry_at = None
        self._talk.beat_at = self._now + self.timers.beat

    def _adopt(self) -> None:
        assert self._errand is not None
        self._session, self._seq = self._errand.sent.session, self._errand.sent.seq
        self._send_errand(first=True)

    def _queue(self) -> None:
        """It lies in the queue already."""

    def _launch(self) -> None:
        assert self.welcome is not None
        ticket, command = self._waiting.popleft()
        self._seq = (self._seq + 1) & 0xFFFF
        sent = Sent(self.welcome.boot_id, self._session, self._seq, command)
        self._errand = _Errand(ticket, sent, self._now + patience_s(command))
        self._errand.began = self._now
        self._events.append(Begun(ticket, sent))
        self._send_errand(first=True)

    def _refuse(self) -> None:
        self._forget("rejected", f"the link is {self.phase.value}")

    def _send_again(self) -> None:
        self._send_errand(first=False)

    def _send_stop(self) -> None:
        self._mark_stop()
        self._send_errand(first=True)

    def _mark_stop(self) -> None:
        if self._errand is not None:
            self._errand.stopping = True
            self._errand.deadline = self._now + STOP_S

    def _accept(self) -> None:
        assert self._errand is not None
        self._talk.retry_at = None
        if not self._errand.stopping:
            patience = patience_s(self._errand.sent.command)
            self._errand.deadline = max(self._errand.deadline, self._now + patience)
        self._errand.due = min(self._now + expected_s(self._errand.sent.command), self._errand.deadline)
        self._set_beat()

    def _nudge(self) -> None:
        assert self._errand is not None
        if self._now + SLACK_S < self._errand.due:
            self._talk.ping(self._session, 0, self._now)
        else:
            self._talk.say(self._errand.frame(), self._now)
        self._set_beat()

    def _set_beat(self) -> None:
        """The next sign of life; soon after a command's end is due, because its DONE may be lost."""
        assert self._errand is not None
        soon = max(self._errand.due, self._now) + self.timers.retry_most
        self._talk.beat_at = min(self._now + self.timers.beat, soon)

    def _finish(self) -> None:
        assert self._frame is not None
        answer = self._frame.message
        if isinstance(answer, Done):
            kind, reason = OUTCOMES[answer.outcome]
            assert self._errand is not None
            took = None if self._errand.began is None else self._now - self._errand.began
            lie = contradiction(self._errand.sent.command, answer, took)
            if lie:
                kind, reason = "uncertain", lie
            self._end(kind, reason, answer.distance_um, answer.angle_cdeg)
        elif isinstance(answer, Ack):
            self._end("rejected", VERDICTS[answer.verdict])
            if answer.verdict is Verdict.ESTOPPED and not self.latch.engaged:
                # Somebody else latched it; its REPORT says so before the next command is refused as well.
                self._ping()
        self._talk.retry_at = None
        self._talk.beat_at = self._now + self.timers.beat

    def _ping(self) -> None:
        self._talk.ping(self._session, 0, self._now)

    def _lose(self) -> None:
        self._forget("rejected", self._reason)
        self._ask()

    def _give_up(self) -> None:
        self._end("uncertain", self._reason)
        self._ask()

    def _leave(self) -> None:
        self._forget("rejected", self._reason)
        self._talk.clear()
        errand = self._errand
        if errand is not None:
            longest = STOP_S if errand.stopping else patience_s(errand.sent.command)
            errand.deadline = self._now + longest + CONTACT_S

    def _drop(self) -> None:
        self._end("uncertain", self._reason)

    def _shut(self) -> None:
        if self._errand is not None:
            self._end("uncertain", self._reason)
        self._forget("rejected", self._reason)
        self._talk.clear()

    def _turn_away(self) -> None:
        assert self._frame is not None
        told = self._frame.message
        assert isinstance(told, Welcome)
        self.refusal = OtherDictionary.of(told) or OtherRobot(told.name, self.wanted)
        self._reason = str(self.refusal)
        self._shut()

    # -- small things ----------------------------------------------------------------------------------

    def _ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def _send_errand(self, *, first: bool) -> None:
        assert self._errand is not None
        self._talk.wait_for_answer(self._now, again=not first)
        # While an ESTOP is on its way a command must not start the robot behind its back.
        if self._errand.stopping or self.latch.phase is not LatchPhase.STOPPING:
            self._talk.say(self._errand.frame(), self._now)

    def _end(self, kind: EndKind, reason: str, distance_um: int = 0, angle_cdeg: int = 0) -> None:
        assert self._errand is not None
        ending = Ending(kind, reason, distance_um, angle_cdeg)
        self._events.append(Ended(self._errand.ticket, self._errand.sent, ending))
        self._errand = None

    def _end_unsent(self, ticket: int, kind: EndKind, reason: str) -> None:
        self._events.append(Ended(ticket, None, Ending(kind, reason)))

    def _forget(self, kind: EndKind, reason: str) -> None:
        while self._waiting:
            self._end_unsent(self._waiting.popleft()[0], kind, reason)


_ACTIONS = {
    action: getattr(Link, "_" + action.value.partition(":")[0]) for action in Action if action is not Action.NOTHING
}
