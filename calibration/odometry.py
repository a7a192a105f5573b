"""A robot's odometry, learned from what it was commanded and where a camera saw it: pure, without I/O.

The model is that of a robot with two wheels on one axle: of a drive the wheels' mean diameter (scale) and their
difference (veer), of a turn the track (turn scale), and the play of the gears (backlash), which is taken up whenever a
wheel is reversed (Borenstein, Feng 1996, "Measurement and correction of systematic odometry errors in mobile robots").
The four figures are estimated recursively by least squares, with a Gaussian prior and a forgetting factor; a sequence
of motions between two looks is linearised about the present estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point, Pose, wrap_degrees

TRACK_MM = 32.0
"""Of the reference golem, between the wheels' treads; what a track differs is in the turn scale."""

PRIOR = (0.05, 0.0006, 0.05, 0.8)
"""Standard deviations before anything was seen: scale, veer in radians a mm (3.5 degrees on 100 mm), turn, backlash in
mm."""

FORGETTING_FACTOR = 0.985
"""How much an old observation counts after a new one: tyres wear, batteries sag."""

GATE_SIGMAS = 5.0
"""An observation that is farther off than so many standard deviations is no error of wheels, and is not learned."""

KNOWN_AFTER = 4
"""Observations after which an estimate is trusted enough to name a fault."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Motion:
    """What a robot's wheels counted for one command: mm ahead, or degrees counter-clockwise."""

    mm: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True)
class DriveModel:
    """How a robot truly moves for what it counts."""

    scale: float = 1.0
    """mm a counted mm."""
    veer: float = 0.0
    """Radians to the left for each counted mm ahead."""
    turn: float = 1.0
    """Degrees a counted degree."""
    backlash: float = 0.0
    """mm that a wheel loses when it is reversed."""


@dataclass(frozen=True)
class WheelDirections:
    """In which direction each wheel turned last: 1 ahead, -1 back, 0 not known."""

    left: int = 0
    right: int = 0


UNKNOWN_DIRECTIONS = WheelDirections()


def _reversed(last: int, now: float) -> float:
    """Return how likely a wheel's play is taken up: 0 or 1; a half where the last direction is not known."""
    if last == 0:
        return 0.5
    return 1.0 if last * now < 0 else 0.0


@dataclass(frozen=True)
class Effect:
    """What one motion does, in the robot's own frame: it jumps by `jump`, then runs an arc."""

    jump: float
    """Radians, at the begin: one wheel takes up its play while the other one rolls."""
    forward: float
    """mm along the arc."""
    swing: float
    """Radians along the arc."""
    directions: WheelDirections

    @property
    def turned(self) -> float:
        """Radians in all."""
        return self.jump + self.swing

    def step(self) -> Pose:
        """Return the step in the robot's frame before the motion."""
        half = self.swing / 2
        chord = self.forward * (math.sin(half) / half if abs(half) > 1e-9 else 1.0)
        gap = Point(chord, 0.0).rotated(math.degrees(self.jump + half))
        return Pose(gap.x, gap.y, math.degrees(self.turned))


def effect(model: DriveModel, motion: Motion, directions: WheelDirections) -> Effect:
    """Return what a motion does, whose wheels turned so before it."""
    if motion.mm:
        sign = math.copysign(1.0, motion.mm)
        left, right = _reversed(directions.left, sign), _reversed(directions.right, sign)
        jump = sign * model.backlash * (left - right) / TRACK_MM
        forward = model.scale * motion.mm - sign * model.backlash * (left + right) / 2
        return Effect(jump, forward, model.veer * motion.mm, WheelDirections(int(sign), int(sign)))
    if not motion.degrees:
        return Effect(0.0, 0.0, 0.0, directions)
    angle = math.radians(motion.degrees)
    sign = math.copysign(1.0, angle)
    left, right = _reversed(directions.left, -sign), _reversed(directions.right, sign)
    swing = model.turn * angle - sign * model.backlash * (left + right) / TRACK_MM
    # The larger wheel goes farther than the other one comes back.
    forward = model.veer * TRACK_MM * angle * TRACK_MM / 4 + sign * model.backlash * (left - right) / 2
    return Effect(0.0, forward, swing, WheelDirections(int(-sign), int(sign)))


def predicted(
    model: DriveModel, motions: Sequence[Motion], directions: WheelDirections
) -> tuple[Pose, WheelDirections]:
    """Return where motions bring a robot, in its frame before them, and how its wheels turned last."""
    pose = Pose(0.0, 0.0, 0.0)
    for motion in motions:
        done = effect(model, motion, directions)
        pose, directions = pose.then(done.step()), done.directions
    return pose, directions


def seen_step(before: Pose, after: Pose) -> Pose:
    """Return the step between two sightings in the robot's frame at the first."""
    gap = before.local(after.point)
    return Pose(gap.x, gap.y, wrap_degrees(after.heading - before.heading))


