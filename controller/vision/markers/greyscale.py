"""Convert pictures to grey, and grey levels to linear light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_frames import Image

Grey = NDArray[np.uint8]
"""A picture, H x W."""

LINEAR = np.asarray(((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4, np.float32)
"""Light of each grey level, 0..1: sRGB's curve (IEC 61966-2-1) without its short straight start."""

_MOST_PLACES = 30_000
"""cv2.remap takes fewer than 32,768 columns."""


def to_grey(image: Image) -> Grey:
    """Return the brightness of a colour picture."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def sample_light(grey: Grey, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sample linear light at sub-pixel places (rows x columns each), px; beyond the picture its edge is repeated."""
    edge = cv2.BORDER_REPLICATE
    if x.shape[1] <= _MOST_PLACES:
        return np.asarray(cv2.LUT(cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=edge), LINEAR))
    starts = range(0, x.shape[1], _MOST_PLACES)
    parts = [(x[:, at : at + _MOST_PLACES], y[:, at : at + _MOST_PLACES]) for at in starts]
    taken = [cv2.remap(grey, *part, cv2.INTER_LINEAR, borderMode=edge) for part in parts]
    return np.asarray(cv2.LUT(np.concatenate(taken, axis=1), LINEAR))
