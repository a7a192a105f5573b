"""While robots drive, the camera looks for hands over the field: all that drives stops softly while there is one.

Nothing new is begun; what is left is planned anew from where the golems stand when the field is clear. The row is not
cut short by it. A robot that moves and was not told to is treated like a hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from calibration.camera_frames import CameraError
from controller.table.core.mailbox import ArenaChanged, Message
from controller.table.core.ports import FleetPort, VisionPort
from controller.vision.intrusion import Intrusion

CLEAR_S = 0.7
"""The field must be clear for so long before the robots go on: a hand that has just left may come back."""


class Guard:
    """Watches beside the table's work; what it finds goes into the mailbox, after the robots have been told."""

    def __init__(self, eye: VisionPort | None, fleet: FleetPort, post: Callable[[Message], None]) -> None:
        """Without an eye there is nothing to watch with."""
        self._eye = eye
        self._fleet = fleet
        self._post = post
        self._task: asyncio.Task[None] | None = None
        self._over: Intrusion | None = None
        self._clear = False
        self._alarms = 0
        self._stops: set[asyncio.Task[None]] = set()

    @property
    def alarms(self) -> int:
        """How often something came over the field: robots may stand elsewhere than they did before."""
        return self._alarms

    @property
    def over(self) -> Intrusion | None:
        """What is over the field, or was just now."""
        return self._over

    def start(self) -> None:
        """Robots begin to drive."""
        if self._eye is not None and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run(self._eye), name="table's guard")

    def stop(self) -> None:
        """No robot drives any more. If nothing was over the field, it is in order as it looks now: light changes."""
        if self._task is not None:
            if self._clear and not self._task.done():
                self.in_order()
            self._clear, self._over = False, None
            self._task.cancel()

    def in_order(self) -> None:
        """Take what the newest look shows as belonging there."""
        if self._eye is not None:
            self._eye.arena_in_order()

    async def _run(self, eye: VisionPort) -> None:
        loop = asyncio.get_running_loop()
        last: float | None = None
        while True:
            try:
                found = await eye.over_arena(self._resting())
            except CameraError:
                # The look after the motion finds it too, and says what to do.
                self._over = None
                return
            self._clear = found is None
            if found is not None:
                if last is None:
                    self._halt()
                    self._post(ArenaChanged(found))
                last, self._over = loop.time(), found
            elif last is not None and loop.time() - last >= CLEAR_S:
                last = self._over = None
                self._post(ArenaChanged(None))

    def _halt(self) -> None:
        """Stop all that drives, softly; people's own motions go on."""
        self._fleet.pause()
        self._alarms += 1
        for robot in map(self._fleet.__getitem__, self._fleet):
            if robot.busy and not robot.by_hand:
                task = asyncio.ensure_future(robot.stop())
                self._stops.add(task)
                task.add_done_callback(self._stops.discard)

    def _resting(self) -> tuple[str, ...]:
        """Robots that have been told nothing. What people move by hand is their own business."""
        return tuple(name for name in self._fleet if not self._fleet[name].by_hand and not self._fleet[name].busy)
