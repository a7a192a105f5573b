"""The emergency stop as the host sees it: repeated until the robot says it is latched, released only on demand.

Reports are told apart by the nonce of the request that they answer, so that a late one never passes for
news: what answers a request older than the last change is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import inf

from firmware_bridge.link.commands import Cleared, ClearRefused, Event, Latched, Timers
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import Clear, Estop, Report, State, Welcome

_ESTOP = code_of(Estop())
_CLEAR = code_of(Clear(0))


class LatchPhase(Enum):
    """Where the emergency stop stands."""

    OFF = "off"
    STOPPING = "stopping"
    """ESTOP is repeated until the robot answers."""
    LATCHED = "latched"
    """By us: a robot that comes back unlatched (it restarted) is stopped again."""
    FOUND = "found"
    """By somebody else, or by a button on the robot."""
    CLEARING = "clearing"
    """CLEAR is repeated until the robot answers."""


class LatchSignal(Enum):
    """What can happen to it."""

    ESTOP = "emergency stop is called for"
    CLEAR = "release is called for"
    ANSWERED = "REPORT to our ESTOP: latched"
    RELEASED = "REPORT to our CLEAR: not latched"
    KEPT = "REPORT to our CLEAR: still latched"
    TOLD_LATCHED = "another REPORT: latched"
    TOLD_OPEN = "another REPORT: not latched"


_P, _S = LatchPhase, LatchSignal

_RULES: dict[LatchPhase, dict[LatchSignal, LatchPhase]] = {
    _P.OFF: {_S.ESTOP: _P.STOPPING, _S.TOLD_LATCHED: _P.FOUND},
    _P.STOPPING: {_S.ANSWERED: _P.LATCHED},
    _P.LATCHED: {_S.ESTOP: _P.STOPPING, _S.CLEAR: _P.CLEARING, _S.TOLD_OPEN: _P.STOPPING},
    _P.FOUND: {_S.ESTOP: _P.STOPPING, _S.CLEAR: _P.CLEARING, _S.TOLD_OPEN: _P.OFF},
    _P.CLEARING: {_S.ESTOP: _P.STOPPING, _S.RELEASED: _P.OFF, _S.KEPT: _P.FOUND},
}

LATCH_TRANSITIONS: Mapping[tuple[LatchPhase, LatchSignal], LatchPhase] = {
    (phase, signal): _RULES[phase].get(signal, phase) for phase in LatchPhase for signal in LatchSignal
}
"""Every cell: (phase, signal) -> the next phase."""


def newer(a: int, b: int) -> bool:
    """Whether the 16-bit count `a` comes after `b`."""
    return 0 < (a - b) & 0xFFFF < 0x8000


class HostLatch:
    """The latch of one robot. The link hands it reports and the time; it hands out frames and events."""

    def __init__(self, timers: Timers) -> None:
        self.phase = LatchPhase.OFF
        self.engaged = False
        """Whether commands are refused because of it."""
        self._timers = timers
        self._nonce: int | None = None
        """Of our last ESTOP or CLEAR, or of the newest report; None: nothing heard yet."""
        self._count = 0
        """The robot's latch count, as last heard."""
        self.due = inf
        """When :meth:`poll` has a frame; infinity: not at all."""

    @property
    def settled(self) -> bool:
        """Whether the robot has answered to what was last called for."""
        return self.phase not in (LatchPhase.STOPPING, LatchPhase.CLEARING)

    def estop(self, nonce: int, now: float) -> None:
        """Call for an emergency stop; :meth:`poll` sends it."""
        self._call(LatchSignal.ESTOP, nonce, now)

    def clear(self, nonce: int, now: float) -> None:
        """Call for its release; nothing happens unless it is latched."""
        self._call(LatchSignal.CLEAR, nonce, now)

    def _call(self, signal: LatchSignal, nonce: int, now: float) -> None:
        if self._step(signal):
            self._nonce = nonce
            self.due = now

    def _step(self, signal: LatchSignal) -> bool:
        """Whether that changes anything."""
        before = self.phase
        self.phase = LATCH_TRANSITIONS[before, signal]
        self.engaged = self.phase is not LatchPhase.OFF
        return self.phase is not before

    def heard(self, frame: Frame, report: Report, fresh: int, now: float) -> list[Event]:
        """Take a REPORT in. `fresh` is a nonce for a new ESTOP, should one be needed."""
        signal = self._signal(frame.seq, report)
        return [] if signal is None else self._apply(signal, frame.seq, report.latch, fresh, now)

    def welcomed(self, nonce: int, welcome: Welcome, fresh: int, now: float) -> list[Event]:
        """Take a WELCOME in: a robot that is found says at once whether it is latched."""
        if self._nonce is not None and not newer(nonce, self._nonce):
            return []
        signal = LatchSignal.TOLD_LATCHED if welcome.state is State.ESTOPPED else LatchSignal.TOLD_OPEN
        return self._apply(signal, nonce, welcome.latch, fresh, now)

    def _apply(self, signal: LatchSignal, nonce: int, count: int, fresh: int, now: float) -> list[Event]:
        self._count = count
        changed = self._step(signal)
        self._nonce = nonce
        if not changed:
            return []
        if self.phase is LatchPhase.STOPPING:
            self._nonce, self.due = fresh, now
            return []
        self.due = inf
        if signal is LatchSignal.KEPT:
            return [ClearRefused()]
        return [Latched() if self.engaged else Cleared()]

    def _signal(self, nonce: int, report: Report) -> LatchSignal | None:
        latched = report.state is State.ESTOPPED
        if nonce == self._nonce and report.to == _ESTOP and self.phase is LatchPhase.STOPPING:
            return LatchSignal.ANSWERED if latched else None
        if nonce == self._nonce and report.to == _CLEAR and self.phase is LatchPhase.CLEARING:
            return LatchSignal.KEPT if latched else LatchSignal.RELEASED
        if self._nonce is not None and not newer(nonce, self._nonce):
            return None
        return LatchSignal.TOLD_LATCHED if latched else LatchSignal.TOLD_OPEN

    def poll(self, now: float, slack: float) -> Frame | None:
        """Return the frame that is due now."""
        if now + slack < self.due:
            return None
        assert self._nonce is not None
        if self.phase is LatchPhase.STOPPING:
            self.due = now + self._timers.estop
            return Frame(0, self._nonce, Estop())
        self.due = now + self._timers.retry_least
        return Frame(0, self._nonce, Clear(self._count))
