"""Wheels that do not do what was counted: diameters, track, backlash, lost steps, slip in bursts, a blocked wheel.

The ways of a wheel are in mm, ahead is positive; what the firmware counts for a command goes in, what the wheel rolls
comes out. Errors that stay the same from motion to motion can be learned, those by chance cannot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Literal

from boards.geometry import Pose
from firmware_bridge.protocol.messages import Move, Turn
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP, TRACK_MM

Cabling = Literal["right", "crossed", "left-reversed", "right-reversed", "both-reversed"]
"""How the motors are plugged in. Crossed: each motor in the other one's socket. As they are mounted mirror-wise, a
golem with crossed motors drives backwards and turns as it should; with both reversed both are the wrong way round."""

LOST_GROUP_MM = 4 * MM_PER_STEP
"""A stepper that falls out of step loses four full steps: it catches the field again where it points the same way."""


@dataclass(frozen=True)
class DriveErrors:
    """What is wrong with one golem's drive."""

    left: float = 1.0
    """True diameter of the left wheel over the one that the firmware was built for."""
    right: float = 1.0
    track: float = 1.0
    """True track over the one that the firmware was built for."""
    backlash_mm: float = 0.0
    """How far a wheel's motor turns for nothing each time that its direction is reversed."""
    lost_steps: float = 0.0
    """Share of the steps that neither motor makes, as with a weak battery: both lose the same ones."""
    slip_every_mm: float = 0.0
    """Mean way from one burst of slip to the next; 0: none."""
    slip_mm: float = 10.0
    """Length of a burst."""
    slip_share: float = 0.5
    """How much of the way a wheel slips within a burst, one wheel at a time."""
    weak_above_mm_s: float = math.inf
    """A weak motor: a wheel that is to roll faster loses half of its steps."""
    cabling: Cabling = "right"


NO_ERRORS = DriveErrors()


class DriveTrain:
    """The two wheels of one golem, with the state that backlash and slip need."""

    def __init__(self, errors: DriveErrors, chance: Random) -> None:
        self.errors = errors
        self.blocked: set[str] = set()
        """Wheels that do not turn now: "left", "right"."""
        self._chance = chance
        self._play = [0.0, 0.0]
        """How far each motor is from the end of its play that pulls ahead, 0 to the backlash."""
        self._until_slip = self._next_slip()
        self._slipping = 0.0
        self._slips = 0
        self._until_loss = self._next_loss()
        self._losing = 0.0

    def roll(self, command: Move | Turn, counted: float, speed_mm_s: float) -> Pose:
        """Return the step, in the golem's own frame, for a further part of a command's way.

        `counted` is mm of a MOVE or degrees of a TURN, positive; `speed_mm_s` that of the wheels.
        """
        if isinstance(command, Move):
            left = right = math.copysign(counted, command.distance_um)
        else:
            right = math.copysign(math.radians(counted) * TRACK_MM / 2, command.angle_cdeg)
            left = -right
        return self._step(*self._rolled(left, right, speed_mm_s))

    def _step(self, left: float, right: float) -> Pose:
        way = (left + right) / 2
        turned = math.degrees((right - left) / (TRACK_MM * self.errors.track))
        # An arc's chord points along the mean of its two headings and is shorter than the arc.
        half = math.radians(turned) / 2
        chord = way * (math.sin(half) / half if half else 1.0)
        return Pose(chord * math.cos(half), chord * math.sin(half), turned)

    def _rolled(self, left: float, right: float, speed_mm_s: float) -> tuple[float, float]:
        errors = self.errors
        if errors.cabling != "right":
            left, right = _cabled(left, right, errors.cabling)
        kept = 1.0 - self._lost(max(abs(left), abs(right)))
        if speed_mm_s > errors.weak_above_mm_s:
            kept *= 0.5
        slipped = self._slipped(max(abs(left), abs(right)))
        ways = [
            self._behind_play(0, left * kept) * errors.left,
            self._behind_play(1, right * kept) * errors.right,
        ]
        if slipped:
            ways[self._slips % 2] *= 1.0 - slipped
        return (
            0.0 if "left" in self.blocked else ways[0],
            0.0 if "right" in self.blocked else ways[1],
        )

    def _behind_play(self, wheel: int, way: float) -> float:
        """Return what of a motor's way reaches the wheel."""
        most = self.errors.backlash_mm
        if way > 0:
            taken = min(way, self._play[wheel])
            self._play[wheel] -= taken
            return way - taken
        taken = min(-way, most - self._play[wheel])
        self._play[wheel] += taken
        return way + taken

    def _next_loss(self) -> float:
        """Return how far the wheels turn until the next group of steps is lost."""
        share = self.errors.lost_steps
        if share <= 0.0:
            return math.inf
        # Nearly even, so that the share holds over a cell as well.
        return LOST_GROUP_MM * (1.0 - share) / share * self._chance.uniform(0.5, 1.5)

    def _lost(self, way: float) -> float:
        """Return the share of a way whose steps are lost."""
        if self.errors.lost_steps <= 0.0 or way == 0.0:
            return 0.0
        left, lost = way, 0.0
        while left > 0.0:
            if self._losing > 0.0:
                part = min(left, self._losing)
                self._losing -= part
                lost += part
                if self._losing <= 0.0:
                    self._until_loss = self._next_loss()
            else:
                part = min(left, self._until_loss)
                self._until_loss -= part
                if self._until_loss <= 0.0:
                    self._losing = LOST_GROUP_MM
            left -= part
        return lost / way

    def _next_slip(self) -> float:
        every = self.errors.slip_every_mm
        return math.inf if every <= 0.0 else self._chance.expovariate(1 / every)

    def _slipped(self, way: float) -> float:
        """Return the share by which a wheel slips now."""
        if self._slipping > 0.0:
            self._slipping -= way
            return self.errors.slip_share
        self._until_slip -= way
        if self._until_slip <= 0.0:
            self._slips = self._chance.randrange(2)
            self._slipping, self._until_slip = self.errors.slip_mm, self._next_slip()
        return 0.0


def _cabled(left: float, right: float, cabling: Cabling) -> tuple[float, float]:
    """Return the ways of the wheels where the motors are plugged in so."""
    if cabling == "crossed":
        return -right, -left
    if cabling in ("left-reversed", "both-reversed"):
        left = -left
    if cabling in ("right-reversed", "both-reversed"):
        right = -right
    return left, right
