"""A link joined to a channel and to time: the part of a robot that works by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast

from boards.base.errors import GolemError
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import Channel, ChannelClosed, ChannelError
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.link.commands import Begun, ClearRefused, Command, Ended, Event, Ponged, Progressed
from firmware_bridge.link.link import Link
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode, is_frame
from firmware_bridge.protocol.messages import Welcome
from firmware_bridge.robots.journal_entries import Record, begun_entry, ended_entry, no_record, result_of
from firmware_bridge.robots.link_display import shown
from firmware_bridge.robots.pause_gate import Gate
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import LinkState, MotionResult, NotConnected
from firmware_bridge.robots.timers import Timer

log = logging.getLogger(__name__)

_SHOWN_MOST = 60

AGAIN_S = 0.5
"""A port that went away is looked for this often."""

Elsewhere = Callable[[str], Awaitable[bool]]
"""Looks for the robot of this own name where the channel could reach it, too; true if it is found and the channel
will open there."""


async def nowhere_else(_name: str) -> bool:
    """For channels that reach a robot in one way only."""
    return False


class RobotDriver:
    """What comes in goes to the link, what the link says goes out, is recorded, and reaches those who wait.

    All methods belong to one event loop.
    """

    def __init__(self, name: str, channel: Channel, own_name: str = "", elsewhere: Elsewhere = nowhere_else) -> None:
        """`own_name` is what the robot must call itself ("": whatever it likes, but always the same)."""
        self.name = name
        self.record: Record = no_record
        self.gate = Gate()
        self.on_change: list[Callable[[RobotPort], None]] = []
        self.bad_frames = 0
        """How many frames came in damaged."""
        self.odd = NO_REASON
        """What came whole, and is nothing that a golem says."""
        self._channel = channel
        self._link = Link(channel.timers, own_name)
        self._elsewhere = elsewhere
        self._returning: asyncio.Task[None] | None = None
        self._open = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm: Timer | None = None
        self._results: dict[int, asyncio.Future[MotionResult]] = {}
        self._interrupted: asyncio.Future[MotionResult] | None = None
        """Of the last controller's command, until :meth:`connect` has returned it."""
        self._pongs: dict[int, asyncio.Future[float]] = {}
        self._tracks: dict[int, asyncio.Future[Progressed]] = {}
        """By the ticket of the command whose progress was asked for."""
        self._changed = asyncio.Event()
        self._clear_refused = False
        self._reason = ChannelReason.NOT_YET()
        self._waiters = 0
        """How many wait for it."""
        self._told: tuple[tuple[LinkState, Reason], Welcome | None, int] | None = None
        """What listeners heard of last."""
        self._pumping = False
        self._unrecorded: Begun | None = None
        """The command that is under way and not on record yet: it does not go out."""
        self._held_back = 0
        """How often its frame was due."""

    async def _carry_out(self, command: Command) -> MotionResult:
        if self.gate.paused:
            await self.gate.passed()
        loop = self._loop
        if loop is None or not self._open:
            raise NotConnected(self.name)
        ticket = self._link.submit(command, loop.time())
        future = self._results[ticket] = loop.create_future()
        self._pump()
        try:
            result: MotionResult = await future
        except asyncio.CancelledError:
            # The motion goes on without whoever asked for it, and a stop still waits for its end.
            if ticket in self._results:
                self._results[ticket] = loop.create_future()
            raise
        if self.gate.paused:
            await self.gate.passed()
        return result

    def _need_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None or not self._open:
            raise NotConnected(self.name)
        return self._loop

    def _take(self, data: bytes) -> None:
        assert self._loop is not None
        try:
            frame = decode(data)
        except FrameError:
            self.bad_frames += 1
            if is_frame(data):
                self.odd = LinkReason.NOT_UNDERSTOOD(what=data.hex(" ")[:_SHOWN_MOST])
            log.debug("%s: refused frame: %s", self.name, data.hex(" "))
            return
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%s says %s", self.name, frame)
        self._link.receive(frame, self._loop.time())
        self._pump()

    def _lose(self, error: ChannelError) -> None:
        assert self._loop is not None
        log.info("%s: lost: %s", self.name, error)
        self._reason = error.as_reason()
        self._link.away(self._reason, self._loop.time())
        self._pump()
        self._returning = self._loop.create_task(self._come_back())

    async def _come_back(self) -> None:
        """Look for the robot where it was and, by its own name, wherever else it may be plugged in now."""
        assert self._loop is not None
        wanted = self._link.wanted
        while True:
            await asyncio.sleep(AGAIN_S)
            if wanted and not await self._elsewhere(wanted):
                continue
            try:
                await self._channel.open(self._take, self._lose)
                break
            except ChannelError as error:
                self._reason = error.as_reason()
        self._link.open(self._loop.time())
        self._pump()

    def _back(self) -> None:
        assert self._loop is not None
        self._link.hurry(self._loop.time())
        self._pump()

    def _wake(self) -> None:
        assert self._loop is not None
        self._link.poll(self._loop.time())
        self._pump()

    def _pump(self) -> None:
        """Bring the link's events to those who wait, its frames to the channel, and set the timer."""
        if self._pumping:
            return
        link, alarm = self._link, self._alarm
        assert alarm is not None
        if link.events or link.frames:
            self._pumping = True
            try:
                while link.events or link.frames:
                    for event in link.take_events():
                        self._hear(event)
                    for frame in link.take_frames():
                        if self._hold_back(frame):
                            continue
                        if log.isEnabledFor(logging.DEBUG):
                            log.debug("%s hears %s", self.name, frame)
                        try:
                            self._channel.send(encode(frame))
                        except ChannelClosed:
                            # Broken under an earlier frame, or a broker that is away: the link notices silence.
                            break
            finally:
                self._pumping = False
        alarm.set(link.next_timer())
        self._tell()

    def _hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            log.info("%s: %s", self.name, event.sent)
            try:
                writing = self.record(self.name, begun_entry(event.sent))
                if writing is not None:
                    self._unrecorded, self._held_back = event, 0
                    writing.add_done_callback(lambda _written: self._recorded(event))
            except (GolemError, OSError) as error:
                self._link.retract(event.ticket)
                self._settle(event.ticket, error)
        elif isinstance(event, Ended):
            if self._unrecorded is not None and self._unrecorded.ticket == event.ticket:
                self._unrecorded = None
            result = result_of(event.ending)
            log.info("%s: %s %s", self.name, result.kind, result.reason)
            try:
                if event.sent is not None:
                    self.record(self.name, ended_entry(event.sent, result))
            except (GolemError, OSError) as error:
                self._settle(event.ticket, error)
            else:
                self._settle(event.ticket, result)
        else:
            self._hear_answer(event)

    def _hear_answer(self, event: Event) -> None:
        """Tell those who wait for what the robot answered."""
        if isinstance(event, Ponged):
            pong = self._pongs.get(event.ticket)
            if pong is not None and not pong.done():
                pong.set_result(event.round_trip_s)
        elif isinstance(event, Progressed):
            track = self._tracks.get(event.ticket)
            if track is not None and not track.done():
                track.set_result(event)
        elif isinstance(event, ClearRefused):
            self._clear_refused = True

    def _hold_back(self, frame: Frame) -> bool:
        """Keep the frame of a command that is not on record yet from going out. Its STOP goes out all the same."""
        begun = self._unrecorded
        if begun is None or frame != Frame(begun.sent.session, begun.sent.seq, begun.sent.command):
            return False
        self._held_back += 1
        if self._held_back > 1:
            # It would be repeated now: the robot must not take a slow disk for a host that is gone.
            assert self._loop is not None
            self._link.keep_alive(self._loop.time())
        return True

    def _recorded(self, begun: Begun) -> None:
        """Send a command that is on record now, if it is still wanted."""
        if self._unrecorded is not begun:
            return
        self._unrecorded = None
        assert self._loop is not None
        self._link.recorded(begun.ticket, self._loop.time())
        self._pump()

    def _settle(self, ticket: int, result: MotionResult | GolemError | OSError) -> None:
        future = self._results.pop(ticket, None)
        if future is None or future.done():
            return
        if isinstance(result, MotionResult):
            future.set_result(result)
        else:
            future.set_exception(result)

    def _tell(self) -> None:
        """Wake those who wait for a change; listeners hear of what they can see."""
        if self._waiters:
            self._changed.set()
            self._changed = asyncio.Event()
        link = self._link
        told = (shown(link, self._channel, self._reason), link.welcome, link.battery_mv)
        if told != self._told:
            if self._told is None or told[0] != self._told[0]:
                log.info("%s: %s %s", self.name, *told[0])
            self._told = told
            for listener in tuple(self.on_change):
                listener(cast(RobotPort, self))

    async def _until(self, reached: Callable[[], bool]) -> None:
        self._waiters += 1
        try:
            while not reached():
                await self._changed.wait()
        finally:
            self._waiters -= 1
