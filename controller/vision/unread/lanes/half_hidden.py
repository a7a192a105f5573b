"""Find cards of which one marker was read, and whose other marker is hidden by something that was not read.

Such a card is read; but what hides its other half lies in the row as well, and is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from boards.geometry import Pixel
from boards.kit.marker_plan import DICTIONARY
from boards.kit.thing_keys import CardKey, MatKey, ReadyKey, TrayKey
from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.image_patches import rectified_patch
from controller.vision.markers.marker_dictionary import marker_dictionary
from controller.vision.markers.occlusion import occlusion_cause
from controller.vision.objects.object_recognition import Recognition
from controller.vision.objects.recognised_object import RecognisedObject
from controller.vision.pose.camera_pose import PosedFrame
from controller.vision.pose.placement import PlacedMarker, local_corners, outline, to_mat_frame, to_pixels
from controller.vision.scene import Unread
from controller.vision.unread.outlines import inside_polygon

SEEN = 0.5
"""Correlation with its modules from which a marker is seen; places without it have less than 0.4."""
LEAST_CONTRAST = 0.1
"""Least standard deviation of the log of the modules' brightness."""
_MODULE_PX = 4


def half_hidden_cards(posed: PosedFrame, placed: Sequence[PlacedMarker], recognition: Recognition) -> list[Unread]:
    """Report what hides the other marker of cards that were read by one, where no card that was read lies on it."""
    on_top = [item for item in recognition.read if not isinstance(item.thing.key, MatKey | TrayKey)]
    found: list[Unread] = []
    for item in on_top:
        if not isinstance(item.thing.key, CardKey | ReadyKey) or item.markers != 1:
            continue
        corners = _missing_marker(item, placed)
        pixels = posed.view.project_plane(corners)
        middle = to_pixels(pixels.mean(axis=0, keepdims=True))[0]
        others = [other for other in on_top if other is not item]
        if _similarity(posed.grey, pixels, item.thing.markers[0].id) > SEEN:
            continue
        if not any(inside_polygon(middle, _outline_px(posed, other)) for other in others):
            why = occlusion_cause(posed.grey, pixels, posed.blur_modules)
            found.append(Unread(why, to_pixels(pixels), item.pose, None))
    return found


def _similarity(grey: Grey, corners: Floats, marker: int) -> float:
    """Return the correlation of a place (4 x 2 px) with the modules of a marker that may be seen, though not read."""
    dictionary = marker_dictionary(DICTIONARY)
    across = dictionary.modules
    patch = rectified_patch(grey, corners, (across * _MODULE_PX, across * _MODULE_PX)).astype(np.float32)
    # The middles of modules: their edges are soft.
    means = cv2.GaussianBlur(patch, (0, 0), _MODULE_PX / 4)[
        _MODULE_PX // 2 :: _MODULE_PX, _MODULE_PX // 2 :: _MODULE_PX
    ]
    word = np.pad(dictionary.words[marker], 1).astype(np.float32)
    levels = np.log(np.maximum(means, 4.0))
    if levels.std() < LEAST_CONTRAST:
        return 0.0
    return float(np.corrcoef(levels.ravel(), word.ravel())[0, 1])


def _missing_marker(item: RecognisedObject, placed: Sequence[PlacedMarker]) -> Floats:
    """Return the corners of the marker of a card that was not read (4 x 2 mm of the mat frame)."""
    own = np.array([marker.corners.mean(axis=0) for marker in placed if marker.thing.key == item.thing.key])
    corners = [to_mat_frame(item.pose, local_corners(marker)) for marker in item.thing.markers]
    away = [np.linalg.norm(own - part.mean(axis=0), axis=1).min() if len(own) else 0.0 for part in corners]
    return corners[int(np.argmax(away))]


def _outline_px(posed: PosedFrame, item: RecognisedObject) -> tuple[Pixel, ...]:
    return to_pixels(posed.view.project_plane(to_mat_frame(item.pose, outline(item.thing.key)), item.thing.height_mm))
