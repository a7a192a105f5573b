"""Correct the rolling shutter: a camera that sways exposes its rows one after the other, which shears the picture.

A swing of a stand takes much longer than a picture's rows do. So what is seen in a row is shifted in proportion to the
row's distance from the middle one (the linear model of a rolling shutter under translation: C. Geyer, M. Meingast, S.
Sastry, *Geometric models of rolling-shutter cameras*, 2005): two parameters beside the pose, fitted together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_frames import Image
from calibration.camera_model import CameraModel, Floats, View
from controller.vision.pose.table_pose import PoseSolution, initial_pose, refine_pose

FEWEST_MARKERS = 3
"""Markers that are needed: two can always be explained by some shear."""

CALM_PX = 0.75
"""Residual below which there is no shear (root mean square, px, in a picture 1920 px wide)."""

EXPLAINED_PX = 0.55
"""Largest residual with the shear (root mean square, px, in a picture 1920 px wide)..."""
BETTER = 2.2
"""...which must be so many times smaller than without."""

MOST_PX = 12.0
"""Largest shift between the first row and the last, px, in a picture 1920 px wide: beyond it nothing could be read."""

SAME_PX = 0.6
"""Shears that differ by less are the same, px, in a picture of 1080 rows."""

_PICTURE, _ROWS = 1920.0, 1080
_ROUNDS = 3


@dataclass(frozen=True)
class ImageShear:
    """The motion of the camera while it took a picture."""

    shift_px: tuple[float, float]
    """The shift of the last row against the first one: to the right, and down, px."""
    rows: int

    def unsheared(self, pixels: Floats) -> Floats:
        """Return where places of the picture (... x 2, px) were at the moment of its middle row."""
        return np.asarray(pixels + self._back(pixels))

    def unshear_image(self, image: Image) -> Image:
        """Warp the picture as if it had been taken all at once, at the moment of its middle row."""
        dx, dy = (shift / self.rows for shift in self.shift_px)
        middle = (self.rows - 1) / 2
        carry = np.array([[1.0, -dx, dx * middle], [0.0, 1.0 - dy, dy * middle]])
        size = (image.shape[1], image.shape[0])
        return np.asarray(cv2.warpAffine(image, carry, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def similar_to(self, other: ImageShear) -> bool:
        """Tell whether both are the same.

        Two pictures of a stand that swings never are; a folded sheet, which looks like a shear, stays as it is.
        """
        return bool(np.linalg.norm(np.subtract(self.shift_px, other.shift_px)) < SAME_PX * self.rows / _ROWS)

    def _back(self, pixels: Floats) -> Floats:
        share = (pixels[..., 1:] - (self.rows - 1) / 2) / self.rows
        return np.asarray(-share * np.array(self.shift_px))


def estimate_shear(
    camera: CameraModel, seen: Mapping[int, Floats], known: Mapping[int, Floats], at_rest: PoseSolution | None = None
) -> ImageShear | None:
    """Estimate the shear that explains the mat's markers where no pose of a camera at rest does.

    ``seen`` 4 x 2 px and ``known`` 4 x 2 mm on the mat, by id. None if there is no shear, or no need of one:
    ``at_rest``, the pose of a camera at rest, explains the markers as well, perhaps but for one that was pushed.
    """
    scale = max(camera.size) / _PICTURE
    ids = sorted(seen.keys() & known.keys())
    if len(ids) < FEWEST_MARKERS or (at_rest and not at_rest.rejected and at_rest.rms_px < CALM_PX * scale):
        return None
    model = np.concatenate([np.c_[known[marker], np.zeros(4)] for marker in ids])
    pixels = np.concatenate([seen[marker] for marker in ids])
    start = initial_pose(model, camera.from_pixels(pixels))
    if start is None:
        return None

    def off(shift: Floats) -> Floats:
        there = ImageShear((float(shift[0]), float(shift[1])), camera.size[1]).unsheared(pixels)
        view = View(camera, *refine_pose(model, camera.from_pixels(there), *start))
        return np.asarray((view.project(model) - there).ravel())

    shift = np.zeros(2)
    still = left = off(shift)
    for _ in range(_ROUNDS):
        slopes = np.stack([off(shift + one) - left for one in np.eye(2)], axis=1)
        shift = shift - np.linalg.lstsq(slopes, left, rcond=None)[0]
        left = off(shift)
    explained = _rms(left) < EXPLAINED_PX * scale and _rms(left) * BETTER < _rms(still)
    if at_rest is not None and at_rest.rejected and at_rest.rms_px < _rms(left):
        return None
    small = bool(np.linalg.norm(shift) < MOST_PX * scale)
    return ImageShear((float(shift[0]), float(shift[1])), camera.size[1]) if explained and small else None


def _rms(off: Floats) -> float:
    """Return the root mean square over corners, px: both coordinates together."""
    return float(np.sqrt(2.0 * np.mean(off * off)))
