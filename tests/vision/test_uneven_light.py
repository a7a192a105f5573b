"""Markers on which light of different strength falls are read by the steps between neighbouring modules."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from controller.vision.markers.detector import NO_MARKERS, Detector, Markers
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.uneven_light import read_in_uneven_light

MODULE_PX = 6
WORDS = marker_dictionary("DICT_5X5_250")
LOW, HIGH = 100 - 3.5 * MODULE_PX - 0.5, 100 + 3.5 * MODULE_PX - 0.5
QUAD = np.array([[[LOW, LOW], [HIGH, LOW], [HIGH, HIGH], [LOW, HIGH]]])


def seen(marker: int | None, dark: float, mirrored: float) -> Grey:
    """A marker (or none) in the middle of white paper; across it run the edges of a shadow and of a reflection."""
    light = np.full((200, 200), 0.6)
    if marker is not None:
        figure = np.zeros((7, 7))
        figure[1:-1, 1:-1] = WORDS.words[marker]
        side = 7 * MODULE_PX
        light[100 - side // 2 : 100 + side // 2, 100 - side // 2 : 100 + side // 2] = 0.03 + 0.57 * np.kron(
            figure, np.ones((MODULE_PX, MODULE_PX))
        )
    y, x = np.mgrid[:200, :200]
    light *= np.where(x + 0.4 * y < 138, dark, 1.0)
    light += np.where(y - 0.3 * x > 76, mirrored, 0.0)
    levels = 255 * np.clip(cv2.GaussianBlur(light, (0, 0), 0.8), 0, 1) ** (1 / 2.2)
    noise = np.random.default_rng(3).normal(0, 1.5, levels.shape)
    return np.asarray(np.clip(levels + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("marker", [93, 156, 184])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_marker_between_three_lights_is_read(marker: int, turns: int) -> None:
    grey = seen(marker, 0.15, 0.1)
    assert marker not in Detector().detect(grey).ids
    found = read_in_uneven_light(grey, np.roll(QUAD, turns, axis=1), NO_MARKERS, WORDS, [marker, 20])
    assert found.ids.tolist() == [marker]
    assert np.abs(found.corners - QUAD).max() < 0.5


def test_only_what_is_asked_for_and_was_not_read_is_told() -> None:
    grey = seen(93, 0.15, 0.1)
    told = Markers(np.array([93]), QUAD, np.array([0.8]))
    assert len(read_in_uneven_light(grey, QUAD, NO_MARKERS, WORDS, [92])) == 0
    assert len(read_in_uneven_light(grey, QUAD, told, WORDS, [92, 93])) == 0
    assert len(read_in_uneven_light(grey, QUAD[:0], NO_MARKERS, WORDS, [93])) == 0


def test_edges_of_light_and_patterns_are_no_markers() -> None:
    rng = np.random.default_rng(8)
    assert len(read_in_uneven_light(seen(None, 0.15, 0.25), QUAD, NO_MARKERS, WORDS, range(250))) == 0
    for _ in range(40):
        grey = seen(None, 0.3, 0.1)
        low, side = round(LOW), 7 * MODULE_PX
        figure = np.zeros((7, 7))
        figure[1:-1, 1:-1] = rng.integers(0, 2, (5, 5))
        grey[low : low + side, low : low + side] = 40 + 170 * np.kron(figure, np.ones((MODULE_PX, MODULE_PX)))
        found = read_in_uneven_light(grey, QUAD, NO_MARKERS, WORDS, range(250))
        near = [
            int(np.abs(np.rot90(WORDS.words[i], t) != (figure[1:-1, 1:-1] > 0)).sum())
            for i in found.ids
            for t in range(4)
        ]
        assert not near or min(near) <= 2
