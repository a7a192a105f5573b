"""While robots drive, the camera looks for hands over the field: all that drives stops softly while there is one.

Nothing new is begun; what is left is planned anew from where the golems stand when the field is clear. The row is not
cut short by it. A robot that moves and was not told to is treated like a hand. A camera that shows nothing (gone,
black, frozen, late) stops them as well: nobody drives unwatched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from boards.kit.thing_keys import GolemKey
from calibration.camera_frames import CameraError, FramesEnded
from controller.table.core.mailbox import ArenaChanged, Message, Unwatched
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.view.notices import camera_lost, eye_late, trouble_notice, watch_failed
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Trouble

log = logging.getLogger(__name__)

BLIND_S = 1.0
"""A picture that is older than this shows nothing of what happens now."""
BLINDING = frozenset({Trouble.BLACK, Trouble.OVEREXPOSED, Trouble.FROZEN, Trouble.NO_FRAMES})
RETRY_S = 0.5
"""How often a camera that is gone is opened again."""
CLEAR_S = 0.7
"""The field must be clear for so long before the robots go on: a hand that has just left may come back."""


class SafetyMonitor:
    """Watches beside the table's work; what it finds goes into the mailbox, after the robots have been told."""

    def __init__(self, eye: VisionPort | None, fleet: FleetPort, post: Callable[[Message], None]) -> None:
        """Without an eye there is nothing to watch with."""
        self._eye = eye
        self._fleet = fleet
        self._post = post
        self._task: asyncio.Task[None] | None = None
        self._over: Intrusion | Unwatched | None = None
        self._clear = False
        self._shown: frozenset[str] = frozenset()
        """Golems that were seen since the robots began to drive."""
        self._lost = False
        """The camera must be opened again."""
        self._alarms = 0
        self._stops: set[asyncio.Task[None]] = set()

    @property
    def alarms(self) -> int:
        """How often something came over the field: robots may stand elsewhere than they did before."""
        return self._alarms

    @property
    def over(self) -> Intrusion | Unwatched | None:
        """What is over the field, or was just now."""
        return self._over

    def start(self) -> None:
        """Robots begin to drive."""
        if self._eye is not None and (self._task is None or self._task.done()):
            self._shown = self._seen()
            self._task = asyncio.get_running_loop().create_task(self._run(self._eye), name="table's guard")
            self._task.add_done_callback(self._ended)

    def stop(self) -> None:
        """No robot drives any more. If nothing was over the field, it is in order as it looks now: light changes.

        Not while a golem is hidden that was seen before: what hides it may lie there still.
        """
        if self._task is not None:
            if self._clear and not self._task.done() and self._seen() >= self._shown:
                self.in_order()
            self._clear, self._over = False, None
            self._task.cancel()

    def in_order(self) -> None:
        """Take what the newest look shows as belonging there."""
        if self._eye is not None and not isinstance(self._over, Unwatched):
            self._eye.arena_in_order()

    def _seen(self) -> frozenset[str]:
        """Which golems the newest scene shows."""
        scene = self._eye.latest if self._eye is not None else None
        return frozenset(name for name in self._fleet if scene is not None and scene.find(GolemKey(name)) is not None)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Stop the robots if the watch itself failed: nobody drives unwatched. It begins anew with the next drive."""
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        log.error("the watch over the field failed", exc_info=error)
        self._clear, self._over = False, None
        self._halt()
        self._post(ArenaChanged(Unwatched(watch_failed())))

    async def _run(self, eye: VisionPort) -> None:
        loop = asyncio.get_running_loop()
        last: float | None = None
        while True:
            found = await self._look(eye)
            self._clear = found is None
            self._shown |= self._seen()
            if found is not None:
                if last is None:
                    self._halt()
                    self._post(ArenaChanged(found))
                last, self._over = loop.time(), found
            elif last is not None and loop.time() - last >= CLEAR_S:
                last = self._over = None
                self._post(ArenaChanged(None))

    async def _look(self, eye: VisionPort) -> Intrusion | Unwatched | None:
        """Look once: what is over the field, or that nothing can be seen of it."""
        if self._lost:
            # The robots have been told by now.
            await asyncio.sleep(RETRY_S)
            with suppress(CameraError):
                await eye.open()
        self._lost = False
        try:
            async with asyncio.timeout(BLIND_S):
                found = await eye.over_arena(self._resting())
        except TimeoutError:
            return Unwatched(eye_late())
        except FramesEnded:
            # A file has come to its end; nothing more will be seen.
            return None
        except CameraError as error:
            self._lost = True
            return Unwatched(camera_lost(error))
        scene = eye.latest
        if scene is None or asyncio.get_running_loop().time() - scene.time > BLIND_S:
            return Unwatched(eye_late())
        dark = [trouble for trouble in scene.trouble if trouble in BLINDING]
        return found or (Unwatched(trouble_notice(dark[0])) if dark else None)

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
