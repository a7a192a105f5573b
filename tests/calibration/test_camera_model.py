"""The camera model is its own inverse and agrees with OpenCV; a lens is guessed from what is printed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera_model import CameraModel, View, look_at
from calibration.initial_intrinsics import RigidPrint, estimate_intrinsics, typical_camera
from controller.vision.pose.table_pose import solve_pose
from tests.support.boards import mat_corners

SIZE = (1920, 1080)


def real(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


cameras = st.builds(
    lambda focal, cx, cy, k1, k2, p1, p2: CameraModel(
        SIZE, (focal, focal * 1.01), (960 + cx, 540 + cy), (k1, k2, p1, p2, 0.01)
    ),
    real(1000, 2500),
    real(-40, 40),
    real(-40, 40),
    real(-0.2, 0.1),
    real(-0.03, 0.05),
    real(-0.002, 0.002),
    real(-0.002, 0.002),
)
views = st.builds(
    lambda camera, x, y, z, turned: look_at(camera, (200 + x, 200 + y, z), (200.0, 200.0), turned),
    cameras,
    real(-300, 300),
    real(-400, 300),
    real(900, 1600),
    real(-30, 30),
)
GRID = np.array([(x, y) for x in range(-300, 701, 100) for y in range(-100, 501, 100)], dtype=np.float64)


@given(views, st.sampled_from([0.0, 25.0, 60.0]))
def test_a_point_on_a_plane_comes_back_from_its_pixel(view: View, height: float) -> None:
    assert np.abs(view.on_plane(view.project_plane(GRID, height), height) - GRID).max() < 1e-6


@given(views)
def test_projection_is_opencvs(view: View) -> None:
    points = np.concatenate([GRID, np.full((len(GRID), 1), 37.0)], axis=1)
    theirs, _ = cv2.projectPoints(
        # In the camera frame: OpenCV's rotation vectors are coarse near half a turn.
        points @ view.rotation.T + view.translation,
        np.zeros(3),
        np.zeros(3),
        view.camera.matrix,
        np.array(view.camera.distortion),
    )
    assert np.abs(view.project(points) - theirs[:, 0]).max() < 1e-6


def test_behind_the_camera_is_nowhere() -> None:
    view = look_at(typical_camera(SIZE), (0.0, 0.0, 1000.0), (0.0, 100.0))
    assert np.isnan(view.project([[0.0, 0.0, 1500.0]])).all()
    assert np.isnan(view.on_plane([[960.0, 540.0]], 1200.0)).all()


def test_north_is_up_and_east_is_right() -> None:
    view = look_at(typical_camera(SIZE), (200.0, 0.0, 1200.0), (200.0, 200.0))
    south_west, east, north = view.project_plane([[100.0, 100.0], [300.0, 100.0], [100.0, 300.0]])
    assert east[0] > south_west[0] and north[1] < south_west[1]


def test_half_the_resolution_sees_the_same() -> None:
    camera = CameraModel(SIZE, (1500.0, 1500.0), (955.0, 545.0), (-0.1, 0.02, 0.0, 0.0, 0.0))
    view = look_at(camera, (200.0, 0.0, 1200.0), (200.0, 200.0))
    small = View(camera.scaled((960, 540)), view.rotation, view.translation)
    assert np.abs((small.project_plane(GRID) + 0.5) * 2 - 0.5 - view.project_plane(GRID)).max() < 1e-6


def print_of(view: View, local: np.ndarray, at: tuple[float, float], noise: np.random.Generator) -> RigidPrint:
    pixels = view.project_plane(local + np.array(at))
    return RigidPrint(local, pixels + noise.normal(0, 0.1, pixels.shape))


@pytest.mark.parametrize("focal", [1250.0, 1500.0, 1900.0])
@pytest.mark.parametrize("k1", [-0.12, 0.0, 0.05])
def test_a_lens_guessed_from_mat_and_trays_places_cards(focal: float, k1: float) -> None:
    noise = np.random.default_rng(7)
    camera = CameraModel(SIZE, (focal, focal), (965.0, 536.0), (k1, 0.02, 0.0, 0.0, 0.0))
    height = 1600.0 * focal / 1920
    view = look_at(camera, (200.0, 200.0 - 0.35 * height, height), (200.0, 200.0))
    mat = print_of(view, np.concatenate(list(mat_corners().values())), (0.0, 0.0), noise)
    tray = np.concatenate(list(mat_corners(30.0, -15.0, 350.0).values()))
    places = [(-460.0, 20.0), (-460.0, -340.0), (510.0, 20.0), (510.0, -340.0)]
    guess = estimate_intrinsics(SIZE, mat, [print_of(view, tray, place, noise) for place in places]).camera
    assert guess.quality.source == "table" and guess.quality.focal_sigma is not None
    assert abs(guess.focal[0] / focal - 1) < max(0.05, 3 * guess.quality.focal_sigma)
    known = mat_corners()
    solution = solve_pose(guess, {key: view.project_plane(flat) for key, flat in known.items()}, known)
    off = solution.view.on_plane(view.project_plane(GRID)) - GRID
    assert np.abs(off).max() < 3.0, "without any lens model cards err by 11-12 mm"
