"""Where a hard shadow's edge crosses a marker, its corners stay where they are."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from calibration.camera_model import Floats
from controller.vision.markers.detector import FAST, Detector, Markers
from controller.vision.markers.shadow_edges import correct_shadowed_corners
from tests.support.marker_frames import Condition, MarkerFrame, marker_frame


@lru_cache(maxsize=1)
def shaded() -> tuple[MarkerFrame, Markers]:
    """Large markers below hard shadows, and what is found of them."""
    frame = marker_frame(2, Condition(60.0, 0.8, 3.0, shadow=0.75, count=40))
    return frame, Detector(FAST).detect(frame.grey)


def farthest_off(frame: MarkerFrame, markers: Markers) -> Floats:
    """Of each marker, by how many px its worst corner is misplaced."""
    apart = np.linalg.norm(frame.corners.mean(axis=1)[:, None] - markers.corners.mean(axis=1)[None], axis=2)
    true = frame.corners[apart.argmin(axis=0)]
    return np.asarray(np.linalg.norm(true - markers.corners, axis=2).max(axis=1))


def test_a_shadow_moves_no_corner() -> None:
    frame, found = shaded()
    mended = correct_shadowed_corners(frame.grey, found, np.arange(len(found)))
    assert farthest_off(frame, found).max() > 5.0, "there is something to mend"
    assert farthest_off(frame, mended).max() < 0.5
    assert mended.ids is found.ids


def test_only_what_is_asked_for_is_looked_at() -> None:
    frame, found = shaded()
    moved = (
        np.abs(correct_shadowed_corners(frame.grey, found, np.arange(len(found))).corners - found.corners).max(
            axis=(1, 2)
        )
        > 0
    )
    asked = np.flatnonzero(moved)[::2]
    mended = correct_shadowed_corners(frame.grey, found, asked)
    again = np.abs(mended.corners - found.corners).max(axis=(1, 2)) > 0
    assert np.flatnonzero(again).tolist() == asked.tolist()


def test_in_even_light_nothing_is_changed() -> None:
    frame = marker_frame(3, Condition(60.0, 0.8, 3.0, count=8, size=(960, 540)))
    found = Detector(FAST).detect(frame.grey)
    assert correct_shadowed_corners(frame.grey, found, np.arange(len(found))) is found
