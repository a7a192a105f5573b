"""Odometry is learned from what was commanded and seen, trusted as far as it was seen, and not upset by what is odd."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.geometry import Pose
from calibration.odometry import (
    DriveModel,
    Estimate,
    Motion,
    WheelDirections,
    _noise,
    command_for,
    effect,
    observed,
    predicted,
    seen_step,
)
from firmware_bridge.protocol.messages import Move, Turn
from hardware.simulated.drive_model import Drift, DriveParameters, drifted
from hardware.simulated.physics.drive_train import DriveErrors, DriveTrain


def _wire(motion: Motion) -> tuple[Move | Turn, float]:
    if motion.mm:
        return Move(round(motion.mm * 1000), 45), abs(motion.mm)
    return Turn(round(motion.degrees * 100), 90), abs(motion.degrees)


def _driven(train: DriveTrain, motion: Motion, chance: Random | None = None) -> Pose:
    """Where a simulated golem's wheels take it."""
    command, counted = _wire(motion)
    drift = Drift.drawn(DriveParameters(), chance) if chance is not None else None
    pose = Pose(0.0, 0.0, 0.0)
    for _ in range(60):
        step = train.roll(command, counted / 60, 45.0)
        pose = pose.then(step if drift is None else drifted(step, isinstance(command, Turn), pose.heading, drift))
    return pose


def _learn(errors: DriveErrors, rows: int, seed: int = 1) -> Estimate:
    chance, train, directions = Random(seed), DriveTrain(errors, Random(seed)), WheelDirections()
    estimate = Estimate()
    for _ in range(rows):
        motions = [Motion(degrees=chance.choice((90.0, -90.0, 0.0))), Motion(mm=chance.choice((100.0, 100.0, -100.0)))]
        motions = [motion for motion in motions if motion != Motion()]
        pose = Pose(0.0, 0.0, 0.0)
        for motion in motions:
            pose = pose.then(_driven(train, motion, chance))
        estimate = observed(estimate, motions, pose, directions)
        directions = predicted(estimate.model, motions, directions)[1]
    return estimate


@pytest.mark.parametrize(
    ("errors", "scale", "veer", "turn", "backlash"),
    [
        (DriveErrors(), 1.0, 0.0, 1.0, 0.0),
        (DriveErrors(left=1.015, right=0.985), 1.0, -0.03 / 32, 1.0, 0.0),
        (DriveErrors(track=1.05), 1.0, 0.0, 1 / 1.05, 0.0),
        (DriveErrors(backlash_mm=2.0), 1.0, 0.0, 1.0, 2.0),
        (DriveErrors(lost_steps=0.1), 0.9, 0.0, 0.9, 0.0),
    ],
)
def test_each_error_is_learned_within_ten_rows(
    errors: DriveErrors, scale: float, veer: float, turn: float, backlash: float
) -> None:
    model = _learn(errors, 10).model
    assert model.scale == pytest.approx(scale, abs=0.012)
    assert math.degrees(model.veer * 100) == pytest.approx(math.degrees(veer * 100), abs=0.8)
    assert model.turn == pytest.approx(turn, abs=0.02)
    assert model.backlash == pytest.approx(backlash, abs=0.9)


def test_trust_grows_with_what_was_seen_and_never_shrinks_below_nothing() -> None:
    assert Estimate().confidence == 0.0 and not Estimate().known
    some, more = _learn(DriveErrors(), 2), _learn(DriveErrors(), 10)
    assert 0.0 <= some.confidence < more.confidence < 1.0 and more.known
    many = _learn(DriveErrors(lost_steps=0.1), 200)
    assert many.confidence > 0.5 and all(0.0 < sigma < 1.0 for sigma in many.sigmas)


AHEAD = WheelDirections(1, 1)


@pytest.mark.parametrize(
    ("motions", "along_mm", "across_mm", "heading_deg"),
    [
        # A look alone: 0.3 mm each way, 0.4 degrees. A drive adds 0.6 % along, 0.8 % across and 0.8 degrees a 100 mm;
        # a turn 0.6 degrees and 0.45 mm for 90; every motion 0.1 degrees. Halfway a heading throws it aside.
        ([Motion(mm=100.0)], 0.671, 1.212, 0.985),
        ([Motion(mm=-100.0)], 0.671, 1.212, 0.985),
        ([Motion(degrees=-90.0)], 0.541, 0.541, 0.755),
        ([Motion(degrees=90.0), Motion(mm=100.0)], 0.808, 1.408, 1.175),
        ([Motion(mm=100.0), Motion(mm=-100.0)], 0.900, 2.606, 1.334),
    ],
)
def test_how_far_a_golem_may_be_off_by_chance(
    motions: list[Motion], along_mm: float, across_mm: float, heading_deg: float
) -> None:
    along, across, heading = (math.sqrt(value) for value in _noise(motions).diagonal())
    assert (along, across, math.degrees(heading)) == pytest.approx((along_mm, across_mm, heading_deg), abs=0.002)


