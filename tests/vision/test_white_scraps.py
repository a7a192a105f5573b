"""Small scraps of white paper on a tinted lane are seen by its tint; light and larger paper are left to others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from controller.vision.unread.paper.white_scraps import find_white_scraps
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    CORNER,
    ROWS,
    TrayEdition,
    printed_sheet,
    squares,
)

EDITION = TrayEdition(TrayKey("green"))
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)


def scraps(size_mm: float, colour: tuple[float, float, float], soft_mm: float = 0.7) -> list[NDArray[np.bool_]]:
    """Lay a triangle on a lane. ``colour``: of what lies there, as shares of the light of white paper, or of the lane's
    own colour where it is above 1."""
    lane = printed_sheet(EDITION).astype(np.float32)
    centre = TRAY.slot_centre(1, 2)
    x, y = centre.x - CORNER.x, CORNER.y - centre.y
    corners = np.array([(x - size_mm / 2, y - 9), (x + size_mm / 2, y - 14), (x, y + size_mm - 12)])
    mask = np.zeros(NOTHING_READ.shape, np.float32)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), (1.0,))
    share = cv2.GaussianBlur(mask, (0, 0), soft_mm)[..., None]
    shares = np.array(colour, np.float32)
    there = np.where(shares > 1.0, lane * shares, 255.0 * shares)
    seen = (lane * (1.0 - share) + there * share) * 0.8
    noisy = seen + np.random.default_rng(5).normal(0.0, 2.0, seen.shape)
    mean, _texture = squares(np.asarray(np.clip(noisy, 0, 255), np.uint8))
    return find_white_scraps(mean, EDITION, NOTHING_READ)


@pytest.mark.parametrize("size_mm", [24.0, 30.0])
def test_a_scrap_of_white_paper_is_seen(size_mm: float) -> None:
    (scrap,) = scraps(size_mm, (1.0, 1.0, 1.0))
    rows, _columns = np.nonzero(scrap)
    assert TRAY.lane(1).low.y < CORNER.y - float(rows.mean() + 0.5) * CELL_MM < TRAY.lane(1).high.y


@pytest.mark.parametrize("colour", [(1.12, 1.12, 1.12), (1.03, 1.03, 1.03), (1.05, 1.12, 1.2)])
def test_light_of_the_colour_of_the_lane_or_redder_is_none(colour: tuple[float, float, float]) -> None:
    assert scraps(30.0, colour) == []


def test_what_fades_is_light() -> None:
    assert scraps(40.0, (1.0, 1.0, 1.0), soft_mm=12.0) == []
