"""The robot's wheels, and the count of what they truly did. It outlives every restart of the robot's program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.link.commands import Command, expected_s
from firmware_bridge.protocol.messages import Act, FaultCode, Move, Outcome, Turn, Verdict


@dataclass
class Motion:
    """What the wheels did in one go."""

    turning: bool
    wanted: int
    """um or hundredths of a degree, as the robot's program told the motors."""
    began: float
    way: int = 0
    ended: float | None = None


def wanted_by(command: Command) -> tuple[bool, int]:
    """What a command asks of the wheels: (turning, how far)."""
    match command:
        case Move():
            return False, command.distance_um
        case Turn():
            return True, command.angle_cdeg
        case Act():
            return False, 0


class Wheels:
    """Motors for :class:`firmware_bridge.link.robot_side.RobotSide`, with an odometer."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self, at: Callable[[float, Callable[[], None]], None], finished: Callable[[Outcome, int, int], None]):
        """`at` calls back after a delay; `finished` hands the end of a command to the robot's program."""
        self.motions: list[Motion] = []
        self.wrong: list[str] = []
        self.latched: Callable[[], bool] = lambda: False
        self.now = 0.0
        self._at, self._finished = at, finished
        self._under_way: Command | None = None

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        if self._under_way is not None:
            self.wrong.append(f"began {command} while {self._under_way} was under way")
        if self.latched():
            self.wrong.append(f"began {command} while the emergency stop was on")
        self._under_way = command
        motion = Motion(*wanted_by(command), self.now)
        self.motions.append(motion)
        self._at(expected_s(command), lambda: self._end(motion, Outcome.DONE))

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        if self._under_way is not None:
            motion = self.motions[-1]
            self._at(0.002 if hard else 0.02, lambda: self._end(motion, outcome))

    def _end(self, motion: Motion, outcome: Outcome) -> None:
        if motion.ended is None:
            self._stand_still(outcome is Outcome.DONE)
            self._finished(outcome, 0 if motion.turning else motion.way, motion.way if motion.turning else 0)

    def lose_power(self) -> None:
        """The wheels stop where they are, and nobody is told."""
        if self._under_way is not None:
            self._stand_still(complete=False)

    def _stand_still(self, complete: bool) -> None:
        motion, command = self.motions[-1], self._under_way
        assert command is not None
        share = 1.0 if complete else min(1.0, (self.now - motion.began) / expected_s(command))
        motion.way = round(motion.wanted * share)
        motion.ended, self._under_way = self.now, None
