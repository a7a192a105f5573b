"""Slow passes of the marker detector are left out, or look at less, where what was read says that they find nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from controller.vision.markers.detector import RECALL, Detector
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.quad_search.thresholding import SMALL, AdaptiveThreshold
from tests.support.marker_frames import Condition, MarkerFrame, marker_frame

ALWAYS = replace(RECALL, passes=tuple(replace(pass_, unless_clear=False) for pass_ in RECALL.passes))
SEED = 11


def frame(side_px: float = 34.0, blur: float = 0.8) -> MarkerFrame:
    print("seed", SEED)
    taken = marker_frame(SEED, Condition(side_px, blur, 2.0, tilt=10.0, count=30, size=(1280, 720)))
    # Nothing dazzles.
    return replace(taken, grey=np.asarray(taken.grey * 0.85, np.uint8))


def looked_at(grey: Grey) -> tuple[list[int], list[int], bool]:
    """What is read with all passes, and with those that are needed; and whether as many areas were looked at."""
    every, needed = Detector(ALWAYS), Detector(RECALL)
    ids = [sorted(detector.detect(grey).ids.tolist()) for detector in (every, needed)]
    return ids[0], ids[1], len(every.candidates) == len(needed.candidates)


def test_a_clear_picture_is_not_searched_at_full_size() -> None:
    taken = frame()
    every, needed, same = looked_at(taken.grey)
    assert every == needed == sorted(taken.ids.tolist())
    assert not same


@pytest.mark.parametrize(("side_px", "blur"), [(18.0, 0.8), (34.0, 1.6)])
def test_one_of_small_or_blurred_markers_is(side_px: float, blur: float) -> None:
    every, needed, same = looked_at(frame(side_px, blur).grey)
    assert every == needed
    assert same


def test_one_in_which_something_dazzles_is() -> None:
    grey = frame().grey.copy()
    grey[:30, :100] = 255
    every, needed, same = looked_at(grey)
    assert every == needed
    assert same


def test_slow_passes_look_where_levels_differ_as_at_what_was_read() -> None:
    grey: Grey = np.full((400, 600), 200, np.uint8)
    squares = np.array([[[x, 50], [x + 40, 50], [x + 40, 90], [x, 90]] for x in range(20, 520, 60)], np.float64)
    for corners in squares.astype(int):
        grey[50:90, corners[0, 0] : corners[1, 0]] = 30
        grey[60:80, corners[0, 0] + 10 : corners[1, 0] - 10] = 200
    # Its levels differ by less than 0.6 of what the markers' do.
    grey[250:290, 100:140] = 125
    grey[250:290, 300:340] = 60
    alone, beside = (AdaptiveThreshold(grey).binarize(SMALL, known) for known in (squares[:0], squares))
    assert alone is not None
    assert beside is not None
    pale, dark = np.s_[125:145, 50:70], np.s_[125:145, 150:170]
    assert alone[pale].any()
    assert alone[dark].any()
    assert not beside[pale].any()
    assert beside[dark].any()
