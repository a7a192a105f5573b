"""Quadrilaterals in a picture: how large they are, whether they are inside, and what they show from straight above."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey


def inside_picture(corners: Floats, shape: tuple[int, ...], margin: float = 1.0) -> bool:
    """Tell whether all places (N x 2, px) are in a picture of this shape, ``margin`` px from its edge at least."""
    height, width = shape[:2]
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool((low >= margin).all() and high[0] <= width - 1 - margin and high[1] <= height - 1 - margin)


def sides_px(corners: Floats) -> Floats:
    """Return the mean side of each quadrilateral (N x 4 x 2, px): N, px."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1))


def rectified_patch(grey: Grey, corners: Floats, size: tuple[int, int]) -> Grey:
    """Warp a quadrilateral (4 x 2 px, clockwise from its upper left) into a picture of ``size`` (width, height), px."""
    width, height = size
    target = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float32)
    carry = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(grey, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
