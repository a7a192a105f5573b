"""A picture's blur by place and direction, and which causes it explains."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.geometry import Pixel
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey
from controller.vision.markers.greyscale import LINEAR, Grey
from controller.vision.scene import Unread, Why
from controller.vision.unread.picture_causes import with_picture_cause
from controller.vision.unread.sharpness import BlurField, measure_blur

SIDE = 70
QUAD = np.array([(60.0, 60.0), (60.0 + SIDE, 60.0), (60.0 + SIDE, 60.0 + SIDE), (60.0, 60.0 + SIDE)]) - 0.5


def black_square(sigma_x: float, sigma_y: float, noise: float = 0.0) -> Grey:
    """A marker's border, blurred in light."""
    light = np.full((190, 190), float(LINEAR[220]), np.float32)
    light[60 : 60 + SIDE, 60 : 60 + SIDE] = LINEAR[25]
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), sigmaX=sigma_x, sigmaY=sigma_y), np.float32)
    levels = 255 * (1.055 * light ** (1 / 2.4) - 0.055) + np.random.default_rng(1).normal(0.0, noise, light.shape)
    return np.asarray(np.clip(np.rint(levels), 0, 255), np.uint8)


@pytest.mark.parametrize("noise", [0.0, 5.0])
@pytest.mark.parametrize(("x", "y"), [(0.9, 0.9), (2.2, 0.9), (0.9, 2.2), (2.2, 2.2), (3.0, 1.5)])
def test_blur_is_measured_by_direction(x: float, y: float, noise: float) -> None:
    ((major, minor),) = measure_blur(black_square(x, y, noise), QUAD[None])
    assert major == pytest.approx(max(x, y), rel=0.25) and minor == pytest.approx(min(x, y), rel=0.25)


def test_blur_is_that_of_the_nearest_and_small_markers_say_nothing() -> None:
    places = np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (1000.0, 0.0), (1010.0, 0.0), (1000.0, 10.0)])
    soft = BlurField(places, np.array([(1.0, 0.9)] * 3 + [(3.0, 1.0)] * 2 + [(9.0, 9.0)]))
    assert (soft.at(np.array([5.0, 5.0])).major, soft.at(np.array([990.0, 5.0])).major) == (1.0, 3.0)
    small = BlurField.measured(black_square(2.0, 2.0), (QUAD * 0.3)[None])
    assert (
        small.at(np.zeros(2)).major
        == 0.0
        == BlurField.measured(np.zeros((9, 9), np.uint8), np.zeros((0, 4, 2))).at(np.zeros(2)).major
    )


def blur_field(major: float, minor: float) -> BlurField:
    return BlurField(np.zeros((1, 2)), np.array([(major, minor)]))


AROUND = (Pixel(0.0, 0.0), Pixel(9.0, 0.0), Pixel(9.0, 9.0), Pixel(0.0, 9.0))
CASES = [
    (Why.COVERED, (1.0, 0.9), False, False, Why.COVERED),
    (Why.COVERED, (1.4, 0.9), False, False, Why.SHAKEN),
    (Why.NOT_OURS, (1.4, 0.9), False, False, Why.SHAKEN),
    (Why.COVERED, (1.4, 1.3), False, False, Why.COVERED),
    (Why.COVERED, (1.4, 1.3), False, True, Why.SHAKEN),
    (Why.NOT_OURS, (1.7, 1.6), False, False, Why.BLURRED),
    (Why.NOT_OURS, (1.19, 1.15), False, False, Why.BLURRED),
    (Why.NOT_OURS, (1.0, 1.0), False, False, Why.NOT_OURS),
    (Why.COVERED, (1.7, 1.6), False, False, Why.BLURRED),
    (Why.BLURRED, (1.2, 1.1), False, False, Why.BLURRED),
    (Why.BLURRED, (1.2, 1.1), True, False, Why.DARK),
    (Why.COVERED, (1.7, 1.0), True, False, Why.COVERED),
    (Why.GLARE, (2.0, 1.0), False, True, Why.GLARE),
    (Why.CUT_OFF, (2.0, 2.0), True, False, Why.CUT_OFF),
]
"""Said at the place; blur in modules of 4 px; noisy; sheared; the cause then."""


@pytest.mark.parametrize(("said", "blur", "noisy", "sheared", "is_"), CASES)
def test_a_cause_is_the_pictures_where_the_picture_is_bad(
    said: Why, blur: tuple[float, float], noisy: bool, sheared: bool, is_: Why
) -> None:
    item = Unread(said, AROUND, None, CardKey("red", CardKind.STAND, 1))
    told = with_picture_cause(item, blur_field(*blur), 4.0, noisy=noisy, sheared=sheared)
    assert told == Unread(is_, AROUND, None, CardKey("red", CardKind.STAND, 1))
