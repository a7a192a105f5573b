"""What a check leaves behind: the robot stands where it stood, whatever robot it is."""

from __future__ import annotations

from typing import cast

import pytest

from firmware_bridge.channels.channel import Channel
from firmware_bridge.conformance import CHECKS, conform
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import (
    Done,
    Move,
    Outcome,
    Turn,
)
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.lies import (
    GAP,
    ONLY_SERIAL,
    PONG,
    STOPPED,
    instead,
    judged,
    outcomes,
)
from tests.firmware_bridge.memory_robot import MemoryMotors, MemoryRobot

# -- whatever robot it is --------------------------------------------------------------------------------

CUT_SHORT = {"stop-under-way", "estop", "silence", "strangers", "new-session"}
"""They end a motion on its way; where, is the robot's word."""


class OdometerMotors(MemoryMotors):
    """Sums up where the motors have brought the robot, and how far off it has been."""

    um = cdeg = farthest_um = 0

    def _finish(self, outcome: Outcome, share: float) -> None:
        if isinstance(self._command, Move):
            self.um += round(self._command.distance_um * share)
        if isinstance(self._command, Turn):
            self.cdeg += round(self._command.angle_cdeg * share)
        self.farthest_um = max(self.farthest_um, abs(self.um))
        super()._finish(outcome, share)


@pytest.mark.parametrize("check", [c.key for c in CHECKS if c.key not in ONLY_SERIAL | CUT_SHORT | {"restart"}])
def test_after_a_check_the_robot_stands_where_it_stood_and_never_went_further_than_two_cm(check: str) -> None:
    robot = MemoryRobot(motors=OdometerMotors)
    assert outcomes(judged(robot, check)) == {check: "passed"}
    motors = robot.motors
    assert isinstance(motors, OdometerMotors)
    assert (motors.um, motors.cdeg % 36_000) == (0, 0) and motors.farthest_um <= 20_000


def test_done_must_come_by_itself_for_motions_whatever_came_before() -> None:
    """Checks may be run in any order: what an act told is no excuse for a motion."""
    lost = instead(None, Done, lambda asked, _answer, robot: isinstance(asked, Move | Turn) and not robot.answering)
    robot = MemoryRobot(lost)
    ordered = tuple(check for key in ("acts", "motions") for check in CHECKS if check.key == key)
    found = run(conform(cast(Channel, robot), None, checks=ordered))
    assert outcomes(found) == {"acts": "passed", "motions": "failed"}


def test_an_answer_to_another_number_or_another_session_is_no_answer() -> None:
    class Chatters(MemoryRobot):
        """Says something true of another command before each answer."""

        def say(self, frames: list[Frame]) -> None:
            strays = [
                Frame(session, seq, message)
                for frame in frames
                for session, seq in ((frame.session, frame.seq ^ 0x55), (frame.session ^ 0x55, frame.seq))
                for message in (GAP, STOPPED, PONG)
            ]
            super().say([*strays, *frames])

    assert judged(Chatters(), "motions", "gap", "memory", "stop-under-way", "signs-of-life").sound
