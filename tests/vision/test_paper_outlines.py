"""Paper of any shape in a lane is seen by its outline or its torn edge; light is not taken for paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from boards.geometry import Point
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from controller.vision.unread.lanes.lane_light import SQUARE_MM, LaneLight
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_evidence import print_evidence
from controller.vision.unread.paper.paper_outlines import find_paper_outlines
from controller.vision.unread.paper.torn_edges import INSET_MM, find_torn_edges
from controller.vision.unread.paper.white_places import find_white_places
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, TrayEdition, printed_sheet

EDITION = TrayEdition(TrayKey("green"))
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)
Picture = NDArray[np.float32]


def bare() -> Picture:
    return np.asarray(printed_sheet(EDITION) * np.float32(0.75), np.float32)


def pixel(place: Point) -> tuple[float, float]:
    return place.x - CORNER.x, CORNER.y - place.y


def blob(at: Point, size_mm: float, soft_mm: float = 0.6) -> Picture:
    """A crooked quadrangle: 1 inside, 0 outside."""
    x, y = pixel(at)
    shape = np.array([(-0.5, -0.3), (0.35, -0.5), (0.5, 0.4), (-0.3, 0.5)]) * size_mm + (x, y)
    mask = np.zeros(NOTHING_READ.shape, np.float32)
    cv2.fillConvexPoly(mask, np.rint(shape).astype(np.int32), (1.0,))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_mm)[..., None], np.float32)


def lanes_with_paper(flat: Picture) -> list[int]:
    noisy = flat + np.random.default_rng(7).normal(0.0, 0.9, flat.shape)
    seen = np.asarray(np.clip(noisy + 0.5, 0, 255), np.uint8)
    light = LaneLight.measured(seen, EDITION, NOTHING_READ)
    assert light is not None
    print_ = print_evidence(seen, EDITION, NOTHING_READ, line_columns(EDITION))
    pieces = find_paper_outlines(light, print_, uneven=False) + find_torn_edges(seen, EDITION, NOTHING_READ, light)
    pieces += find_white_places(light, EDITION)
    rows = [CORNER.y - (float(np.nonzero(piece)[0].mean()) + 0.5) * SQUARE_MM for piece in pieces]
    return sorted({TRAY.lane_of(Point(0.0, y)) or 0 for y in rows})


@pytest.mark.parametrize(
    ("size_mm", "level"),
    [(26.0, 191.0), (34.0, 187.0), (34.0, 178.5), (40.0, 110.0)],
    ids=["white", "pale", "like the lane", "grey"],
)
def test_a_scrap_of_paper_in_the_middle_of_a_place_is_seen(size_mm: float, level: float) -> None:
    flat, there = bare(), blob(TRAY.slot_centre(2, 4), size_mm)
    paper = np.array((level * 1.02, level, level * 0.99), np.float32)
    assert lanes_with_paper(flat * (1 - there) + paper * there) == [2]


def test_grey_paper_over_lines_is_seen_and_a_shadow_over_them_is_none() -> None:
    there = blob(TRAY.slot_centre(1, 2) + Point(-30.0, 0.0), 60.0)
    assert lanes_with_paper(bare() * (1 - there) + 110.0 * there) == [1]
    assert lanes_with_paper(bare() * (1 - there) + bare() * 0.6 * there) == []


@pytest.mark.parametrize("light", [0.6, 1.06])
def test_a_soft_shadow_or_a_lamp_is_no_paper(light: float) -> None:
    there = blob(TRAY.slot_centre(3, 3), 44.0, 9.0)
    assert lanes_with_paper(bare() * (1 + (light - 1) * there)) == []


def test_a_bright_reflection_with_a_hard_rim_is_no_paper() -> None:
    there = blob(TRAY.slot_centre(3, 3), 36.0)
    assert lanes_with_paper(bare() * (1 + 0.2 * there)) == []


@pytest.mark.parametrize("slot", [1, 4])
def test_a_white_card_that_fills_a_place_is_seen(slot: int) -> None:
    flat, (x, y) = bare(), pixel(TRAY.slot_centre(3, slot))
    flat[round(y) - 44 : round(y) + 44, round(x) - 31 : round(x) + 32] = (186.0, 184.0, 183.0)
    across = np.linspace(0.8, 1.0, flat.shape[1], dtype=np.float32)[None, :, None]
    assert lanes_with_paper(flat * across) == [3]


def test_nothing_is_seen_on_bare_lanes() -> None:
    across = np.linspace(0.7, 1.1, NOTHING_READ.shape[1], dtype=np.float32)[None, :, None]
    assert lanes_with_paper(bare() * across) == []


@pytest.mark.parametrize(("brighter", "seen"), [(1.035, True), (1.12, False), (0.96, False)])
def test_the_fibres_of_a_torn_edge_are_seen(brighter: float, seen: bool) -> None:
    x, y = pixel(TRAY.slot_centre(0, 2))
    line = np.zeros(NOTHING_READ.shape, np.float32)
    points = np.array([(x - 18, y - 9), (x - 4, y - 2), (x + 6, y + 6), (x + 19, y + 10)])
    cv2.polylines(line, [np.rint(points).astype(np.int32)], False, (1.0,), 1)
    line = cv2.GaussianBlur(line, (0, 0), 0.7) / np.float32(0.55)
    assert lanes_with_paper(bare() * (1 + np.float32(brighter - 1) * line[..., None])) == ([0] if seen else [])


@pytest.mark.parametrize(("inwards_mm", "seen"), [(1.0, False), (8.0, True)])
def test_a_bright_line_along_the_rim_of_what_is_looked_at_belongs_to_what_lies_beyond(
    inwards_mm: float, seen: bool
) -> None:
    x, _y = pixel(TRAY.slot_centre(1, 2))
    _x, top = pixel(TRAY.lane(1).grown(-INSET_MM).high)
    line = np.zeros(NOTHING_READ.shape, np.float32)
    row = round(top + inwards_mm)
    line[row, round(x) - 15 : round(x) + 15] = 1.0
    line = cv2.GaussianBlur(line, (0, 0), 0.7) / np.float32(0.55)
    assert lanes_with_paper(bare() * (1 + np.float32(0.035) * line[..., None])) == ([1] if seen else [])
