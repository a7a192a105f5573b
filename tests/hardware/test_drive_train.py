"""Each error of a simulated golem's drive does on the table what it says, and nothing without it."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.geometry import Pose
from firmware_bridge.protocol.messages import Move, Turn
from hardware.simulated.drive_model import FIRMWARE_DRIVE, DriveParameters
from hardware.simulated.faults import Fault
from hardware.simulated.physics.drive_dimensions import TRACK_MM
from hardware.simulated.physics.drive_train import DriveErrors, DriveTrain
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World
from tests.support.stops import stops

AHEAD, BACK, LEFT, RIGHT = Move(1, 1), Move(-1, 1), Turn(1, 1), Turn(-1, 1)


def _rolled(train: DriveTrain, *ways: tuple[Move | Turn, float], parts: int = 50, speed: float = 30.0) -> Pose:
    pose = Pose(0.0, 0.0, 0.0)
    for command, counted in ways:
        for _ in range(parts):
            pose = pose.then(train.roll(command, counted / parts, speed))
    return pose


def _train(**errors: object) -> DriveTrain:
    return DriveTrain(DriveErrors(**errors), Random(1))


@given(st.floats(0.1, 300), st.floats(1, 179))
def test_without_errors_the_truth_is_what_was_counted(way: float, angle: float) -> None:
    assert _rolled(_train(), (AHEAD, way)).x == pytest.approx(way)
    assert _rolled(_train(), (BACK, way)).x == pytest.approx(-way)
    assert _rolled(_train(), (LEFT, angle)).heading == pytest.approx(angle)
    there = _rolled(_train(), (RIGHT, angle), (AHEAD, way), (BACK, way), (LEFT, angle))
    assert abs(there.x) + abs(there.y) + abs(there.heading) < 1e-6


def test_wheels_of_different_diameters_drive_an_arc() -> None:
    there = _rolled(_train(left=1.015, right=0.985), (AHEAD, 100.0))
    assert there.heading == pytest.approx(-math.degrees(3.0 / TRACK_MM), rel=1e-6)
    assert there.y < 0


def test_a_wider_track_turns_less() -> None:
    assert _rolled(_train(track=1.05), (LEFT, 105.0)).heading == pytest.approx(100.0)


def test_backlash_is_taken_up_once_when_a_wheel_is_reversed() -> None:
    train = _train(backlash_mm=2.0)
    assert _rolled(train, (AHEAD, 50.0), (AHEAD, 50.0)).x == pytest.approx(100.0)
    assert _rolled(train, (BACK, 50.0)).x == pytest.approx(-48.0)
    assert _rolled(train, (BACK, 50.0)).x == pytest.approx(-50.0)
    # Of a turn to the left the right wheel is reversed: it comes late.
    turned = _rolled(train, (LEFT, 90.0))
    assert turned.heading == pytest.approx(90.0 - math.degrees(2.0 / TRACK_MM))


def test_lost_steps_shorten_every_way_by_their_share() -> None:
    train = _train(lost_steps=0.1)
    ways = [_rolled(train, (AHEAD, 100.0)).x for _ in range(40)]
    assert sum(ways) / len(ways) == pytest.approx(90.0, abs=0.5)
    assert all(way == pytest.approx(90.0, abs=2.0) for way in ways) and len(set(ways)) > 5
    assert abs(_rolled(train, (AHEAD, 100.0)).heading) < 1e-9, "both wheels lose them together"


def test_slip_comes_in_bursts_of_one_wheel() -> None:
    train = _train(slip_every_mm=200.0, slip_mm=10.0, slip_share=0.5)
    headings = [_rolled(train, (AHEAD, 100.0)).heading for _ in range(200)]
    # A burst turns the golem by 5 mm at one wheel, here and there two or a part of one.
    assert 0.3 < sum(abs(heading) < 1e-9 for heading in headings) / 200 < 0.75
    assert max(headings) > 5 and min(headings) < -5


def test_a_weak_motor_loses_steps_above_its_speed() -> None:
    train = _train(weak_above_mm_s=35.0)
    assert _rolled(train, (AHEAD, 100.0), speed=30.0).x == pytest.approx(100.0)
    assert _rolled(train, (AHEAD, 100.0), speed=45.0).x == pytest.approx(50.0)


@pytest.mark.parametrize(
    ("cabling", "ahead", "turned"),
    [
        ("crossed", (-100.0, 0.0), 30.0),
        ("both-reversed", (-100.0, 0.0), -30.0),
        ("left-reversed", (0.0, math.degrees(200.0 / TRACK_MM)), 0.0),
        ("right-reversed", (0.0, -math.degrees(200.0 / TRACK_MM)), 0.0),
    ],
)
def test_wrong_cables(cabling: str, ahead: tuple[float, float], turned: float) -> None:
    drove = _rolled(_train(cabling=cabling), (AHEAD, 100.0))
    assert drove.x == pytest.approx(ahead[0], abs=1e-6)
    assert drove.heading == pytest.approx((ahead[1] + 180) % 360 - 180, abs=1e-6)
    assert _rolled(_train(cabling=cabling), (LEFT, 30.0)).heading == pytest.approx(turned, abs=1e-6)


USUAL = DriveParameters()


def _drive(build: DriveParameters = USUAL, faults: tuple[Fault, ...] = (), inject: str = "") -> tuple[Pose, float, str]:
    """Where a golem is after 100 mm, what it counted, and how it ended."""

    async def main() -> tuple[Pose, float, str]:
        world = World({"red": Body(Pose(0, 0, 0))})
        async with serial_robots(world, ("red",), faults={"red": faults}, builds={"red": build}) as rig:
            red = rig.open("red")
            await red.connect()
            _later(rig, inject)
            result = await red.move(100, 45)
            await red.close()
            return world.bodies["red"].pose, result.mm, result.kind

    return run(main())


def _later(rig: Rig, kind: str) -> None:
    import asyncio

    if kind:
        asyncio.get_running_loop().call_later(1.0, rig.simulated_robots["red"].inject, kind)


def test_a_blocked_wheel_swings_the_golem_round_and_the_firmware_does_not_know() -> None:
    pose, mm, kind = _drive(faults=(Fault("block-left", 1, 0.9),))
    assert (round(mm), kind) == (100, "done")
    assert pose.heading == pytest.approx(math.degrees(10.0 / TRACK_MM), abs=3)
    still, mm, kind = _drive(faults=(Fault("block", 1, 0.5),))
    assert still.x == pytest.approx(50, abs=2) and (round(mm), kind) == (100, "done")


@pytest.mark.parametrize(("kind", "ended"), [("stall", "rejected"), ("die", "uncertain"), ("lose-power", "uncertain")])
def test_faults_at_a_time(kind: str, ended: str) -> None:
    pose, _, how = _drive(inject=kind)
    assert 20 < pose.x < 50
    assert how != "done" and (how == ended or kind == "stall")


def test_a_golem_can_be_as_slow_to_start_as_its_firmware() -> None:
    assert FIRMWARE_DRIVE.acceleration_mm_s2 == pytest.approx(134, abs=1)
    assert FIRMWARE_DRIVE.acceleration_deg_s2 == pytest.approx(480, abs=2)
    usual, slow = _drive()[0], _drive(FIRMWARE_DRIVE)[0]
    assert usual.point.distance(slow.point) < 3


def test_all_stand_soon_after_a_soft_stop_and_at_once_after_an_emergency_stop() -> None:
    # motion.md wants 0.15 s after the frame that shows a hand, and 5 mm of driving: the stop is most of it.
    assert all(seconds <= 0.12 and mm <= 3.0 for seconds, mm in stops(False, FIRMWARE_DRIVE, 4))
    assert all(seconds <= 0.07 and mm <= 1.8 for seconds, mm in stops(True, FIRMWARE_DRIVE, 4))
