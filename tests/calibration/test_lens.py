"""A lens is solved from rendered pictures of a ChArUco board; poor sets are refused with what is missing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.camera_model import CameraModel, View, look_at
from calibration.lens import PoorViews, charuco_board, solve_lens

TRUE = CameraModel((960, 540), (745.0, 748.0), (484.0, 266.0), (-0.09, 0.02, 0.0005, -0.0004, 0.0))
BOARD = charuco_board()
PX_PER_MM = 6.0


def photograph(view: View) -> np.ndarray:
    """The board, 252 x 168 mm with its upper left corner at (0, 168), through the lens."""
    width, height = 252, 168
    print_ = BOARD.generateImage((round(width * PX_PER_MM), round(height * PX_PER_MM)))
    us, vs = np.meshgrid(np.arange(TRUE.size[0]), np.arange(TRUE.size[1]))
    places = view.on_plane(np.stack([us, vs], axis=-1).reshape(-1, 2)).reshape(*us.shape, 2)
    x = (places[..., 0] * PX_PER_MM - 0.5).astype(np.float32)
    y = ((height - places[..., 1]) * PX_PER_MM - 0.5).astype(np.float32)
    soft = cv2.GaussianBlur(print_, (0, 0), 2.0)
    seen = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=150)
    noise = np.random.default_rng(3).normal(0, 2, seen.shape)
    return np.clip(np.rint(seen * 0.8 + 20 + noise), 0, 255).astype(np.uint8)


def views() -> list[View]:
    places = [(126, 10, 260), (20, -60, 300), (230, -70, 280), (126, 250, 270), (-20, 120, 280), (270, 120, 260)]
    return [
        look_at(TRUE, place, (126.0 + 30 * (n % 3 - 1), 84.0 + 12 * (n % 2)), 25.0 * n)
        for n, place in enumerate(places)
    ]


def test_the_lens_is_found_again() -> None:
    found = solve_lens([photograph(view) for view in views()], BOARD)
    assert found.quality.source == "charuco" and found.quality.views == 6
    assert found.quality.rms_px is not None and found.quality.rms_px < 0.3
    assert abs(found.focal[0] / TRUE.focal[0] - 1) < 0.01
    # What counts is where a place of the table lands in the picture.
    grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 9), np.linspace(-0.28, 0.28, 7)), axis=-1).reshape(-1, 2)
    scale = found.focal[0] / TRUE.focal[0]
    assert np.abs(found.to_pixels(grid / scale) - TRUE.to_pixels(grid)).max() < 6.0


def test_poor_sets_are_refused_with_what_is_missing() -> None:
    blank = np.full((540, 960), 200, np.uint8)
    with pytest.raises(PoorViews, match="seen well in 0 pictures"):
        solve_lens([blank] * 6, BOARD)
    with pytest.raises(PoorViews, match="one size"):
        solve_lens([blank, blank[:100]], BOARD)
