"""Tell why a place on the table could not be read, measured on its pixels, from the surest cause down."""

from __future__ import annotations

from boards.geometry import Point
from boards.kit.marker_plan import CARD_MARKER_MM
from calibration.camera_model import Floats, View
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.image_patches import inside_picture, rectified_patch, sides_px
from controller.vision.scene import Why

SMALLEST_SIDE_PX = 17.0
"""Smallest side of a card's marker, px: below it bits run together (99 % recall needs 22 px at a blur of 0.8 px)."""

BLURRED_MODULES = 0.36
"""Blur, one standard deviation in modules of a card's marker, from which cards are lost (1.2 px at 26 px a side is
0.32)."""

HOPELESS_MODULES = 0.5
"""Blur from which most cards are lost."""

OVEREXPOSED_LEVEL = 248
OVEREXPOSED_SHARE = 0.12
"""Share of a place that is as bright as the sensor can tell, from which it is glare."""


def marker_side_px(view: View, place: Point) -> float:
    """Return the side of a card's marker that lies at this place, px."""
    half = CARD_MARKER_MM / 2
    corners = [(place.x + x, place.y + y) for x, y in ((-half, half), (half, half), (half, -half), (-half, -half))]
    return float(sides_px(view.project_plane(corners)[None])[0])


def occlusion_cause(grey: Grey, corners: Floats, blur_modules: float) -> Why:
    """Tell why a marker that must be at these corners (4 x 2, px) could not be read there.

    ``blur_modules`` is the picture's blur in modules of a card's marker.
    """
    if not inside_picture(corners, grey.shape):
        return Why.CUT_OFF
    if sides_px(corners[None])[0] < SMALLEST_SIDE_PX:
        return Why.TOO_SMALL
    if overexposed_share(grey, corners) > OVEREXPOSED_SHARE:
        return Why.GLARE
    return Why.BLURRED if blur_modules > BLURRED_MODULES else Why.COVERED


def overexposed_share(grey: Grey, corners: Floats) -> float:
    """Return the overexposed share of a quadrilateral's pixels (4 x 2 corners, px)."""
    patch = rectified_patch(grey, corners, (24, 24))
    return float((patch >= OVEREXPOSED_LEVEL).mean())
