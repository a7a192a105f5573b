"""Estimate the error of a lens, region by region: the delete-a-group jackknife (M. Quenouille, 1956).

The lens is solved again without a part of the views; how much its rays change shows the variance.
"""

from __future__ import annotations

import numpy as np

from calibration.board_views import BoardSize
from calibration.camera_model import CameraModel, Floats
from calibration.lens_solver import LensFit, solve_again
from calibration.view_coverage import COLUMNS, ROWS

GROUPS = 6


def expected_error(fit: LensFit, board: BoardSize | None = None) -> Floats:
    """Return the expected error of each region: ROWS x COLUMNS, px, one standard deviation.

    A turn of the whole camera is not counted: it is not part of a lens.
    """
    pixels = region_middles(fit.camera.size)
    groups = min(GROUPS, len(fit.views))
    others = [
        solve_again(fit, [view for n, view in enumerate(fit.views) if n % groups != group], board or BoardSize())
        for group in range(groups)
    ]
    off = np.stack([ray_difference(other, fit.camera, pixels) for other in others if other is not None])
    # Deviations from their mean, blown up as each lens shares most of its views with the others.
    spread = np.sum((off - off.mean(axis=0)) ** 2, axis=(0, 2)) * (groups - 1) / groups
    return np.asarray(np.sqrt(spread).reshape(ROWS, COLUMNS))


def region_middles(size: tuple[int, int]) -> Floats:
    """Return the middles of the regions: (ROWS x COLUMNS) x 2 px."""
    xs = (np.arange(COLUMNS) + 0.5) / COLUMNS * size[0] - 0.5
    ys = (np.arange(ROWS) + 0.5) / ROWS * size[1] - 0.5
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def ray_difference(one: CameraModel, other: CameraModel, pixels: Floats) -> Floats:
    """Return the distance between the rays of two lenses that look the same way: N x 2, px of the second.

    The turn between them is found by W. Kabsch's method (1976).
    """
    first, second = _rays(one, pixels), _rays(other, pixels)
    u, _sizes, v = np.linalg.svd(first.T @ second)
    turned = first @ (u @ np.diag([1.0, 1.0, np.linalg.det(u @ v)]) @ v)
    return other.to_pixels(turned[:, :2] / turned[:, 2:]) - pixels


def _rays(camera: CameraModel, pixels: Floats) -> Floats:
    plain = camera.from_pixels(pixels)
    ahead = np.concatenate([plain, np.ones((len(plain), 1))], axis=1)
    return np.asarray(ahead / np.linalg.norm(ahead, axis=1, keepdims=True))
