"""Project points through a camera: pinhole and lens (intrinsics), and its pose over the table (extrinsics).

The camera frame is OpenCV's: x to the right, y down, z forward, mm. The lens is Brown's model of decentring distortion
(D. C. Brown, *Close-range camera calibration*, 1971) with the coefficients k1, k2, p1, p2, k3 in OpenCV's order. All
functions take and give arrays of many points at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_UNDISTORT_ROUNDS = 20
_UNDISTORT_ENOUGH = 1e-10
_FOLDED = 1e-3
"""Where the determinant of the Jacobian is smaller, the lens shows two directions at one pixel."""
_LONGEST_STEP = 0.3


@dataclass(frozen=True)
class Quality:
    """The uncertainty of a camera model."""

    source: str
    """``charuco`` (solved from a board), ``table`` (estimated from the table in view) or ``design`` (given)."""
    rms_px: float | None = None
    """Root mean square of the residuals, px; None if nothing was fitted."""
    views: int = 0
    """Pictures that were used."""
    focal_sigma: float | None = None
    """One standard deviation of the focal length, as a fraction of it."""
    coverage: float | None = None
    """The share of the picture in which a board was seen."""
    error_px: float | None = None
    """The expected error of the lens in all but the worst twentieth of the picture, px."""


@dataclass(frozen=True)
class CameraModel:
    """Intrinsics: picture size, focal lengths, principal point (all px) and lens distortion."""

    size: tuple[int, int]
    """Width and height, px."""
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """k1, k2, p1, p2, k3."""
    quality: Quality = Quality("design")

    @cached_property
    def matrix(self) -> Floats:
        """The 3 x 3 camera matrix."""
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    def distort(self, plain: ArrayLike) -> Floats:
        """Apply the lens distortion to normalised pinhole coordinates (N x 2)."""
        points = np.asarray(plain, dtype=np.float64)
        x, y, _factor = self._bent(points[..., 0], points[..., 1])
        return _together(x, y)

    def undistort(self, bent: ArrayLike) -> Floats:
        """Invert :meth:`distort` by Newton's method (N x 2).

        For a point that no light reaches the result is arbitrary.
        """
        target = np.asarray(bent, dtype=np.float64)
        if not any(self.distortion) or not target.size:
            return target.copy()
        to_x, to_y = target[..., 0].copy(), target[..., 1].copy()
        x, y = to_x, to_y
        for _ in range(_UNDISTORT_ROUNDS):
            off_x, off_y, factor = self._bent(x, y)
            off_x, off_y = off_x - to_x, off_y - to_y
            a, b, d = self._slopes(x, y, factor)
            # The Jacobian is symmetric: both mixed derivatives are b.
            determinant = a * d - b * b
            flat = np.abs(determinant) < _FOLDED
            safe = np.where(flat, _FOLDED, determinant) if flat.any() else determinant
            step_x, step_y = (d * off_x - b * off_y) / safe, (a * off_y - b * off_x) / safe
            longest = max(np.abs(step_x).max(), np.abs(step_y).max())
            if not longest <= _LONGEST_STEP:
                # Far out a strong barrel distortion is nearly flat: small steps do not jump over the fold.
                step_x, step_y = (np.clip(step, -_LONGEST_STEP, _LONGEST_STEP) for step in (step_x, step_y))
            x, y = x - step_x, y - step_y
            if longest < _UNDISTORT_ENOUGH:
                break
        return _together(x, y)

    def to_pixels(self, plain: ArrayLike) -> Floats:
        """Convert normalised pinhole coordinates (N x 2) to pixels (N x 2), with distortion."""
        return np.asarray(self.distort(plain) * np.array(self.focal) + np.array(self.centre))

    def from_pixels(self, pixels: ArrayLike) -> Floats:
        """Convert pixels (N x 2) to normalised pinhole coordinates (N x 2), without distortion."""
        return self.undistort((np.asarray(pixels, dtype=np.float64) - np.array(self.centre)) / np.array(self.focal))

    def scaled(self, size: tuple[int, int]) -> CameraModel:
        """Return the model for another resolution of the same picture (same aspect ratio, no crop)."""
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        return CameraModel(
            size,
            (self.focal[0] * sx, self.focal[1] * sy),
            ((self.centre[0] + 0.5) * sx - 0.5, (self.centre[1] + 0.5) * sy - 0.5),
            self.distortion,
            self.quality,
        )

    def _bent(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """Return normalised pinhole coordinates with distortion, and the radial factor (N each)."""
        k1, k2, p1, p2, k3 = self.distortion
        xx, yy = x * x, y * y
        r2 = xx + yy
        factor = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
        if p1 == p2 == 0.0:
            return x * factor, y * factor, factor
        xy = x * y
        return (
            x * factor + (2 * p1 * xy + p2 * (r2 + 2 * xx)),
            y * factor + (p1 * (r2 + 2 * yy) + 2 * p2 * xy),
            factor,
        )

    def _slopes(self, x: Floats, y: Floats, factor: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the derivatives of :meth:`distort` (N each): dx/dx, dx/dy (equal to dy/dx), dy/dy."""
        k1, k2, p1, p2, k3 = self.distortion
        xx, yy = x * x, y * y
        r2 = xx + yy
        growth = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3))
        return (
            factor + xx * growth + 2 * p1 * y + 6 * p2 * x,
            x * y * growth + 2 * p1 * x + 2 * p2 * y,
            factor + yy * growth + 6 * p1 * y + 2 * p2 * x,
        )


