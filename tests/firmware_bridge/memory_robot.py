"""A golem's own side of the link on a channel without a wire, in virtual time; its answers can be falsified."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boards.base.reasons import NO_REASON
from firmware_bridge.channels.channel import OnFrame, OnLost, not_awaited
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.link.commands import Command, Timers, expected_s
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import Act, BootCause, FaultCode, Message, Move, Outcome, Turn, Verdict

BRAKE_S = 0.05
TICK_S = 0.02


class MemoryMotors:
    """Motors that do exactly what they are told."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self, robot: MemoryRobot) -> None:
        self._robot = robot
        self._end: asyncio.TimerHandle | None = None
        self._command: Command | None = None
        self._began = 0.0
        self._halting = False

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        loop = asyncio.get_running_loop()
        self._command, self._began, self._halting = command, loop.time(), False
        self._end = loop.call_later(expected_s(command), self._finish, Outcome.DONE, 1.0)

    def progress(self) -> tuple[int, int]:
        command = self._command
        if command is None or isinstance(command, Act):
            return 0, 0
        share = min((asyncio.get_running_loop().time() - self._began) / expected_s(command), 1.0)
        if isinstance(command, Move):
            return round(share * command.distance_um), 0
        return 0, round(share * command.angle_cdeg)

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        assert self._command is not None
        if self._halting and not hard:
            return
        self._halting = True
        self.forget()
        loop = asyncio.get_running_loop()
        share = (loop.time() - self._began) / expected_s(self._command)
        self._end = loop.call_later(0.0 if hard else BRAKE_S, self._finish, outcome, min(share, 1.0))

    def forget(self) -> None:
        if self._end is not None:
            self._end.cancel()

    def _finish(self, outcome: Outcome, share: float) -> None:
        distance = round(self._command.distance_um * share) if isinstance(self._command, Move) else 0
        angle = round(self._command.angle_cdeg * share) if isinstance(self._command, Turn) else 0
        self._robot.say(self._robot.side.finished(outcome, distance, angle))


Lie = Callable[[Message | None, Frame, "MemoryRobot"], Message | None]
"""What the host said with this session and number, the true answer, the robot -> what is answered; None: nothing."""


def truth(_asked: Message | None, frame: Frame, _robot: MemoryRobot) -> Message:
    return frame.message


class MemoryRobot:
    """A channel and the robot at its other end."""

    port = "memory:red"
    timers = Timers.serial(115200)
    trouble = NO_REASON
    fault = NO_REASON

    def __init__(
        self,
        lie: Lie = truth,
        *,
        identity: Identity | None = None,
        answers_nonsense: Callable[[bytes], bool] = lambda _data: False,
        motors: type[MemoryMotors] = MemoryMotors,
    ) -> None:
        self.on_back = not_awaited
        self.lie = lie
        self.identity = identity or Identity("red")
        self.motors = motors(self)
        self.boot_id = 5
        self.side = RobotSide(self.identity, self.motors, self.boot_id, 0.0)
        self.asked: dict[tuple[int, int], Message] = {}
        self.said: list[Message] = []
        """What the host said, in order."""
        self.notes: dict[str, int] = {}
        """What a lie remembers."""
        self.times: dict[str, float] = {}
        """When, on the loop's clock, s."""
        self.answering = False
        """Whether it answers what the host has just said."""
        self.closed = False
        self._answers_nonsense = answers_nonsense
        self._on_frame: OnFrame | None = None

    async def open(self, on_frame: OnFrame, _on_lost: OnLost) -> None:
        self._on_frame = on_frame
        self._tick()

    async def close(self) -> None:
        self.closed = True

    def send(self, data: bytes) -> None:
        try:
            frame = decode(data)
        except FrameError:
            self.side.bad_frames += 1
            if self._answers_nonsense(data):
                self.say(self.side.boot())
            return
        self.said.append(frame.message)
        self.asked[frame.session, frame.seq] = frame.message
        self.answering = True
        self.say(self.side.receive(frame, asyncio.get_running_loop().time()))
        self.answering = False

    def say(self, frames: list[Frame]) -> None:
        loop = asyncio.get_running_loop()
        for frame in frames:
            message = self.lie(self.asked.get((frame.session, frame.seq)), frame, self)
            if message is not None and self._on_frame is not None:
                loop.call_soon(self._on_frame, encode(Frame(frame.session, frame.seq, message)))

    async def restart(self) -> None:
        self.motors.forget()
        self.boot_id += 1
        self.motors = type(self.motors)(self)
        self.side = RobotSide(self.identity, self.motors, self.boot_id, asyncio.get_running_loop().time())
        self.say(self.side.boot(BootCause.POWER))

    def _tick(self) -> None:
        if not self.closed:
            loop = asyncio.get_running_loop()
            self.side.poll(loop.time())
            loop.call_later(TICK_S, self._tick)


class MemoryLine(MemoryRobot, SerialChannel):
    """A robot at the end of a line of bytes."""

    def __init__(self, lie: Lie = truth) -> None:
        super().__init__(lie)
        self._unwrapper = Unwrapper()

    def put(self, data: bytes) -> None:
        for frame in self._unwrapper.feed(data):
            self.hear(frame)

    def hear(self, frame: bytes) -> None:
        """Take the bytes of a whole frame."""
        super().send(frame)

    def send(self, data: bytes) -> None:
        self.put(wrap(data))
