"""Contours followed from run to run are those that are followed from pixel to pixel."""

from __future__ import annotations

import cv2
import numpy as np

from controller.vision.markers.greyscale import Grey
from controller.vision.markers.quad_search.contours import LEAST_BOXED, MOST_SLENDER, outlines
from controller.vision.markers.quad_search.quads import MOST_STRETCHED

SHORTEST, SMALLEST = 6.0, 2.5


def pictures(seed: int) -> list[Grey]:
    """Black and white pictures of any size, from sparse to full, some of their gaps closed."""
    chance = np.random.default_rng(seed)
    made = []
    for _ in range(300):
        height, width = chance.integers(1, 40, 2)
        dark = (chance.random((height, width)) < chance.uniform(0.05, 0.95)).astype(np.uint8)
        if chance.random() < 0.5:
            size = int(chance.integers(2, 4))
            dark = np.asarray(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), np.uint8)
        made.append(dark)
    return made


def followed_by_pixels(dark: Grey) -> dict[tuple[int, int], np.ndarray]:
    """By their first pixels, the outer contours that may be markers' (P x 2)."""
    found, _hierarchy = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    apt = {}
    for contour in (part[:, 0] for part in found):
        wide, high = np.ptp(contour, axis=0).tolist()
        # OpenCV's area is without a sign: a hole's first pixel is not among the topmost of its contour.
        area = cv2.contourArea(contour) if contour[0, 1] == contour[:, 1].min() else 0.0
        slender = max(wide, high) >= MOST_SLENDER * MOST_STRETCHED * (min(wide, high) + 1)
        fits = not slender and wide + high >= 2 * SMALLEST and area > LEAST_BOXED * wide * high
        if fits and SHORTEST <= len(contour) < 3 * (wide + high + 2):
            apt[contour[0, 0].item(), contour[0, 1].item()] = contour
    return apt


def test_every_contour_is_the_same_pixel_by_pixel() -> None:
    told = 0
    for dark in pictures(0):
        expected, found = followed_by_pixels(dark), outlines(dark, SHORTEST, SMALLEST, MOST_STRETCHED)
        if found is None:
            assert expected == {}
            continue
        assert len(found.count) == len(expected)
        for start, count, area in zip(found.start, found.count, found.area, strict=True):
            points = np.stack([found.x, found.y], axis=1)[start : start + count]
            contour = expected[points[0, 0].item(), points[0, 1].item()]
            assert np.array_equal(points, contour)
            assert area == cv2.contourArea(contour)
            told += 1
    assert told > 200


def holes_followed_by_pixels(dark: Grey) -> dict[frozenset[tuple[int, int]], float]:
    """The contours around holes that may be markers', as sets of their pixels, and the area in them."""
    found, hierarchy = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    apt = {}
    for contour, (_next, _before, _child, parent) in zip(found, hierarchy[0] if len(found) else (), strict=True):
        points = contour[:, 0]
        wide, high = np.ptp(points, axis=0).tolist()
        area = cv2.contourArea(points)
        slender = max(wide, high) >= MOST_SLENDER * MOST_STRETCHED * (min(wide, high) + 1)
        long_enough = SHORTEST <= len(points) < 3 * (wide + high + 2) and wide + high >= 2 * SMALLEST
        if parent >= 0 and long_enough and not slender and area > LEAST_BOXED * wide * high:
            apt[frozenset((x, y) for x, y in points.tolist())] = area
    return apt


def found_around_holes(dark: Grey) -> dict[frozenset[tuple[int, int]], float]:
    """The same as they are followed from run to run."""
    found = outlines(dark, SHORTEST, SMALLEST, MOST_STRETCHED, holes=True)
    if found is None:
        return {}
    same = {}
    for which in np.flatnonzero(found.hole):
        part = np.s_[found.start[which] : found.start[which] + found.count[which]]
        points = zip(found.x[part].tolist(), found.y[part].tolist(), strict=True)
        same[frozenset((int(x), int(y)) for x, y in points)] = float(found.area[which])
    return same


def test_contours_of_holes_run_on_the_dark_pixels_around_them() -> None:
    told = 0
    for dark in pictures(1):
        # Isolated pixels are left out before.
        lonely = cv2.filter2D(dark, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT) < 2
        expected = holes_followed_by_pixels(np.asarray(np.where(lonely, 0, dark), np.uint8))
        found = found_around_holes(dark)
        assert found == expected
        told += len(found)
    assert told > 500


def test_every_square_hole_has_a_contour() -> None:
    for turn in np.linspace(0, np.pi / 2, 200):
        dark, around = np.ones((50, 50), np.uint8), turn + np.arange(4) * np.pi / 2
        square = 25 + (6 + 8 * turn) * np.stack([np.cos(around), np.sin(around)], axis=1)
        cv2.fillConvexPoly(dark, np.rint(square * 16).astype(np.int32), (0,), cv2.LINE_8, 4)
        assert found_around_holes(dark) == holes_followed_by_pixels(dark) != {}


def test_where_nothing_is_dark_there_are_none() -> None:
    assert outlines(np.zeros((20, 30), np.uint8), SHORTEST, SMALLEST, MOST_STRETCHED) is None
