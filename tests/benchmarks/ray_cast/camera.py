"""A camera: a ray for each pixel, and a pixel for each point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Camera:
    """A perspective camera above the table. World: mm, x right, y up, z off the table."""

    size: tuple[int, int]
    focal_px: float
    eye: tuple[float, float, float]
    axes: npt.NDArray[np.float64]
    """Rows: the picture's right, its down, and forward, in the world; 3 x 3."""
    bend: tuple[float, float] = (0.0, 0.0)
    """A point at ``r`` focal lengths from the middle of the picture is seen where a straight lens would see
    ``r (1 + bend[0] r^2 + bend[1] r^4)``."""
    middle: tuple[float, float] = (0.0, 0.0)
    """Where the optical axis meets the picture, px from its middle."""

    def rays(self, finer: float = 1.0) -> tuple[Array, Array]:
        """Return for each pixel of a picture ``finer`` times larger by how much x and y change per mm of descent."""
        width, height = (round(side * finer) for side in self.size)
        columns = (np.arange(width, dtype=np.float32) + 0.5) / finer - self.size[0] / 2 - self.middle[0]
        rows = (np.arange(height, dtype=np.float32) + 0.5) / finer - self.size[1] / 2 - self.middle[1]
        a, b = np.meshgrid(columns / self.focal_px, rows / self.focal_px)
        square = a * a + b * b
        factor = 1 + square * (self.bend[0] + square * self.bend[1])
        a, b = a * factor, b * factor
        right, down, forward = self.axes.astype(np.float32)
        drop = -(a * right[2] + b * down[2] + forward[2])
        x = (a * right[0] + b * down[0] + forward[0]) / drop
        y = (a * right[1] + b * down[1] + forward[1]) / drop
        return x.astype(np.float32), y.astype(np.float32)

    def project(self, points: Points) -> Points:
        """Return where points (N x 3, mm) are seen, px from the picture's upper left corner (N x 2)."""
        local = (np.asarray(points, np.float64) - np.array(self.eye)) @ self.axes.T
        straight = local[:, :2] / local[:, 2:3]
        radius = np.hypot(*straight.T)
        bent = radius.copy()
        for _ in range(12):
            value = bent * (1 + self.bend[0] * bent**2 + self.bend[1] * bent**4) - radius
            bent -= value / (1 + 3 * self.bend[0] * bent**2 + 5 * self.bend[1] * bent**4)
        scaled = straight * (bent / np.maximum(radius, 1e-12))[:, None]
        return scaled * self.focal_px + np.array(self.size) / 2 + np.array(self.middle)


def aimed(
    size: tuple[int, int],
    focal_px: float,
    corners: Points,
    tilt: float,
    azimuth: float,
    roll: float,
    bend: tuple[float, float] = (0.0, 0.0),
    fill: float = 0.95,
) -> Camera:
    """Return a camera that sees all corners (N x 3, mm) within ``fill`` of the picture.

    ``tilt``: degrees off the vertical; ``azimuth``: from which side it looks; ``roll``: of the picture.
    """
    lean, side, turn = np.radians((tilt, azimuth, roll))
    forward = np.array([-np.sin(lean) * np.cos(side), -np.sin(lean) * np.sin(side), -np.cos(lean)])
    up = np.array([-np.cos(side), -np.sin(side), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    right, down = right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)
    axes = np.stack([right, down, forward])
    target = (corners.min(axis=0) + corners.max(axis=0)) / 2
    half = np.array(size) / 2
    low, high = 300.0, 6000.0
    for _ in range(30):
        distance = (low + high) / 2
        off = _centred(size, focal_px, axes, target, distance, corners, bend)[1]
        if np.all(off <= half * fill):
            high = distance
        else:
            low = distance
    return _centred(size, focal_px, axes, target, high, corners, bend)[0]


def _centred(
    size: tuple[int, int],
    focal_px: float,
    axes: npt.NDArray[np.float64],
    target: Points,
    distance: float,
    corners: Points,
    bend: tuple[float, float],
) -> tuple[Camera, Points]:
    """Return a camera at this distance that has the corners in its middle, and how far they reach from it, px."""
    aim = target.copy()
    for _ in range(4):
        eye = aim - axes[2] * distance
        camera = Camera(size, focal_px, (float(eye[0]), float(eye[1]), float(eye[2])), axes, bend)
        seen = camera.project(corners) - np.array(size) / 2
        off = (seen.min(axis=0) + seen.max(axis=0)) / 2
        shift = (axes[0] * off[0] + axes[1] * off[1]) * distance / focal_px
        aim = aim + np.array([shift[0], shift[1], 0.0])
    return camera, np.abs(seen).max(axis=0)
