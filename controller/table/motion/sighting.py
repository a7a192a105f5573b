"""Compare a drive as the camera sees it with the count of the wheels, to notice blocked wheels. Pure.

The check compares rates, not places: a camera whose pictures come late shows the same motion a little later.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from boards.geometry import Pose, wrap_degrees
from controller.table.motion.learning.camera_latency import LONGEST_S
from controller.table.motion.motion_plan import Drive


@dataclass(frozen=True)
class Sighting:
    """A golem in a picture."""

    pose: Pose
    time: float
    """When the picture was taken, on the loop's clock, s."""
    dated: bool = True
    """Whether the camera's latency was measured. If not, the picture may be as old as LONGEST_S."""


Sight = Callable[[str], Sighting | None]
"""Where the newest picture shows a golem."""

OVER_S = 0.25
"""The time over which ways are compared."""
LEAST_MM = 6.0
"""So much the wheels must have counted meanwhile."""
LEAST_SHARE = 0.3
"""So much of it must be seen; slip, lost steps and a wrong wheel leave far more."""
LATEST_S = 0.6
"""After so long a drive must be seen, if pictures are dated."""
UNDATED_LATEST_S = LONGEST_S + LATEST_S
"""The same as long as nobody knows how late pictures come."""
REDATED_S = 0.05
"""Times that go back by more than this: the latency was measured anew, and pictures before were dated wrongly."""
SET_OUT_MM = 4.0
"""A golem that is seen so far on its way has set out."""
ASKEW_DEGREES = 24.0
"""A golem that looks so far aside of where it drives to turns about a blocked wheel; bursts of slip leave less."""
ASKEW_PICTURES = 3
SLACK_MM = 3.0
"""How exactly a picture shows how far a golem has come."""


class DriveObserver:
    """One drive as the camera sees it."""

    def __init__(self, start: Pose, order: Drive, began: float, done: float) -> None:
        """`start` is where the whole drive began, `done` how far it had come before, mm; `began` when it was sent.

        Times are on the loop's clock, s.
        """
        self._start = start
        self._order = order
        self._began = began
        self._done = done
        self._latest_s = LATEST_S
        self._askew = 0
        """How many pictures in a row show it looking elsewhere than it drives to."""
        self._seen: deque[tuple[float, float]] = deque(maxlen=60)
        """(time, mm on the way) of pictures."""
        self._counted: deque[tuple[float, float]] = deque([(began, done)], maxlen=60)
        """(time, mm) as the wheels counted."""

    def count(self, time: float, way: float) -> None:
        """Hear how far the wheels have come."""
        self._counted.append((time, way))

    def see(self, sighting: Sighting) -> None:
        """Take a picture in; one from before the order says nothing."""
        time, latest_s = sighting.time, LATEST_S if sighting.dated else UNDATED_LATEST_S
        if self._seen and (latest_s < self._latest_s or time < self._seen[-1][0] - REDATED_S):
            self._seen.clear()
            self._askew = 0
        self._latest_s = latest_s
        if time > self._began and (not self._seen or time > self._seen[-1][0]):
            self._seen.append((time, along(self._start, self._order, sighting.pose)))
            # A late picture may still show the turn before.
            late = time < self._began + self._latest_s
            off = abs(wrap_degrees(sighting.pose.heading - self._start.heading))
            self._askew = self._askew + 1 if off > ASKEW_DEGREES and not late else 0

    def stalled(self) -> bool:
        """Whether the wheels count a way that the camera does not see."""
        if self._askew >= ASKEW_PICTURES:
            return True
        if not self._seen:
            return False
        last_at, last = self._seen[-1]
        earlier = [(at, way) for at, way in self._seen if at <= last_at - OVER_S]
        if not earlier:
            return False
        first_at, first = earlier[-1]
        counted = self._at(last_at) - self._at(first_at)
        set_out = first > self._done + SET_OUT_MM or first_at > self._began + self._latest_s
        return set_out and counted > LEAST_MM and last - first < LEAST_SHARE * counted

    def left(self, sighting: Sighting) -> float:
        """How far it still had to drive when a picture was taken, mm: by the wheels' count or by the picture."""
        done = max(self._at(sighting.time), along(self._start, self._order, sighting.pose))
        return max(0.0, abs(self._order.mm) - done)

    @property
    def most(self) -> float:
        """How far the drive has come at most when the newest picture was taken, mm: others may rely on that."""
        return (self._seen[-1][1] if self._seen else self._done) + SLACK_MM

    def _at(self, time: float) -> float:
        return max((way for at, way in self._counted if at <= time), default=0.0)


def along(start: Pose, order: Drive, pose: Pose) -> float:
    """Return how far a golem that is seen in a pose has come on a drive that began at `start`, mm."""
    return math.copysign(1.0, order.mm) * (pose.point - start.point).rotated(-start.heading).x
