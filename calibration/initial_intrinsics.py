"""Estimate the lens of a camera that was not calibrated, from printed things in view.

Everything printed is flat, rigid and of known size. So one picture of a table with the mat and some trays says much
about the lens: a least-squares fit (Levenberg-Marquardt) of focal length, k1, k2, the camera's pose and the pose of
every tray to all their marker corners. What one picture does not determine (from straight above, focal length and
height are interchangeable) is held by a prior: the values of common webcams. :class:`Quality` tells the uncertainty of
the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera_model import CameraModel, Floats, Quality, View

FIELD_OF_VIEW = 65.0
"""Horizontal field of view of a typical webcam, degrees."""

FOCAL_SIGMA = 0.20
"""Prior of the focal length: one standard deviation of typical webcams, as a fraction."""

K_SIGMA = (0.15, 0.10)
"""Prior of k1 and k2: one standard deviation about 0."""

PIXEL_SIGMA = 0.3
"""Standard deviation of a marker's corner, px."""

_ROUNDS = 40
_EXPLAINED = 2.5
"""Largest residuals of a picture that a lens explains, in standard deviations: 0.75 px each way."""


@dataclass(frozen=True, eq=False)
class RigidPrint:
    """One flat printed thing in view: its marker corners in its own frame and in the picture."""

    local: Floats
    """N x 2, mm."""
    pixels: Floats
    """N x 2, px."""


def typical_camera(size: tuple[int, int], field_of_view: float = FIELD_OF_VIEW) -> CameraModel:
    """Return a common webcam: no distortion, ``field_of_view`` degrees across the picture (width, height px)."""
    focal = size[0] / 2 / np.tan(np.radians(field_of_view / 2))
    return _camera(size, float(focal), 0.0, 0.0, Quality("table", focal_sigma=FOCAL_SIGMA))


def estimate_intrinsics(size: tuple[int, int], mat: RigidPrint, others: Sequence[RigidPrint] = ()) -> CameraModel:
    """Fit the camera that explains one picture best: the mat at the origin, other prints anywhere on z = 0."""
    usual = typical_camera(size)
    start = _start(usual, mat, others)
    if start is None:
        return usual
    fit = _fit(lambda parameters: _residuals(parameters, lambda *lens: _bent(usual, *lens), mat, others), start)
    count = sum(len(item.local) for item in (mat, *others))
    log_focal, k1, k2 = fit.parameters[:3]
    quality = Quality("table", float(fit.rms * PIXEL_SIGMA * np.sqrt(2.0)), 1, float(fit.sigmas[0]))
    if count < 4 or not np.isfinite(quality.rms_px or 0.0):
        return usual
    return replace(_bent(usual, float(log_focal), float(k1), float(k2)), quality=quality)


def focal_by_prints(lens: CameraModel, mat: RigidPrint, others: Sequence[RigidPrint]) -> tuple[float, float] | None:
    """Return the logarithm of the focal length that fits one picture over a lens's own, and its standard deviation.

    None if no focal length explains the picture: a sheet is bent or was pushed. The prior is that of a camera that was
    not calibrated.
    """
    start = _start(lens, mat, others)
    if start is None:
        return None
    fit = _fit(lambda parameters: _residuals(parameters, lambda *change: _changed(lens, *change), mat, others), start)
    off, sigma = float(fit.parameters[0]), float(fit.sigmas[0])
    return (off, sigma) if np.isfinite([off, sigma]).all() and fit.rms < _EXPLAINED else None


def _bent(usual: CameraModel, log_focal: float, k1: float, k2: float) -> CameraModel:
    """Return a typical camera with another focal length and radial distortion."""
    return _camera(usual.size, usual.focal[0] * float(np.exp(log_focal)), k1, k2, usual.quality)


def _changed(lens: CameraModel, log_focal: float, k1: float, k2: float) -> CameraModel:
    """Return a measured lens with another focal length and additional radial distortion."""
    factor, bend = float(np.exp(log_focal)), lens.distortion
    focal = (lens.focal[0] * factor, lens.focal[1] * factor)
    return replace(lens, focal=focal, distortion=(bend[0] + k1, bend[1] + k2, *bend[2:]))


def _camera(size: tuple[int, int], focal: float, k1: float, k2: float, quality: Quality) -> CameraModel:
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return CameraModel(size, (focal, focal), middle, (k1, k2, 0.0, 0.0, 0.0), quality)


