"""How the field of a mat looks in a frame, to tell whether something was laid there since another one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import MatKey
from boards.mats import mat
from calibration.camera_frames import Image
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import to_grey

SPOT_PX = 4
"""Side of a spot whose mean is compared: less than a tile of the floor, so that one that is hidden changes it."""
CHANGED, NOISES = 3.0, 7.0
"""Least change of a spot beyond that of the light as a whole, levels, and as a multiple of the usual change, noise."""
MOVED_PX = 1.0
"""Least motion of the field in the picture."""


@dataclass(frozen=True, eq=False)
class FieldSnapshot:
    """The part of a picture in which the field is."""

    corners: Floats
    """Of the field, 4 x 2 px."""
    spots: NDArray[np.float32]
    """Mean levels of the spots of its upright box."""

    def looks_like(self, other: FieldSnapshot) -> bool:
        """Tell whether no spot changed by more than noise and light do."""
        if self.spots.shape != other.spots.shape or np.abs(self.corners - other.corners).max() >= MOVED_PX:
            return False
        off = self.spots - other.spots
        off -= np.median(off)
        usual = 1.48 * float(np.median(np.abs(off)))
        return float(np.abs(off).max()) <= max(CHANGED, NOISES * usual)


def field_snapshot(image: Image, view: View, mat_key: MatKey) -> FieldSnapshot:
    """Return how the field of a mat looks in a picture."""
    grid = mat(mat_key).grid
    corners = view.project_plane(
        [(0.0, 0.0), (0.0, grid.height_mm), (grid.width_mm, grid.height_mm), (grid.width_mm, 0.0)]
    )
    # Whole spots, counted from the picture's own corner: a motion of less than a pixel leaves them where they are.
    low = np.maximum(np.rint(corners.min(axis=0) / SPOT_PX), 0).astype(int) * SPOT_PX
    high = np.rint(np.minimum(corners.max(axis=0), image.shape[1::-1]) / SPOT_PX).astype(int) * SPOT_PX
    width, height = np.maximum(high - low, SPOT_PX).tolist()
    part = to_grey(np.ascontiguousarray(image[low[1] : low[1] + height, low[0] : low[0] + width]))
    small = cv2.resize(part, (width // SPOT_PX, height // SPOT_PX), interpolation=cv2.INTER_AREA)
    return FieldSnapshot(corners, np.asarray(small, np.float32))