@dataclass(frozen=True, eq=False)
class Estimate:
    """What is known of one robot's drive."""

    model: DriveModel = DriveModel()
    covariance: tuple[tuple[float, ...], ...] = tuple(
        tuple(sigma * sigma if row == column else 0.0 for column in range(4)) for row, sigma in enumerate(PRIOR)
    )
    count: int = 0
    """Of the observations."""
    odd: int = 0
    """How many of the newest ones in a row were not learned from."""

    @property
    def sigmas(self) -> tuple[float, float, float, float]:
        """Standard deviations of scale, veer, turn and backlash."""
        a, b, c, d = (math.sqrt(max(0.0, self.covariance[n][n])) for n in range(4))
        return a, b, c, d

    @property
    def confidence(self) -> float:
        """From 0, nothing was seen, to 1: how much of the prior's doubt about scale, veer and turn is gone."""
        left = [sigma / prior for sigma, prior in zip(self.sigmas[:3], PRIOR[:3], strict=True)]
        return 1.0 - min(1.0, max(left))

    @property
    def known(self) -> bool:
        """Whether enough was seen to name a fault."""
        return self.count >= KNOWN_AFTER


def _vector(model: DriveModel) -> Matrix:
    return np.array((model.scale, model.veer, model.turn, model.backlash), np.float64)


def _model(vector: Matrix) -> DriveModel:
    scale, veer, turn, backlash = (float(value) for value in vector)
    return DriveModel(scale, veer, turn, max(0.0, backlash))


_STEP = (1e-4, 1e-6, 1e-4, 1e-3)


def _noise(motions: Sequence[Motion]) -> Matrix:
    """Return the covariance of what is seen of a sequence: the camera's, and chance on the way (mm, mm, radians)."""
    along = across = 0.3**2
    turned = math.radians(0.4) ** 2
    for motion in motions:
        drive, spin = abs(motion.mm), abs(motion.degrees)
        along += (0.006 * drive) ** 2 + (0.005 * spin) ** 2
        across += (0.008 * drive) ** 2 + (0.005 * spin) ** 2
        turned += math.radians(0.008 * drive + 0.006 * spin + 0.1) ** 2
    # What a heading is off on the way throws a golem sideways later.
    across += turned * max(0.0, sum(abs(motion.mm) for motion in motions) / 2) ** 2
    return np.diag((along, across, turned))


def _residual(step: Pose, model: DriveModel, motions: Sequence[Motion], directions: WheelDirections) -> Matrix:
    there, _ = predicted(model, motions, directions)
    turned = math.radians(wrap_degrees(step.heading - there.heading))
    return np.array((step.x - there.x, step.y - there.y, turned), np.float64)


def observed(estimate: Estimate, motions: Sequence[Motion], step: Pose, directions: WheelDirections) -> Estimate:
    """Return the estimate after a robot was seen to make a step (in its own frame) by these motions."""
    if not any(motion.mm or motion.degrees for motion in motions):
        return estimate
    here = _vector(estimate.model)
    before = _residual(step, estimate.model, motions, directions)
    columns = []
    for index, change in enumerate(_STEP):
        nudged = here.copy()
        nudged[index] += change
        columns.append((before - _residual(step, _raw(nudged), motions, directions)) / change)
    jacobian = np.stack(columns, axis=1)
    prior = np.array(estimate.covariance, np.float64)
    spread = jacobian @ prior @ jacobian.T + _noise(motions)
    if float(before @ np.linalg.solve(spread, before)) > GATE_SIGMAS**2:
        return replace(estimate, odd=estimate.odd + 1)
    gain = prior @ jacobian.T @ np.linalg.inv(spread)
    after = here + gain @ before
    covariance = (np.eye(4) - gain @ jacobian) @ prior
    covariance /= FORGETTING_FACTOR
    # Forgotten, but never beyond what was known before anything was seen.
    shrunk = np.diag(np.minimum(1.0, np.array(PRIOR) / np.sqrt(np.maximum(np.diag(covariance), 1e-18))))
    covariance = shrunk @ covariance @ shrunk
    rows = tuple(tuple(float(value) for value in row) for row in (covariance + covariance.T) / 2)
    return Estimate(_model(after), rows, estimate.count + 1)


def _raw(vector: Matrix) -> DriveModel:
    scale, veer, turn, backlash = (float(value) for value in vector)
    return DriveModel(scale, veer, turn, backlash)


def command_for(model: DriveModel, wanted: Motion, directions: WheelDirections) -> Motion:
    """Return what must be counted so that a robot goes or turns as far as is wanted."""
    if wanted.mm:
        sign = math.copysign(1.0, wanted.mm)
        lost = model.backlash * (_reversed(directions.left, sign) + _reversed(directions.right, sign)) / 2
        return Motion(mm=(wanted.mm + sign * lost) / model.scale)
    if not wanted.degrees:
        return wanted
    sign = math.copysign(1.0, wanted.degrees)
    lost = model.backlash * (_reversed(directions.left, -sign) + _reversed(directions.right, sign)) / TRACK_MM
    return Motion(degrees=(wanted.degrees + sign * math.degrees(lost)) / model.turn)
