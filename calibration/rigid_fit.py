"""Where a flat print lies: the turn and shift that carry its points onto where they were seen (least squares)."""

from __future__ import annotations

import numpy as np

from calibration.camera_model import Floats


def rigid_fit(local: Floats, placed: Floats) -> Floats:
    """Fit x, y (m) and heading (radians) that carry local points onto placed ones, both n x 2, mm (least squares)."""
    a, b = local - local.mean(axis=0), placed - placed.mean(axis=0)
    heading = float(np.arctan2(np.sum(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), np.sum(a * b)))
    shift = placed.mean(axis=0) - turned(local.mean(axis=0), heading)
    return np.array([*(shift / 1e3), heading])


def turned(points: Floats, heading: float) -> Floats:
    """Turn points (n x 2, or one) counter-clockwise by a heading in radians."""
    sine, cosine = np.sin(heading), np.cos(heading)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))
