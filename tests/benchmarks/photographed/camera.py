"""A camera: pinhole, Brown-Conrady distortion, a pose over the table.

Table frame: mm, z up, the origin in the lower left corner of the mat's field. Formulas: D. C. Brown, "Decentering
distortion of lenses" (1966); A. E. Conrady, "Decentred lens-systems" (1919).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

STEP = 8
"""Of the grid on which rays are solved, px; between its points they are interpolated: 0.01 px off at most."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Where a point of the table is seen, and along which ray a pixel looks."""

    size: tuple[int, int]
    """Width, height, px."""
    focal_px: float
    centre_px: tuple[float, float]
    radial: tuple[float, float, float]
    tangential: tuple[float, float]
    place: Floats
    """Of the optical centre, 3 mm."""
    rotation: Floats
    """3 x 3, from the table's axes to the camera's (x right, y down, z ahead)."""

    def project(self, points: Floats) -> Floats:
        """Return where points (N x 3 mm) are seen (N x 2 px; (0, 0) is the middle of the first pixel)."""
        seen = (np.asarray(points, np.float64) - self.place) @ self.rotation.T
        return self._pixels(seen[:, :2] / seen[:, 2:3])

    def _pixels(self, ideal: Floats) -> Floats:
        return self._distort(ideal) * self.focal_px + np.array(self.centre_px)

    def _distort(self, ideal: Floats) -> Floats:
        x, y = ideal[..., 0], ideal[..., 1]
        k1, k2, k3 = self.radial
        p1, p2 = self.tangential
        square = x * x + y * y
        stretch = 1 + square * (k1 + square * (k2 + square * k3))
        return np.stack(
            [
                x * stretch + 2 * p1 * x * y + p2 * (square + 2 * x * x),
                y * stretch + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
            ],
            axis=-1,
        )

    @cached_property
    def slopes(self) -> tuple[Map, Map]:
        """For every pixel dx/dz and dy/dz of its ray in the table's frame (two H x W)."""
        width, height = self.size
        margin = 3
        # As `resize` interpolates: between the middles of cells of STEP px.
        columns = (np.arange(-margin, width // STEP + margin + 1) + 0.5) * STEP - 0.5
        rows = (np.arange(-margin, height // STEP + margin + 1) + 0.5) * STEP - 0.5
        u, v = np.meshgrid(columns, rows)
        wanted = (np.stack([u, v], axis=-1) - np.array(self.centre_px)) / self.focal_px
        ideal = wanted.copy()
        for _ in range(12):
            ideal += wanted - self._distort(ideal)
        ahead = np.concatenate([ideal, np.ones((*ideal.shape[:2], 1))], axis=-1) @ self.rotation
        grid = (ahead[..., :2] / ahead[..., 2:3]).astype(np.float32)
        # OpenCV's `remap` rounds places to 1/32 of a cell, and its cubic curves do not keep straight lines straight.
        found = cv2.resize(grid, None, fx=STEP, fy=STEP, interpolation=cv2.INTER_LINEAR)
        inside = found[margin * STEP : margin * STEP + height, margin * STEP : margin * STEP + width]
        return np.ascontiguousarray(inside[..., 0]), np.ascontiguousarray(inside[..., 1])

    def on_table(self, height_mm: float = 0.0) -> tuple[Map, Map]:
        """Return the place (x, y, mm) at which each pixel's ray meets the plane of this height."""
        across, along = self.slopes
        depth = np.float32(height_mm - self.place[2])
        return np.float32(self.place[0]) + depth * across, np.float32(self.place[1]) + depth * along

    def px_per_mm(self, point: Floats) -> float:
        """Return how large a millimetre of the table is seen around a point (3 mm)."""
        near = self.project(point + np.array([[0.0, 0, 0], [10, 0, 0], [0, 10, 0]]))
        return float((np.linalg.norm(near[1] - near[0]) + np.linalg.norm(near[2] - near[0])) / 20)


@dataclass(frozen=True)
class Lens:
    """What of a camera is the same in every picture."""

    size: tuple[int, int] = (1920, 1080)
    field_degrees: float = 65.0
    """Horizontal angle of view."""
    radial: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tangential: tuple[float, float] = (0.0, 0.0)
    off_centre: tuple[float, float] = (0.0, 0.0)
    """The optical axis from the picture's middle, px."""


def look_at(lens: Lens, points: Floats, tilt: float, around: float, roll: float, margin: float = 0.02) -> Camera:
    """Place a camera so near that all points (N x 3 mm) are just within the picture.

    ``tilt``: degrees from straight down; ``around``: from which side; ``roll``: about the optical axis, all in degrees.
    """
    width, height = lens.size
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    middle[2] = 0.0
    rotation = _rotation(np.radians(tilt), np.radians(around), np.radians(roll))
    focal = width / 2 / np.tan(np.radians(lens.field_degrees) / 2)
    centre = ((width - 1) / 2 + lens.off_centre[0], (height - 1) / 2 + lens.off_centre[1])
    room = np.array([width * (0.5 - margin), height * (0.5 - margin)])

    def at(distance: float) -> Camera:
        place = middle - rotation[2] * distance
        return Camera(lens.size, focal, centre, lens.radial, lens.tangential, place, rotation)

    near, far = 200.0, 6000.0
    for _ in range(8):
        # Perspective shifts the picture of what is asked for: aim again at its middle.
        low, high = near, far
        for _ in range(30):
            distance = (low + high) / 2
            seen = at(distance).project(points)
            spread = (seen.max(axis=0) - seen.min(axis=0)) / 2
            low, high = (low, distance) if (spread <= room).all() else (distance, high)
        camera = at(high)
        seen = camera.project(points)
        off = (seen.max(axis=0) + seen.min(axis=0)) / 2 - [(width - 1) / 2, (height - 1) / 2]
        if np.abs(off).max() < 1:
            break
        shift = off[0] * rotation[0] + off[1] * rotation[1]
        middle = middle + np.array([*(shift[:2] * high / focal), 0.0])
    return at(high)


def _rotation(tilt: float, around: float, roll: float) -> Floats:
    ahead = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), -np.cos(tilt)])
    up = np.array([0.0, 1.0, 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    turned = np.cos(roll) * right + np.sin(roll) * down
    return np.stack([turned, np.cross(ahead, turned), ahead])
