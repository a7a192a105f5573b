"""How a simulated golem moves: ramps, inertia, drift; what its wheels count and where it truly is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from boards.geometry import Point, Pose, wrap_degrees
from firmware_bridge.protocol.messages import Move, Turn


@dataclass(frozen=True)
class Build:
    """A golem's mechanical figures (docs/firmware.md; drift as of cheap steppers on paper)."""

    acceleration_mm_s2: float = 400.0
    acceleration_deg_s2: float = 720.0
    hard_factor: float = 6.0
    """Coils off, friction stops it: so much quicker than the ramp, but not at once."""
    scale_error: float = 0.004
    """Standard deviation of a motion's true length over the counted one."""
    veer_deg_per_m: float = 6.0
    """Standard deviation of the heading after a metre."""
    turn_shift_mm: float = 0.4
    """Standard deviation, per axis, of the centre after a turn."""


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
    def drawn(build: Build, chance: Random, slip: float = 0.0) -> Drift:
        """`slip` is the share of the way that the wheels turn for nothing."""
        scale = (1.0 + chance.gauss(0.0, build.scale_error)) * (1.0 - slip)
        veer = chance.gauss(0.0, build.veer_deg_per_m) / 1000
        shift = Point(chance.gauss(0.0, build.turn_shift_mm), chance.gauss(0.0, build.turn_shift_mm))
        return Drift(scale, veer, shift)


def moved(start: Pose, command: Move | Turn, counted: float, drift: Drift) -> Pose:
    """Where a robot truly is that set out at `start` and whose wheels counted so far.

    `counted` is in mm or degrees, and positive; the command's sign says which way.
    """
    if isinstance(command, Move):
        way = math.copysign(counted * drift.scale, command.distance_um)
        veer = way * drift.veer_deg_per_mm
        # An arc's chord points along the mean of its two headings.
        chord = Point(way, 0.0).rotated(start.heading + veer / 2)
        return Pose(start.x + chord.x, start.y + chord.y, wrap_degrees(start.heading + veer))
    angle = math.copysign(counted * drift.scale, command.angle_cdeg)
    share = abs(angle) / 90
    heading = wrap_degrees(start.heading + angle)
    return Pose(start.x + drift.shift.x * share, start.y + drift.shift.y * share, heading)
