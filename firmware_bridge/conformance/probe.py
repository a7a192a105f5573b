"""A scripted host for conformance tests: sends single frames, keeps all replies, has no link of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import asdict, replace

from firmware_bridge.channels.channel import Channel, ChannelClosed, ChannelError
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.conformance.check_results import Differs, DoesNotApply
from firmware_bridge.link.commands import Command, expected_s
from firmware_bridge.link.response_classifier import next_session
from firmware_bridge.link.transmitter import take_in
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Claim,
    Clear,
    Done,
    Hello,
    Message,
    Ping,
    Report,
    State,
    Status,
    Stop,
    Telemetry,
    Verdict,
    Welcome,
)

TRIES = 4
"""A question is asked so often: a radio may lose frames, and every frame may be repeated."""

START_S = 6.0
"""An Arduino that resets when its port is opened takes 2 s to its first word."""

HEARTBEAT_S = 0.2

MessageT = TypeVar("MessageT", bound=Message)


class Probe:
    """Speaks to one robot. All times are those of the event loop."""

    def __init__(self, channel: Channel, restart: Callable[[], Awaitable[None]] | None = None) -> None:
        """`restart` switches the robot off and on, where somebody can."""
        self.heard: list[Frame] = []
        self.session = 0
        self.seq = 0
        self.welcome: Welcome | None = None
        """The newest."""
        self.told_unasked = False
        """Whether any DONE came by itself."""
        self.restart = restart
        self._channel = channel
        self._patience = max(0.15, 6 * channel.timers.retry_most)
        self._nonce = 0
        self._news = asyncio.Event()
        self._lost: ChannelError | None = None

    # -- the channel -----------------------------------------------------------------------------------

    async def open(self) -> Welcome:
        """Open the channel. Raises ChannelError if it cannot be opened, Differs if nobody answers."""
        loop = asyncio.get_running_loop()
        self._nonce = int(loop.time() * 1000) & 0x3FFF
        await self._channel.open(self._take, self._lose)
        until = loop.time() + START_S
        while True:
            try:
                return await self.hello(tries=1)
            except Differs:
                if loop.time() >= until:
                    raise

    async def close(self) -> None:
        """Close the channel."""
        await self._channel.close()

    def _take(self, data: bytes) -> None:
        try:
            frame = decode(data)
        except FrameError:
            return
        self.heard.append(frame)
        if isinstance(frame.message, Welcome):
            self.welcome = frame.message
        self._news.set()

    def _lose(self, error: ChannelError) -> None:
        self._lost = error
        self._news.set()

    def say(self, frame: Frame) -> None:
        """Send a frame."""
        self.say_bytes(encode(frame))

    def say_bytes(self, data: bytes) -> None:
        """Send a frame's bytes, which may be no frame at all."""
        try:
            self._channel.send(data)
        except ChannelClosed:
            if self._lost is not None:
                raise self._lost from None
            raise

    def line(self) -> SerialChannel:
        """Return the serial line under it. Raises DoesNotApply if there is none."""
        if not isinstance(self._channel, SerialChannel):
            raise DoesNotApply("no line")
        return self._channel

    # -- waiting ---------------------------------------------------------------------------------------

    async def until(self, found: Callable[[Frame], bool], seconds: float, *, heartbeat: bool = False) -> Frame | None:
        """Return the first frame that fits, also of those heard already; None if none comes in time.

        `heartbeat`: with a sign of life to the robot every 0.2 s.
        """
        loop = asyncio.get_running_loop()
        end, heartbeat_at = loop.time() + seconds, loop.time() + HEARTBEAT_S
        while True:
            fits = next((frame for frame in self.heard if found(frame)), None)
            if fits is not None:
                return fits
            if self._lost is not None:
                raise self._lost
            now = loop.time()
            if now >= end:
                return None
            if heartbeat and now >= heartbeat_at:
                heartbeat_at = now + HEARTBEAT_S
                self.say(Frame(self.session, self.fresh_nonce(), Ping(0)))
            self._news.clear()
            try:
                async with asyncio.timeout((min(end, heartbeat_at) if heartbeat else end) - now):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def quiet(self, seconds: float, *, heartbeat: bool = False) -> list[Frame]:
        """Return what is heard within so many seconds, apart from REPORTs to our signs of life."""
        before = len(self.heard)
        await self.until(lambda _frame: False, seconds, heartbeat=heartbeat)
        return [frame for frame in self.heard[before:] if not (heartbeat and isinstance(frame.message, Report))]

    async def ask(self, frame: Frame, kind: type[MessageT], tries: int = TRIES) -> MessageT:
        """Say a frame until its answer comes. Raises Differs if none does."""
        for _ in range(tries):
            self.heard.clear()
            self.say(frame)
            answer = await self.until(
                lambda heard: (
                    isinstance(heard.message, kind) and (heard.session, heard.seq) == (frame.session, frame.seq)
                ),
                self._patience,
            )
            if answer is not None and isinstance(answer.message, kind):
                return answer.message
        said = ", ".join(describe(heard) for heard in self.heard) or "nothing"
        raise Differs(f"{kind.__name__.upper()} as the answer to {describe(frame)}", said)

    # -- what a host says ------------------------------------------------------------------------------

    def fresh_nonce(self) -> int:
        """Return a nonce that was not used lately; never 0."""
        self._nonce = self._nonce % 0xFFFF + 1
        return self._nonce

    async def hello(
        self,
        claim: Claim = Claim.ASK,
        session: int = 0,
        tries: int = TRIES,
        **otherwise: int,
    ) -> Welcome:
        """Say HELLO; its fields are what the newest WELCOME said, but for those that are given otherwise.

        Raises Differs if nobody answers.
        """
        known = self.welcome
        wants = Hello(claim, MAJOR, MINOR, DICTIONARY_HASH, 0, 0) if known is None else take_in(known)
        wants = replace(wants, claim=claim, **otherwise)
        return await self.ask(Frame(session, self.fresh_nonce(), wants), Welcome, tries)

    async def take(self) -> int:
        """Begin a new session; whatever the robot did ends. Raises Differs if the robot does not take it."""
        known = await self.hello()
        wanted = next_session(known.boot_id, known.session)
        now = await self.hello(Claim.TAKE, wanted)
        if (now.session, now.last_seq, now.done_seq) != (wanted, 0, 0):
            seen = f"session {now.session}, last {now.last_seq}, done {now.done_seq}"
            raise Differs(f"session {wanted} from number 0 on", seen)
        self.session, self.seq = wanted, 0
        return wanted

    async def rest(self) -> None:
        """Begin a session with nothing under way and no emergency stop, as every check does."""
        await self.take()
        for _ in range(20):
            report = await self.ping()
            if report.state is State.ESTOPPED:
                await self.clear(report.latch)
            elif report.state is not State.BUSY:
                return
            await self.quiet(0.1)
        raise Differs("a robot at rest once a new session began", "a robot that is still busy after 2 s")

    async def ping(self) -> Report:
        """Ask for a sign of life. Raises Differs."""
        return await self.ask(Frame(self.session, self.fresh_nonce(), Ping(0xC0FFEE)), Report)

    async def clear(self, latch: int) -> Report:
        """Release the emergency stop of this count. Raises Differs."""
        return await self.ask(Frame(0, self.fresh_nonce(), Clear(latch)), Report)

    async def telemetry(self) -> Telemetry:
        """Ask for all that the robot counts. Raises Differs."""
        return await self.ask(Frame(self.session, self.fresh_nonce(), Status()), Telemetry)

    async def order(self, message: Command | Stop, seq: int | None = None, session: int | None = None) -> Ack | Done:
        """Send a numbered command and return the robot's first answer. Without a number: the next one."""
        if seq is None:
            self.seq = seq = (self.seq + 1) & 0xFFFF
        frame = Frame(self.session if session is None else session, seq, message)
        for _ in range(TRIES):
            self.heard.clear()
            self.say(frame)
            answer = await self.until(
                lambda heard: (
                    isinstance(heard.message, Ack | Done) and (heard.session, heard.seq) == (frame.session, frame.seq)
                ),
                self._patience,
            )
            if answer is not None and isinstance(answer.message, Ack | Done):
                return answer.message
        raise Differs(f"ACK to {describe(frame)}", "nothing")

    async def begin(self, command: Command) -> int:
        """Send a command that must be accepted; return its number. Raises Differs, DoesNotApply."""
        answer = await self.order(command)
        if isinstance(answer, Ack) and answer.verdict in (Verdict.LOW_BATTERY, Verdict.FAULT):
            raise DoesNotApply("refuses", answer.verdict.name)
        if answer != Ack(Verdict.ACCEPTED, answer.done_seq, State.BUSY):
            raise Differs(f"ACK {Verdict.ACCEPTED.name} and state BUSY to {told(command)}", told(answer))
        return self.seq

    async def done(self, seq: int, command: Command) -> Done:
        """Wait for a command's DONE, with signs of life. If it is lost, a copy of the command fetches it."""
        seconds = 1.5 * expected_s(command) + 1.0
        found = await self.until(
            lambda frame: isinstance(frame.message, Done) and (frame.session, frame.seq) == (self.session, seq),
            seconds,
            heartbeat=True,
        )
        if found is not None and isinstance(found.message, Done):
            self.told_unasked = True
            return found.message
        answer = await self.order(command, seq)
        if isinstance(answer, Done):
            return answer
        raise Differs(f"DONE within {seconds:.1f} s of {told(command)}", told(answer))


def told(message: Message) -> str:
    """Return a message in the terms of docs/protocol.md."""
    fields = ", ".join(f"{name}={getattr(value, 'name', value)}" for name, value in asdict(message).items())
    return f"{type(message).__name__.upper()}({fields})"


def describe(frame: Frame) -> str:
    """Return a frame in the terms of docs/protocol.md."""
    return f"{told(frame.message)} session {frame.session} number {frame.seq}"
