"""How a simulated golem moves: ramps, inertia, and errors by chance that differ from motion to motion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from boards.geometry import Point, Pose
from hardware.simulated.physics.drive_dimensions import BRAKING, MM_PER_STEP, RAMP_STEPS_S2, TRACK_MM
from hardware.simulated.physics.drive_train import NO_ERRORS, DriveErrors


@dataclass(frozen=True)
class DriveParameters:
    """A golem's mechanical figures (docs/firmware.md; drift as of cheap steppers on paper)."""

    acceleration_mm_s2: float = 400.0
    acceleration_deg_s2: float = 720.0
    errors: DriveErrors = NO_ERRORS
    """What is wrong with its drive, from motion to motion the same."""
    answer_late_s: float = 0.0
    """Every answer comes so many seconds late."""
    braking_factor: float = BRAKING
    """A stop is so many times as steep as the ramp."""
    hard_factor: float = 6.0
    """Coils off, friction stops it: so much quicker than the ramp, but not at once."""
    scale_error: float = 0.004
    """Standard deviation of a motion's true length over the counted one."""
    veer_deg_per_m: float = 6.0
    """Standard deviation of the heading after a metre."""
    turn_shift_mm: float = 0.4
    """Standard deviation, per axis, of the centre after a turn."""


FIRMWARE_DRIVE = DriveParameters(RAMP_STEPS_S2 * MM_PER_STEP, math.degrees(RAMP_STEPS_S2 * MM_PER_STEP * 2 / TRACK_MM))
"""A golem as fast as its own firmware lets it be: 134 mm/s2, and with the same steps 480 degrees/s2 on the spot."""


class Ramp:
    """Distance over time from rest to rest: speed up, go on, slow down. Distances are positive."""

    def __init__(self, length: float, speed: float, acceleration: float) -> None:
        self.length = length
        self._a = acceleration
        self._v = min(speed, math.sqrt(length * acceleration))
        self._t_ramp = self._v / acceleration
        flat = max(0.0, length - self._v * self._t_ramp)
        self.duration = 2 * self._t_ramp + (flat / self._v if self._v else 0.0)

    def at(self, t: float) -> tuple[float, float]:
        """(distance, speed) after `t` seconds."""
        if t <= 0:
            return 0.0, 0.0
        if t >= self.duration:
            return self.length, 0.0
        if t < self._t_ramp:
            return self._a * t * t / 2, self._a * t
        left = self.duration - t
        if left < self._t_ramp:
            return self.length - self._a * left * left / 2, self._a * left
        return self._v * (t - self._t_ramp / 2), self._v

    def time_of(self, distance: float) -> float:
        """When it has gone so far (0..length), by halving."""
        low, high = 0.0, self.duration
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(middle)[0] < distance else (low, middle)
        return high


class Braking:
    """A way that was cut off: it goes on by inertia from where and how fast it was."""

    def __init__(self, way: Ramp | Braking, t: float, deceleration: float) -> None:
        self._start, self._v = way.at(t)
        self._a = deceleration
        self.duration: float = self._v / deceleration
        self.length: float = min(self._start + self._v * self.duration / 2, way.length)

    def at(self, t: float) -> tuple[float, float]:
        """(distance, speed) so many seconds after the brake was put on."""
        if t >= self.duration:
            return self.length, 0.0
        return min(self._start + self._v * t - self._a * t * t / 2, self.length), self._v - self._a * t


@dataclass(frozen=True)
class Drift:
    """How one motion's truth differs from what the wheels count."""

    scale: float
    veer_deg_per_mm: float
    shift: Point

    @staticmethod
    def drawn(build: DriveParameters, chance: Random, slip: float = 0.0) -> Drift:
        """`slip` is the share of the way that the wheels turn for nothing."""
        scale = (1.0 + chance.gauss(0.0, build.scale_error)) * (1.0 - slip)
        veer = chance.gauss(0.0, build.veer_deg_per_m) / 1000
        shift = Point(chance.gauss(0.0, build.turn_shift_mm), chance.gauss(0.0, build.turn_shift_mm))
        return Drift(scale, veer, shift)


def drifted(step: Pose, turning: bool, heading: float, drift: Drift) -> Pose:
    """Return a step, in the golem's own frame, with the chance errors of one motion.

    `heading` is the golem's in the mat frame, degrees: the middle of a turn shifts there.
    """
    if not turning:
        way = Point(step.x * drift.scale, step.y * drift.scale)
        return Pose(way.x, way.y, step.heading + math.copysign(math.hypot(way.x, way.y), way.x) * drift.veer_deg_per_mm)
    turned = step.heading * drift.scale
    share = abs(turned) / 90
    shift = Point(drift.shift.x * share, drift.shift.y * share).rotated(-heading)
    return Pose(step.x + shift.x, step.y + shift.y, turned)
