"""The tracker: as strict as a full look, whatever comes, goes, moves, hides or shakes."""

from __future__ import annotations

import numpy as np

from controller.vision.markers.detector import FAST, Detector
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.tracker import FULL_SEARCH_EVERY, GONE_AFTER, Tracker
from tests.support.marker_frames import Condition, MarkerFrame, MarkerScene

SMALL = Condition(30.0, 0.8, 3.0, count=24, size=(640, 480))


def missing(frame: MarkerFrame, tracker: Tracker) -> list[int]:
    """The ids that are not seen in their places; a sighting of anything else fails."""
    markers = tracker.detect(frame.grey)
    off = np.linalg.norm(markers.corners[:, None] - frame.corners[None], axis=3).max(axis=2)
    right = (off < 3.0) & (markers.ids[:, None] == frame.ids[None])
    assert right.any(axis=1).all(), "something was seen that is not there"
    return frame.ids[~right.any(axis=0)].tolist()


def test_what_lies_still_is_seen_in_every_frame() -> None:
    scene, tracker = MarkerScene(1, SMALL), Tracker()
    for number in range(FULL_SEARCH_EVERY + 3):
        assert missing(scene.frame(number), tracker) == []


def test_what_drives_is_followed() -> None:
    scene, tracker = MarkerScene(2, SMALL, moving=4), Tracker()
    assert [missing(scene.frame(number), tracker) for number in range(15)] == [[]] * 15


def test_the_same_frames_give_the_same_markers() -> None:
    scene = MarkerScene(3, SMALL, moving=3)
    one, other = Tracker(), Tracker()
    for number in range(6):
        grey = scene.frame(number).grey
        assert np.array_equal(one.detect(grey).corners, other.detect(grey).corners)


def covered(frame: MarkerFrame, which: int, level: int = 60) -> Grey:
    """The frame with one marker under something."""
    grey = frame.grey.copy()
    low, high = frame.corners[which].min(axis=0).astype(int) - 8, frame.corners[which].max(axis=0).astype(int) + 8
    grey[low[1] : high[1], low[0] : high[0]] = level
    return grey


def test_what_is_covered_is_not_reported_and_comes_back() -> None:
    scene, tracker = MarkerScene(4, SMALL), Tracker()
    frames = [scene.frame(number) for number in range(7)]
    assert missing(frames[0], tracker) == []
    for frame in frames[1:5]:
        markers = tracker.detect(covered(frame, 5))
        assert len(markers) == len(frame.ids) - 1
    assert np.count_nonzero(tracker.places.hidden) == 1
    assert missing(frames[5], tracker) == [] and missing(frames[6], tracker) == []


def test_what_is_gone_is_forgotten() -> None:
    scene, tracker = MarkerScene(4, SMALL), Tracker()
    tracker.detect(scene.frame(0).grey)
    for number in range(1, GONE_AFTER + 2):
        tracker.detect(covered(scene.frame(number), 5))
    assert len(tracker.places) == SMALL.count - 1


def test_a_new_card_is_seen_in_its_first_frame() -> None:
    scene, tracker = MarkerScene(6, SMALL), Tracker()
    for number in range(3):
        tracker.detect(covered(scene.frame(number), 7, level=150))
    assert missing(scene.frame(3), tracker) == []


def test_a_card_is_seen_in_its_first_frame_where_something_changed_just_before() -> None:
    scene, tracker = MarkerScene(6, SMALL), Tracker()
    for number, level in enumerate((150, 150, 60, 60)):
        tracker.detect(covered(scene.frame(number), 7, level))
    assert missing(scene.frame(4), tracker) == []


def test_another_card_at_the_same_place_is_never_the_old_one() -> None:
    one, other = MarkerScene(8, SMALL), MarkerScene(8, SMALL, ids=120)
    tracker = Tracker()
    assert missing(one.frame(0), tracker) == []
    for number in range(1, 4):
        frame = other.frame(number)
        seen = tracker.detect(frame.grey)
        full = Detector(FAST).detect(frame.grey)
        assert set(seen.ids.tolist()) <= set(frame.ids.tolist())
        assert len(seen) == len(full)


def test_a_bumped_camera_is_looked_through_anew() -> None:
    scene, tracker = MarkerScene(9, SMALL), Tracker()
    tracker.detect(scene.frame(0).grey)
    frame = scene.frame(1)
    moved = np.roll(frame.grey, (23, 31), axis=(0, 1))
    seen, full = tracker.detect(moved), Detector(FAST).detect(moved)
    assert len(full) > 0.7 * SMALL.count and np.array_equal(seen.ids, full.ids)


def test_light_that_changes_as_a_whole_changes_nothing() -> None:
    scene, tracker = MarkerScene(10, SMALL), Tracker()
    for number in range(4):
        frame = scene.frame(number)
        dimmer = np.clip(frame.grey.astype(np.int16) - 12 * (number % 2), 0, 255).astype(np.uint8)
        assert len(tracker.detect(dimmer)) == SMALL.count


def test_a_camera_that_gives_another_size_is_begun_with_anew() -> None:
    tracker = Tracker()
    for size in ((640, 480), (800, 600), (640, 480)):
        frame = MarkerScene(11, Condition(30.0, 0.8, 3.0, count=20, size=size)).frame(0)
        assert missing(frame, tracker) == []
