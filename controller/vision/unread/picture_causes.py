"""Causes that are the picture's: what looks covered, or like no card of ours, where the picture shook is not so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from controller.vision.scene import Unread, Why
from controller.vision.unread.occlusion import BLURRED_MODULES
from controller.vision.unread.outlines import middle_of
from controller.vision.unread.sharpness import Softness

SHAKEN_MODULES = 0.3
"""A blur of more modules of a card's marker than this (one standard deviation) in one direction costs cards..."""
SHAKEN_MORE = 1.25
"""...and is a camera's shaking if it is so many times that in the other direction."""

SOFT_MODULES = 0.28
"""Where a picture is softer than this, a card's marker may be there and not be seen as one."""

_SEEN_WRONGLY = (Why.BLURRED, Why.COVERED, Why.NOT_OURS, Why.UNPLACED)


def by_picture(item: Unread, softness: Softness, module_px: float, *, grainy: bool, swayed: bool) -> Unread:
    """Something unread, with the cause that the picture itself is at its place, if it is one. ``module_px``: of a
    card's marker there; ``swayed``: the camera did."""
    if item.why not in _SEEN_WRONGLY:
        return item
    if grainy:
        # How soft a grainy picture is can't be told: it looks blurred.
        return replace(item, why=Why.DARK) if item.why is Why.BLURRED else item
    middle = middle_of(item.outline)
    blur = softness.at(np.array([middle.u, middle.v]))
    if blur.most > SHAKEN_MODULES * module_px and (swayed or blur.most > SHAKEN_MORE * blur.least):
        return replace(item, why=Why.SHAKEN)
    most = SOFT_MODULES if item.why is Why.NOT_OURS else BLURRED_MODULES
    return replace(item, why=Why.BLURRED) if blur.most > most * module_px else item
