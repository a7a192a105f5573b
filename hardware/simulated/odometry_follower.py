"""A robot that is not simulated, in a simulated world: its body goes where its odometry says that it goes.

The body follows what passes on the robot's wire: it sets out at ACK(ACCEPTED), rolls as fast as was asked, and at DONE
(and at PROGRESS) stands where the robot has counted that it stands. So the camera sees a robot that believes in itself;
its real errors cannot be seen.
"""

from __future__ import annotations

import asyncio
import logging
import math
from dataclasses import dataclass

from boards.base.reasons import Reason
from boards.geometry import Pose
from firmware_bridge.channels.channel import Channel, OnBack, OnFrame, OnLost
from firmware_bridge.link.commands import Timers, expected_s
from firmware_bridge.protocol.codec import Frame, FrameError, decode
from firmware_bridge.protocol.messages import Ack, Done, Move, Progress, Turn, Verdict
from hardware.simulated.world import Body

log = logging.getLogger(__name__)


@dataclass
class _Motion:
    """A motion under way. Amounts in mm or degrees, signed."""

    session: int
    seq: int
    command: Move | Turn
    began: float | None = None
    """When it was accepted, on the loop's clock."""
    shown: float = 0.0
    """How much of it the body has gone."""

    @property
    def wanted(self) -> float:
        """How far the command goes, mm or degrees."""
        if isinstance(self.command, Move):
            return self.command.distance_um / 1000
        return self.command.angle_cdeg / 100

    def step(self, amount: float) -> Pose:
        """Return a part of the motion as a step from where the robot stands."""
        return Pose(amount, 0.0, 0.0) if isinstance(self.command, Move) else Pose(0.0, 0.0, amount)


class FollowedChannel:
    """A robot's channel, and the body that follows what passes through it."""

    def __init__(self, channel: Channel, body: Body) -> None:
        self._channel = channel
        self._body = body
        self._motion: _Motion | None = None
        self._on_frame: OnFrame | None = None
        body.write_truth = self._roll

    # -- the channel -----------------------------------------------------------------------------------

    @property
    def on_back(self) -> OnBack:
        """Whom the channel tells that it is back."""
        return self._channel.on_back

    @on_back.setter
    def on_back(self, on_back: OnBack) -> None:
        self._channel.on_back = on_back

    @property
    def port(self) -> str:
        """What people call it."""
        return self._channel.port

    @property
    def timers(self) -> Timers:
        """Return the link's timers for this channel."""
        return self._channel.timers

    @property
    def trouble(self) -> Reason:
        """What the channel itself knows to be wrong."""
        return self._channel.trouble

    @property
    def fault(self) -> Reason:
        """What is wrong with the robot as the channel sees it."""
        return self._channel.fault

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Open it. Raises ChannelError."""
        self._on_frame = on_frame
        await self._channel.open(self._hear, on_lost)

    def send(self, frame: bytes) -> None:
        """Send a frame's bytes. Raises ChannelClosed."""
        said = decode(frame)
        if isinstance(said.message, Move | Turn) and not self._is_under_way(said):
            self._motion = _Motion(said.session, said.seq, said.message)
        self._channel.send(frame)

    def announce_estop(self, latched: bool) -> None:
        """Tell the table's emergency stop to robots that are not reached by frames now."""
        self._channel.announce_estop(latched)

    async def close(self) -> None:
        """Close it."""
        await self._channel.close()

    # -- the body --------------------------------------------------------------------------------------

    def _is_under_way(self, frame: Frame) -> bool:
        motion = self._motion
        return motion is not None and (motion.session, motion.seq) == (frame.session, frame.seq)

    def _hear(self, data: bytes) -> None:
        try:
            frame = decode(data)
        except FrameError:
            log.debug("%s: refused frame: %s", self.port, data.hex(" "))
        else:
            if self._is_under_way(frame):
                self._follow(frame)
        if self._on_frame is not None:
            self._on_frame(data)

    def _follow(self, frame: Frame) -> None:
        motion, message = self._motion, frame.message
        assert motion is not None
        if isinstance(message, Ack) and message.verdict is Verdict.ACCEPTED and motion.began is None:
            motion.began = asyncio.get_running_loop().time()
        elif isinstance(message, Ack) and message.verdict not in (Verdict.ACCEPTED, Verdict.STOPPING, Verdict.BUSY):
            self._motion = None
        elif isinstance(message, Progress | Done):
            turns = isinstance(motion.command, Turn)
            self._go(message.angle_cdeg / 100 if turns else message.distance_um / 1000)
            if isinstance(message, Done):
                self._motion = None

    def _roll(self) -> None:
        """Go as far as the robot must have come by now."""
        motion = self._motion
        if motion is None or motion.began is None:
            return
        usual = expected_s(motion.command)
        share = min((asyncio.get_running_loop().time() - motion.began) / usual, 1.0) if usual else 1.0
        if abs(motion.wanted * share) > abs(motion.shown):
            self._go(motion.wanted * share)

    def _go(self, amount: float) -> None:
        """Bring the body to where it has gone so far in its motion."""
        motion = self._motion
        assert motion is not None
        step, motion.shown = amount - motion.shown, amount
        if math.isfinite(step) and not self._body.held:
            self._body.advance(motion.step(step), asyncio.get_running_loop().time())
