"""The fault of a drive is named with the part to look at; what is right, or not sure, is not named."""

from __future__ import annotations

from random import Random

import pytest

from boards.geometry import Pose
from calibration.drive_faults import DriveFault, ObservedStep, learned_faults, odd_fault
from calibration.odometry import DriveModel, Estimate, Motion
from hardware.simulated.physics.drive_train import Cabling, DriveErrors, DriveTrain
from tests.calibration.test_odometry import _driven as driven
from tests.calibration.test_odometry import _learn as learn


@pytest.mark.parametrize(
    ("errors", "fault", "amount"),
    [
        (DriveErrors(left=1.015, right=0.985), DriveFault.PULLS_RIGHT, 3.0),
        (DriveErrors(left=0.985, right=1.015), DriveFault.PULLS_LEFT, 3.0),
        (DriveErrors(lost_steps=0.1), DriveFault.SHORT, 10.0),
        (DriveErrors(track=1.06), DriveFault.TURNS, 5.7),
        (DriveErrors(backlash_mm=2.5), DriveFault.PLAY, 2.5),
    ],
)
def test_what_is_learned_is_named(errors: DriveErrors, fault: DriveFault, amount: float) -> None:
    found = {named.fault: named.amount for named in learned_faults(learn(errors, 20))}
    print(found)
    assert found[fault] == pytest.approx(amount, rel=0.25)


def test_a_golem_that_is_right_and_one_that_was_hardly_seen_have_no_fault() -> None:
    assert learned_faults(learn(DriveErrors(), 20)) == ()
    assert learned_faults(learn(DriveErrors(lost_steps=0.1), 2)) == ()
    assert learned_faults(Estimate(DriveModel(scale=0.9), count=50)) == (), "as unsure as before anything was seen"


def _sightings(cabling: Cabling, blocked: bool = False) -> list[ObservedStep]:
    train = DriveTrain(DriveErrors(cabling=cabling), Random(1))
    train.blocked = {"left", "right"} if blocked else set()
    found = []
    for motions in ((Motion(mm=70.0),), (Motion(degrees=90.0), Motion(mm=70.0))):
        pose = Pose(0.0, 0.0, 0.0)
        for motion in motions:
            pose = pose.then(driven(train, motion, Random(2)))
        found.append(ObservedStep(motions, pose))
    return found


@pytest.mark.parametrize(
    ("cabling", "blocked", "fault"),
    [
        ("crossed", False, DriveFault.CROSSED),
        ("both-reversed", False, DriveFault.REVERSED),
        ("left-reversed", False, DriveFault.LEFT_REVERSED),
        ("right-reversed", False, DriveFault.RIGHT_REVERSED),
        ("right", True, DriveFault.STILL),
    ],
)
def test_wrong_cables_and_a_golem_that_stands_are_told_apart(
    cabling: Cabling, blocked: bool, fault: DriveFault
) -> None:
    named = odd_fault(_sightings(cabling, blocked))
    assert named is not None and named.fault is fault


@pytest.mark.parametrize(
    ("ways", "per_cent"),
    [((50.0, 54.0), 48.0), ((50.0, 75.0), None), ((8.0, 10.0), None), ((-50.0, -50.0), None)],
    ids=["a weak motor", "not the same twice", "it stands", "the wrong way"],
)
def test_a_motor_that_loses_half_of_its_steps_is_named(ways: tuple[float, float], per_cent: float | None) -> None:
    motions = (Motion(degrees=90.0), Motion(mm=100.0))
    named = odd_fault([ObservedStep(motions, Pose(2.0, way, 91.0)) for way in ways])
    assert (named is not None and named.fault is DriveFault.SHORT) == (per_cent is not None)
    assert named is None or per_cent is None or named.amount == pytest.approx(per_cent)


def test_once_is_chance_and_what_nothing_explains_is_not_guessed() -> None:
    assert odd_fault(_sightings("crossed")[:1]) is None
    assert odd_fault(_sightings("right")) is None
    aside = [ObservedStep((Motion(mm=100.0),), Pose(20.0, 60.0, 70.0))] * 2
    assert odd_fault(aside) is None
