"""How blurred markers are, measured in modules of a card's marker: that decides whether cards can be read."""

from __future__ import annotations

import numpy as np

from boards.kit.marker_plan import CARD_MARKER_MM, MODULES
from calibration.camera_model import Floats
from controller.vision.markers.detector import Markers
from controller.vision.markers.image_patches import sides_px

_LARGEST = 4
"""Number of markers, the largest ones, whose edges are measured."""
_EDGE_TO_BLUR = 1.3
"""The edge fit looks at the steep part of an edge only; measured on rendered markers of 0.8 to 3 px blur."""


def blur_modules(markers: Markers, px_per_mm: float) -> float:
    """Return a picture's blur (standard deviation) in modules of a card's marker, from its largest markers' edges."""
    edges = markers.edge_blur[np.argsort(-sides_px(markers.corners))[:_LARGEST]]
    if not np.isfinite(edges).any():
        return 0.0
    return _EDGE_TO_BLUR * float(np.nanmedian(edges)) / card_module_px(px_per_mm)


def worst_blur_modules(edge_blur: Floats, px_per_mm: float) -> float:
    """Return the largest blur in modules of a card's marker; ``edge_blur`` as in :class:`Markers` (N, px)."""
    if not np.isfinite(edge_blur).any():
        return 0.0
    return _EDGE_TO_BLUR * float(np.nanmax(edge_blur)) / card_module_px(px_per_mm)


def card_module_px(px_per_mm: float) -> float:
    """Return the side of one module of a card's marker, px."""
    return CARD_MARKER_MM / MODULES * px_per_mm
