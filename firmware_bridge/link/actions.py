"""What a link does at a signal: the methods that the table in :mod:`firmware_bridge.link.transition_table` names."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf

from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.link.commands import Begun, Command, Ended, Ending, EndKind, Event, Sent, Timers
from firmware_bridge.link.dialect import Comparison, Dialect
from firmware_bridge.link.estop_latch import HostLatch, LatchPhase
from firmware_bridge.link.link_reasons import OUTCOMES, VERDICTS, LinkReason
from firmware_bridge.link.pending_command import PendingCommand
from firmware_bridge.link.plausibility import OtherDictionary, OtherLayouts, OtherRobot, contradiction
from firmware_bridge.link.response_classifier import next_session, why_void
from firmware_bridge.link.transition_table import TRANSITIONS, Action, Phase, Signal
from firmware_bridge.link.transmitter import Transmitter
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import Ack, Claim, Done, State, Verdict, Welcome

SLACK_S = 1e-6
"""A timer that is due within this is due: event loops wake a hair early."""

STOP_S = 2.0
"""A robot that has not said for so long that it stopped is given up on: nobody waits for ever to stop."""

CONTACT_S = 3.0
"""How long a restarted controller looks for the robot, on top of an interrupted command's own time."""


class Actions:
    """What one link knows, and what it does; :class:`firmware_bridge.link.link.Link` tells it what happens."""

    def __init__(self, timers: Timers, wanted: str = "") -> None:
        """`wanted` is the own name that the robot must have; "" lets any robot in."""
        self.phase = Phase.CLOSED
        self.timers = timers
        self.wanted = wanted
        self.latch = HostLatch(timers)
        self.welcome: Welcome | None = None
        """Who answered, once somebody did."""
        self.dialect: Dialect | None = None
        """What may be said to the robot, once somebody answered."""
        self._comparisons: dict[tuple[int, int], Comparison] = {}
        """Of newer robots, by minor version and dictionary."""
        self._compared: Frame | None = None
        """The WELCOME that waits for the robot's layouts."""
        self.battery_mv = 0
        self.state = State.IDLE
        """The robot's own, as last heard."""
        self.fault = NO_REASON
        """What the robot says is wrong with it."""
        self.refusal: OtherDictionary | OtherLayouts | OtherRobot | None = None
        """Why the robot was turned away."""
        self.heard_at: float | None = None
        self._reason = NO_REASON
        """Why what ends now ends."""
        self._session = 0
        self._seq = 0
        self._pending: PendingCommand | None = None
        self._waiting: deque[tuple[int, Command]] = deque()
        self._tickets = 0
        self._transmitter = Transmitter(timers)
        self.events: list[Event] = []
        """What has happened and was not taken yet."""
        self.frames = self._transmitter.frames
        """What must go out and was not taken yet; always the same list."""
        self._now = 0.0
        self._frame: Frame | None = None

    def _signal(self, signal: Signal) -> None:
        self.phase, act = _STEPS[self.phase][signal]
        if act is not None:
            act(self)
        if self._waiting and self.phase is _READY:
            self._signal(_SUBMIT)

    def _ask(self) -> None:
        self._transmitter.greet(Claim.ASK, 0, self.welcome, self._now, again=False)

    def _ask_again(self) -> None:
        self._transmitter.greet(Claim.ASK, 0, self.welcome, self._now, again=True)

    def _claim(self) -> None:
        assert self.welcome is not None
        if self._pending is not None:
            self._end("uncertain", why_void(self._pending.sent, self.welcome))
        self._session = next_session(self.welcome.boot_id, self.welcome.session)
        self._transmitter.greet(Claim.TAKE, self._session, self.welcome, self._now, again=False)

    def _claim_again(self) -> None:
        self._transmitter.greet(Claim.TAKE, self._session, self.welcome, self._now, again=True)

    def _begin(self) -> None:
        self._seq = 0
        for ticket, command in tuple(self._waiting):
            if refusal := self._unsayable(command):
                self._waiting.remove((ticket, command))
                self._end_unsent(ticket, "rejected", refusal)
        self._transmitter.retry_at = inf
        self._transmitter.heartbeat_at = self._now + self.timers.heartbeat

    def _adopt(self) -> None:
        assert self._pending is not None
        self._session, self._seq = self._pending.sent.session, self._pending.sent.seq
        self._send_command()

    def _queue(self) -> None:
        """Do nothing: the command is in the queue already."""

    def _launch(self) -> None:
        assert self.welcome is not None
        ticket, command = self._waiting.popleft()
        self._seq = (self._seq + 1) & 0xFFFF
        sent = Sent(self.welcome.boot_id, self._session, self._seq, command)
        self._pending = PendingCommand(ticket, sent, self._now)
        self._pending.began = self._now
        self.events.append(Begun(ticket, sent))
        self._send_command()

    def _refuse(self) -> None:
        self._forget("rejected", LinkReason.NOT_READY(phase=self.phase.value))

    def _send_again(self) -> None:
        self._send_command(again=True)

    def _send_stop(self) -> None:
        self._mark_stop()
        self._send_command()

    def _mark_stop(self) -> None:
        if self._pending is not None:
            self._pending.stopping = True
            self._pending.deadline = self._now + STOP_S

    def _accept(self) -> None:
        pending = self._pending
        assert pending is not None
        self._transmitter.retry_at = inf
        if not pending.stopping:
            pending.deadline = max(pending.deadline, self._now + pending.patience)
        pending.due = min(self._now + pending.usual, pending.deadline)
        self._schedule_heartbeat()

    def _nudge(self) -> None:
        assert self._pending is not None
        if self._now + SLACK_S < self._pending.due:
            self._transmitter.ping(self._session, 0, self._now)
        else:
            self._transmitter.say(self._pending.frame(), self._now)
        self._schedule_heartbeat()

    def _schedule_heartbeat(self) -> None:
        """Schedule the next heartbeat; soon after a command's end is due, because its DONE may be lost."""
        assert self._pending is not None
        soon = max(self._pending.due, self._now) + self.timers.retry_most
        self._transmitter.heartbeat_at = min(self._now + self.timers.heartbeat, soon)

    def _finish(self) -> None:
        assert self._frame is not None
        answer, pending = self._frame.message, self._pending
        if isinstance(answer, Done):
            kind, reason = OUTCOMES[answer.outcome]
            assert pending is not None
            took = None if pending.began is None else self._now - pending.began
            lie = contradiction(pending.sent.command, answer, took, pending.usual)
            if lie:
                kind, reason = "uncertain", lie
            self._end(kind, reason, answer.distance_um, answer.angle_cdeg)
        elif isinstance(answer, Ack):
            self._end("rejected", VERDICTS[answer.verdict])
            if answer.verdict is Verdict.ESTOPPED and not self.latch.engaged:
                # Somebody else latched it; its REPORT says so before the next command is refused as well.
                self._ping()
        self._transmitter.retry_at = inf
        self._transmitter.heartbeat_at = self._now + self.timers.heartbeat

    def _ping(self) -> None:
        self._transmitter.ping(self._session, 0, self._now)

    def _lose(self) -> None:
        self._forget("rejected", self._reason)
        self._ask()

    def _give_up(self) -> None:
        self._end("uncertain", self._reason)
        self._ask()

    def _leave(self) -> None:
        self._forget("rejected", self._reason)
        self._transmitter.clear()
        pending = self._pending
        if pending is not None:
            longest = STOP_S if pending.stopping else pending.patience
            pending.deadline = self._now + longest + CONTACT_S

    def _drop(self) -> None:
        self._end("uncertain", self._reason)

    def _shut(self) -> None:
        if self._pending is not None:
            self._end("uncertain", self._reason)
        self._forget("rejected", self._reason)
        self._transmitter.clear()

    def _turn_away(self) -> None:
        assert self._frame is not None
        told = self._frame.message
        assert isinstance(told, Welcome)
        layouts = OtherLayouts(self.dialect) if self.dialect is not None and self.dialect.foreign else None
        self.refusal = OtherDictionary.of(told) or layouts or OtherRobot(told.name, self.wanted)
        self._reason = self.refusal.as_reason()
        self._shut()

    # -- small things ----------------------------------------------------------------------------------

    def _ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def _send_command(self, again: bool = False) -> None:
        pending, transmitter, now = self._pending, self._transmitter, self._now
        assert pending is not None
        transmitter.wait_for_answer(now, again)
        # While an ESTOP is on its way a command must not start the robot behind its back.
        if pending.stopping or self.latch.phase is not _LATCHING:
            transmitter.say(pending.frame(), now)

    def _end(self, kind: EndKind, reason: Reason, distance_um: int = 0, angle_cdeg: int = 0) -> None:
        assert self._pending is not None
        ending = Ending(kind, reason, distance_um, angle_cdeg)
        self.events.append(Ended(self._pending.ticket, self._pending.sent, ending))
        self._pending = None

    def _end_unsent(self, ticket: int, kind: EndKind, reason: Reason) -> None:
        self.events.append(Ended(ticket, None, Ending(kind, reason)))

    def _unsayable(self, command: Command) -> Reason:
        """Return why the robot would not understand a command; NO_REASON if it would, or nobody knows yet."""
        return NO_REASON if self.dialect is None else self.dialect.refusal(type(command))

    def _forget(self, kind: EndKind, reason: Reason) -> None:
        while self._waiting:
            self._end_unsent(self._waiting.popleft()[0], kind, reason)


def _method(action: Action) -> Callable[[Actions], None] | None:
    return None if action is Action.NOTHING else getattr(Actions, "_" + action.value.partition(":")[0])


_STEPS: dict[Phase, dict[Signal, tuple[Phase, Callable[[Actions], None] | None]]] = {
    phase: {signal: (step.then, _method(step.action)) for signal in Signal for step in [TRANSITIONS[phase, signal]]}
    for phase in Phase
}
"""The table with its actions' methods."""

# A look at an enum's member costs as much as a call in Python 3.11; these are needed for every command.
_READY, _SUBMIT, _LATCHING = Phase.READY, Signal.SUBMIT, LatchPhase.STOPPING
