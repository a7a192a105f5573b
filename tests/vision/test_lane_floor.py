"""The floor of a tray's lanes: it is seen in any light, what lies on it hides it, and older trays have none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.drawing.raster import raster
from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.table.perception.program_reading import read_table
from controller.vision.unread.floor_print import FloorSeen
from controller.vision.unread.lanes.lane_floor import find_on_floor, see_lane_floor, shows_floor, without_floor
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, FIELD, ROWS, TrayEdition, printed_sheet
from tests.support.tables import KIT, bare_table, lay, look, older_renderer

EDITION = TrayEdition(TrayKey("blue"))
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)
NOTHING_COVERED = np.zeros((ROWS, COLUMNS), np.bool_)
BLUR_MM = 0.8
SEED = 5


def sheet(light: float | np.ndarray = 0.75, off: tuple[float, float] = (0.0, 0.0), floor: bool = True) -> Image:
    """A tray from above, so many mm off its place, with the blur and noise of a usual camera."""
    drawn = raster(EDITION.drawing(floor), 1.0)
    width, height = COLUMNS * CELL_MM, ROWS * CELL_MM
    low = -CORNER.x - TRAY.size_mm[0] / 2 + off[0], CORNER.y - TRAY.size_mm[1] / 2 + off[1]
    to_sheet = np.array([[1, 0, low[0]], [0, 1, low[1]]], np.float64)
    moved = cv2.warpAffine(drawn, to_sheet, (width, height), borderValue=(255, 255, 255))
    soft = cv2.GaussianBlur(moved, (0, 0), BLUR_MM) * light
    return np.asarray(np.clip(soft + np.random.default_rng(SEED).normal(0.0, 2.0, soft.shape), 0, 255), np.uint8)


def shadows() -> np.ndarray:
    """Bars of hard shadow across the sheet, as of a window."""
    light = np.full((ROWS * CELL_MM, COLUMNS * CELL_MM, 1), 0.8)
    for left in range(40, light.shape[1], 130):
        for row in range(light.shape[0]):
            light[row, left + row // 4 : left + row // 4 + 45] = 0.3
    return light


def seen(flat: Image) -> FloorSeen:
    floor = see_lane_floor(flat, EDITION, NOTHING_READ, NOTHING_COVERED)
    assert floor is not None
    return floor


def with_paper(flat: Image, at: Point, size_mm: float) -> Image:
    """A square of paper of the colour that is there."""
    x, y, half = round(at.x - CORNER.x), round(CORNER.y - at.y), round(size_mm / 2)
    shown, part = flat.copy(), np.s_[y - half : y + half, x - half : x + half]
    noise = np.random.default_rng(SEED).normal(0.0, 2.0, shown[part].shape)
    shown[part] = np.clip(np.median(shown[part].reshape(-1, 3), axis=0) + noise, 0, 255)
    return shown


@pytest.mark.parametrize("light", [0.9, 0.35, shadows()], ids=["bright", "dim", "shadows"])
@pytest.mark.parametrize("off", [(0.0, 0.0), (1.8, -1.6), (-2.5, 2.5)])
def test_bare_lanes_show_their_floor(light: float | np.ndarray, off: tuple[float, float]) -> None:
    floor = seen(sheet(light, off))
    assert find_on_floor(floor, NOTHING_COVERED) == []
    assert floor.seen[FIELD].mean() > 0.9


@pytest.mark.parametrize("slot", [0, 2])
@pytest.mark.parametrize("size_mm", [30.0, 60.0])
def test_paper_of_the_places_own_colour_hides_the_floor(slot: int, size_mm: float) -> None:
    at = TRAY.slot_centre(1, slot)
    (mask,) = find_on_floor(seen(with_paper(sheet(), at, size_mm)), NOTHING_COVERED)
    rows, columns = np.nonzero(mask)
    middle = Point(CORNER.x + (columns.mean() + 0.5) * CELL_MM, CORNER.y - (rows.mean() + 0.5) * CELL_MM)
    assert middle.distance(at) < 6.0
    assert mask.sum() * CELL_MM**2 < 1.3 * size_mm**2


def test_papers_that_touch_across_two_lanes_are_told_for_both() -> None:
    flat = sheet()
    for lane in (1, 2):
        flat = with_paper(flat, TRAY.slot_centre(lane, 2), 88.0)
    middles = {
        TRAY.lane_of(Point(0.0, CORNER.y - (float(np.nonzero(mask)[0].mean()) + 0.5) * CELL_MM))
        for mask in find_on_floor(seen(flat), NOTHING_COVERED)
    }
    assert {1, 2} <= middles


def test_only_a_place_without_paper_is_taken_for_empty() -> None:
    floor = seen(with_paper(sheet(), TRAY.slot_centre(2, 3), 40.0))
    empty, lying = np.zeros_like(NOTHING_COVERED), np.zeros_like(NOTHING_COVERED)
    empty[30:50, 15:30] = True
    lying[55:75, 55:75] = True
    assert shows_floor(floor, empty, NOTHING_COVERED)
    assert not shows_floor(floor, lying, NOTHING_COVERED)
    assert not shows_floor(floor, empty, empty), "nothing of it is free"


def test_print_in_step_with_the_tiles_is_no_floor() -> None:
    shown = sheet()
    middle = TRAY.slot_centre(1, 2)
    x, y = round(middle.x - CORNER.x), round(CORNER.y - middle.y)
    card = np.s_[y - 44 : y + 44, x - 31 : x + 31]
    bare, tiles = (raster(EDITION.drawing(floor), 1.0) for floor in (False, True))
    left, above = round(CORNER.x + TRAY.size_mm[0] / 2), round(TRAY.size_mm[1] / 2 - CORNER.y)
    part = np.s_[above + y - 44 : above + y + 44, left + x - 31 : left + x + 31]
    shown[card][(tiles[part] < bare[part]).any(axis=2)] = 60
    squares = np.zeros_like(NOTHING_COVERED)
    squares[(y - 40) // CELL_MM : (y + 40) // CELL_MM, (x - 28) // CELL_MM : (x + 28) // CELL_MM] = True
    assert not shows_floor(seen(shown), squares, NOTHING_COVERED)
    assert shows_floor(seen(sheet()), squares, NOTHING_COVERED)


@pytest.mark.parametrize("off", [(0.0, 0.0), (1.5, -1.0)])
def test_without_its_floor_a_sheet_looks_as_it_was_printed_before(off: tuple[float, float]) -> None:
    flat, older = sheet(off=off), sheet(off=off, floor=False)
    inner = np.s_[24:-24, 60:-30]
    before, after = (
        np.abs(cv2.GaussianBlur(each, (0, 0), 1.5).astype(float) - cv2.GaussianBlur(older, (0, 0), 1.5))[inner]
        for each in (flat, without_floor(flat, EDITION, seen(flat), BLUR_MM))
    )
    assert after.mean() < 0.4 * before.mean()


def test_trays_that_were_printed_without_a_floor_are_read_as_before() -> None:
    assert see_lane_floor(sheet(floor=False), EDITION, NOTHING_READ, NOTHING_COVERED) is None
    assert see_lane_floor(np.asarray(printed_sheet(EDITION)), EDITION, NOTHING_READ, NOTHING_COVERED) is None
    world, eye = bare_table(), older_renderer()
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 1, 0)
    assert read_table(look(world, eye).scene, KIT).programs["red"] == ("", "forward", "", "")
