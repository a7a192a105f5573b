"""Boards held before a camera: what a faultless detector would see of them, and a session of rendered pictures."""

from __future__ import annotations

import numpy as np

from calibration.board_views import CORNERS, BoardSize, BoardView
from calibration.camera_model import CameraModel, Floats
from calibration.uncertainty import ray_difference
from hardware.simulated.charuco_photo import BoardPose, session

EVERY = np.arange(CORNERS)


def seen(
    camera: CameraModel, held: BoardPose, noise: np.random.Generator, sigma: float = 0.08, sag_mm: float = 0.0
) -> BoardView:
    """The inner corners that are well inside the picture, off by ``sigma`` px each way. The board may sag."""
    flat = BoardSize().places(EVERY)
    bend = sag_mm * (1 - (flat[:, :1] / flat[:, 0].mean() - 1) ** 2)
    there = np.concatenate([flat, bend], axis=1) @ held.rotation.T + held.translation
    pixels = camera.to_pixels(there[:, :2] / there[:, 2:])
    edge = 0.013 * camera.size[0]
    inside = ((pixels > edge) & (pixels < np.array(camera.size) - edge)).all(axis=1)
    off = noise.normal(0, sigma, (int(inside.sum()), 2))
    return BoardView(camera.size, EVERY[inside], pixels[inside] + off, 1.0, "seen")


def session_views(camera: CameraModel, seed: int, count: int = 20) -> list[BoardView]:
    """What a careful person's views of the board show."""
    noise = np.random.default_rng(seed)
    return [seen(camera, held, noise) for held in session(camera, seed, count)]


def mat_corners(side: float = 60.0, out: float = 50.0, field: float = 400.0) -> dict[int, Floats]:
    """Four markers around a field: id -> 4 x 2 mm."""
    half = side / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    middles = [(-out, field + out), (field + out, field + out), (field + out, -out), (-out, -out)]
    return {100 + index: square + np.array(middle) for index, middle in enumerate(middles)}


def lens_error(found: CameraModel, true: CameraModel) -> Floats:
    """By how many px the rays of two lenses part, all over the picture, once they look the same way."""
    (width, height), steps = true.size, np.linspace(0.0, 1.0, 25)
    pixels = np.stack(np.meshgrid(steps * (width - 1), steps * (height - 1)), axis=-1).reshape(-1, 2)
    return np.asarray(np.linalg.norm(ray_difference(found, true, pixels), axis=1))
