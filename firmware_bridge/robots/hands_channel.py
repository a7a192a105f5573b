"""Hands as a driver: a person moves what has no robot, and is asked for each motion as a robot is ordered to make it.

The far end of this channel keeps a golem's side of the link (:class:`~firmware_bridge.link.robot_side.RobotSide`): a
motion is asked for exactly once, whatever copies come; stop, emergency stop and a silent host withdraw what was asked.
What a hand can't: say how far it came when it is stopped (so it says nothing, and the camera is asked), be as quick as
a motor (the host waits longer: :attr:`~firmware_bridge.link.commands.Timers.longest_s`), strike or blink.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware_bridge.channels.channel import ChannelClosed, OnBack, OnFrame, OnLost, not_awaited
from firmware_bridge.link.commands import Command, Timers, expected_s
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import BootCause, FaultCode, Move, Outcome, Turn, Verdict

HAND_S = 120.0
"""How long a person may take for one motion before the camera is asked where the golem stands."""
MOVES_AND_TURNS = 0b11
"""Of the capabilities; gestures are shown on the screen."""


@dataclass(frozen=True)
class Chore:
    """A motion that a person is asked to make."""

    robot: str
    command: Move | Turn


OnChore = Callable[["Chore | None"], None]


class _Person:
    """What moves: :class:`firmware_bridge.link.robot_side.Motors` for somebody who has neither battery nor motors."""

    battery_mv = 0
    fault = FaultCode.NONE

    def __init__(self, begin: Callable[[Command], None], halt: Callable[[Outcome], None]) -> None:
        self.begin = begin
        self._halt = halt

    def refusal(self, command: Command) -> Verdict | None:
        return None

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        self._halt(outcome)


class HandsChannel:
    """A way to a person, and the robot's side of the link in the person's stead."""

    trouble = ""
    fault = ""

    def __init__(self, name: str) -> None:
        self.port = f"hands:{name}"
        self.timers = Timers(0.050, 0.050, 0.010, longest_s=HAND_S)
        self.name = name
        self.on_back: OnBack = not_awaited
        self.chore: Chore | None = None
        """What a person is asked to do now."""
        self.on_chore: list[OnChore] = []
        """Heard of every chore, and of None when it is done or withdrawn."""
        self._boot_id = secrets.randbelow(0xFFFF) + 1
        self._side: RobotSide | None = None
        self._on_frame: OnFrame | None = None
        self._began = 0.0
        self._ending: asyncio.Handle | None = None
        self._watchdog: asyncio.TimerHandle | None = None

    # -- the channel -----------------------------------------------------------------------------------

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        """Nothing can be missing; `on_lost` is never called."""
        self._on_frame = on_frame
        self._start(BootCause.POWER)

    def send(self, frame: bytes) -> None:
        """Raises ChannelClosed."""
        if self._on_frame is None:
            raise ChannelClosed(self.port)
        asyncio.get_running_loop().call_soon(self._hear, frame)

    def announce_estop(self, latched: bool) -> None:
        """Frames reach a person always."""

    async def close(self) -> None:
        self._withdraw()
        self._cancel(self._watchdog)
        self._on_frame = None

    # -- the person ------------------------------------------------------------------------------------

    def done(self) -> bool:
        """A person, or the camera, says that the chore is done; false if there is none. A hand that was quicker than a
        robot would be is waited for as long as that takes: hosts don't believe in faster ones."""
        chore = self.chore
        if chore is None or self._ending is not None:
            return False
        loop = asyncio.get_running_loop()
        due = self._began + expected_s(chore.command)
        self._ending = loop.call_at(max(due, loop.time()), self._finish, Outcome.DONE)
        return True

    def unable(self) -> bool:
        """A person says that it can't be done; false if nothing is asked."""
        if self.chore is None:
            return False
        self._finish(Outcome.STALLED)
        return True

    # -- the robot's side ------------------------------------------------------------------------------

    def restart(self) -> None:
        """Forget all, as a robot does that is switched off and on."""
        self._withdraw()
        self._start(BootCause.RESET)

    def _start(self, cause: BootCause) -> None:
        self._boot_id = self._boot_id % 0xFFFF + 1
        identity = Identity(self.name[:8], capabilities=MOVES_AND_TURNS)
        self._side = RobotSide(
            identity, _Person(self._begin, self._halt), self._boot_id, asyncio.get_running_loop().time()
        )
        self._say(self._side.boot(cause))

    def _hear(self, data: bytes) -> None:
        if self._side is None or self._on_frame is None:
            return
        try:
            frame = decode(data)
        except FrameError:
            self._side.bad_frames += 1
            return
        now = asyncio.get_running_loop().time()
        self._say(self._side.receive(frame, now))
        self._watch()

    def _say(self, frames: Iterable[Frame]) -> None:
        loop = asyncio.get_running_loop()
        for frame in frames:
            loop.call_soon(self._hand_over, encode(frame))

    def _hand_over(self, data: bytes) -> None:
        if self._on_frame is not None:
            self._on_frame(data)

    def _watch(self) -> None:
        self._cancel(self._watchdog)
        due = None if self._side is None else self._side.next_timer()
        self._watchdog = None if due is None else asyncio.get_running_loop().call_at(due, self._bark)

    def _bark(self) -> None:
        self._watchdog = None
        if self._side is not None:
            self._side.poll(asyncio.get_running_loop().time())

    def _begin(self, command: Command) -> None:
        assert isinstance(command, Move | Turn)
        self._began = asyncio.get_running_loop().time()
        self.chore = Chore(self.name, command)
        self._tell()

    def _halt(self, outcome: Outcome) -> None:
        self._cancel(self._ending)
        self._ending = asyncio.get_running_loop().call_soon(self._finish, outcome)

    def _finish(self, outcome: Outcome) -> None:
        chore, self._ending = self.chore, None
        if chore is None or self._side is None:
            return
        self.chore = None
        way = (0, 0)
        if outcome is Outcome.DONE:
            # What a person has confirmed; where the golem truly stands, the camera says.
            command = chore.command
            way = (command.distance_um, 0) if isinstance(command, Move) else (0, command.angle_cdeg)
        self._say(self._side.finished(outcome, *way))
        self._watch()
        self._tell()

    def _withdraw(self) -> None:
        self._cancel(self._ending)
        self._ending = None
        if self.chore is not None:
            self.chore = None
            self._tell()

    def _tell(self) -> None:
        for listener in list(self.on_chore):
            listener(self.chore)

    @staticmethod
    def _cancel(timer: asyncio.Handle | None) -> None:
        if timer is not None:
            timer.cancel()
