"""Tell by the colour of its ink whose card is seen, where two owners' prints are alike in their grey levels.

The ink of a print takes some of each colour of light: how much of which is the same in any light, if it is measured
against the white paper between. A print's own pattern picks out the ink: white, black and what is not printed fall out.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats

LEAD_DEGREES = 6.0
"""Lead from which another owner's ink is excluded: those of two owners are 14 degrees apart or more."""
PAPER_PERCENT = 90.0
"""Levels of each colour below which so many pixels lie: that of the paper."""
BURNT_LEVEL = 250.0
"""Level of the paper from which colours are not measured."""
SOFT_PX = 3.0
"""Smoothing, px: compressed pictures keep colours in half of the size only."""


def ink_colour(parts: NDArray[np.uint8], pattern: NDArray[np.float32]) -> Floats | None:
    """Return the direction of an ink's colour: how much of blue, green and red it takes, of length 1.

    ``parts``: pictures of places (N x H x W x 3); ``pattern``: their print in grey levels, normalised (N x H * W). None
    where the paper is burnt out, or the print is not seen.
    """
    taken = np.zeros(3)
    for part, drawn in zip(parts, pattern, strict=True):
        paper = np.percentile(part.reshape(-1, 3), PAPER_PERCENT, axis=0)
        if np.median(part[..., 1]) > BURNT_LEVEL or paper.min() < 8.0:
            continue
        soft = cv2.GaussianBlur(part, (0, 0), SOFT_PX).astype(np.float64) / paper
        like = cv2.GaussianBlur(drawn.reshape(part.shape[:2]), (0, 0), SOFT_PX).ravel().astype(np.float64)
        taken += -(like - like.mean()) @ soft.reshape(-1, 3)
    length = float(np.linalg.norm(taken))
    return None if length < 1e-6 else np.asarray(-taken / length if taken.sum() < 0 else taken / length)


def degrees_apart(one: Floats, other: Floats) -> float:
    """Return the angle between the directions of two inks' colours."""
    return float(np.degrees(np.arccos(np.clip(one @ other, -1.0, 1.0))))
