"""What was learned from a slip is given up for what the other looks agree on."""

from __future__ import annotations

import math
from random import Random

import pytest

from boards.geometry import Pose
from calibration.odometry import DriveModel, Estimate, Motion, WheelDirections, observed, predicted
from calibration.odometry_looks import KEPT, Look, learned
from hardware.simulated.drive_model import Drift, DriveParameters, drifted

AHEAD = WheelDirections(1, 1)
SOUND = DriveModel()


def look(chance: Random, model: DriveModel = SOUND, slip: Pose | None = None) -> Look:
    """A cell ahead as a robot of this model drives it, give or take what chance does to every robot."""
    motions = (Motion(mm=100.0),)
    step, _ = predicted(model, motions, AHEAD)
    step = drifted(step, turning=False, heading=0.0, drift=Drift.drawn(DriveParameters(), chance))
    return Look(motions, step if slip is None else step.then(slip), AHEAD)


def learn(looks: list[Look]) -> Estimate:
    estimate = Estimate()
    for n in range(len(looks)):
        estimate = learned(estimate, looks[: n + 1][-KEPT:])
    return estimate


SLIPPED = Pose(-2.5, 8.0, 9.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_slip_at_the_first_look_is_given_up_after_three_sound_ones(seed: int) -> None:
    chance = Random(seed)
    looks = [look(chance, slip=SLIPPED), *(look(chance) for _ in range(3))]
    wrong, right = learn(looks[:2]), learn(looks)
    assert abs(math.degrees(wrong.model.veer * 100)) > 6.0, "taken for a wrong wheel"
    assert abs(math.degrees(right.model.veer * 100)) < 1.5 and right.odd == 0
    plain = Estimate()
    for each in looks:
        plain = observed(plain, each.motions, each.step, each.directions)
    assert plain.odd == 3, "which the recursion alone never does"


def test_a_wrong_wheel_is_kept_whatever_slips_among_its_looks() -> None:
    chance, wheel = Random(3), DriveModel(veer=-0.03 / 32)
    looks = [look(chance, wheel) for _ in range(6)]
    for slip in (SLIPPED, Pose(-3.0, -6.0, -9.0)):
        looks += [look(chance, wheel, slip), look(chance, wheel)]
    assert learn(looks).model.veer == pytest.approx(wheel.veer, abs=0.0002)


def test_two_looks_that_do_not_agree_change_nothing() -> None:
    """A child pushed it, twice."""
    chance = Random(4)
    looks = [look(chance) for _ in range(4)]
    before = learn(looks)
    looks += [look(chance, slip=Pose(10.0, 9.0, 12.0)), look(chance, slip=Pose(-9.0, -4.0, -14.0))]
    after = learn(looks)
    assert after.model == before.model and after.odd == 2 and after.count == before.count


def test_only_the_newest_looks_count() -> None:
    chance = Random(5)
    looks = [look(chance) for _ in range(KEPT)]
    estimate = learn(looks)
    # A new tyre: after a few looks it is learned, whatever was seen before.
    seen = 0
    while estimate.model.scale > 0.95 and seen < 8:
        looks.append(look(chance, DriveModel(scale=0.93)))
        estimate = learned(estimate, looks[-KEPT:])
        seen += 1
    assert estimate.model.scale == pytest.approx(0.93, abs=0.015)
