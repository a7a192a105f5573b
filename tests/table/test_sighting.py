"""One drive as the camera sees it against what the wheels count."""

from __future__ import annotations

import pytest

from boards.geometry import Pose
from controller.table.motion.motion_plan import Drive
from controller.table.motion.sighting import DriveObserver, Sighting

BEGAN = 10.0


def drive(mm: float = 100.0, done: float = 0.0) -> DriveObserver:
    return DriveObserver(Pose(50.0, 50.0, 90.0), Drive(mm), BEGAN, done)


def there(mm: float, heading: float = 90.0) -> Pose:
    return Pose(50.0, 50.0 + mm, heading)


def test_others_may_rely_on_a_drive_no_farther_than_the_newest_picture_shows_it() -> None:
    """However old that is, and not at all before the first."""
    seen = drive(done=10.0)
    assert seen.most == pytest.approx(13.0)
    seen.see(Sighting(there(20.0), BEGAN + 1.0))
    assert seen.most == pytest.approx(23.0)


def test_the_way_is_counted_backwards_too_and_not_aside() -> None:
    seen = drive(-100.0)
    seen.see(Sighting(Pose(70.0, 20.0, 90.0), BEGAN + 1.0))
    assert seen.most == pytest.approx(33.0)


def test_pictures_from_before_and_old_ones_say_nothing() -> None:
    seen = drive()
    seen.see(Sighting(there(20.0), BEGAN))
    assert seen.most == pytest.approx(3.0)
    seen.see(Sighting(there(20.0), BEGAN + 0.5))
    seen.see(Sighting(there(60.0), BEGAN + 0.5))
    seen.see(Sighting(there(60.0), BEGAN + 0.46))
    assert seen.most == pytest.approx(23.0)


def stalled(shown: list[tuple[float, float]], counted: list[tuple[float, float]], done: float = 0.0) -> bool:
    """Whether a drive stalls: (seconds after its begin, mm) of pictures and of the wheels."""
    seen = drive(done=done)
    for after, mm in counted:
        seen.count(BEGAN + after, mm)
    for after, mm in shown:
        seen.see(Sighting(there(mm), BEGAN + after))
    return seen.stalled()


def test_counts_that_are_older_than_a_minute_s_worth_are_forgotten_and_no_stall() -> None:
    """The wheels were asked so often since the pictures that what they counted at their times is not known any more."""
    counted = [(1.0 + number / 100, 40.0) for number in range(61)]
    assert not stalled([(0.3, 10.0), (0.6, 10.0)], counted)


COUNTED = [(0.25, 10.0), (0.5, 20.0), (0.75, 30.0), (1.0, 40.0)]


def test_a_golem_that_stood_still_for_a_quarter_of_a_second_stalls() -> None:
    assert stalled([(0.25, 9.0), (0.5, 10.0)], COUNTED)
    # 30 % of what the wheels counted is enough: 3 of 10 mm.
    assert stalled([(0.25, 9.0), (0.5, 11.9)], COUNTED)
    assert not stalled([(0.25, 9.0), (0.5, 12.0)], COUNTED)
    # Not long enough, or too little.
    assert not stalled([(0.25, 9.0), (0.49, 9.0)], COUNTED)
    assert not stalled([(0.25, 9.0)], COUNTED)
    assert not stalled([], COUNTED)
    assert not stalled([(0.25, 9.0), (0.5, 9.0)], [(0.25, 10.0), (0.5, 16.0)])
    assert stalled([(0.25, 9.0), (0.5, 9.0)], [(0.25, 10.0), (0.5, 16.1)])
    # The newest look that is old enough counts.
    assert stalled([(0.25, 5.0), (0.5, 20.0), (0.75, 21.0)], COUNTED)
    assert not stalled([(0.25, 20.0), (0.5, 20.0), (0.75, 30.0)], COUNTED)


def test_a_golem_that_has_not_set_out_may_be_seen_late() -> None:
    assert not stalled([(0.25, 4.0), (0.5, 4.0)], COUNTED)
    assert stalled([(0.25, 4.1), (0.5, 4.1)], COUNTED)
    assert not stalled([(0.5, 0.0), (0.85, 0.0)], COUNTED)
    assert stalled([(0.625, 0.0), (1.0, 0.0)], COUNTED)
    # The second part of a drive begins where the first one ended.
    assert not stalled([(0.25, 34.0), (0.5, 34.0)], [(0.25, 40.0), (0.5, 50.0)], done=30.0)
    assert stalled([(0.25, 34.1), (0.5, 34.1)], [(0.25, 40.0), (0.5, 50.0)], done=30.0)


def test_before_it_was_sent_the_wheels_had_counted_what_was_done() -> None:
    # Of the 36 mm at the end 30 were done before: 6 are too few.
    assert not stalled([(0.1, 34.1), (0.5, 34.1)], [(0.5, 36.0)], done=30.0)
    assert stalled([(0.1, 34.1), (0.5, 34.1)], [(0.5, 36.1)], done=30.0)


@pytest.mark.parametrize(("degrees", "askew"), [(24.1, True), (-24.1, True), (24.0, False), (-24.0, False)])
def test_three_pictures_of_a_golem_that_looks_aside_are_a_stall(degrees: float, askew: bool) -> None:
    seen = drive()
    for number in range(3):
        assert not seen.stalled()
        seen.see(Sighting(there(50.0, 90.0 + degrees), BEGAN + 0.6 + number / 30))
    assert seen.stalled() == askew


def test_pictures_of_the_turn_before_and_single_ones_are_no_stall() -> None:
    seen = drive()
    for number in range(5):
        seen.see(Sighting(there(5.0 * number, 0.0), BEGAN + 0.59 - (4 - number) / 30))
    assert not seen.stalled()
    for number in range(9):
        seen.see(Sighting(there(50.0 + 5.0 * number, 90.0 if number % 3 == 2 else 150.0), BEGAN + 0.7 + number / 30))
        assert not seen.stalled()


def test_undated_pictures_are_believed_as_late_as_pictures_may_come() -> None:
    """Until the latency is known what stands still may only be shown late."""
    for dated, stalls in ((True, True), (False, False)):
        seen = drive()
        for after, mm in COUNTED:
            seen.count(BEGAN + after, mm)
        for after in (0.625, 1.0):
            seen.see(Sighting(there(0.0), BEGAN + after, dated))
        assert seen.stalled() == stalls


def test_pictures_that_turn_out_to_be_dated_wrongly_are_forgotten() -> None:
    seen = drive()
    seen.see(Sighting(there(50.0), BEGAN + 1.0))
    seen.see(Sighting(there(20.0), BEGAN + 0.96))
    assert seen.most == pytest.approx(53.0)
    seen.see(Sighting(there(20.0), BEGAN + 0.94))
    assert seen.most == pytest.approx(23.0)
    seen.see(Sighting(there(10.0), BEGAN + 0.99, False))
    seen.see(Sighting(there(10.0), BEGAN + 0.98))
    assert seen.most == pytest.approx(13.0)
