"""Markers that are printed inverted, white on black, are read as such, alone and on boards."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.vision.markers.detector import ANY_SIZE, RECALL, detect_families
from controller.vision.markers.greyscale import LINEAR, Grey
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.neighbours.neighbouring_squares import adjoining_squares
from controller.vision.markers.quad_search.quad_screening import may_be_markers

BLACK, PAPER = 0.04, 0.6
"""Light."""


def photographed(white: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], px: int, blur: float = 0.8) -> Grey:
    """Draw modules ``px`` wide and blur them, in light."""
    light = cv2.GaussianBlur(np.kron(np.where(white, PAPER, BLACK), np.ones((px, px))), (0, 0), blur)
    return np.asarray(np.searchsorted(LINEAR, light), np.uint8)


def modules(name: str, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """A marker's modules, two modules of white around it."""
    return np.pad(np.pad(marker_dictionary(name).words[number], 1), 2, constant_values=True)


@pytest.mark.parametrize(
    "name", ["4X4_50", "5X5_250", "6X6_250", "ARUCO_ORIGINAL", "APRILTAG_36H11", "ARUCO_MIP_36H12"]
)
def test_an_inverted_marker_has_the_id_and_the_corners_of_the_marker(name: str) -> None:
    table = marker_dictionary(name)
    for number in (3, 11, 20):
        drawn = np.rot90(modules(name, number), number % 4)
        (upright,) = detect_families(photographed(drawn, 7), ANY_SIZE, (table,))
        (inverted,) = detect_families(photographed(~drawn, 7), ANY_SIZE, (table,))
        assert upright.ids.tolist() == inverted.ids.tolist() == [number]
        assert inverted.which_inverted.all() and not upright.which_inverted.any()
        assert np.abs(inverted.corners - upright.corners).max() < 0.3


def test_only_markers_are_read_if_inverted_ones_are_not_searched() -> None:
    table = marker_dictionary("6X6_250")
    grey = photographed(~modules("6X6_250", 5), 7)
    for settings in (RECALL, replace(ANY_SIZE, inverted=False)):
        assert len(detect_families(grey, settings, (table,))[0]) == 0


@pytest.mark.parametrize("px", [4, 9])
def test_boards_of_markers_beside_inverted_ones_are_read_though_their_corners_touch(px: int) -> None:
    name = "ARUCO_MIP_36H12"
    table = marker_dictionary(name)
    words = np.pad(table.words[:20], ((0, 0), (1, 1), (1, 1)))
    words[1::2] ^= True
    board = np.vstack([np.hstack(list(words[5 * row : 5 * row + 5])) for row in range(4)])
    height, width = (length * px for length in board.shape)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    target = source * 0.8 + np.array([(50, 40), (60, 70), (30, 50), (60, 60)], np.float32)
    light = np.kron(np.where(board, PAPER, BLACK), np.ones((px, px)))
    carry = cv2.getPerspectiveTransform(source, target)
    seen = cv2.warpPerspective(light, carry, (width + 100, height + 100), flags=cv2.INTER_AREA, borderValue=(PAPER,))
    grey = np.asarray(np.searchsorted(LINEAR, cv2.GaussianBlur(seen, (0, 0), 0.7)), np.uint8)
    (found,) = detect_families(grey, ANY_SIZE, (table,))
    # White squares at the board's edge lie on white: nothing shows where they end.
    inner = {8, 6, 12, 11, 13, 7}
    assert set(range(0, 20, 2)) | inner >= set(found.ids.tolist()) >= set(range(0, 20, 2))
    assert set(found.ids[found.which_inverted].tolist()) >= {7, 11, 13}


def test_squares_adjoin_a_square_on_all_four_sides_and_run_the_other_way() -> None:
    square = np.array([[(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]])
    middles = adjoining_squares(square).mean(axis=1)
    assert middles.tolist() == [[15.0, 5.0], [25.0, 15.0], [15.0, 25.0], [5.0, 15.0]]
    again = adjoining_squares(adjoining_squares(square)[1:2])
    assert any(np.allclose(np.roll(each, turn, axis=0), square[0]) for each in again for turn in range(4))
    # The horizon crosses what adjoins a square seen from a very flat angle.
    flat = np.array([[(45.0, 10.0), (55.0, 10.0), (100.0, 60.0), (0.0, 60.0)]])
    assert len(adjoining_squares(flat)) == 3


def test_a_light_border_on_dark_ground_is_screened_as_inverted_only() -> None:
    drawn = modules("4X4_50", 7)
    low, high = 2 * 6 - 0.5, (drawn.shape[0] - 2) * 6 - 0.5
    quad = np.array([[(low, low), (high, low), (high, high), (low, high)]])
    for white, clockwise in ((drawn, True), (~drawn, False)):
        grey = photographed(white, 6)
        assert may_be_markers(grey, quad, 6).all() == clockwise
        assert may_be_markers(grey, quad[:, ::-1], 6).all() != clockwise
