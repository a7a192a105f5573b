"""Replace causes by the picture's own: in a shaken picture what looks covered, or like no card of ours, is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from boards.geometry import Pixel
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.occlusion import BLURRED_MODULES
from controller.vision.scene import Unread, Why
from controller.vision.unread.outlines import centroid
from controller.vision.unread.sharpness import BlurField

SHAKEN_MODULES = 0.3
"""Blur in one direction, one standard deviation in modules of a card's marker, from which cards are lost..."""
SHAKEN_MORE = 1.25
"""...and which is shaking if it is so many times that in the other direction."""

SOFT_MODULES = 0.28
"""Blur from which a card's marker may be there and not be detected."""

EVEN, INSIDE = 0.035, 0.8
"""Standard deviation of the log of the brightness up to which a place shows one tone of paper, and the share of its
outline that is looked at, from its middle: in any picture that is sharp enough to be read a card's face shows more."""
SMOOTH_PX = 5
"""Width of the means that are compared: noise is not uneven."""

_SEEN_WRONGLY = (Why.BLURRED, Why.COVERED, Why.NOT_OURS, Why.UNPLACED)


def with_picture_cause(
    item: Unread, blur_field: BlurField, module_px: float, *, noisy: bool, sheared: bool, even: bool = False
) -> Unread:
    """Return something unread with the picture's own cause at its place, if there is one.

    ``module_px``: of a card's marker there; ``noisy``: the picture is; ``sheared``: the camera moved; ``even``: the
    place shows one tone of paper (:func:`is_even`), no face that is too soft to be read.
    """
    if item.why not in _SEEN_WRONGLY:
        return item
    if noisy:
        # The blur of a noisy picture cannot be measured: it looks blurred.
        return replace(item, why=Why.DARK) if item.why is Why.BLURRED else item
    middle = centroid(item.outline)
    blur = blur_field.at(np.array([middle.u, middle.v]))
    if blur.major > SHAKEN_MODULES * module_px and (sheared or blur.major > SHAKEN_MORE * blur.minor):
        return replace(item, why=Why.SHAKEN)
    most = SOFT_MODULES if item.why is Why.NOT_OURS and not even else BLURRED_MODULES
    return replace(item, why=Why.BLURRED) if blur.major > most * module_px else item


def is_even(grey: Grey, outline: tuple[Pixel, ...]) -> bool:
    """Tell whether a place of a picture (its outline, px) shows one tone all over."""
    corners = np.array([(place.u, place.v) for place in outline])
    corners = corners.mean(axis=0) + INSIDE * (corners - corners.mean(axis=0))
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, grey.shape[::-1]).tolist()
    part = grey[low[1] : bottom, low[0] : right]
    if not part.size:
        return False
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(corners - low).astype(np.int32)], (1,))
    smooth = cv2.blur(part, (SMOOTH_PX, SMOOTH_PX))[mask > 0]
    return bool(len(smooth) and float(np.log(np.maximum(smooth, 4.0)).std()) <= EVEN)
