"""Motions that people carry out in a robot's place during a row: done when the camera sees it, and no hand."""

from __future__ import annotations

from collections.abc import Callable

from boards.geometry import Pose, SquareGrid, wrap_degrees
from boards.kit.thing_keys import GolemKey
from controller.table.core.mailbox import HandMoveRequested, Message
from controller.table.core.ports import VisionPort
from controller.table.motion.motion_plan import HAND_DEGREES, HAND_MM, grid_heading
from controller.table.view.table_messages import say
from controller.table.view.view import Notice
from controller.vision.scene import Scene

LOOK_S = 1.0
"""How long a look waits for the table to come to rest: others drive meanwhile."""
UNSEEN_LOOKS = 2
"""A golem that so many looks in a row do not show is off the mat, and not only below a hand."""
_FACES = {0: "E", 90: "N", 180: "W", -180: "W", -90: "S"}


class PeopleMoves:
    """Asks people to move or take off golems that no robot moves, and waits until the camera sees it."""

    def __init__(self, eye: VisionPort | None, grid: SquareGrid, post: Callable[[Message], None]) -> None:
        """Without an eye people are believed at once."""
        self._eye = eye
        self._grid = grid
        self._post = post

    async def arrived(self, golem: str, pose: Pose | None) -> None:
        """Wait until a golem stands at a pose; None: is off the mat. Raises CameraError."""
        if self._eye is None:
            return
        self._post(HandMoveRequested(golem, self._asked(golem, pose)))
        try:
            unseen = 0
            while True:
                scene = await self._eye.settled(LOOK_S)
                if scene.trouble:
                    continue
                unseen = 0 if self._on_mat(scene, golem) else unseen + 1
                if (pose is None and unseen >= UNSEEN_LOOKS) or (pose is not None and _stands(scene, golem, pose)):
                    return
        finally:
            self._post(HandMoveRequested(golem, None))

    def _on_mat(self, scene: Scene, golem: str) -> bool:
        seen = scene.find(GolemKey(golem))
        return seen is not None and self._grid.cell_at(seen.pose.point) is not None

    def _asked(self, golem: str, pose: Pose | None) -> Notice:
        if pose is None:
            return Notice("golem-fallen", "warning", say("golem-fallen", golem=golem), {"golem": golem})
        facing = _FACES[round(grid_heading(pose.heading))]
        facts = {"golem": golem, "cell": str(self._grid.cell_at(pose.point)), "facing": facing}
        return Notice("golem-astray", "warning", say("golem-astray", **facts), facts)


def _stands(scene: Scene, golem: str, pose: Pose) -> bool:
    seen = scene.find(GolemKey(golem))
    if seen is None:
        return False
    turned = abs(wrap_degrees(seen.pose.heading - pose.heading))
    return seen.pose.point.distance(pose.point) <= HAND_MM and turned <= HAND_DEGREES