def test_one_look_counts_by_how_sure_it_is_against_what_was_known() -> None:
    """Kalman's gain by hand: 5 % are expected of a new golem's scale, so 100 mm may be off by 5 mm, a look by 0.67."""
    share = 5.0**2 / (5.0**2 + 0.671**2)
    once = observed(Estimate(), [Motion(mm=100.0)], Pose(104.0, 0.0, 0.0), AHEAD)
    assert once.model.scale == pytest.approx(1.0 + 0.04 * share, abs=1e-4)
    assert once.sigmas[0] == pytest.approx(0.05 * math.sqrt((1 - share) / 0.985), abs=1e-5)
    assert once.sigmas[2:] == (0.05, 0.8), "a drive ahead says nothing of turns nor of play"
    # 3.44 degrees aside on 100 mm are the spread of wheels that differ; a heading is seen to 0.985 degrees.
    veered = observed(Estimate(), [Motion(mm=100.0)], Pose(100.0, 1.5, math.degrees(0.03)), AHEAD)
    assert veered.model.veer == pytest.approx(0.0003 * 0.948, abs=1e-6)


def test_what_is_far_off_is_counted_as_odd_and_not_learned_from() -> None:
    estimate = _learn(DriveErrors(), 10)
    pushed = observed(estimate, [Motion(mm=100.0)], Pose(40.0, 30.0, 20.0), WheelDirections(1, 1))
    assert pushed.model == estimate.model and pushed.odd == 1 and pushed.count == estimate.count
    again = observed(pushed, [Motion(mm=100.0)], Pose(100.0, 0.0, 0.0), WheelDirections(1, 1))
    assert again.odd == 0 and again.count == estimate.count + 1
    assert observed(estimate, [], Pose(3.0, 0.0, 0.0), WheelDirections()) is estimate, "nothing was commanded"


models = st.builds(DriveModel, st.floats(0.8, 1.2), st.floats(-0.001, 0.001), st.floats(0.8, 1.2), st.floats(0.0, 3.0))
wheel = st.sampled_from((-1, 0, 1))


@given(models, st.floats(-300, 300).filter(lambda mm: abs(mm) > 5), st.builds(WheelDirections, wheel, wheel))
def test_what_is_counted_for_a_way_goes_that_far(model: DriveModel, mm: float, directions: WheelDirections) -> None:
    assert effect(model, command_for(model, Motion(mm=mm), directions), directions).forward == pytest.approx(mm)


@given(models, st.floats(-170, 170).filter(lambda angle: abs(angle) > 1), st.builds(WheelDirections, wheel, wheel))
def test_what_is_counted_for_an_angle_turns_that_far(
    model: DriveModel, angle: float, directions: WheelDirections
) -> None:
    turned = effect(model, command_for(model, Motion(degrees=angle), directions), directions).turned
    assert math.degrees(turned) == pytest.approx(angle)


@given(
    st.floats(-0.04, 0.04),
    st.floats(0.9, 1.1),
    st.floats(0.0, 3.0),
    st.lists(st.sampled_from((90, -90, 0)), max_size=5),
)
def test_the_model_is_that_of_the_wheels(differ: float, track: float, backlash: float, turns: list[int]) -> None:
    train = DriveTrain(DriveErrors(1 - differ / 2, 1 + differ / 2, track, backlash), Random(1))
    # The play of a new golem's wheels is on one side; the model is told so by a little way ahead.
    motions = [Motion(mm=20.0), *(Motion(degrees=float(turn)) if turn else Motion(mm=60.0) for turn in turns)]
    model = DriveModel(1.0, differ / 32 / track, 1 / track, backlash)
    _driven(train, Motion(mm=20.0))
    truth = Pose(0.0, 0.0, 0.0)
    for motion in motions[1:]:
        truth = truth.then(_driven(train, motion))
    there, _ = predicted(model, motions[1:], WheelDirections(1, 1))
    off = seen_step(there, truth)
    assert (
        math.hypot(off.x, off.y) < 0.2 + 3.0 * backlash + 3.0 * len(turns) and abs(off.heading) < 2.0 + 4.0 * backlash
    )
