"""The lens is solved from views of a board, with the terms that the views carry; from pictures, and from corners."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boards.drawing.raster import raster
from boards.kit.charuco import COLUMNS, ROWS, board_drawing, screen_drawing
from calibration.board_views import CORNERS, BoardFinder, BoardSize, BoardView
from calibration.camera_model import CameraModel
from calibration.lens_solver import folds, solve_lens
from hardware.simulated.charuco_photo import BoardCamera, Sensor, hold, session
from hardware.simulated.simulated_camera import webcam
from tests.support.boards import lens_error, seen, session_views

FULL = (1920, 1080)
SMALL = CameraModel((960, 540), (745.0, 745.0), (484.0, 266.0), (-0.09, 0.02, 0.0005, -0.0004, 0.0))


def test_the_board_is_opencvs() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    theirs = cv2.aruco.CharucoBoard((COLUMNS, ROWS), 80.0, 60.0, dictionary)
    ours = raster(board_drawing(80.0), 1.0)[:, :, 0]
    assert (ours == theirs.generateImage((720, 480))).all()
    places = BoardSize(80.0, 80.0).places(np.arange(CORNERS))
    assert (places == np.asarray(theirs.getChessboardCorners())[:, :2]).all()


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
def test_on_a_screen_every_module_is_whole_pixels(size: tuple[int, int]) -> None:
    drawing, square = screen_drawing(size, "fr")
    shown = raster(drawing, 1.0)[:, :, 0]
    assert shown.shape == size[::-1] and square % 8 == 0 and COLUMNS * square > 0.7 * size[0]
    found = BoardFinder().find(shown)
    assert found is not None and len(found.ids) == CORNERS
    steps = np.diff(found.pixels.reshape(ROWS - 1, COLUMNS - 1, 2), axis=1)
    assert np.abs(steps - (square, 0.0)).max() < 0.05
    board = shown[: round(size[1] * 0.8)]
    assert set(np.unique(board)) == {0, 255}


def test_a_screen_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="200 x 100 px are too few"):
        screen_drawing((200, 100), "en")


LENSES = {
    "none": CameraModel(FULL, (1500, 1500), (955, 545)),
    "k1": CameraModel(FULL, (1400, 1400), (955, 545), (-0.12, 0, 0, 0, 0)),
    "k1 k2": CameraModel(FULL, (2400, 2400), (970, 530), (0.08, -0.2, 0, 0, 0)),
    "k1 k2 p1 p2": webcam(),
    "k1 k2 p1 p2 k3": CameraModel(FULL, (1150, 1150), (970, 530), (-0.26, 0.11, 0.0006, -0.0009, -0.02)),
}


@pytest.mark.parametrize("terms", LENSES)
def test_the_terms_are_those_that_the_views_carry(terms: str) -> None:
    true = LENSES[terms]
    assert not folds(true)
    fit = solve_lens(session_views(true, 1, 10))
    assert fit.terms == terms and fit.rejected == ()
    assert fit.camera.focal[0] == fit.camera.focal[1], "nothing speaks against square pixels"
    assert np.percentile(lens_error(fit.camera, true), 95) < 1.0
    sigma = fit.camera.quality.focal_sigma
    assert sigma is not None and abs(fit.camera.focal[0] / true.focal[0] - 1) < 4 * sigma


def test_pixels_that_are_not_square_are_found_out() -> None:
    true = replace(webcam(), focal=(1478.0, 1493.0))
    found = solve_lens(session_views(true, 2, 10)).camera
    assert abs(found.focal[0] - 1478) < 1.5 and abs(found.focal[1] - 1493) < 1.5


def test_a_printer_that_stretches_one_way_is_told_by_the_boards_measures() -> None:
    views = session_views(webcam(), 3, 10)
    right = solve_lens(views, BoardSize(56.0, 56.0)).camera
    assert abs(right.focal[0] / webcam().focal[0] - 1) < 1e-3, "a lens does not depend on the board's size"
    wrong = solve_lens(views, BoardSize(28.0, 28.2)).camera.quality
    assert wrong.rms_px is not None and wrong.rms_px > 0.15


def test_views_that_contradict_the_others_are_left_out_and_named() -> None:
    noise = np.random.default_rng(4)
    views = [seen(webcam(), held, noise) for held in session(webcam(), 4, 12)]
    bent = seen(webcam(), list(session(webcam(), 4, 12))[7], noise, sag_mm=4.0)
    views[7] = replace(bent, source="picture 7")
    fit = solve_lens(views)
    assert [view.source for view in fit.rejected] == ["picture 7"]
    assert np.percentile(lens_error(fit.camera, webcam()), 95) < 0.6


def test_a_lens_that_folds_the_picture_is_none() -> None:
    assert folds(CameraModel(FULL, (1000, 1000), (960, 540), (-0.5, 0, 0, 0, 0)))
    assert folds(CameraModel(FULL, (1000, 1000), (960, 540), (0.1, -0.3, 0, 0, 0)))
    assert not folds(CameraModel(FULL, (1000, 1000), (960, 540), (0.2, 0.1, 0, 0, 0)))


@pytest.mark.parametrize("kind", ["true", "swapped", "one elsewhere"])
def test_only_a_flat_board_is_a_board(kind: str) -> None:
    held = hold((20.0, -10.0), 15.0, (0.0, 0.0, 420.0))
    picture = BoardCamera(SMALL, seed=1).photograph(held)
    if kind != "true":
        # A board cut apart and glued together wrongly.
        left, right = picture[:, 250:480].copy(), picture[:, 480:710].copy()
        if kind == "swapped":
            picture[:, 250:480], picture[:, 480:710] = right, left
        else:
            picture[:, 480:710] = np.roll(right, 25, axis=0)
    found = BoardFinder().find(picture)
    assert (found is not None) is (kind == "true")


def test_corners_in_pictures_are_where_the_lens_model_says() -> None:
    camera, finder = BoardCamera(SMALL, Sensor(), seed=2), BoardFinder()
    for held in list(session(SMALL, 5, 4))[1:]:
        view = finder.find(camera.photograph(held))
        assert view is not None
        flat = np.c_[BoardSize().places(view.ids), np.zeros(len(view.ids))] @ held.rotation.T + held.translation
        off = view.pixels - SMALL.to_pixels(flat[:, :2] / flat[:, 2:])
        assert np.sqrt(np.mean(off**2)) < 0.15 and np.abs(off.mean(axis=0)).max() < 0.06


def test_blur_is_measured_whichever_way_the_board_moves() -> None:
    camera, finder = BoardCamera(SMALL, Sensor(blur_px=0.7), seed=3), BoardFinder()
    still = hold((5.0, -8.0), 3.0, (0.0, 0.0, 330.0))
    sharp = finder.find(camera.photograph(still))
    shaken = finder.find(camera.photograph(still, moving_px=4.0))
    assert sharp is not None and 0.6 < sharp.blur_px < 1.3
    assert shaken is None or shaken.blur_px > 1.6


def test_how_a_board_is_held() -> None:
    noise = np.random.default_rng(1)

    def view(lean: tuple[float, float], away: float = 500.0) -> BoardView:
        return seen(webcam(), hold(lean, 0.0, (0.0, 0.0, away)), noise)

    for lean in ((25.0, 0.0), (-25.0, 0.0), (0.0, 25.0), (0.0, -25.0), (0.0, 0.0)):
        assert np.abs(np.subtract(view(lean).tilt, lean)).max() < 4.0
    assert view((0.0, 0.0), 400.0).share > 1.4 * view((0.0, 0.0), 600.0).share
    assert (
        view((0.0, 0.0)).moved_from(view((0.0, 0.0))) < 0.3 < 2.0 < view((0.0, 0.0)).moved_from(view((0.0, 0.0), 490.0))
    )