def _start(usual: CameraModel, mat: RigidPrint, others: Sequence[RigidPrint]) -> Floats | None:
    """Return the start of the fit; None if there is no pose.

    log f, k1, k2, rotation vector, translation (m), then x (m), y (m), heading (radians) of each other print.
    """
    model = np.concatenate([mat.local, np.zeros((len(mat.local), 1))], axis=1)
    found, turn, shift = cv2.solvePnP(
        model, usual.from_pixels(mat.pixels)[:, None, :], np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return None
    view = View(usual, np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift[:, 0], np.float64))
    places = [_rigid(item.local, view.on_plane(item.pixels)) for item in others]
    start: Floats = np.concatenate([[0.0, 0.0, 0.0], turn[:, 0], shift[:, 0] / 1e3, *places])
    return start if np.all(np.isfinite(start)) else None


def _rigid(local: Floats, placed: Floats) -> Floats:
    """Fit x, y (m) and heading (radians) that carry local points onto placed ones (least squares)."""
    a, b = local - local.mean(0), placed - placed.mean(0)
    heading = np.arctan2(np.sum(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), np.sum(a * b))
    x, y = placed.mean(0) - _turned(local.mean(0), float(heading))
    return np.array([x / 1e3, y / 1e3, heading])


def _turned(points: Floats, heading: float) -> Floats:
    sine, cosine = np.sin(heading), np.cos(heading)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def _residuals(
    parameters: Floats,
    lens: Callable[[float, float, float], CameraModel],
    mat: RigidPrint,
    others: Sequence[RigidPrint],
) -> Floats:
    """Return residuals in standard deviations: the corners, then the priors."""
    log_focal, k1, k2 = parameters[:3]
    camera = lens(float(log_focal), float(k1), float(k2))
    rotation = np.asarray(cv2.Rodrigues(parameters[3:6])[0], np.float64)
    view = View(camera, rotation, parameters[6:9] * 1e3)
    placed = [mat.local]
    for item, (x, y, heading) in zip(others, parameters[9:].reshape(-1, 3), strict=True):
        placed.append(_turned(item.local, float(heading)) + np.array([x, y]) * 1e3)
    pixels = np.concatenate([item.pixels for item in (mat, *others)])
    off = (view.project_plane(np.concatenate(placed)) - pixels).ravel() / PIXEL_SIGMA
    priors = [log_focal / FOCAL_SIGMA, k1 / K_SIGMA[0], k2 / K_SIGMA[1]]
    return np.asarray(np.nan_to_num(np.concatenate([off, priors]), nan=1e6))


@dataclass(frozen=True, eq=False)
class _Fit:
    parameters: Floats
    sigmas: Floats
    rms: float
    """Root mean square of all residuals, in standard deviations."""


def _fit(residuals: Callable[[Floats], Floats], start: Floats) -> _Fit:
    """Minimise the residuals: Levenberg-Marquardt with a numeric Jacobian; there are few parameters and points."""
    parameters, damping = start, 1e-3
    off = residuals(parameters)
    for _ in range(_ROUNDS):
        jacobian = _jacobian(residuals, parameters, off)
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ off
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -gradient)
        tried = residuals(parameters + step)
        gain = float(off @ off - tried @ tried)
        if gain > 0.0:
            parameters, off, damping = parameters + step, tried, max(damping / 5, 1e-9)
            if gain < 1e-6 * (1.0 + float(off @ off)):
                break
        else:
            damping *= 10
            if damping > 1e8:
                break
    jacobian = _jacobian(residuals, parameters, off)
    rms = float(np.sqrt(np.mean(off * off)))
    # Residuals above their expected size widen the uncertainty: the model does not explain everything.
    sigmas = np.sqrt(np.diag(np.linalg.pinv(jacobian.T @ jacobian))) * max(1.0, rms)
    return _Fit(parameters, sigmas, rms)


def _jacobian(residuals: Callable[[Floats], Floats], parameters: Floats, off: Floats) -> Floats:
    step = 1e-6
    columns = []
    for index in range(len(parameters)):
        moved = parameters.copy()
        moved[index] += step
        columns.append((residuals(moved) - off) / step)
    return np.stack(columns, axis=1)
