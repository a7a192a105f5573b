"""Markers of boards are read beside others, where their outlines are not found; no other figure is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from controller.vision.markers.detector import ANY_SIZE, Markers, detect_families
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.neighbours.neighbouring_squares import lattice_squares

TABLE = marker_dictionary("4X4_50")
PX, STEP = 4, 10
"""Width of a module, px, and of a square of the board, modules."""
ROWS, COLUMNS = 4, 5
STRUCK = 7
"""The marker whose outline is broken."""


def board(number: int = STRUCK, left: int = 0) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A grid of markers on white, the outline of one of them joined with a line; ``number`` is what lies there."""
    light = np.full((ROWS * STEP * PX + 16, COLUMNS * STEP * PX + 16), 200, np.uint8)
    for place in range(ROWS * COLUMNS):
        top, side = (8 + (2 + STEP * step) * PX for step in divmod(place, COLUMNS))
        words = np.pad(TABLE.words[number if place == STRUCK else place], 1)
        light[top : top + 6 * PX, side : side + 6 * PX] = np.kron(words, np.ones((PX, PX))) * 180 + 20
        if place == STRUCK:
            cv2.line(light, (side + 8, top - 9), (side + 8, top + 2), (20,), 2)
            cv2.line(light, (side - 9, top + 12), (side + 2, top + 12), (20,), 2)
            cv2.line(light, (side + 20, top + 30), (side + 20, top + 21), (20,), 2)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), 0.8)[:, left:], np.uint8)


def found(grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], boards: bool = True) -> Markers:
    return detect_families(grey, replace(ANY_SIZE, boards=boards), (TABLE,))[0]


def test_a_marker_whose_outline_is_broken_is_read_where_the_board_has_it() -> None:
    assert found(board(), boards=False).ids.tolist() == [place for place in range(20) if place != STRUCK]
    whole = found(board())
    assert whole.ids.tolist() == list(range(20))
    assert np.abs(whole.corners[STRUCK] - whole.corners[STRUCK + 1] + (STEP * PX, 0)).max() < 0.3


def test_what_lies_there_of_another_dictionary_is_not_told() -> None:
    others = marker_dictionary("4X4_1000").words[50:]
    for number in (3, 400, 800):
        grey = board()
        top, side = (8 + (2 + STEP * step) * PX for step in divmod(STRUCK, COLUMNS))
        drawn = np.kron(np.pad(others[number], 1), np.ones((PX, PX))) * 180 + 20
        grey[top : top + 6 * PX, side : side + 6 * PX] = drawn
        assert found(grey).ids.tolist() == [place for place in range(20) if place != STRUCK]


def test_what_is_cut_off_by_the_edge_of_the_picture_is_not_told() -> None:
    cut = 8 + (2 + 3) * PX
    assert not set(found(board(left=cut)).ids.tolist()) & set(range(0, 20, COLUMNS))


def test_squares_of_a_lattice_lie_around_a_square_as_its_nearest_neighbour() -> None:
    square = np.array([[(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]])
    others = np.concatenate([square, square + np.array([13.0, 14.0]), square + np.array([0.0, 40.0])])
    middles = lattice_squares(square, others).mean(axis=1)
    assert np.allclose(middles, [(28.0, 29.0), (1.0, 28.0), (2.0, 1.0), (29.0, 2.0)])
    # None lies near enough, or is of about the same size.
    assert len(lattice_squares(square, np.concatenate([square, square * 3.0, square + 90.0]))) == 0
