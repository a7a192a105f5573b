"""Shadows: of an arm before a lamp, of a person before a window. Hard or soft."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.geometry import Point
from calibration.camera_model import View
from hardware.simulated.optics.light import Light, Shot, times

_FINE = 4
"""Bits of a pixel's fraction that outlines are drawn with."""
_SHRUNK = 4
"""Edges are made soft in a picture so many times smaller, if they are very soft."""


@dataclass(frozen=True)
class Shadow:
    """A place that a lamp does not reach."""

    corners: tuple[Point, ...]
    """Of its outline, mm of the mat frame."""
    dark: float
    """The share of the light that is missing."""
    penumbra_mm: float = 1.0
    """How soft its edge is, one standard deviation."""

    def __call__(self, light: Light, shot: Shot) -> Light:
        """Apply the effect to light."""
        return times(light, 1.0 - np.float32(self.dark) * covered(shot.view, self.corners, self.penumbra_mm))


def covered(view: View, corners: tuple[Point, ...], soft_mm: float) -> NDArray[np.float32]:
    """Return the share (H x W, 0 to 1) of each pixel that a soft-edged area of the table fills."""
    width, height = view.camera.size
    pixels = view.project_plane([(corner.x, corner.y) for corner in corners])
    soft_px = soft_mm * view.camera.focal[0] / float(view.position[2])
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(pixels * 2**_FINE).astype(np.int32)], (255,), cv2.LINE_AA, _FINE)
    shrunk = _SHRUNK if soft_px > 2 * _SHRUNK else 1
    small = cv2.resize(mask, (width // shrunk, height // shrunk), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(soft_px / shrunk, 0.3))
    return np.asarray(cv2.resize(soft, (width, height)), np.float32) / np.float32(255)
