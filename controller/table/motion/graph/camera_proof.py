"""The camera as proof of what wheels count: who relies on a golem's progress relies on no more than pictures show.

Wheels that slip, lose steps or stand still count on. So while golems drive that others wait for, the camera looks even
if nobody wants to know of hands, and a drive has ended for others only where a later picture shows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from boards.geometry import Pose
from calibration.camera_frames import CameraError
from controller.table.motion.learning.camera_latency import LONGEST_S
from controller.table.motion.sighting import Sight, Sighting

LOOK_S = 0.15
"""How old the newest picture of a golem may become on which others rely."""
STILL_S, STILL_MM = 0.09, 1.0
"""A golem stands that is seen in the same place for so long."""
POLL_S = 0.03

Look = Callable[[], Awaitable[object]]
"""Read a new picture. Raises CameraError."""


def unseen(_golem: str) -> Sighting | None:
    """No camera looks on."""
    return None


async def blind() -> None:
    """There is nothing to look with."""
    await asyncio.get_running_loop().create_future()


class Camera:
    """What looks on while a graph is executed."""

    def __init__(self, sight: Sight = unseen, look: Look = blind) -> None:
        self.sight = sight
        self._look = look

    async def keep_looking(self, wanted: Callable[[], Mapping[str, float]]) -> None:
        """Look for ever, as long as pictures are wanted; end if the camera fails.

        `wanted`: how old the newest picture may be, s, by golem.
        """
        loop = asyncio.get_running_loop()
        while True:
            oldest = wanted()
            ages = {golem: loop.time() - seen.time for golem in oldest if (seen := self.sight(golem)) is not None}
            if oldest and (not ages or any(age > oldest[golem] for golem, age in ages.items())):
                try:
                    await self._look()
                except CameraError:
                    # The next look of the table tells people.
                    return
            await asyncio.sleep(POLL_S)

    async def at_rest(self, golem: str, since: float) -> Pose | None:
        """Return where a golem is that stands since then (the loop's clock); None if no dated picture shows it.

        It must stand in the pictures, too: they may come later than was measured.
        """
        loop = asyncio.get_running_loop()
        stood: Sighting | None = None
        while loop.time() < since + LONGEST_S:
            seen = self.sight(golem)
            if seen is None or not seen.dated:
                return None
            if seen.time > since:
                if stood is None or seen.pose.point.distance(stood.pose.point) > STILL_MM:
                    stood = seen
                elif seen.time >= stood.time + STILL_S:
                    return seen.pose
            await asyncio.sleep(POLL_S)
        return None
