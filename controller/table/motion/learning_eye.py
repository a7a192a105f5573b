"""A camera through whose looks the robots' drives are learned."""

from __future__ import annotations

from collections.abc import Collection

from boards.kit.thing_keys import GolemKey
from controller.table.core.ports import VisionPort
from controller.table.motion.learned_drives import LearnedDrives
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene


class LearningEye:
    """A :class:`controller.table.core.ports.VisionPort`: looks at the table at rest are lessons."""

    def __init__(self, eye: VisionPort, drives: LearnedDrives) -> None:
        self._eye = eye
        self._drives = drives

    @property
    def latest(self) -> Scene | None:
        """The newest scene; None before the first look."""
        return self._eye.latest

    async def open(self) -> None:
        """Open the camera, again after an error."""
        await self._eye.open()

    async def settled(self, timeout_s: float) -> Scene:
        """Return what lies on the table at rest."""
        scene = await self._eye.settled(timeout_s)
        if scene.settled and not scene.trouble:
            golems = {key.colour: seen.pose for seen in scene.things if isinstance(key := seen.thing, GolemKey)}
            self._drives.look(golems)
        return scene

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        """Look once for anything over the field that is no golem."""
        return await self._eye.over_arena(resting)

    def arena_in_order(self) -> None:
        """Take what the newest look shows on the field as belonging there."""
        self._eye.arena_in_order()
