"""Where the pixels of a camera look, and pictures taken at such places."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.camera_model import CameraModel, Floats

_GRID_STEP = 16


@lru_cache(maxsize=2)
def undistorted_grid(camera: CameraModel) -> NDArray[np.float32]:
    """H x W x 2: the normalised pinhole coordinates of every pixel. Exact on a coarse grid, cubic between.

    Not to be changed: it is kept for the next who asks for this camera's.
    """
    width, height = camera.size
    across, along = _cubic_weights(width), _cubic_weights(height)
    xs, ys = ((np.arange(weights.shape[1]) - 1) * _GRID_STEP for weights in (across, along))
    exact = camera.from_pixels(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(len(ys), len(xs), 2)
    fine = [along @ exact[:, :, axis] @ across.T for axis in (0, 1)]
    return np.stack(fine, axis=-1).astype(np.float32)


def _cubic_weights(count: int) -> Floats:
    """Count x knots: how much each knot of the coarse grid weighs at each pixel (Catmull-Rom)."""
    places = np.arange(count) / _GRID_STEP
    first, t = np.floor(places).astype(int), places % 1.0
    weights = np.zeros((count, first[-1] + 4))
    parts = (
        -0.5 * t + t**2 - 0.5 * t**3,
        1 - 2.5 * t**2 + 1.5 * t**3,
        0.5 * t + 2 * t**2 - 1.5 * t**3,
        -0.5 * t**2 + 0.5 * t**3,
    )
    for offset, part in enumerate(parts):
        weights[np.arange(count), first + offset] = part
    return weights


def sampled_texture(texture: NDArray[np.uint8], where: ArrayLike, border: int) -> NDArray[np.uint8]:
    """Return the texture at places (H x W x 2, px)."""
    places = np.asarray(where, np.float32)
    across, along = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
    return np.asarray(cv2.remap(texture, across, along, cv2.INTER_LINEAR, borderMode=border), np.uint8)
