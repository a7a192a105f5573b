"""Where a hard shadow's edge crosses a marker, its corners stay where they are."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera_model import Floats
from controller.vision.detector import FAST, Detector, Markers
from controller.vision.shaded_sides import out_of_shadow
from hardware.simulated.camera import webcam
from tests.support.lens_proof import placed, scenes
from tests.support.marker_frames import Condition, MarkerFrame, marker_frame

LARGE = Condition(60.0, 0.8, 3.0, shadow=0.75, count=40)


def farthest_off(frame: MarkerFrame, markers: Markers) -> Floats:
    """Of each marker, by how many px its worst corner is misplaced."""
    apart = np.linalg.norm(frame.corners.mean(axis=1)[:, None] - markers.corners.mean(axis=1)[None], axis=2)
    true = frame.corners[apart.argmin(axis=0)]
    return np.asarray(np.linalg.norm(true - markers.corners, axis=2).max(axis=1))


@pytest.mark.parametrize(("seed", "lost"), [(1, 3.0), (2, 5.0)])
def test_a_shadow_moves_no_corner(seed: int, lost: float) -> None:
    frame = marker_frame(seed, LARGE)
    found = Detector(FAST).detect(frame.grey)
    mended = out_of_shadow(frame.grey, found, np.arange(len(found)))
    assert farthest_off(frame, found).max() > lost, "there is something to mend"
    assert farthest_off(frame, mended).max() < 0.5
    assert mended.ids is found.ids


def test_only_what_is_asked_for_is_looked_at() -> None:
    frame = marker_frame(1, LARGE)
    found = Detector(FAST).detect(frame.grey)
    moved = np.abs(out_of_shadow(frame.grey, found, np.arange(len(found))).corners - found.corners).max(axis=(1, 2)) > 0
    asked = np.flatnonzero(moved)[::2]
    mended = out_of_shadow(frame.grey, found, asked)
    again = np.abs(mended.corners - found.corners).max(axis=(1, 2)) > 0
    assert np.flatnonzero(again).tolist() == asked.tolist()


def test_in_even_light_nothing_is_changed() -> None:
    frame = marker_frame(3, Condition(60.0, 0.8, 3.0, count=40))
    found = Detector(FAST).detect(frame.grey)
    assert out_of_shadow(frame.grey, found, np.arange(len(found))) is found


def test_golems_under_shadows_are_placed_as_well_as_others() -> None:
    lens = webcam((1920, 1080))
    off, _not_read = placed(scenes(lens, "mat:4x4", "shadows", 1, 2), lens)
    # Without the look at shadows: 0.9 mm and 1.7 degrees.
    assert len(off) >= 7
    assert off[:, 0].max() < 0.2 and off[:, 1].max() < 0.3
