"""The shadow of a bent card beside itself is told by the lane's lines, which are seen in it by their colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from controller.vision.unread.card_sides.card_shadows import find_card_shadows
from controller.vision.unread.trays.tray_sheet import CORNER, TrayEdition, printed_sheet


def explained(colourful: float, paper_mm: int) -> bool:
    """Tell whether a strip of shadow above a card is explained.

    ``colourful``: share of the ink's colour that the picture keeps; ``paper_mm``: width of a strip of white paper that
    lies below the card and the shadow.
    """
    printed = cv2.GaussianBlur(printed_sheet(TrayEdition(TrayKey("red"))), (0, 0), 0.7)
    grey = cv2.cvtColor(cv2.cvtColor(printed, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    sheet = cv2.addWeighted(printed, colourful, grey, 1.0 - colourful, 0.0)
    lane = TRAY.lane(1)
    low = round(CORNER.y - lane.high.y) + 1
    left = round((lane.low.x + lane.high.x) / 2 - CORNER.x - CARD_MM[0] / 2)
    across = np.s_[left : left + round(CARD_MM[0])]
    below = np.zeros(sheet.shape[:2], np.bool_)
    below[low : low + round(CARD_MM[1]), across] = True
    flat = sheet.copy()
    flat[low - paper_mm : low, across] = 250
    shadow = np.zeros_like(below)
    shadow[low - 2 : low, across] = True
    flat[shadow] = (flat[shadow] * 0.7).astype(np.uint8)
    flat[below] = 255
    shadows = find_card_shadows(flat, np.full_like(flat, 255), np.asarray(printed, np.uint8), ~below, below)
    piece = shadow.copy()
    piece[:, : left + 5] = piece[:, left + 40 :] = False
    return shadows.explain(piece)


@pytest.mark.parametrize("colourful", [1.0, 0.5, 0.35])
def test_a_shadow_is_explained_where_lines_are_seen_as_colourful_as_elsewhere(colourful: float) -> None:
    assert explained(colourful, 0)
    assert not explained(colourful, 9)


def test_where_lines_have_lost_their_colour_nothing_is_explained() -> None:
    assert not explained(0.0, 0)
