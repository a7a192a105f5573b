"""Solve the camera's pose when little of the mat is seen: trays in view determine the tilt of the table.

Two markers at one edge of the mat determine the table badly at its far end. A tray's markers are at known places of the
tray, wherever it lies; so pose and trays' places are fitted together (Gauss and Newton's method), and the fit's
covariance gives the uncertainty of a place on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.camera_model import Floats, View
from calibration.initial_intrinsics import RigidPrint, rigid_fit, turned

SIGMA_PX = 0.4
"""Standard deviation of a corner, px, at least; larger residuals count."""

_POSE = 6
_ROUNDS = 5
_ENOUGH = 1e-7
_STEP = 1e-6


@dataclass(frozen=True, eq=False)
class JointPose:
    """A view, and how sure it is."""

    view: View
    rms_px: float
    """Root mean square over the corners used, px."""
    covariance: Floats
    """6 x 6, of small turns of the camera frame (radians), then of its shift (shares of the distance)."""

    def sigma_mm(self, places: Floats, heights_mm: ArrayLike = 0.0) -> Floats:
        """Return the uncertainty of places (N x 2, mm): N mm, one standard deviation, worst direction.

        ``heights_mm``: their height over the table, or that of each of them (N).
        """
        heights = np.broadcast_to(np.asarray(heights_mm, np.float64), len(places))
        pixels = self.view.project(np.c_[places, heights])
        jacobian = np.stack(
            [
                (_perturbed(self.view, step).on_plane(pixels, heights) - places) / _STEP
                for step in np.eye(_POSE) * _STEP
            ],
            axis=2,
        )
        spread = jacobian @ self.covariance @ jacobian.transpose(0, 2, 1)
        return np.asarray(np.sqrt(np.linalg.eigvalsh(spread)[:, -1]))


def joint_pose(view: View, mat: RigidPrint, others: Sequence[RigidPrint]) -> JointPose:
    """Fit the pose near ``view`` that explains the mat and other flat prints on the table best."""
    places = [rigid_fit(item.local, view.on_plane(item.pixels)) for item in others]
    parameters = np.concatenate([np.zeros(_POSE), *places])
    residuals = _residuals(parameters, view, mat, others)
    for _ in range(_ROUNDS):
        jacobian = _jacobian(parameters, residuals, view, mat, others)
        step = np.linalg.lstsq(jacobian, -residuals, rcond=None)[0]
        tried = _residuals(parameters + step, view, mat, others)
        if not np.isfinite(tried).all() or tried @ tried >= residuals @ residuals:
            break
        parameters, residuals = parameters + step, tried
        if np.abs(step).max() < _ENOUGH:
            break
    jacobian = _jacobian(parameters, residuals, view, mat, others)
    sigma = max(SIGMA_PX, float(np.sqrt(residuals @ residuals / max(1, len(residuals) - len(parameters)))))
    covariance = np.asarray(np.linalg.pinv(jacobian.T @ jacobian)[:_POSE, :_POSE] * sigma**2, np.float64)
    rms = float(np.sqrt(2.0 * np.mean(residuals * residuals)))
    return JointPose(_perturbed(view, parameters[:_POSE]), rms, covariance)


def _perturbed(view: View, step: Floats) -> View:
    turn = np.asarray(cv2.Rodrigues(np.ascontiguousarray(step[:3]))[0], np.float64)
    scale = float(np.linalg.norm(view.translation))
    return View(view.camera, turn @ view.rotation, turn @ view.translation + step[3:] * scale)


def _residuals(parameters: Floats, view: View, mat: RigidPrint, others: Sequence[RigidPrint]) -> Floats:
    """Return the residuals of the corners, px."""
    perturbed = _perturbed(view, parameters[:_POSE])
    parts = [mat.local]
    for item, (x, y, heading) in zip(others, parameters[_POSE:].reshape(-1, 3), strict=True):
        parts.append(turned(item.local, float(heading)) + np.array([x, y]) * 1e3)
    seen = np.concatenate([mat.pixels, *(item.pixels for item in others)])
    return np.asarray((perturbed.project_plane(np.concatenate(parts)) - seen).ravel())


def _jacobian(
    parameters: Floats, residuals: Floats, view: View, mat: RigidPrint, others: Sequence[RigidPrint]
) -> Floats:
    steps = np.eye(len(parameters)) * _STEP
    return np.stack([(_residuals(parameters + step, view, mat, others) - residuals) / _STEP for step in steps], axis=1)
