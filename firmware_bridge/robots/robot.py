"""A robot that speaks the golem's wire: what it can do, over whatever channel it is reached."""

from __future__ import annotations

import asyncio

from boards.base.reasons import Reason
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.link.transition_table import Phase
from firmware_bridge.protocol.messages import Act, Move, Turn
from firmware_bridge.robots.driver import RobotDriver
from firmware_bridge.robots.journal_entries import CommandBegun, sent_of
from firmware_bridge.robots.link_display import shown
from firmware_bridge.robots.robot_status import (
    MotionResult,
    NoAnswer,
    RobotError,
    RobotStatus,
    act_named,
)
from firmware_bridge.robots.timers import TimerQueue

CONNECT_S = 5.0
"""An Arduino that resets when its port is opened takes 2 s to its first word."""

CLEAR_S = 2.0
"""A robot that does not answer to CLEAR or PING for so long is given up on."""

_UNSETTLED = (Phase.GREETING, Phase.CLAIMING, Phase.LOST, Phase.AWAY)


class Robot(RobotDriver):
    """The wire behind :class:`firmware_bridge.robots.robot_port.RobotPort`. All methods belong to one event loop."""

    # -- what it does ----------------------------------------------------------------------------------

    by_hand = False

    @property
    def busy(self) -> bool:
        """Whether a command is under way."""
        return bool(self._results)

    def confirm(self) -> bool:
        """Hear that a person has done what was asked; nothing is asked of a person."""
        return False

    async def connect(self, last: CommandBegun | None = None) -> MotionResult | None:
        """Open the channel and begin a session.

        `last` is the last entry on record that began a command and has no end there; the robot's own
        numbers decide what became of it, and its result is returned (None without `last`).
        Raises ChannelError, NoAnswer, OtherDictionary, BadRecord.
        """
        loop = self._loop = asyncio.get_running_loop()
        sent = sent_of(self.name, last) if last is not None else None
        if not self._open:
            self._channel.on_back = self._back
            await self._channel.open(self._take, self._lose)
            self._open = True
            self._alarm = TimerQueue.of(loop).alarm(self._wake)
            self._reason = LinkReason.LOOKING()
            ticket = self._link.open(loop.time(), sent)
            self._interrupted = None
            if ticket is not None:
                self._interrupted = self._results[ticket] = loop.create_future()
            self._pump()
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._until(lambda: self._link.phase not in _UNSETTLED)
        except TimeoutError:
            if self._link.phase is Phase.AWAY:
                raise RobotError(self.name, self._reason) from None
            raise self._unanswered() from None
        if self._link.refusal is not None and self._link.phase is Phase.REFUSED:
            raise RobotError(self.name, self._link.refusal.as_reason()) from self._link.refusal
        if self._link.phase is Phase.CLOSED:
            raise RobotError(self.name, self._reason)
        if self._link.welcome is not None:
            # From now on only this robot will do, wherever it is plugged in.
            self._link.wanted = self._link.wanted or self._link.welcome.name
        interrupted, self._interrupted = self._interrupted, None
        return await interrupted if interrupted is not None else None

    def _unanswered(self) -> RobotError:
        """Why nothing came of connecting: nobody answered, or with what is no answer."""
        if self._link.phase is Phase.CLAIMING and self._link.welcome is not None:
            return RobotError(self.name, LinkReason.OTHER_SESSIONS())
        if self.odd:
            return RobotError(self.name, self.odd)
        return NoAnswer(self.name, self._channel.port, CONNECT_S, self._channel.trouble)

    async def move(self, mm: float, speed_mm_s: float) -> MotionResult:
        """Go straight: `mm` ahead, or back if negative. Raises OutOfRange."""
        return await self._carry_out(Move(round(mm * 1000), round(speed_mm_s)))

    async def turn(self, degrees: float, speed_deg_s: float) -> MotionResult:
        """Turn on the spot, counter-clockwise if positive. Raises OutOfRange."""
        return await self._carry_out(Turn(round(degrees * 100), round(speed_deg_s)))

    async def act(self, kind: str) -> MotionResult:
        """Show something: strike, shield, hit, bump, take, drop, die or identify. Raises RobotError."""
        return await self._carry_out(Act(act_named(self.name, kind)))

    async def progress(self, within_s: float) -> float | None:
        """How far the motion under way has come by the robot's own count, mm or degrees, never negative.

        None: nothing is under way, the robot does not know TRACK, or it has not answered within so many seconds.
        """
        loop = self._need_loop()
        ticket = self._link.track(loop.time())
        if ticket is None:
            return None
        asked = self._tracks.get(ticket)
        if asked is None:
            asked = self._tracks[ticket] = loop.create_future()
        self._pump()
        try:
            async with asyncio.timeout(within_s):
                told = await asyncio.shield(asked)
        except TimeoutError:
            return None
        finally:
            self._tracks.pop(ticket, None)
        return abs(told.distance_um) / 1000 if told.distance_um else abs(told.angle_cdeg) / 100

    async def stop(self) -> None:
        """End what is under way and forget what waits; returns when the robot has answered or is lost."""
        if not self._open:
            return
        self._link.stop(self._need_loop().time())
        pending = list(self._results.values())
        self._pump()
        if pending:
            await asyncio.wait(pending)

    def estop_now(self) -> None:
        """Send the emergency stop without waiting; it is repeated until the robot answers."""
        self._link.estop(self._need_loop().time())
        self._pump()

    async def estop(self) -> None:
        """Stop at once and stay stopped until :meth:`clear`. Returns when the robot says it is latched.

        Raises NoAnswer if it does not; the stop goes on being repeated.
        """
        self.estop_now()
        try:
            async with asyncio.timeout(CLEAR_S):
                await self._until(lambda: self._link.latch.settled)
        except TimeoutError:
            raise NoAnswer(self.name, self._channel.port, CLEAR_S) from None

    async def clear(self) -> None:
        """Release the emergency stop. Raises RobotError if a newer one came, NoAnswer if nobody answers."""
        self._clear_refused = False
        self._link.clear(self._need_loop().time())
        self._pump()
        try:
            async with asyncio.timeout(CLEAR_S):
                await self._until(lambda: self._link.latch.settled)
        except TimeoutError:
            raise NoAnswer(self.name, self._channel.port, CLEAR_S) from None
        if self._clear_refused:
            raise RobotError(self.name, LinkReason.NEWER_ESTOP())

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop wherever the channel can keep it for robots that are away."""
        self._channel.announce_estop(latched)

    async def ping(self) -> float:
        """Seconds until the robot answered. Raises NoAnswer."""
        loop = self._need_loop()
        ticket = self._link.ping(loop.time())
        future = self._pongs[ticket] = loop.create_future()
        self._pump()
        try:
            async with asyncio.timeout(CLEAR_S):
                seconds: float = await future
                return seconds
        except TimeoutError:
            raise NoAnswer(self.name, self._channel.port, CLEAR_S) from None
        finally:
            self._pongs.pop(ticket, None)

    async def close(self) -> None:
        """Stop the robot, then close the channel."""
        if self._returning is not None:
            self._returning.cancel()
        if not self._open:
            return
        await self.stop()
        self._link.gone(LinkReason.CLOSED_BY_TABLE(), self._need_loop().time())
        self._open = False
        self._reason = ChannelReason.CLOSED()
        self._pump()
        assert self._alarm is not None
        self._alarm.close()
        await self._channel.close()

    async def turn_away(self, reason: Reason) -> None:
        """Have nothing to do with this robot: close, and say why."""
        await self.close()
        self._reason = reason
        self._tell()

    # -- how it is -------------------------------------------------------------------------------------

    @property
    def status(self) -> RobotStatus:
        """Its health."""
        link, welcome = self._link, self._link.welcome
        state, why = shown(link, self._channel, self._reason)
        firmware = ""
        if welcome is not None:
            firmware = f"{welcome.firmware_major}.{welcome.firmware_minor}.{welcome.firmware_patch}"
        return RobotStatus(
            self.name,
            state,
            link.battery_mv / 1000 if link.battery_mv else None,
            firmware,
            welcome.boot_id if welcome is not None else None,
            link.heard_at,
            why,
        )

    @property
    def own_name(self) -> str:
        """What the robot calls itself; "" if it has no name, or nobody answered yet."""
        return self._link.welcome.name if self._link.welcome is not None else ""

    @property
    def port(self) -> str:
        """Where it is."""
        return self._channel.port
