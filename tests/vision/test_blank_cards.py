"""A card whose blank side is up is told as that, and not as something that covers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from boards.geometry import Pixel
from boards.kit.trays import TRAY
from controller.vision.unread.card_sides.grey_edges import is_grey_edge
from controller.vision.unread.floor_print import FloorSeen
from controller.vision.unread.lanes.blank_cards import find_blank_cards
from controller.vision.unread.picture_causes import is_even
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS
from controller.vision.unread.trays.tray_view import TrayView

LANE, SEED = 1, 3
TOP = round((CORNER.y - TRAY.lane(LANE).high.y) / CELL_MM)
ALONG = slice(50, 66)


def found(
    rows: slice = slice(TOP, TOP + 22),
    columns: slice = ALONG,
    tone: float = 235.0,
    uneven: float = 0.0,
    beside: slice | None = None,
    blue: float = 1.0,
) -> bool:
    """Tell whether a blank card is found in a lane.

    ``rows``, ``columns``: squares in which no floor is seen; ``tone``: grey levels there, of 210 elsewhere; ``uneven``:
    log by which these change; ``beside``: columns in which a card was read; ``blue``: share of the blue that
    is left there.
    """
    hidden = np.zeros((ROWS, COLUMNS), np.bool_)
    hidden[rows, columns] = True
    none = np.zeros_like(hidden)
    floor = FloorSeen(~hidden, hidden, none, none, False, 1.0, np.ones(hidden.shape), np.zeros((*hidden.shape, 2)))
    grey = np.where(np.kron(hidden, np.ones((CELL_MM, CELL_MM))) > 0, tone, 210.0)
    grey *= np.exp(uneven * np.random.default_rng(SEED).standard_normal((ROWS, COLUMNS))).repeat(4, 0).repeat(4, 1)
    covered = none.copy()
    if beside is not None:
        covered[rows, beside] = True
    flat = np.stack([np.clip(grey, 0, 255).astype(np.uint8)] * 3, axis=2)
    flat[np.kron(hidden, np.ones((CELL_MM, CELL_MM))) > 0, 0] = round(blue * tone)
    cards = find_blank_cards(floor, flat, covered, LANE)
    assert all((card & hidden).sum() > 0.9 * card.sum() for card in cards)
    return bool(cards)


@pytest.mark.parametrize("tone", [235.0, 120.0])
@pytest.mark.parametrize("beside", [None, slice(32, 50), slice(66, 82)])
def test_an_even_place_as_large_as_a_card_is_a_blank_card(tone: float, beside: slice | None) -> None:
    assert found(tone=tone, beside=beside)


def test_what_is_wider_narrower_uneven_burnt_out_or_goes_on_into_the_next_lane_is_none() -> None:
    assert not found(columns=slice(50, 76))
    assert not found(columns=slice(50, 60))
    assert not found(uneven=0.08)
    assert not found(tone=254.0)
    assert not found(blue=0.8)
    assert not found(rows=slice(TOP - 20, TOP + 40))


@pytest.mark.parametrize(("amplitude", "even"), [(0.0, True), (3.0, True), (40.0, False)])
def test_paper_is_told_from_a_blurred_face_by_its_one_tone(amplitude: float, even: bool) -> None:
    u, v = np.meshgrid(np.arange(80), np.arange(60))
    grey = (150.0 + amplitude * np.sin(u / 5.0) * np.sin(v / 5.0)).astype(np.uint8)
    outline = tuple(Pixel(float(x), float(y)) for x, y in ((10, 8), (70, 10), (66, 52), (12, 50)))
    assert is_even(grey, outline) == even
    assert not is_even(grey, tuple(Pixel(p.u + 500.0, p.v) for p in outline))


@pytest.mark.parametrize(
    ("card", "strip", "at", "edge"),
    [
        (100, 100, LANE + 1, True),
        # Blurred, with some of the lane.
        (100, 110, LANE + 1, True),
        # A lower card is white, or shows its print.
        (100, 225, LANE + 1, False),
        (100, 40, LANE + 1, False),
        # A white card in the next lane tells nothing; nor does a grey one in the same lane.
        (225, 225, LANE + 1, False),
        (100, 100, LANE, False),
    ],
)
def test_the_edge_of_a_grey_card_in_the_next_lane_is_that_cards(card: int, strip: int, at: int, edge: bool) -> None:
    squares = np.zeros((ROWS, COLUMNS), np.bool_)
    squares[TOP + 24 : TOP + 45, ALONG] = True
    flat = np.full((ROWS * CELL_MM, COLUMNS * CELL_MM, 3), 225, np.uint8)
    flat[np.kron(squares, np.ones((CELL_MM, CELL_MM))) > 0] = card
    row, left = (TOP + 23) * CELL_MM, ALONG.start * CELL_MM
    flat[row : row + 4, left : left + 40] = strip
    below = np.zeros(flat.shape[:2], np.bool_)
    below[row - 90 : row - 2, left : left + 63] = True
    inner = np.zeros_like(below)
    inner[row - 88 : row - 4, left + 2 : left + 61] = True
    tray = SimpleNamespace(flat=flat, below_things=below, without_edges=inner)
    x, y = CORNER.x + left, CORNER.y - row
    shape = np.array([(x, y), (x + 40, y), (x + 40, y - 4), (x, y - 4)])
    assert is_grey_edge(cast(TrayView, tray), LANE, shape, [(at, squares)]) == edge
