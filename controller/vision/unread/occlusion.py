"""Why a place on the table could not be read: honest measurements of its pixels, from the surest cause down."""

from __future__ import annotations

import cv2
import numpy as np

from boards.geometry import Point
from boards.kit.marker_plan import CARD_MARKER_MM
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import Grey
from controller.vision.scene import Why

SMALLEST_SIDE_PX = 17.0
"""Below this a marker's bits run together (table.md: 99 % recall needs 22 px at a blur of 0.8 px)."""

BLURRED_MODULES = 0.36
"""A blur of more modules of a card's marker than this (one standard deviation) costs cards (table.md: 1.2 px at 26 px
a side is 0.32)."""

HOPELESS_MODULES = 0.5
"""A blur of more than this costs most of them."""

BURNT_LEVEL = 248
BURNT_SHARE = 0.12
"""Glare: this share of the place is as bright as the sensor can say, where paper elsewhere is not."""


def inside_picture(corners: Floats, shape: tuple[int, ...], margin: float = 1.0) -> bool:
    """Whether all places (N x 2, px) are in a picture of this shape."""
    height, width = shape[:2]
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool((low >= margin).all() and high[0] <= width - 1 - margin and high[1] <= height - 1 - margin)


def sides_px(corners: Floats) -> Floats:
    """Mean sides of markers (N x 4 x 2, px): N."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1))


def marker_side_px(view: View, place: Point) -> float:
    """The side of a card's marker that lies here on the table, px."""
    half = CARD_MARKER_MM / 2
    corners = [(place.x + x, place.y + y) for x, y in ((-half, half), (half, half), (half, -half), (-half, -half))]
    return float(sides_px(view.project_plane(corners)[None])[0])


def why_hidden(grey: Grey, corners: Floats, blur_modules: float) -> Why:
    """Why a marker that must be at these corners (4 x 2, px) could not be read there.

    ``blur_modules`` is the picture's blur in modules of a card's marker.
    """
    if not inside_picture(corners, grey.shape):
        return Why.CUT_OFF
    if sides_px(corners[None])[0] < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if burnt_share(grey, corners) > BURNT_SHARE:
        return Why.GLARE
    return Why.BLURRED if blur_modules > BLURRED_MODULES else Why.COVERED


def burnt_share(grey: Grey, corners: Floats) -> float:
    """The share of a quadrilateral's pixels (4 x 2 corners, px) that is burnt out."""
    patch = cut_out(grey, corners, (24, 24))
    return float((patch >= BURNT_LEVEL).mean())


def cut_out(grey: Grey, corners: Floats, size: tuple[int, int]) -> Grey:
    """A quadrilateral (clockwise from its upper left, px) flattened to ``size`` (width, height)."""
    width, height = size
    target = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float32)
    carry = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(grey, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
