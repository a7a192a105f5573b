"""While robots drive, the camera looks for hands over the field: the robots wait while there is one.

What is under way is driven to its end, a cell at most; nothing new is begun. The row is not cut short by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from calibration.frames import CameraError
from controller.table.messages import ArenaChanged, Message
from controller.table.ports import EyePort, FleetPort

CLEAR_S = 0.7
"""The field must be clear for so long before the robots go on: a hand that has just left may come back."""


class Guard:
    """Watches beside the table's work; what it finds goes into the mailbox, after the robots have been told."""

    def __init__(self, eye: EyePort | None, fleet: FleetPort, post: Callable[[Message], None]) -> None:
        """Without an eye there is nothing to watch with."""
        self._eye = eye
        self._fleet = fleet
        self._post = post
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Robots begin to drive."""
        if self._eye is not None and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run(self._eye), name="table's guard")

    def stop(self) -> None:
        """No robot drives any more."""
        if self._task is not None:
            self._task.cancel()

    def in_order(self) -> None:
        """What the newest look shows belongs there."""
        if self._eye is not None:
            self._eye.arena_in_order()

    async def _run(self, eye: EyePort) -> None:
        loop = asyncio.get_running_loop()
        last: float | None = None
        while True:
            try:
                found = await eye.over_arena()
            except CameraError:
                # The look after the motion finds it too, and says what to do.
                return
            if found is not None:
                if last is None:
                    self._fleet.pause()
                    self._post(ArenaChanged(found))
                last = loop.time()
            elif last is not None and loop.time() - last >= CLEAR_S:
                last = None
                self._post(ArenaChanged(None))
