"""Who is a little off is put right with as little driving as will do."""

from __future__ import annotations

import pytest

from boards.geometry import Pose
from controller.table.motion.homing import correction_plans
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Spin

PLACE = Pose(150.0, 50.0, 90.0)


def test_who_stands_near_enough_only_turns() -> None:
    plans = correction_plans({"red": PLACE}, {"red": Pose(155.0, 47.0, 80.0)}, REFERENCE_PACE, near_mm=6.0)
    assert plans == {"red": (Spin(10.0),)}


def test_who_stands_farther_off_drives_to_its_place_and_turns_back() -> None:
    seen = Pose(157.0, 50.0, 80.0)
    (first, drive, last) = correction_plans({"red": PLACE}, {"red": seen}, REFERENCE_PACE, near_mm=6.0)["red"]
    assert isinstance(first, Spin) and isinstance(last, Spin) and isinstance(drive, Drive)
    assert abs(drive.mm) == pytest.approx(7.0) and first.degrees + last.degrees == pytest.approx(10.0)
