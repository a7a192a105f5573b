"""A robot without a wire that keeps every promise to its table, and from which others are made that break one."""

from __future__ import annotations

import asyncio

from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Act, Move
from firmware_bridge.robots import DirectRobot, MotionResult


class Honest(DirectRobot):
    """A robot that takes a second for everything."""

    def __init__(self) -> None:
        super().__init__("red", "test:red")

    async def open(self) -> None: ...

    async def shut(self) -> None: ...

    async def perform(self, command: Command) -> MotionResult:
        await asyncio.sleep(1.0)
        if isinstance(command, Act):
            return MotionResult("done")
        if isinstance(command, Move):
            return MotionResult("done", mm=command.distance_um / 1000)
        return MotionResult("done", degrees=command.angle_cdeg / 100)

    async def halt(self) -> None:
        if self._performing is not None:
            self._performing.cancel()
