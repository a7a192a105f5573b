"""Find what is wrong with a picture as a whole, measured on its pixels."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.scene import Trouble

BLACK_LEVEL = 22.0
"""A picture whose brightest hundredth is darker shows nothing, grey levels."""

OVEREXPOSED_SHARE = 0.55
"""Share of overexposed pixels from which a picture is overexposed."""

LEAST_SHARPNESS = 2.2
"""A picture without a sharper edge (99.5th percentile, grey levels per px) is out of focus."""

LEAST_CONTRAST = 30.0
"""A picture with a smaller range of grey levels shows nothing that could be sharp."""

BUMP_SHARE = 0.002
"""Least motion of the mat's corners that counts, as a share of the picture's width: 4 px of 1920."""

SAME_AFTER = 3
"""Identical pictures in a row after which a camera is frozen: a live sensor always has noise."""


def exposure_trouble(grey: Grey) -> Trouble | None:
    """Tell whether a picture is too dark or too bright to show anything."""
    small = grey[::6, ::6]
    if float(np.percentile(small, 99)) < BLACK_LEVEL:
        return Trouble.BLACK
    if float((small >= 250).mean()) > OVEREXPOSED_SHARE:
        return Trouble.OVEREXPOSED
    return None


def looks_blurred(grey: Grey) -> bool:
    """Tell whether a picture without markers shows something, but no sharp edge at all."""
    spread = float(np.percentile(grey[::4, ::4], 99) - np.percentile(grey[::4, ::4], 1))
    if spread < LEAST_CONTRAST:
        return False
    slope_x = cv2.Sobel(grey, cv2.CV_16S, 1, 0, ksize=3)
    slope_y = cv2.Sobel(grey, cv2.CV_16S, 0, 1, ksize=3)
    steep = np.maximum(np.abs(slope_x), np.abs(slope_y))[::2, ::2]
    # A Sobel answer is eight times the slope; a sharp edge climbs a quarter of the picture's range in a pixel.
    return float(np.percentile(steep, 99.7)) / 8 < max(LEAST_SHARPNESS, 0.06 * spread)


class CameraMoveDetector:
    """Detects that the mat jumped in the picture: the camera was bumped."""

    def __init__(self) -> None:
        self._last: Mapping[int, Floats] = {}

    def moved(self, seen: Mapping[int, Floats], width: int) -> bool:
        """Compare the mat's markers (id -> 4 x 2 px; empty: no mat in view) with those of the picture before."""
        both = [marker for marker in seen if marker in self._last]
        steps = [np.linalg.norm(seen[marker] - self._last[marker], axis=1) for marker in both]
        if seen:
            self._last = dict(seen)
        # One marker may be misread or on a corner that is lifted; most of them are not.
        return bool(steps) and float(np.median(np.concatenate(steps))) > BUMP_SHARE * width


class FrozenFrameDetector:
    """Detects a live camera that hands over the same picture again and again."""

    def __init__(self) -> None:
        self._last: bytes = b""
        self._same = 0

    def frozen(self, grey: Grey) -> bool:
        """Compare a picture (H x W) with the one before."""
        sample = grey[::9, ::9].tobytes()
        self._same = self._same + 1 if sample == self._last else 0
        self._last = sample
        return self._same >= SAME_AFTER
