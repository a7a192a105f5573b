"""Pictures that come late: measured at the begin of motions, waited for, dated; people hear of very late ones."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from boards.geometry import Pixel, Pose
from boards.kit.thing_keys import GolemKey, MatKey
from calibration.odometry_file import StoredOdometry
from controller.app.devices.stored_odometry import drives_from_stored, load_stored_odometry, store_odometry
from controller.app.simulation.act import ActPlan, ActReport, act_once, read_act
from controller.table.motion.learning.camera_latency import BEGUN_S, CameraLatency
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.vision.fusion.temporal_voting import Voting
from controller.vision.scene import Scene, Seen
from hardware.simulated.script.fault_plan import FaultPlan

POSITION = {
    "game": "golems",
    "way": "scenario",
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}},
    "programs": {
        "red": ["forward", "turn-right", "stand", "stand"],
        "blue": ["turn-left", "forward", "stand", "stand"],
    },
}


def _acted(plan: FaultPlan, seed: int = 2) -> tuple[ActReport, list[dict[str, Any]]]:
    """What came of a position's rows, and the orders that were begun between rows."""
    truth = StringIO()
    acted = act_once(read_act(POSITION), ActPlan(POSITION, seed), plan, truth, 0)
    between, acting = [], False
    for event in (line for text in truth.getvalue().splitlines() if "event" in (line := json.loads(text))):
        acting = event["event"] == "row-begun" or (acting and event["event"] != "row-ended")
        if event["event"] == "begun" and not acting:
            between.append(event)
    return acted, between


def test_with_pictures_that_are_late_by_400_ms_nothing_is_corrected_that_is_right() -> None:
    acted, corrections = _acted(FaultPlan(camera_latency_s=0.4))
    assert acted.finished and acted.rows == 4 and corrections == []


def test_a_camera_that_is_late_by_2_s_is_noticed() -> None:
    acted, corrections = _acted(FaultPlan(camera_latency_s=2.0))
    assert [str(notice)[:42] for notice in acted.told] == ["The camera’s pictures come 2.0 s late. The"]
    # The first look as well: nobody takes a golem that is shown late for one that stands.
    assert acted.finished and acted.rows == 4 and corrections == []


def test_what_was_measured_first_is_not_believed_for_ever() -> None:
    latency = CameraLatency()
    assert latency.seconds == 0.0 and not latency.known
    latency.add(0.05)
    assert latency.seconds == 0.0 and latency.known, "less than a picture's own time"
    for seconds in (0.4, 0.42, 0.38):
        latency.add(seconds + BEGUN_S)
    assert latency.seconds == pytest.approx(0.4) and latency.told_s is None
    latency.add(2.0 + BEGUN_S)
    assert latency.seconds == pytest.approx(2.0) == latency.told_s, "the camera has become late"


def test_it_is_kept_for_the_next_evening(tmp_path: Path) -> None:
    path, drives = tmp_path / "odometry.yaml", LearnedDrives()
    store_odometry(drives, path, ("/dev/video0",))
    assert not path.exists(), "nothing was learned"
    drives.latency.set(0.41)
    store_odometry(drives, path, ("/dev/video0",))
    again = drives_from_stored(load_stored_odometry(path), ("/dev/video0",))
    assert again.latency.seconds == 0.41
    assert drives_from_stored(load_stored_odometry(path), ("/dev/video1",)).latency.seconds == 0.0


def _scene(number: int, heading: float) -> Scene:
    outline = tuple(Pixel(u, v) for u, v in ((100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0)))
    golem = Seen(GolemKey("red"), Pose(50.0, 50.0, heading), outline, 1)
    return Scene(number, number / 30, (1280, 720), MatKey("4x4"), (golem,), (), ())


def test_a_golem_that_turns_on_the_spot_is_not_at_rest() -> None:
    voting = Voting()
    turning = [voting.add(_scene(number, 4.0 * number)) for number in range(8)]
    assert turning == [None] * 8, "its middle stays where it is"
    assert any(voting.add(_scene(number, 32.0)) for number in range(8, 12))


def test_of_several_cameras_the_latest_counts() -> None:
    kept = StoredOdometry({}, {"one": 0.4, "two": 1.5, "elsewhere": 4.0})
    assert drives_from_stored(kept, ("one", "two", "new")).latency.known_s == 1.5
    assert drives_from_stored(kept, ("new",)).latency.known_s is None
