"""What a camera shows while golems drive whose ways depend on each other, whether or not it looks for hands as well."""

from __future__ import annotations

from boards.kit.thing_keys import GolemKey
from controller.table.core.ports import VisionPort
from controller.table.motion.learning.camera_latency import CameraLatency
from controller.table.motion.sighting import Sighting
from controller.vision.scene import Scene


class LookingOn:
    """The newest picture of a camera, looked at on request; without a camera nothing is seen."""

    def __init__(self, eye: VisionPort | None, latency: CameraLatency) -> None:
        """`latency`: the camera's."""
        self._eye = eye
        self._latency = latency

    def sight(self, golem: str) -> Sighting | None:
        """Return where the newest picture shows a golem."""
        scene = None if self._eye is None else self._eye.latest
        seen = None if scene is None else scene.find(GolemKey(golem))
        return None if scene is None or seen is None else Sighting(seen.pose, scene.time, self._latency.known)

    async def look(self) -> Scene | None:
        """Read a new picture; None: there is no camera. Raises CameraError."""
        return None if self._eye is None else await self._eye.look()
