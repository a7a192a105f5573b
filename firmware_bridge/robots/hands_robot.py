"""Hands in a robot's stead: a person moves a golem that has no robot, and is asked for each motion once.

What hands cannot do: tell how far they came when they are stopped (so nothing is told, and the camera is asked), be as
quick as a motor (:data:`HAND_S`), strike or blink.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from boards.base.reasons import NO_REASON
from firmware_bridge.link.commands import Command
from firmware_bridge.link.link_reasons import OUTCOMES
from firmware_bridge.protocol.messages import Act, Move, Outcome, Turn
from firmware_bridge.robots.direct_robot import DirectRobot
from firmware_bridge.robots.robot_status import MotionResult

HAND_S = 120.0
"""How long a person may take for one motion before the camera is asked where the golem stands."""


@dataclass(frozen=True)
class HandRequest:
    """A motion that a person is asked to make."""

    robot: str
    command: Move | Turn


OnHandRequest = Callable[["HandRequest | None"], None]


class HandsRobot(DirectRobot):
    """A golem that a person moves."""

    by_hand = True
    longest_s = HAND_S

    def __init__(self, name: str, golem: str) -> None:
        """`golem` is what the person is asked to move."""
        super().__init__(name, f"hands:{golem}")
        self.golem = golem
        self.request: HandRequest | None = None
        """What a person is asked to do now."""
        self.on_request: list[OnHandRequest] = []
        """Heard of every request, and of None when it is done or withdrawn."""
        self._answer: asyncio.Future[MotionResult] | None = None

    async def open(self) -> None:
        """Open at once: nothing can be missing."""

    async def shut(self) -> None:
        """Let nothing go: what was asked is withdrawn already."""

    def can(self, command: Command) -> bool:
        """Gestures are shown on the screen."""
        return not isinstance(command, Act)

    async def perform(self, command: Command) -> MotionResult:
        """Ask a person, and wait for the answer."""
        assert isinstance(command, Move | Turn)
        self._answer = asyncio.get_running_loop().create_future()
        self._ask(HandRequest(self.golem, command))
        try:
            return await self._answer
        finally:
            self._ask(None)

    async def halt(self) -> None:
        """Withdraw what was asked."""
        if self._answer is not None:
            self._answer.cancel()

    def confirm(self) -> bool:
        """Hear from a person, or from the camera, that the request is done; False if there is none."""
        request = self.request
        if request is None or self._answer is None or self._answer.done():
            return False
        # What a person has confirmed; where the golem truly stands, the camera says.
        mm, degrees = 0.0, 0.0
        if isinstance(request.command, Move):
            mm = request.command.distance_um / 1000
        else:
            degrees = request.command.angle_cdeg / 100
        self._answer.set_result(MotionResult("done", NO_REASON, mm, degrees))
        return True

    def unable(self) -> bool:
        """Hear from a person that it cannot be done; False if nothing is asked."""
        if self._answer is None or self._answer.done():
            return False
        self._answer.set_result(MotionResult(*OUTCOMES[Outcome.STALLED]))
        return True

    def _ask(self, request: HandRequest | None) -> None:
        self.request = request
        for listener in list(self.on_request):
            listener(request)
