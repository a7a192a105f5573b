"""A camera whose looks teach the robots' odometry and its own latency.

Only pictures that were taken after the newest motion had ended count: a look waits for as long as pictures are late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from math import inf

from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey
from calibration.camera_frames import CameraError
from controller.table.core.ports import VisionPort
from controller.table.motion.learning.camera_latency import (
    BEGUN_S,
    LONGEST_S,
    MARGIN_S,
    SEEN_DEG,
    SEEN_MM,
    CameraLatency,
    moved,
)
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene

STILL_MM, STILL_DEG = 5.0, 5.0
"""A golem that was told to go and is seen within this of where it was has not been seen to go."""

AT_REST_S = 0.3
"""A golem must have stood so long in the pictures before it is measured by."""

AWAY_MM, AWAY_S = 2.0, 0.16
"""A golem that turned before it drives has left its place when it is seen so far from it; it comes so far in that time.
A turn on the spot shifts it less."""

LATE_LOOK_S = 3.0
"""So long it is looked whether pictures are only late, where a golem seems not to have moved."""


class LearningCamera:
    """A :class:`controller.table.core.ports.VisionPort`: looks at the table at rest are lessons."""

    def __init__(self, eye: VisionPort, drives: LearnedDrives) -> None:
        self._eye = eye
        self._drives = drives
        self._latency: CameraLatency = drives.latency
        self._eye.latency_s = self._latency.seconds
        self._measuring: asyncio.Task[None] | None = None
        drives.on_begin.append(self._begun)

    @property
    def latency_s(self) -> float:
        """How late its pictures are."""
        return self._eye.latency_s

    @latency_s.setter
    def latency_s(self, seconds: float) -> None:
        self._eye.latency_s = seconds

    @property
    def latest(self) -> Scene | None:
        """The newest scene; None before the first look."""
        return self._eye.latest

    async def open(self) -> None:
        """Open the camera, again after an error."""
        await self._eye.open()

    async def look(self) -> Scene:
        """Read a picture taken after this call."""
        return await self._eye.look()

    async def settled(self, timeout_s: float) -> Scene:
        """Return what lies on the table at rest, after the newest motion."""
        if self._measuring is not None:
            await asyncio.wait({self._measuring}, timeout=LONGEST_S)
        await self._wait_for_pictures()
        scene = await self._eye.settled(timeout_s)
        if scene.settled and not scene.trouble:
            golems = golems_in(scene)
            if self._unmoved(golems) and await self._are_late(golems):
                await self._wait_for_pictures()
                scene = await self._eye.settled(timeout_s)
                golems = golems_in(scene)
            if scene.settled and not scene.trouble:
                self._drives.look(golems)
        return scene

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        """Look once for anything over the field that is no golem."""
        return await self._eye.over_arena(resting)

    def arena_in_order(self) -> None:
        """Take what the newest look shows on the field as belonging there."""
        self._eye.arena_in_order()

    async def _wait_for_pictures(self) -> None:
        """Wait until pictures show what is now that the newest motion has ended."""
        late = self._latency.seconds
        ended = self._drives.ended_at
        if late and ended is not None:
            await asyncio.sleep(max(0.0, ended + late + MARGIN_S - asyncio.get_running_loop().time()))

    # -- the latency -----------------------------------------------------------------------------------

    def _begun(self, golem: str) -> None:
        """Hear that a golem begins a motion that can be seen."""
        if self._measuring is not None and not self._measuring.done():
            return
        self._measuring = None
        began, ended = asyncio.get_running_loop().time(), self._drives.ended_at
        # As long as pictures show the motion before this one, its begin is not seen.
        at_rest = ended is None or began - ended > self._latency.seconds + AT_REST_S
        # A drive is told from a turn on the spot before it by its way alone: as long as nothing else was measured.
        drives = not at_rest and not self._latency.known and self._drives.only_turned(golem)
        if (at_rest or drives) and self._latency.wanted():
            measuring = self._measure(golem, began, drives=drives)
            self._measuring = asyncio.get_running_loop().create_task(measuring, name="latency")

    async def _measure(self, golem: str, began: float, *, drives: bool) -> None:
        try:
            if drives:
                late = await self._until_moved({golem: None}, began + LONGEST_S, AWAY_MM, inf)
            else:
                late = await self._until_moved({golem: None}, began + LONGEST_S)
        except CameraError:
            return
        if late is not None:
            self._latency.add(late - began - (AWAY_S - BEGUN_S if drives else 0.0))
            self._eye.latency_s = self._latency.seconds

    async def _until_moved(
        self, before: dict[str, Pose | None], until: float, mm: float = SEEN_MM, degrees: float = SEEN_DEG
    ) -> float | None:
        """Look until one of these golems is seen elsewhere than before (None: than in the first picture).

        So far away, or turned by so much. Return when, on the loop's clock; None if none was. Raises CameraError.
        """
        loop = asyncio.get_running_loop()
        places = dict(before)
        while loop.time() < until and not all(map(self._drives.broken_off, before)):
            golems = golems_in(await self._eye.look())
            for name, place in places.items():
                here = golems.get(name)
                if here is None:
                    continue
                if place is None:
                    places[name] = here
                elif moved(place, here, mm, degrees):
                    return loop.time()
        return None

    def _unmoved(self, golems: dict[str, Pose]) -> dict[str, Pose]:
        """Return golems that were told to go and are seen where they were."""
        told = self._drives.told_to_go()
        return {
            name: golems[name]
            for name, before in told.items()
            if name in golems and not moved(before, golems[name], STILL_MM, STILL_DEG)
        }

    async def _are_late(self, golems: dict[str, Pose]) -> bool:
        """Return whether golems that seem to stand are only shown late."""
        still = self._unmoved(golems)
        ended = self._drives.ended_at
        assert ended is not None, "somebody was told to go"
        try:
            seen = await self._until_moved(dict(still), ended + LATE_LOOK_S + self._latency.seconds)
        except CameraError:
            return False
        if seen is None:
            return False
        self._latency.set(max(0.0, seen - self._drives.began_at(still) - BEGUN_S))
        self._eye.latency_s = self._latency.seconds
        return True


def golems_in(scene: Scene) -> dict[str, Pose]:
    """Return where the golems of a scene are, by colour."""
    return {key.colour: seen.pose for seen in scene.things if isinstance(key := seen.thing, GolemKey)}
