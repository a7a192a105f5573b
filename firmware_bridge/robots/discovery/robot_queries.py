"""Questions to a robot that take no session from whoever plays with it: who are you, how good is the line, stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median

from boards.base.message import _
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import Channel, ChannelClosed, ChannelError
from firmware_bridge.link.dialect import Comparison, must_describe
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.plausibility import OtherDictionary
from firmware_bridge.link.response_classifier import next_session
from firmware_bridge.link.transmitter import take_in
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode, is_frame
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Claim,
    Clear,
    Description,
    Estop,
    Hello,
    Message,
    Ping,
    Report,
    State,
    Welcome,
)
from firmware_bridge.robots.robot_status import NoAnswer, RobotError

log = logging.getLogger(__name__)

START_S = 5.0
"""An Arduino that resets when its port is opened takes 2 s to its first word."""

CALL_S = 2.0
"""An emergency stop is repeated for so long before we say that nobody answers; so is its release."""

_SHOWN_MOST = 60

LOST_S = 0.5
"""A question that was not answered by then is lost; the slowest line (9600 baud) takes 0.05 s for both."""

HELLO_S = 0.25
AGAIN_LEAST_S = 0.05
"""What may be said twice is said again this often; on a slow line after twice its floor."""

PAUSE_S = 0.1

TRIES = 3
"""So often a session is taken that somebody else takes, too."""

OnFrame = Callable[[bytes, bool], None]
"""(a frame's bytes, whether they came from the robot)"""


@dataclass(frozen=True)
class LineQuality:
    """How well a robot is heard."""

    asked: int
    round_trips_s: tuple[float, ...]
    """Of the questions that were answered, s."""
    battery_v: float | None
    """None: not measured."""

    @property
    def lost(self) -> int:
        """Return how many questions were not answered."""
        return self.asked - len(self.round_trips_s)

    @property
    def median_ms(self) -> float | None:
        """None: nothing was answered."""
        return median(self.round_trips_s) * 1000 if self.round_trips_s else None

    @property
    def worst_ms(self) -> float | None:
        """Return the longest round trip, in ms."""
        return max(self.round_trips_s) * 1000 if self.round_trips_s else None


class StopUnconfirmed(RobotError):
    """A robot has not said that it obeyed an emergency stop. It may have obeyed all the same."""

    def __init__(self, robot: str, seconds: float) -> None:
        said = _(
            "the emergency stop was sent every 10 ms for {seconds} s, and the robot has not confirmed it: if it still "
            "moves, switch it off"
        )
        super().__init__(robot, said.bind(seconds=f"{seconds:g}"))


class QueryClient:
    """Asks one robot. Made by :func:`asking`."""

    def __init__(self, name: str, channel: Channel, on_frame: OnFrame) -> None:
        self.name = name
        self.welcome: Welcome | None = None
        self._channel = channel
        self._on_frame = on_frame
        self._loop = asyncio.get_running_loop()
        self._nonce = int(self._loop.time() * 1000) & 0x7FFF
        self._waiting: dict[tuple[type[Message], int], asyncio.Future[Message]] = {}
        self._lost: ChannelError | None = None
        self._heard = False
        """Whether anything came."""
        self._odd = NO_REASON
        """What came that can be no answer."""

    async def open(self) -> Welcome:
        """Raise ChannelError, NoAnswer, RobotError if it speaks another dictionary."""
        await self._channel.open(self._hear, self._lose)
        hello = Hello(Claim.ASK, MAJOR, MINOR, DICTIONARY_HASH, 0, 0)
        welcome = await self._insist(hello, Welcome, HELLO_S, START_S)
        if not isinstance(welcome, Welcome):
            raise self._no_answer(START_S)
        foreign = OtherDictionary.of(welcome)
        if foreign is not None:
            raise RobotError(self.name, foreign.as_reason()) from foreign
        if must_describe(welcome):
            await self._compare(welcome)
        self.welcome = welcome
        return welcome

    async def _compare(self, welcome: Welcome) -> None:
        """Ask a newer robot for its layouts. Raises NoAnswer, and RobotError if it cannot be spoken to."""
        comparison = Comparison()
        while (question := comparison.question) is not None:
            told = await self._insist(question, Description, self._again_s, CALL_S)
            if not isinstance(told, Description):
                raise self._no_answer(CALL_S)
            comparison.hear(told)
        if foreign := comparison.dialect(welcome).foreign:
            raise RobotError(self.name, foreign)

    @property
    def fault(self) -> Reason:
        """What is wrong with the robot as its channel sees it (see Channel.fault)."""
        return self._channel.fault

    async def close(self) -> None:
        """Close the channel."""
        await self._channel.close()

    async def quality(self, count: int) -> LineQuality:
        """Ask so many times, one after the other. Raises ChannelError if the channel breaks."""
        trips: list[float] = []
        battery = self.welcome.battery_mv if self.welcome is not None else 0
        for number in range(count):
            if number:
                await asyncio.sleep(PAUSE_S)
            began = self._loop.time()
            answer = await self._ask(Ping(int(began * 1000) & 0xFFFFFFFF), Report, self._fresh(), LOST_S)
            if isinstance(answer, Report):
                trips.append(self._loop.time() - began)
                battery = answer.battery_mv
        return LineQuality(count, tuple(trips), battery / 1000 if battery else None)

    async def estop(self) -> None:
        """Emergency stop, repeated until the robot answers. Raises NoAnswer, ChannelError."""
        if not isinstance(await self._insist(Estop(), Report, self._channel.timers.estop, CALL_S), Report):
            raise self._no_answer(CALL_S)

    async def stop_first(self) -> None:
        """Say ESTOP before anything is known of the robot, every 10 ms, until it says that it is latched.

        Whatever its name and its dictionary: the layouts of ESTOP and REPORT are the same in all of them. Raises
        ChannelError; StopUnconfirmed if something is there and does not confirm it, NoAnswer if nothing was heard.
        """
        await self._channel.open(self._hear, self._lose)
        until, nonce = self._loop.time() + START_S, self._fresh()
        while self._loop.time() < until:
            report = await self._ask(Estop(), Report, nonce, self._channel.timers.estop)
            if isinstance(report, Report) and report.state is State.ESTOPPED:
                return
            if report is not None:
                # It answered before it was latched: the next answer counts.
                self._waiting.pop((Report, nonce))
                await asyncio.sleep(self._channel.timers.estop)
        if self._heard:
            raise StopUnconfirmed(self.name, START_S)
        raise self._no_answer(START_S)

    async def release(self) -> bool:
        """Release the emergency stop. False: a newer one came meanwhile. Raises NoAnswer, ChannelError."""
        found = await self._insist(Ping(0), Report, self._again_s, CALL_S)
        if isinstance(found, Report):
            done = await self._insist(Clear(found.latch), Report, self._again_s, CALL_S)
            if isinstance(done, Report):
                return done.state is not State.ESTOPPED
        raise self._no_answer(CALL_S)

    async def halt(self) -> bool:
        """Take the session from whoever plays, which ends what is under way, and wait until the robot stands.

        False: somebody else took it back at once, or it goes on moving. Raises NoAnswer, ChannelError.
        """
        for _try in range(TRIES):
            known = self.welcome
            if known is None:
                raise self._no_answer(CALL_S)
            wanted = next_session(known.boot_id, known.session)
            take = take_in(known)
            answer = await self._insist(take, Welcome, self._again_s, CALL_S, wanted)
            if not isinstance(answer, Welcome):
                raise self._no_answer(CALL_S)
            self.welcome = answer
            if answer.session == wanted:
                return await self._stands()
        return False

    async def _stands(self) -> bool:
        until = self._loop.time() + CALL_S
        while self._loop.time() < until:
            report = await self._insist(Ping(0), Report, self._again_s, CALL_S)
            if not isinstance(report, Report):
                raise self._no_answer(CALL_S)
            if report.state is not State.BUSY:
                return True
        return False

    # -- the works -------------------------------------------------------------------------------------

    @property
    def _again_s(self) -> float:
        return max(AGAIN_LEAST_S, 2 * self._channel.timers.estop)

    def _no_answer(self, seconds: float) -> RobotError:
        if self._odd:
            return RobotError(self.name, self._odd)
        return NoAnswer(self.name, self._channel.port, seconds, self.fault or self._channel.trouble)

    def _fresh(self) -> int:
        self._nonce = self._nonce % 0xFFFF + 1
        return self._nonce

    async def _insist(
        self, message: Message, kind: type[Message], every_s: float, seconds: float, session: int = 0
    ) -> Message | None:
        """Say the same until it is answered; None if it is not."""
        until, nonce = self._loop.time() + seconds, self._fresh()
        while self._loop.time() < until:
            answer = await self._ask(message, kind, nonce, every_s, session)
            if answer is not None:
                return answer
        return None

    async def _ask(
        self, message: Message, kind: type[Message], nonce: int, seconds: float, session: int = 0
    ) -> Message | None:
        """Say it once. None if no answer comes in time."""
        if self._lost is not None:
            raise self._lost
        answer = self._waiting.setdefault((kind, nonce), self._loop.create_future())
        data = encode(Frame(session, nonce, message))
        self._on_frame(data, False)
        try:
            self._channel.send(data)
        except ChannelClosed:
            if self._lost is not None:
                raise self._lost from None
            # A broker that is away just now: the channel mends itself, and what is said meanwhile is lost.
        await asyncio.wait({answer}, timeout=seconds)
        return answer.result() if answer.done() else None

    def _hear(self, data: bytes) -> None:
        self._heard = True
        self._on_frame(data, True)
        try:
            frame = decode(data)
        except FrameError as error:
            if is_frame(data):
                self._odd = LinkReason.NOT_UNDERSTOOD(what=data.hex(" ")[:_SHOWN_MOST])
                log.debug("%s: %s", self.name, error)
            return
        answer = self._waiting.get((type(frame.message), frame.seq))
        if answer is not None and not answer.done():
            answer.set_result(frame.message)

    def _lose(self, error: ChannelError) -> None:
        self._lost = error
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)


def _unheard(_data: bytes, _from_robot: bool) -> None:
    """Nobody watches the frames."""


@asynccontextmanager
async def asking(name: str, channel: Channel, on_frame: OnFrame = _unheard) -> AsyncIterator[QueryClient]:
    """Return a robot that has answered, to be asked. Raises ChannelError, NoAnswer, RobotError."""
    asker = QueryClient(name, channel, on_frame)
    try:
        await asker.open()
        yield asker
    finally:
        await asker.close()


async def emergency_stop(name: str, channel: Channel) -> None:
    """Stop a robot at once, whatever it is. Raises ChannelError, NoAnswer, StopUnconfirmed."""
    asker = QueryClient(name, channel, _unheard)
    try:
        await asker.stop_first()
    finally:
        await asker.close()
