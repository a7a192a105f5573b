"""Marker corners from their edges: each side is fitted as a line, in linear light, and the lines are crossed.

A corner of a small marker is blurred away; its sides are not. Across each side the brightness is sampled
on short profiles; the centroid of its slope is a point of the edge; a line through the points, taken
robustly, is the side. All sides of all markers are done at once.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats

PROFILES = 12
"""Across each side."""

STEPS = 13
"""Samples on a profile."""

REACH_MODULES = 0.8
"""How far a profile reaches to both sides, in modules: the border and the quiet zone are wider."""

ROUNDS = 3
"""Each starts from the lines of the one before."""

FARTHEST = 0.6
"""A corner that moves by more modules than this is not believed; the detector's stays."""

_ALONG = np.linspace(0.12, 0.88, PROFILES)
_ACROSS = np.linspace(-1.0, 1.0, STEPS)
_LINEAR = np.asarray(((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4, np.float32)
"""sRGB's curve (IEC 61966-2-1) without its short straight start."""

_MODULES = 7


def fit_edges(grey: NDArray[np.uint8], corners: Floats) -> tuple[Floats, Floats]:
    """Finer corners (N x 4 x 2, px) and the edges' softness (N, one standard deviation, px)."""
    fine = corners
    softness = np.full(len(corners), np.nan)
    for _ in range(ROUNDS):
        points, weights, spread = _edge_points(grey, fine)
        crossed = _crossings(points, weights)
        module = _module_px(corners)
        off = np.linalg.norm(crossed - corners, axis=2).max(axis=1)
        good = np.isfinite(off) & (off < FARTHEST * module)
        fine = np.where(good[:, None, None], crossed, corners)
        softness = np.where(good, spread, np.nan)
    return fine, softness


def _module_px(corners: Floats) -> Floats:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    return np.asarray(sides.mean(axis=1) / _MODULES)


def _edge_points(grey: NDArray[np.uint8], corners: Floats) -> tuple[Floats, Floats, Floats]:
    """Points on each side (N x 4 x PROFILES x 2), their weights, and the mean softness (N)."""
    start, end = corners, np.roll(corners, -1, axis=1)
    along = end - start
    # Corners run clockwise in the picture, so this normal points out of the marker.
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    out /= np.maximum(np.linalg.norm(out, axis=-1, keepdims=True), 1e-9)
    reach = (REACH_MODULES * _module_px(corners))[:, None, None]
    feet = start[:, :, None, :] + along[:, :, None, :] * _ALONG[:, None]
    samples = feet[:, :, :, None, :] + out[:, :, None, None, :] * (reach[..., None] * _ACROSS)[..., None]
    brightness = _sample(grey, samples)
    slope = np.maximum(np.diff(brightness, axis=-1), 0.0)
    # What is less steep than a third of the steepest is noise, paper or the next module.
    slope = np.where(slope > slope.max(axis=-1, keepdims=True) / 3, slope, 0.0)
    total = slope.sum(axis=-1)
    middles = (_ACROSS[1:] + _ACROSS[:-1]) / 2
    safe = np.maximum(total, 1e-6)
    centroid = (slope * middles).sum(axis=-1) / safe
    variance = (slope * (middles - centroid[..., None]) ** 2).sum(axis=-1) / safe
    points = feet + out[:, :, None, :] * (reach * centroid)[..., None]
    spread = np.sqrt(np.median(variance.reshape(len(corners), -1), axis=1)) * reach[:, 0, 0]
    return points, total, spread


def _sample(grey: NDArray[np.uint8], places: Floats) -> Floats:
    """Linear light at sub-pixel places (... x 2)."""
    flat = places.reshape(len(places), -1, 2).astype(np.float32)
    if len(flat) == 0:
        return np.zeros(places.shape[:-1])
    taken = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(_LINEAR[taken].reshape(places.shape[:-1]), np.float64)


def _crossings(points: Floats, weights: Floats) -> Floats:
    """Corners (N x 4 x 2) where the lines through neighbouring sides' points cross; NaN if they do not."""
    normals, offsets = _lines(points, weights)
    before_n, before_o = np.roll(normals, 1, axis=1), np.roll(offsets, 1, axis=1)
    matrix = np.stack([before_n, normals], axis=-2)
    determinant = matrix[..., 0, 0] * matrix[..., 1, 1] - matrix[..., 0, 1] * matrix[..., 1, 0]
    determinant = np.where(np.abs(determinant) < 1e-3, np.nan, determinant)
    x = (before_o * normals[..., 1] - offsets * before_n[..., 1]) / determinant
    y = (offsets * before_n[..., 0] - before_o * normals[..., 0]) / determinant
    return np.stack([x, y], axis=-1)


def _lines(points: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Unit normals (N x 4 x 2) and offsets (N x 4) of total least squares lines; far points weigh less."""
    weigh = weights
    for _ in range(2):
        total = np.maximum(weigh.sum(axis=-1), 1e-9)
        mean = (points * weigh[..., None]).sum(axis=-2) / total[..., None]
        centred = points - mean[..., None, :]
        xx = (weigh * centred[..., 0] ** 2).sum(axis=-1)
        yy = (weigh * centred[..., 1] ** 2).sum(axis=-1)
        xy = (weigh * centred[..., 0] * centred[..., 1]).sum(axis=-1)
        angle = 0.5 * np.arctan2(2 * xy, xx - yy)
        normal = np.stack([-np.sin(angle), np.cos(angle)], axis=-1)
        off = np.abs((centred * normal[..., None, :]).sum(axis=-1))
        scale = np.maximum(np.median(off, axis=-1, keepdims=True) * 2.5, 0.05)
        weigh = weights / (1.0 + (off / scale) ** 4)
    return normal, (normal * mean).sum(axis=-1)