def _together(x: Floats, y: Floats) -> Floats:
    """Return two coordinates as one array (... x 2): what `np.stack` does, without its cost for few places."""
    found = np.empty((*x.shape, 2))
    found[..., 0], found[..., 1] = x, y
    return found


@dataclass(frozen=True, eq=False)
class View:
    """A camera over a table: intrinsics and extrinsics. ``camera = rotation @ mat + translation``, mm."""

    camera: CameraModel
    rotation: Floats
    """3 x 3, from the mat frame to the camera frame."""
    translation: Floats
    """3, mm."""

    @cached_property
    def position(self) -> Floats:
        """Where the camera is in the mat frame, mm."""
        return np.asarray(-self.rotation.T @ self.translation)

    def project(self, points: ArrayLike) -> Floats:
        """Project points of the mat frame (N x 3, mm) to pixels (N x 2); NaN behind the camera."""
        in_camera = np.asarray(points, dtype=np.float64) @ self.rotation.T + self.translation
        return self._projected(in_camera)

    def project_plane(self, points: ArrayLike, z_mm: float = 0.0) -> Floats:
        """Project points (N x 2, mm) of the plane at height ``z_mm`` to pixels (N x 2)."""
        flat = np.asarray(points, dtype=np.float64)
        return self._projected(flat @ self.rotation[:, :2].T + (self.rotation[:, 2] * z_mm + self.translation))

    def _projected(self, in_camera: Floats) -> Floats:
        """Project points of the camera frame (N x 3, mm) to pixels (N x 2); NaN behind the camera."""
        depth = in_camera[..., 2]
        if not (depth > 0.0).all():
            depth = np.where(depth > 0.0, depth, np.nan)
        (fx, fy), (middle_x, middle_y) = self.camera.focal, self.camera.centre
        u, v, _factor = self.camera._bent(in_camera[..., 0] / depth, in_camera[..., 1] / depth)
        return _together(u * fx + middle_x, v * fy + middle_y)

    def rays(self, pixels: ArrayLike) -> Floats:
        """Return the directions (N x 3, mat frame, unit length) of pixels (N x 2), seen from :attr:`position`."""
        plain = self.camera.from_pixels(pixels)
        ahead = np.concatenate([plain, np.ones((*plain.shape[:-1], 1))], axis=-1) @ self.rotation
        return np.asarray(ahead / np.linalg.norm(ahead, axis=-1, keepdims=True))

    def on_plane(self, pixels: ArrayLike, z_mm: ArrayLike = 0.0) -> Floats:
        """Intersect the rays of pixels (N x 2) with the plane at height ``z_mm``: N x 2 mm; NaN where they miss it.

        ``z_mm``: one height, or one for each pixel (N).
        """
        plain = self.camera.from_pixels(pixels)
        ahead = plain @ self.rotation[:2] + self.rotation[2]
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (np.asarray(z_mm, np.float64) - self.position[2]) / ahead[..., 2]
        met = self.position[:2] + reach[..., None] * ahead[..., :2]
        missed = ~(reach > 0.0)
        if missed.any():
            met[missed] = np.nan
        return np.asarray(met)

    def plane_homography(self, z_mm: float = 0.0) -> Floats:
        """Return the homography (3 x 3) from normalised pinhole coordinates to mm on the plane at height ``z_mm``."""
        columns = [self.rotation[:, 0], self.rotation[:, 1], self.rotation[:, 2] * z_mm + self.translation]
        return np.asarray(np.linalg.inv(np.stack(columns, axis=1)))


def look_at(
    camera: CameraModel, position: tuple[float, float, float], target: tuple[float, float], turned: float = 0.0
) -> View:
    """Return a view from ``position`` (mm) to a point of the mat plane (mm), the mat's north up in the picture.

    ``turned`` turns the camera about its optical axis, degrees clockwise in the picture.
    """
    eye = np.array(position, dtype=np.float64)
    ahead = np.array([*target, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, np.array([0.0, 1.0, 0.0]))
    if np.linalg.norm(right) < 1e-6:
        raise ValueError("the camera looks along the mat's north: its picture has no up")
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    sine, cosine = np.sin(np.radians(turned)), np.cos(np.radians(turned))
    rows = np.stack([right * cosine + down * sine, down * cosine - right * sine, ahead])
    return View(camera, rows, np.asarray(-rows @ eye))
