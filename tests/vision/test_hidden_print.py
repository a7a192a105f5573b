"""What lies on print makes its row unread, though it is small and though all markers are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from controller.table.perception.program_reading import read_table
from controller.vision.scene import Scene, Unread, Why
from controller.vision.unread.lanes.card_print import find_hidden_prints
from controller.vision.unread.lanes.hidden_print import find_hidden_print
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_evidence import print_evidence
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, CORNER, ROWS, TrayEdition, printed_sheet
from hardware.simulated import camera_faults as disturbances
from tests.support.tables import KIT, bare_table, lay, look

EDITION = TrayEdition(TrayKey("blue"))
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)
FIRST, THIRD = (TRAY.slot_centre(1, slot) for slot in (0, 2))
LEFT = Point(-30.0, 0.0)


def hidden(at: Point | None, size_mm: float, shade: float = 1.0) -> list[int]:
    """Lanes in which print is missing, with a square of paper and a shadow on half of the tray."""
    flat = printed_sheet(EDITION) * 0.75
    flat[:, 200:] *= shade
    if at is not None:
        x, y, half = round(at.x - CORNER.x), round(CORNER.y - at.y), round(size_mm / 2)
        flat[y - half : y + half, x - half : x + half] = 0.75 * 255.0
    noisy = flat + np.random.default_rng(4).normal(0.0, 1.5, flat.shape)
    seen = np.asarray(np.clip(noisy, 0, 255), np.uint8)
    evidence = print_evidence(seen, EDITION, NOTHING_READ, line_columns(EDITION))
    return [lane for lane, missing in enumerate(find_hidden_print(evidence)) if missing.any()]


@pytest.mark.parametrize("at", [FIRST, FIRST + LEFT, THIRD + LEFT])
def test_paper_on_a_line_or_a_figure_is_noticed(at: Point) -> None:
    assert hidden(at, 36.0) == [1]


@pytest.mark.parametrize("shade", [1.0, 0.6, 0.3])
def test_no_print_is_missing_on_a_bare_tray_half_in_shadow(shade: float) -> None:
    assert hidden(None, 0.0, shade) == []


@pytest.mark.parametrize("off", [Point(12.0, 26.0), Point(-12.0, -26.0), Point(0.0, 0.0)])
def test_paper_on_the_print_of_a_card_whose_markers_are_free_is_noticed(off: Point) -> None:
    world = bare_table()
    card = CardKey("red", CardKind.FORWARD, 1)
    lay(world, card, "red", 1, 1)
    assert read_table(look(world).scene, KIT).programs["red"][1] == "forward"
    place = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(1, 1) + off)
    found = look(world, disturbances=[disturbances.sheet_of_paper(place, 24.0, (230, 230, 230))])
    reading = read_table(found.scene, KIT)
    assert reading.programs["red"][1] is None
    assert {problem.code for problem in reading.problems if problem.lane == 1} == {"unread"}


def card_on_tray(card: CardKey, at: Point) -> NDArray[np.uint8]:
    """Draw a tray with a card from above, 1 px a mm, in the light of a room."""
    flat = printed_sheet(EDITION).copy()
    picture = cv2.GaussianBlur(raster(drawing_of(card, KIT, "en", True), 1.0), (0, 0), 0.7)
    x, y = round(at.x - CORNER.x - CARD_MM[0] / 2), round(CORNER.y - at.y - CARD_MM[1] / 2)
    flat[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    return np.asarray(np.rint(flat * 0.8), np.uint8)


@pytest.mark.parametrize("kind", [CardKind.IF_ENEMY, CardKind.ATTACK])
@pytest.mark.parametrize("shade", [0.5, 0.4])
def test_the_edge_of_a_shadow_hides_no_print_of_a_card_and_paper_in_it_does(kind: CardKind, shade: float) -> None:
    card, pose = CardKey("blue", kind, 1), Pose(FIRST.x, FIRST.y, 0.0)
    flat = card_on_tray(card, FIRST)
    rows, columns = np.mgrid[: flat.shape[0], : flat.shape[1]]
    x, y = columns - (FIRST.x - CORNER.x), rows - (CORNER.y - FIRST.y)
    light = cv2.GaussianBlur(np.where(np.abs(y + 36.0 + 0.4 * (x - 15.0)) < 9.0, shade, 1.0), (0, 0), 1.0)
    flat = np.asarray(np.rint(flat * light[..., None]), np.uint8)
    assert find_hidden_prints(flat, [(card, pose)], []) == []
    flat[(np.abs(x - 15.0) < 9.0) & (np.abs(y + 28.0) < 12.0)] = 150
    assert find_hidden_prints(flat, [(card, pose)], []) == [0]


@pytest.mark.parametrize(("beside_mm", "told"), [(10.0, None), (30.0, "")])
def test_a_card_that_is_not_read_and_reaches_onto_the_tray_is_in_its_lane(beside_mm: float, told: str | None) -> None:
    world = bare_table()
    scene = look(world).scene
    tray = world.lying[TrayKey("red")].pose
    at = tray.place(Point(TRAY.size_mm[0] / 2 + beside_mm, TRAY.lane(2).centre.y))
    marker = Unread(Why.COVERED, (), Pose(at.x, at.y, 0.0), CardKey("red", CardKind.STAND, 1))
    with_card = Scene(0, 0.0, scene.size, scene.mat, scene.things, (marker,), ())
    assert read_table(with_card, KIT).programs["red"][2] == told
