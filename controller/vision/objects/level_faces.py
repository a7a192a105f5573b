"""Tell level faces: a marker that lies flat at its thing's height is square and of full size; a die's top is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boards.kit.kit import DIE_MM
from calibration.camera_model import View
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.image_patches import rectified_patch
from controller.vision.markers.occlusion import occlusion_cause
from controller.vision.objects.die_sides import DieSides, Lean
from controller.vision.pose.placement import PlacedMarker
from controller.vision.scene import Why

SQUARE_WITHIN = 0.13
"""Largest relative error of a marker's sides and diagonals that lies at its thing's height."""

LEAST_LEVELNESS = 0.95
"""Least ratio of the sides of a level die's top: it leans by at most 18 degrees."""

BURNT_LEVEL = 250
"""Level of a die's white paper from which its light spreads over the marker, which then seems smaller, as if farther
away; of 41 real dice in other light sizes were off by -0.4 to 1.1 %, of 6 in burnt-out light by -4 to -8 %."""

SIDE_FACE_LEVELNESS = 0.45
"""A die's side faces have a smaller ratio than this, seen from above."""


def face_on_top(
    grey: Grey, view: View, sides: DieSides, items: Sequence[PlacedMarker], blur_modules: float
) -> PlacedMarker | Why:
    """Return the face on top of a die of one colour, or why it is not known, from all its faces that are seen.

    The face on top is square and of full size, those at its sides are not. A face that is neither is that of a die that
    leans; where only sides are seen, the top is covered or in glare; a level face of another size is no die's, and one
    whose size is that of a face on the table is a photograph's. A face that leans towards the camera may look level,
    too: the sides tell.
    """
    flat = [item for item in items if lies_flat(item) and levelness(item) > LEAST_LEVELNESS]
    if len(flat) == 1:
        if _on_the_table(grey, view, flat[0]):
            return Why.UNKNOWN
        return flat[0] if sides.lean_of_top(grey, view, flat[0]) is Lean.LEVEL else Why.COCKED
    upmost = max(items, key=levelness)
    level = levelness(upmost)
    if len(flat) > 1:
        return Why.DUPLICATE
    if level > LEAST_LEVELNESS:
        return Why.UNKNOWN
    return Why.COCKED if level > SIDE_FACE_LEVELNESS else _cause_of_top(grey, view, upmost, blur_modules)


def _cause_of_top(grey: Grey, view: View, side: PlacedMarker, blur_modules: float) -> Why:
    """Return why the top of a die was not read of which a side is seen: by a square of its size beside that side."""
    ordered = side.corners[np.argsort(np.linalg.norm(side.corners - view.position[:2], axis=1))]
    # The upper edge of a side that faces the camera is the farther one.
    edge = ordered[2:].mean(axis=0)
    away = edge - view.position[:2]
    middle = edge + away / max(float(np.linalg.norm(away)), 1e-9) * DIE_MM / 2
    half = DIE_MM / 2 * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])
    return occlusion_cause(grey, view.project_plane(middle + half, DIE_MM), blur_modules)


def lies_flat(item: PlacedMarker) -> bool:
    """Tell whether a marker is square and of its own size at the height of its thing."""
    nominal = item.thing.markers[0].side_mm
    diagonals = np.linalg.norm(item.corners[:2] - item.corners[2:], axis=1)
    square = bool(abs(diagonals[0] / diagonals[1] - 1) < SQUARE_WITHIN)
    return square and bool((np.abs(item.sides / nominal - 1) < SQUARE_WITHIN).all())


def _on_the_table(grey: Grey, view: View, item: PlacedMarker) -> bool:
    """Tell whether a level marker is rather of its own size on the table than at its thing's height."""
    size = float(item.sides.mean()) / item.thing.markers[0].side_mm
    above = float(view.position[2])
    # What lies farther below the camera is larger than it seems to be at the thing's height.
    on_table = size * above / (above - item.thing.height_mm)
    if abs(size - 1.0) <= abs(on_table - 1.0):
        return False
    middle = item.corners.mean(axis=0)
    top = view.project_plane(middle + (item.corners - middle) * DIE_MM / item.thing.markers[0].side_mm, DIE_MM)
    return float(np.percentile(rectified_patch(grey, top, (_PATCH_PX, _PATCH_PX)), _PAPER_PERCENT)) < BURNT_LEVEL


_PATCH_PX, _PAPER_PERCENT = 40, 90


def levelness(item: PlacedMarker) -> float:
    """Return the cosine of the angle by which a printed square leans.

    It is the ratio of the singular values of the map from a square to what is seen: how much shorter it is in one
    direction.
    """
    corners = item.corners
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    larger, smaller = np.linalg.svd(np.stack([along, down]), compute_uv=False)
    return float(smaller / larger) if larger > 0.0 else 0.0
