"""A golem without a body: it plays on the screen only, and takes as long as a robot of its pace would."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from boards.base.reasons import NO_REASON
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Move, Turn
from firmware_bridge.robots.direct_robot import DirectRobot
from firmware_bridge.robots.robot_status import MotionResult, RobotStatus

ACT_S = 0.6
"""How long a gesture is shown."""


class GhostRobot(DirectRobot):
    """Does what it is asked to in the time that this takes; nothing can keep it from that but a stop."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "ghost:")

    @property
    def status(self) -> RobotStatus:
        """Its health: it is always a ghost, unless it is stopped or closed."""
        told = super().status
        return replace(told, link="ghost") if told.link in ("ready", "busy") else told

    async def open(self) -> None:
        """Open at once: nothing can be missing."""

    async def shut(self) -> None:
        """Let nothing go."""

    async def halt(self) -> None:
        """End the motion under way; how far it came nobody can see."""
        if self._performing is not None:
            self._performing.cancel()

    async def perform(self, command: Command) -> MotionResult:
        """Take the time of the command."""
        if isinstance(command, Move):
            mm = command.distance_um / 1000
            await asyncio.sleep(abs(mm) / command.speed_mm_s)
            return MotionResult("done", NO_REASON, mm)
        if isinstance(command, Turn):
            degrees = command.angle_cdeg / 100
            await asyncio.sleep(abs(degrees) / command.speed_deg_s)
            return MotionResult("done", NO_REASON, 0.0, degrees)
        await asyncio.sleep(ACT_S)
        return MotionResult("done")
