"""What a golem's wheels do on the table: steps of two motors to millimetres and degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from boards.geometry import Point, Pose, wrap_degrees
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP, TRACK_MM

_WHEEL_ERROR = 0.0015
_TRACK_ERROR = 0.005


@dataclass(frozen=True)
class Wheels:
    """One golem's wheels as they came out of the printer."""

    left_mm: float = MM_PER_STEP
    """Way of the left wheel a step."""
    right_mm: float = MM_PER_STEP
    track_mm: float = TRACK_MM

    @staticmethod
    def printed(chance: Random) -> Wheels:
        """Wheels with the errors of printed parts, which stay the same from motion to motion."""
        return Wheels(
            MM_PER_STEP * (1.0 + chance.gauss(0.0, _WHEEL_ERROR)),
            MM_PER_STEP * (1.0 + chance.gauss(0.0, _WHEEL_ERROR)),
            TRACK_MM * (1.0 + chance.gauss(0.0, _TRACK_ERROR)),
        )

    def rolled(self, start: Pose, left: int, right: int) -> Pose:
        """Where a golem stands whose wheels have made so many steps since `start`, both evenly: on an arc."""
        way = (left * self.left_mm + right * self.right_mm) / 2
        turned = math.degrees((right * self.right_mm - left * self.left_mm) / self.track_mm)
        # An arc's chord points along the mean of its two headings and is shorter than the arc.
        half = math.radians(turned) / 2
        chord = way * (math.sin(half) / half if half else 1.0)
        gap = Point(chord, 0.0).rotated(start.heading + turned / 2)
        return Pose(start.x + gap.x, start.y + gap.y, wrap_degrees(start.heading + turned))
