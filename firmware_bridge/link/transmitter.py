"""The host's outgoing frames: queue, nonces, times of repetition."""

from __future__ import annotations

from math import inf

from firmware_bridge.link.commands import Timers
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import DICTIONARY_HASH, MAJOR, MINOR, Claim, Describe, Hello, Ping, Welcome


def take_in(known: Welcome) -> Hello:
    """Return the HELLO that begins a session with a robot: in the robot's own dictionary, of which we know our part."""
    return Hello(Claim.TAKE, known.major, known.minor, known.dictionary, known.session, known.boot_id)


class Transmitter:
    """What one link says, and its timers. It decides nothing."""

    def __init__(self, timers: Timers) -> None:
        self.timers = timers
        self.hello = 0
        """The nonce of the HELLO that is out."""
        self.retry_at = inf
        """When what went out is repeated; infinity: never."""
        self.heartbeat_at = 0.0
        self.silent_from = 0.0
        self.silence = timers.silence
        self.pings: dict[int, tuple[int, float]] = {}
        """Nonce -> (ticket, when it went out), of those that somebody waits for."""
        self._retry_s = 0.0
        self._nonce = 0
        self.frames: list[Frame] = []
        """What must go out, in order."""

    def begin(self, now: float) -> None:
        """Begin on an open channel. Nonces differ from those of an earlier run, whose late answers may still come."""
        self._nonce = int(now * 1000) & 0xFFFF
        self.silent_from = now

    def fresh_nonce(self) -> int:
        """Count 1 to 65535; 0 is the standing emergency stop's."""
        self._nonce = self._nonce % 0xFFFF + 1
        return self._nonce

    def withdraw(self, frame: Frame) -> None:
        """Withdraw a frame that must not go out after all."""
        self.frames[:] = [waiting for waiting in self.frames if waiting != frame]

    def clear(self) -> None:
        """Forget what waits."""
        self.frames.clear()
        self.retry_at = inf

    def say(self, frame: Frame, now: float) -> None:
        """Say a frame after all that waits."""
        self.frames.append(frame)
        self.heartbeat_at = now + self.timers.heartbeat

    def say_first(self, frame: Frame) -> None:
        """Before all that waits."""
        self.frames.insert(0, frame)

    def ping(self, session: int, ticket: int, now: float) -> None:
        """Ask for a sign of life; `ticket` 0: nobody waits for the answer."""
        nonce = self.fresh_nonce()
        if ticket:
            self.pings[nonce] = (ticket, now)
        self.say(Frame(session, nonce, Ping(int(now * 1000) & 0xFFFFFFFF)), now)

    def greet(self, claim: Claim, session: int, known: Welcome | None, now: float, *, again: bool) -> None:
        """HELLO, repeated later and later."""
        if again:
            self._retry_s = min(self._retry_s * 2, self.timers.greet_most)
        else:
            self._retry_s = self.timers.retry_least
            self.hello = self.fresh_nonce()
        replaces, boot_id = (known.session, known.boot_id) if known is not None else (0, 0)
        hello = Hello(claim, MAJOR, MINOR, DICTIONARY_HASH, replaces, boot_id)
        if claim is Claim.TAKE and known is not None:
            hello = take_in(known)
        self.say(Frame(session, self.hello, hello), now)
        self.retry_at = now + self._retry_s

    def describe(self, question: Describe, now: float) -> None:
        """Ask for the layout of a message."""
        self.say(Frame(0, self.fresh_nonce(), question), now)

    def wait_for_answer(self, now: float, again: bool) -> None:
        """Note that a numbered command went out, for the first time or again."""
        self.retry_at = now + (self.timers.retry_most if again else self.timers.retry_least)
