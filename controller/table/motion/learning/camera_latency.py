"""How late a camera's pictures come: measured at the begin of motions, from order to sight."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median

from boards.geometry import Pose, wrap_degrees

WAY_MM, WAY_DEG = 20.0, 20.0
"""A motion that is at least so long can be measured by."""

SEEN_MM, SEEN_DEG = 1.2, 1.2
"""A golem that is seen so far from where it was has begun to move."""

BEGUN_S = 0.12
"""After so long a golem on its ramp has come so far (docs/firmware.md), and one of 30 pictures a second shows it."""

LONGEST_S = 5.0
"""A camera that is later than this is of no use."""

NONE_S = 0.1
"""What is less cannot be told from none: a picture's own time."""

MARGIN_S = 0.07
"""A look waits so much longer than the latency: two pictures."""

TOLD_S = 1.0
"""From which on people are told."""

KEPT = 3
EVERY = 8
"""Once it is known, every so many motions are measured by: a camera may become late."""


@dataclass
class CameraLatency:
    """What was measured of one camera, or of several that look together."""

    known_s: float | None = None
    """From an earlier evening; None: not measured yet."""
    _measured: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    _motions: int = 0

    @property
    def seconds(self) -> float:
        """How late pictures are; 0 if they are not, or as long as nobody knows."""
        found = median(self._measured) if self._measured else self.known_s or 0.0
        return found if found >= NONE_S else 0.0

    @property
    def known(self) -> bool:
        """Whether it was measured."""
        return self.known_s is not None or bool(self._measured)

    @property
    def told_s(self) -> float | None:
        """How late pictures are, if people should know; to half a second, so that it is told once."""
        return round(2 * self.seconds) / 2 if self.seconds >= TOLD_S else None

    def wanted(self) -> bool:
        """Count a motion; return whether it should be measured by."""
        self._motions += 1
        return len(self._measured) < 2 or self._motions % EVERY == 0

    def add(self, seconds: float) -> None:
        """Take a measured time from an order to the first picture that shows it begun."""
        late = max(0.0, seconds - BEGUN_S)
        if self._measured and abs(late - self.seconds) > 0.5:
            # Something has changed: what was before does not count any more.
            self._measured.clear()
        self._measured.append(late)

    def set(self, seconds: float) -> None:
        """Take the latency itself, where it showed otherwise."""
        self._measured.clear()
        self._measured.append(seconds)


def moved(before: Pose, after: Pose, mm: float = SEEN_MM, degrees: float = SEEN_DEG) -> bool:
    """Return whether a golem is seen elsewhere."""
    turned = abs(wrap_degrees(after.heading - before.heading))
    return after.point.distance(before.point) > mm or turned > degrees
