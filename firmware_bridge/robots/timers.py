"""One timer of the event loop for all robots on it.

A robot's next timer moves with every frame, mostly later. A timer of its own would be taken down and put up three
times a command; so it is only noted, and the loop's one timer stands at the earliest that was noted since it was put
up. If it rings for a time that has moved on meanwhile, it is put up anew: some 40 times a second for a table of robots
that all move, whatever their number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf

from firmware_bridge.link.actions import SLACK_S


class Timer:
    """One robot's next timer."""

    __slots__ = ("_clock", "due", "ring")

    def __init__(self, clock: TimerQueue, ring: Callable[[], None]) -> None:
        self._clock = clock
        self.due = inf
        """When :attr:`ring` is called, in seconds of the loop's clock; infinity: never."""
        self.ring = ring

    def set(self, due: float) -> None:
        """Ring then, and at no other time; infinity: not at all."""
        self.due = due
        if due < self._clock.up_at:
            self._clock.put_up(due)

    def close(self) -> None:
        """Never ring again."""
        self._clock.forget(self)


class TimerQueue:
    """The alarms of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._alarms: list[Timer] = []
        self._timer: asyncio.TimerHandle | None = None
        self.up_at = inf
        """When the loop's timer rings."""

    @staticmethod
    def of(loop: asyncio.AbstractEventLoop) -> TimerQueue:
        """Return the loop's own."""
        return _CLOCKS.get(loop) or TimerQueue(loop)

    def alarm(self, ring: Callable[[], None]) -> Timer:
        """Return a new alarm, which is off."""
        alarm = Timer(self, ring)
        _CLOCKS[self._loop] = self
        self._alarms.append(alarm)
        return alarm

    def put_up(self, due: float) -> None:
        """Move the loop's timer to an earlier time."""
        if self._timer is not None:
            self._timer.cancel()
        self.up_at = due
        self._timer = self._loop.call_at(due, self._ring)

    def forget(self, alarm: Timer) -> None:
        """Take an alarm out; the last one takes the loop's timer down."""
        alarm.due = inf
        if alarm in self._alarms:
            self._alarms.remove(alarm)
        if not self._alarms:
            if self._timer is not None:
                self._timer.cancel()
                self._timer, self.up_at = None, inf
            _CLOCKS.pop(self._loop, None)

    def _ring(self) -> None:
        self._timer, self.up_at = None, inf
        now = self._loop.time() + SLACK_S
        try:
            for alarm in list(self._alarms):
                if alarm.due <= now:
                    alarm.due = inf
                    alarm.ring()
        finally:
            earliest = min((alarm.due for alarm in self._alarms), default=inf)
            if earliest < self.up_at:
                self.put_up(earliest)


_CLOCKS: dict[asyncio.AbstractEventLoop, TimerQueue] = {}
"""Those that have alarms."""
