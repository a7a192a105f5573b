"""A drive that the camera looks at: a blocked wheel is seen, a late picture is no blocked wheel."""

from __future__ import annotations

import pytest

from boards.geometry import Pose
from controller.table.motion.motion_plan import Drive
from controller.table.motion.sighting import LATEST_S, DriveObserver, Sighting

SPEED_MM_S = 50.0
EVERY_S = 0.05
BEGAN = 10.0


def _first_stall(late_s: float, dated_from: float, blocked_at_mm: float = 1000.0, heading: float = 0.0) -> float | None:
    """When a drive of 2 m looks stalled, s from its begin; None if never. Pictures are dated from a time on."""
    observer = DriveObserver(Pose(0.0, 0.0, 0.0), Drive(2000.0), BEGAN, 0.0)
    for number in range(1, 400):
        now = number * EVERY_S
        observer.count(BEGAN + now, SPEED_MM_S * now)
        # The picture in hand is not dated anew, when the latency is known.
        dated = now >= dated_from
        shift = late_s if now > dated_from else 0.0
        way = min(SPEED_MM_S * max(0.0, now - late_s), blocked_at_mm)
        turned = heading if way == blocked_at_mm else 0.0
        observer.see(Sighting(Pose(way, 0.0, turned), BEGAN + now - shift, dated))
        if observer.stalled():
            return now
    return None


@pytest.mark.parametrize("late_s", [0.0, 0.5, 2.0, 4.0])
@pytest.mark.parametrize("measured", [True, False])
def test_a_golem_that_is_shown_late_is_not_stalled(late_s: float, measured: bool) -> None:
    # The latency is measured as soon as the first picture shows the golem on its way, or was before.
    assert _first_stall(late_s, late_s + EVERY_S if measured else 0.0, blocked_at_mm=2000.0) is None


@pytest.mark.parametrize("late_s", [0.0, 0.5, 2.0])
def test_a_wheel_that_is_blocked_on_the_way_is_seen_once_pictures_are_dated(late_s: float) -> None:
    blocked_after = 200.0 / SPEED_MM_S
    found = _first_stall(late_s, late_s + EVERY_S, blocked_at_mm=200.0)
    assert found is not None and blocked_after < found <= blocked_after + 2 * late_s + 0.6


def test_a_wheel_that_is_blocked_from_the_begin_is_seen_when_it_must_have_been() -> None:
    found = _first_stall(0.0, 0.0, blocked_at_mm=0.0)
    assert found is not None and LATEST_S < found < LATEST_S + 0.5
    undated = _first_stall(0.0, 100.0, blocked_at_mm=0.0)
    assert undated is not None and 5.0 < undated < 6.5, "as late as pictures can be"


def test_a_golem_that_turns_about_a_blocked_wheel_is_seen() -> None:
    found = _first_stall(0.0, 0.0, blocked_at_mm=100.0, heading=30.0)
    assert found is not None and found < 100.0 / SPEED_MM_S + 0.3
