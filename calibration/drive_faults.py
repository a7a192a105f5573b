"""What is wrong with a robot's drive, from its learned odometry and from motions that no wheel error explains. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from boards.geometry import Pose, wrap_degrees
from calibration.odometry import TRACK_MM, DriveModel, Estimate, Motion, WheelDirections, predicted


class DriveFault(Enum):
    """A fault, and with it the part to look at."""

    CROSSED = "drive-crossed"
    """The motors' cables are swapped: it drives backwards, and turns as it should."""
    REVERSED = "drive-reversed"
    """Both motors' plugs are turned: it drives and turns the wrong way round."""
    LEFT_REVERSED = "drive-left-reversed"
    RIGHT_REVERSED = "drive-right-reversed"
    """One motor's plug is turned: it spins where it should drive."""
    STILL = "drive-still"
    """It counts, and does not move."""
    PULLS_LEFT = "drive-pulls-left"
    PULLS_RIGHT = "drive-pulls-right"
    """One wheel rolls less far than the other."""
    SHORT = "drive-short"
    """It drives less far than it counts, and turns less: lost steps, or smooth tyres."""
    TURNS = "drive-turns"
    """It turns by another angle than it counts: how far apart its wheels are."""
    PLAY = "drive-play"
    """Its wheels have play."""


@dataclass(frozen=True)
class DriveDiagnosis:
    """A fault of one robot."""

    fault: DriveFault
    amount: float = 0.0
    """Per cent; of play mm; 0 for the others."""


@dataclass(frozen=True)
class ObservedStep:
    """A robot's step, in its own frame, and what it counted for it."""

    motions: tuple[Motion, ...]
    step: Pose


PULL_PER_CENT = 2.0
SHORT_PER_CENT = 5.0
TURN_PER_CENT = 4.0
PLAY_MM = 1.2
SURE_SIGMAS = 2.0
"""A figure is told only if it is so many standard deviations from being right."""

ODD_AGAIN = 2
"""How many motions must be odd in the same way before a fault is named."""

LEAST_SHARE, MOST_SHARE = 0.2, 0.9
"""Of a way that is driven straight and too short. A weak motor that loses its steps drives half of it, each time."""
SAME_SHARE = 0.2

_NEAR_MM, _NEAR_DEGREES = 15.0, 25.0
_FAR_MM, _FAR_DEGREES = 25.0, 35.0


def learned_faults(estimate: Estimate) -> tuple[DriveDiagnosis, ...]:
    """Return the faults that the learned figures show, as far as they are sure."""
    if not estimate.known:
        return ()
    model, (scale_s, veer_s, turn_s, play_s) = estimate.model, estimate.sigmas
    pull, pull_s = 100 * model.veer * TRACK_MM, 100 * veer_s * TRACK_MM
    short, turned = 100 * (1 - model.scale), 100 * (1 - model.turn)
    found: list[DriveDiagnosis] = []
    if abs(pull) > PULL_PER_CENT and abs(pull) > SURE_SIGMAS * pull_s:
        found.append(DriveDiagnosis(DriveFault.PULLS_LEFT if pull > 0 else DriveFault.PULLS_RIGHT, abs(pull)))
    if short > SHORT_PER_CENT and short > SURE_SIGMAS * 100 * scale_s:
        found.append(DriveDiagnosis(DriveFault.SHORT, short))
    elif abs(turned) > TURN_PER_CENT and abs(turned) > SURE_SIGMAS * 100 * turn_s:
        found.append(DriveDiagnosis(DriveFault.TURNS, abs(turned)))
    if model.backlash > PLAY_MM and model.backlash > SURE_SIGMAS * play_s:
        found.append(DriveDiagnosis(DriveFault.PLAY, model.backlash))
    return tuple(found)


def odd_fault(sightings: Sequence[ObservedStep]) -> DriveDiagnosis | None:
    """Return the fault that explains all of some odd sightings; None if none does, or they are too few."""
    if len(sightings) < ODD_AGAIN:
        return None
    if not all(_far(sighting, sighting.motions) for sighting in sightings):
        return None
    shares = [_share(sighting) for sighting in sightings]
    if all(LEAST_SHARE < share < MOST_SHARE for share in shares) and max(shares) - min(shares) < SAME_SHARE:
        return DriveDiagnosis(DriveFault.SHORT, 100 * (1 - sum(shares) / len(shares)))
    for fault, wired in _WIRINGS.items():
        if all(
            _near(sighting, [each for motion in sighting.motions for each in wired(motion)]) for sighting in sightings
        ):
            return DriveDiagnosis(fault)
    return None


def goes_elsewhere(sighting: ObservedStep) -> bool:
    """Return whether swapped cables explain a step: told to go to a place, such a robot goes away from it."""
    wirings = (wired for fault, wired in _WIRINGS.items() if fault is not DriveFault.STILL)
    return _far(sighting, sighting.motions) and any(
        _near(sighting, [each for motion in sighting.motions for each in wired(motion)]) for wired in wirings
    )


def _crossed(motion: Motion) -> Iterable[Motion]:
    return (Motion(-motion.mm, motion.degrees),)


def _reversed(motion: Motion) -> Iterable[Motion]:
    return (Motion(-motion.mm, -motion.degrees),)


def _left_reversed(motion: Motion) -> Iterable[Motion]:
    # Ahead the left wheel goes back: a turn to the left; to the left both go ahead.
    return (Motion(math.radians(motion.degrees) * TRACK_MM / 2, math.degrees(2 * motion.mm / TRACK_MM)),)


def _right_reversed(motion: Motion) -> Iterable[Motion]:
    return (Motion(-math.radians(motion.degrees) * TRACK_MM / 2, -math.degrees(2 * motion.mm / TRACK_MM)),)


def _still(_motion: Motion) -> Iterable[Motion]:
    return ()


_WIRINGS: Mapping[DriveFault, Callable[[Motion], Iterable[Motion]]] = {
    DriveFault.STILL: _still,
    DriveFault.CROSSED: _crossed,
    DriveFault.REVERSED: _reversed,
    DriveFault.LEFT_REVERSED: _left_reversed,
    DriveFault.RIGHT_REVERSED: _right_reversed,
}


def _off(sighting: ObservedStep, motions: Sequence[Motion]) -> tuple[float, float]:
    there, _ = predicted(DriveModel(), motions, WheelDirections())
    turned = abs(wrap_degrees(sighting.step.heading - there.heading))
    return sighting.step.point.distance(there.point), turned


def _share(sighting: ObservedStep) -> float:
    """Return how much of its way a robot has come if it drove where it should; not a number if it did not."""
    there, _ = predicted(DriveModel(), sighting.motions, WheelDirections())
    length = math.hypot(there.x, there.y)
    _, turned = _off(sighting, sighting.motions)
    if length < _FAR_MM or turned > _NEAR_DEGREES:
        return math.nan
    along = (sighting.step.x * there.x + sighting.step.y * there.y) / length
    aside = abs(sighting.step.x * there.y - sighting.step.y * there.x) / length
    return along / length if aside <= _NEAR_MM else math.nan


def _near(sighting: ObservedStep, motions: Sequence[Motion]) -> bool:
    off_mm, off_degrees = _off(sighting, motions)
    return off_mm <= _NEAR_MM and off_degrees <= _NEAR_DEGREES


def _far(sighting: ObservedStep, motions: Sequence[Motion]) -> bool:
    off_mm, off_degrees = _off(sighting, motions)
    return off_mm > _FAR_MM or off_degrees > _FAR_DEGREES
