"""A camera that sways while it takes a picture: the mat's markers tell how, and a pushed marker is no sway."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.camera_model import Floats, look_at
from controller.vision.pose.rolling_shutter import ImageShear, estimate_shear
from controller.vision.pose.table_pose import solve_pose
from hardware.simulated.simulated_camera import webcam
from tests.support.boards import mat_corners

MAT = mat_corners()
VIEW = look_at(webcam(), (230.0, 60.0, 1250.0), (200.0, 200.0), 4.0)
ROWS = VIEW.camera.size[1]


def sheared(pixels: Floats, shear: ImageShear) -> Floats:
    """Places of a still picture, as a swaying camera shows them."""
    (dx, dy), middle = shear.shift_px, (shear.rows - 1) / 2
    v = (pixels[..., 1] - dy * middle / shear.rows) / (1 - dy / shear.rows)
    return np.stack([pixels[..., 0] + dx * (v - middle) / shear.rows, v], axis=-1)


def seen(shear: ImageShear, seed: int, moved: tuple[int, Floats] | None = None) -> dict[int, Floats]:
    random = np.random.default_rng(seed)
    flat = {marker: corners + (moved[1] if moved and moved[0] == marker else 0.0) for marker, corners in MAT.items()}
    return {
        marker: sheared(VIEW.project_plane(corners), shear) + random.normal(0, 0.12, (4, 2))
        for marker, corners in flat.items()
    }


@pytest.mark.parametrize("shift", [(6.0, 0.0), (0.0, -7.0), (-5.0, 5.5), (10.0, 4.0)])
def test_a_sway_is_found_and_undone(shift: tuple[float, float]) -> None:
    shear = ImageShear(shift, ROWS)
    for seed in range(5):
        found = estimate_shear(VIEW.camera, seen(shear, seed), MAT)
        assert (
            found is not None and np.linalg.norm(np.subtract(found.shift_px, shift)) < 0.8 and found.similar_to(found)
        )
        for marker, corners in seen(shear, seed).items():
            off = found.unsheared(corners) - VIEW.project_plane(MAT[marker])
            # The whole picture may be shifted by a little, as if the camera hung a millimetre farther on.
            assert np.linalg.norm(off, axis=1).max() < 1.0


def test_a_camera_at_rest_does_not_sway() -> None:
    assert all(estimate_shear(VIEW.camera, seen(ImageShear((0.0, 0.0), ROWS), seed), MAT) is None for seed in range(20))


def test_a_pushed_marker_is_no_sway() -> None:
    random = np.random.default_rng(1)
    for seed in range(60):
        way = float(random.uniform(0, 2 * np.pi))
        off = float(random.uniform(5.0, 25.0)) * np.array([np.cos(way), np.sin(way)])
        there = seen(ImageShear((0.0, 0.0), ROWS), seed, (100 + seed % 4, off))
        at_rest = solve_pose(VIEW.camera, there, MAT)
        assert at_rest.rejected == (100 + seed % 4,)
        assert estimate_shear(VIEW.camera, there, MAT, at_rest) is None, (seed, off)


def test_two_markers_may_be_explained_by_anything() -> None:
    there = seen(ImageShear((8.0, 0.0), ROWS), 1)
    assert estimate_shear(VIEW.camera, {marker: there[marker] for marker in (100, 102)}, MAT) is None
    assert estimate_shear(VIEW.camera, {}, MAT) is None


def test_the_picture_is_undone_as_its_places_are() -> None:
    shear, dots = ImageShear((9.0, -6.0), 480), np.array([[100.0, 60.0], [500.0, 300.0], [320.0, 420.0]])
    picture = np.zeros((480, 640, 3), np.uint8)
    for u, v in dots:
        cv2.circle(picture, (int(u), int(v)), 4, (255, 255, 255), cv2.FILLED)
    _count, _labels, _stats, middles = cv2.connectedComponentsWithStats(shear.unshear_image(picture)[..., 0] // 128)
    there = shear.unsheared(dots)
    apart = np.linalg.norm(middles[1:, None] - there[None], axis=2)
    assert apart.shape == (3, 3) and apart.min(axis=0).max() < 0.4


def test_no_two_swings_are_the_same() -> None:
    assert ImageShear((5.0, 0.0), 1080).similar_to(ImageShear((5.2, 0.3), 1080)) and not ImageShear(
        (5.0, 0.0), 1080
    ).similar_to(ImageShear((4.0, 0.0), 1080))
    assert not ImageShear((2.5, 0.0), 540).similar_to(ImageShear((2.1, 0.0), 540)), "half as large, half as far"
