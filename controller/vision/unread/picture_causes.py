"""Replace causes by the picture's own: in a shaken picture what looks covered, or like no card of ours, is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

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

_SEEN_WRONGLY = (Why.BLURRED, Why.COVERED, Why.NOT_OURS, Why.UNPLACED)


def with_picture_cause(item: Unread, blur_field: BlurField, module_px: float, *, noisy: bool, sheared: bool) -> Unread:
    """Return something unread with the picture's own cause at its place, if there is one.

    ``module_px``: of a card's marker there; ``noisy``: the picture is; ``sheared``: the camera moved.
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
    most = SOFT_MODULES if item.why is Why.NOT_OURS else BLURRED_MODULES
    return replace(item, why=Why.BLURRED) if blur.major > most * module_px else item
