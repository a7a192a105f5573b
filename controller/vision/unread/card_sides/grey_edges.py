"""Tell the edge of a grey card in the next lane from a card below one that was read.

A blank card in the next lane may reach the border between both. What is as dark as that card there is its own edge;
what is white may as well be a card below the one that was read.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.trays.tray_sheet import pixels_inside
from controller.vision.unread.trays.tray_view import TrayView

BESIDE_SQUARES = 2
"""Squares around those that surely are a blank card's, on which its edge may be."""
MOSTLY = 0.5
"""Share of what is seen that must lie there."""
GREY, ALIKE = 0.15, 0.25
"""Log by which a grey card is darker than white edges of cards, and largest difference of what is mostly its tone."""


def is_grey_edge(tray: TrayView, lane: int, shape: Floats, blank: Sequence[tuple[int, NDArray[np.bool_]]]) -> bool:
    """Tell whether what is seen beside a card of a lane is the edge of a grey card that lies in another lane.

    ``shape``: its outline (N x 2 mm of the tray's frame); ``blank``: lanes in which blank cards lie, and their squares.
    """
    return any(at != lane and _is_edge_of(tray, shape, squares) for at, squares in blank)


def _is_edge_of(tray: TrayView, shape: Floats, squares: NDArray[np.bool_]) -> bool:
    there = pixels_inside([shape])
    card, size = squares.astype(np.uint8), (there.shape[1], there.shape[0])
    around = cv2.dilate(card, np.ones((2 * BESIDE_SQUARES + 1, 2 * BESIDE_SQUARES + 1), np.uint8))
    inner, near = (cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST) > 0 for mask in (card, around))
    edges = tray.below_things & ~tray.without_edges
    if (there & near).sum() <= MOSTLY * there.sum() or not edges.any() or not inner.any():
        return False
    here, tone, white = (
        np.log(np.maximum(tray.flat[mask].astype(np.float64).mean(axis=1), 4.0)) for mask in (there, inner, edges)
    )
    grey = float(np.median(tone))
    return bool(np.median(white) - grey > GREY and abs(np.median(here) - grey) < ALIKE)
