"""Noise is measured as it is, and markers in it are found, in their places."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from controller.vision.markers.denoising import (
    NOISY_LEVELS,
    DenoisingDetector,
    half_size,
    noise_level,
    smoothed,
    too_noisy,
)
from controller.vision.markers.detector import FAST, Detector
from controller.vision.markers.greyscale import LINEAR, Grey, to_grey
from tests.benchmarks.eye_proof import wrong_ids
from tests.support.marker_frames import Condition, MarkerFrame, MarkerScene
from tests.support.tables import bare_table
from tests.support.tables import picture as look_at_table

NOISY = Condition(side_px=26.0, noise=14.0, contrast=0.3, tilt=15.0, blur=0.7, count=40, size=(960, 540))


def noisy(grey: Grey, sigma: float, seed: int = 1) -> Grey:
    noise = np.random.default_rng(seed).normal(0.0, sigma, grey.shape)
    return np.asarray(np.clip(np.rint(grey + noise), 0, 255), np.uint8)


@pytest.mark.parametrize("sigma", [2.0, 6.0, 12.0])
def test_noise_is_measured_as_it_is_beside_print(sigma: float) -> None:
    scene = MarkerScene(3, NOISY).seen(3, Condition(**{**vars(NOISY), "noise": 0.0}))
    assert noise_level(noisy(scene.grey, sigma)) == pytest.approx(sigma, rel=0.12)
    assert noise_level(scene.grey) < 1.0


def test_wood_and_print_are_no_grain_however_small_they_are() -> None:
    picture = to_grey(look_at_table(bare_table()))
    assert 1.0 < noise_level(picture) < 3.0, "a camera in good light"
    for width in (960, 640, 480, 320):
        size = (width, width * picture.shape[0] // picture.shape[1])
        assert noise_level(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)) < NOISY_LEVELS


@pytest.mark.parametrize("shape", [(1, 1), (3, 60), (60, 3), (40, 400)])
def test_small_pictures_have_some_grain_or_none(shape: tuple[int, int]) -> None:
    assert 0.0 <= noise_level(noisy(np.full(shape, 128, np.uint8), 9.0)) < 12.0


def crossing(levels: Grey) -> float:
    """Where a row's light crosses the middle of its ends, px."""
    light = LINEAR[levels].astype(np.float64)
    half = (light[0] + light[-1]) / 2
    at = int(np.argmax(light > half))
    return at - 1 + (half - light[at - 1]) / (light[at] - light[at - 1])


def test_a_blur_in_light_moves_no_edge_and_half_a_picture_has_it_in_the_same_place() -> None:
    row = np.r_[np.full(40, 30), np.full(40, 220)].astype(np.uint8)
    picture = np.tile(row, (60, 1))
    assert crossing(picture[0]) == pytest.approx(39.5)
    for blur in (0.65, 1.5, 3.0):
        assert crossing(smoothed(picture, blur)[30]) == pytest.approx(39.5, abs=0.06)
    assert crossing(half_size(picture)[15]) * 2 + 0.5 == pytest.approx(39.5, abs=0.02)


def found(frame: MarkerFrame, finder: Detector | DenoisingDetector) -> tuple[int, int, float]:
    """How many markers are read, how many wrongly, and how far corners are off, px."""
    markers = finder.detect(frame.grey)
    apart = np.linalg.norm(frame.corners.mean(axis=1)[:, None] - markers.corners.mean(axis=1)[None], axis=2)
    off = np.linalg.norm(markers.corners - frame.corners[apart.argmin(axis=0)], axis=2).mean(axis=1)
    return len(markers), len(wrong_ids(frame, markers)), float(np.median(off)) if len(off) else 0.0


def test_more_markers_are_found_in_noise_and_nearer_to_where_they_are() -> None:
    plainly, steadily = np.zeros(3), np.zeros(3)
    for seed in range(3):
        frame = MarkerScene(seed, NOISY).seen(seed, NOISY)
        plainly += found(frame, Detector(FAST))
        steadily += found(frame, DenoisingDetector(FAST, live=False))
    assert steadily[1] == 0 and steadily[0] > 1.1 * plainly[0] and steadily[2] < 0.7 * plainly[2]


def test_large_markers_are_found_in_noise_where_nothing_else_is() -> None:
    large = Condition(side_px=70.0, noise=22.0, contrast=0.25, tilt=10.0, count=6, size=(960, 540))
    frame = MarkerScene(2, large).seen(2, large)
    assert found(frame, Detector(FAST))[0] == 0
    read, wrong, off = found(frame, DenoisingDetector(FAST, live=False))
    assert read >= 5 and wrong == 0 and off < 1.2


def test_without_noise_it_is_the_detector_itself() -> None:
    frame = MarkerScene(4, NOISY).seen(4, Condition(**{**vars(NOISY), "noise": 2.0}))
    finder = DenoisingDetector(FAST, live=False)
    one, other = finder.detect(frame.grey), Detector(FAST).detect(frame.grey)
    assert (one.ids == other.ids).all() and (one.corners == other.corners).all() and 1.0 < finder.noise < NOISY_LEVELS


def test_the_same_noise_is_too_much_where_black_and_white_are_near_to_each_other() -> None:
    for contrast, too_much in ((0.5, False), (0.12, True)):
        seen = Condition(**{**vars(NOISY), "noise": 10.0, "contrast": contrast})
        frame = MarkerScene(6, seen).seen(6, seen)
        assert too_noisy(frame.grey, noise_level(frame.grey), frame.corners) is too_much
        assert not too_noisy(frame.grey, 2.0, frame.corners)
