"""A row is told only where its whole lane is explained: nothing that lies in it may be missed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MARKER_CENTRES, CARD_MM
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Frame, Image
from controller.table.perception.program_reading import TableReading, read_table
from controller.vision.cameras.image_files import load_picture
from controller.vision.markers.detector import RECALL
from controller.vision.pose.placement import project_points
from controller.vision.reader import Reader
from controller.vision.scene import Why
from controller.vision.unread.lanes.lane_coverage import LaneCoverage
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_evidence import print_evidence
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    CORNER,
    ROWS,
    TrayEdition,
    pixels_inside,
    printed_sheet,
)
from hardware.simulated import camera_faults as disturbances
from tests.support.tables import KIT, bare_table, lay, lay_program, look, picture, renderer

PICTURES = Path(__file__).parent / "pictures"
"""By another renderer: what the eye once told of them was wrong."""

GREEN = TrayEdition(TrayKey("green"))
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)


def read_picture(name: str) -> TableReading:
    reader = Reader(KIT, None, None, RECALL, live=False)
    return read_table(reader.read(Frame(load_picture(PICTURES / f"{name}.jpg"), 1, 0.0, name)).scene, KIT)


@pytest.mark.parametrize(
    ("name", "colour", "lanes"),
    [("reflection-1", "green", (0, 1, 2)), ("reflection-2", "green", (1, 2, 3)), ("half-upon-another", "green", (1,))],
)
def test_a_row_that_light_or_a_card_hides_is_not_told(name: str, colour: str, lanes: tuple[int, ...]) -> None:
    reading = read_picture(name)
    untold = [lane for lane, text in enumerate(reading.programs[colour]) if text is None]
    caused = {problem.lane for problem in reading.problems if problem.colour == colour and problem.code == "unread"}
    assert (tuple(untold), caused) == (lanes, set(lanes))


def sheet(noise: float = 1.5, level: float = 0.7, edition: TrayEdition = GREEN) -> Image:
    """An empty tray from above, softer than it is printed."""
    random = np.random.default_rng(3).normal(0.0, noise, printed_sheet(edition).shape)
    return np.asarray(np.clip(printed_sheet(edition) * level + random, 0, 255), np.uint8)


CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def hiding(
    flat: Image, lane: int, below: np.ndarray = NOTHING_READ, edition: TrayEdition = GREEN, blur_mm: float = 0.0
) -> list[float]:
    """Where cards could hide: middles of the places, mm from the lane's left end."""
    coverage = LaneCoverage(flat, print_evidence(flat, edition, below, line_columns(edition), blur_mm), below)
    return [
        float(np.nonzero(place.squares)[1].mean()) * CELL_MM - TRAY.column_mm for place in coverage.hiding_places(lane)
    ]


@pytest.mark.parametrize("noise", [0.5, 3.0, 6.0])
def test_no_card_can_hide_on_bare_lanes(noise: float) -> None:
    flat = sheet(noise)
    assert [hiding(flat, lane) for lane in range(TRAY.lanes)] == [[]] * TRAY.lanes


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize("tone", [0.8, 0.9, 1.02])
def test_a_plain_card_on_the_faint_lines_of_a_place_is_noticed(tone: float, turn: bool) -> None:
    # White paper on a tint is told by that.
    edition = TrayEdition(TrayKey("yellow"), tinted=False)
    flat = np.asarray(cv2.GaussianBlur(sheet(1.0, edition=edition), (0, 0), 1.0), np.uint8)
    centre = TRAY.slot_centre(1, 2)
    width, height = CARD_MM[::-1] if turn else CARD_MM
    left, top = round(centre.x - CORNER.x - width / 2), round(CORNER.y - centre.y - height / 2)
    paper = np.random.default_rng(5).normal(240 * 0.7 * tone, 1.0, (round(height), round(width), 3))
    flat[top : top + round(height), left : left + round(width)] = np.clip(paper, 0, 255).astype(np.uint8)
    (middle,) = hiding(flat, 1, edition=edition, blur_mm=1.0)
    assert abs(middle - (centre.x - TRAY.lane(1).low.x)) < 12.0 and hiding(flat, 2, edition=edition, blur_mm=1.0) == []


def burnt(flat: Image, lane: int, from_mm: float, to_mm: float) -> Image:
    top = CELL_MM + round(TRAY.lane_mm) * lane
    shown = flat.copy()
    left = round(TRAY.column_mm)
    shown[top : top + round(TRAY.lane_mm), left + round(from_mm) : left + round(to_mm)] = 255
    return shown


@pytest.mark.parametrize("from_mm", range(0, 260, 13))
def test_a_card_can_hide_in_burnt_out_light_of_its_size(from_mm: int) -> None:
    (middle,) = hiding(burnt(sheet(), 1, from_mm, from_mm + 70.0), 1)
    assert middle == pytest.approx(from_mm + 35.0, abs=12.0)
    assert hiding(burnt(sheet(), 1, from_mm, from_mm + 70.0), 3) == []


def test_no_card_can_hide_in_a_speck_of_light() -> None:
    assert hiding(burnt(sheet(), 1, 80.0, 95.0), 1) == []


def test_what_a_card_that_was_read_hides_is_explained() -> None:
    centre = TRAY.slot_centre(1, 2)
    card = np.array([(centre.x + x * CARD_MM[0] / 2, centre.y + y * CARD_MM[1] / 2) for x, y in CORNERS])
    flat, below = burnt(sheet(), 1, 134.0, 197.0), pixels_inside([card])
    assert hiding(flat, 1) != [] and hiding(flat, 1, below) == []


def test_blank_paper_on_the_white_place_of_a_lane_is_noticed() -> None:
    flat = sheet(1.0)
    top = CELL_MM + round(TRAY.lane_mm) + 2
    flat[top : top + 88, 42:105] = round(255 * 0.7)
    (middle,) = hiding(flat, 1)
    assert middle < 80.0


@pytest.mark.parametrize("dark", [0.3, 0.5, 0.7])
def test_a_shadow_of_the_shape_of_a_card_is_no_card(dark: float) -> None:
    world = bare_table()
    place = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(0, 1) + Point(30.0, -6.0))
    corners = [Point(place.x + x * CARD_MM[0] / 2, place.y + y * CARD_MM[1] / 2) for x, y in CORNERS]
    assert look(world, disturbances=[disturbances.shadow(tuple(corners), dark)]).scene.unread == ()


@pytest.mark.parametrize("tone", [40, 90, 140])
def test_grey_paper_in_the_gap_between_two_cards_is_not_missed(tone: int) -> None:
    world = bare_table()
    for slot, kind in ((0, CardKind.IF_ENEMY), (2, CardKind.FORWARD)):
        lay(world, CardKey("red", kind, 1), "red", 0, slot, off=Point(slot - 1.0, 0.0))
    place = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(0, 1))
    found = look(world, disturbances=[disturbances.sheet_of_paper(place, 66.0, (tone,) * 3)])
    assert {problem.lane for problem in read_table(found.scene, KIT).problems if problem.code == "unread"} == {0}


RIGHT, LEFT, UP, DOWN = Point(10.0, 1.0), Point(-12.0, -1.0), Point(0.0, 14.0), Point(1.0, -12.0)


@pytest.mark.parametrize(
    ("slot", "off"),
    [
        *((0, off) for off in (RIGHT, UP, DOWN, Point(-14.0, 0.0))),
        *((2, off) for off in (RIGHT, LEFT, UP, DOWN, Point(18.0, 6.0))),
        (4, Point(15.0, 0.0)),
    ],
)
def test_a_card_that_sticks_out_from_below_another_is_not_missed(slot: int, off: Point) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, slot, off=off)
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 1, slot)
    found = look(world)
    assert found.scene.find(CardKey("red", CardKind.STAND, 1)) is None
    assert read_table(found.scene, KIT).programs["red"][1] is None


def test_a_card_below_another_that_reaches_into_the_next_lane_makes_both_rows_unread() -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 2, 2, off=Point(0.0, 22.0))
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 2, 2)
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 1, 2)
    assert read_table(look(world).scene, KIT).programs["red"] == ("", None, None, "")


def test_another_tray_that_lies_over_the_rim_of_a_tray_hides_no_card() -> None:
    world = bare_table()
    red, blue = (world.lying[TrayKey(colour)] for colour in ("red", "blue"))
    below = red.pose.place(Point(0.0, -TRAY.size_mm[1] + 5.0))
    world.lying[TrayKey("blue")] = blue.__class__(TrayKey("blue"), Pose(below.x, below.y, red.pose.heading + 1.0))
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 3, 1)
    assert read_table(look(world).scene, KIT).programs["red"] == ("", "", "", "attack")


def test_a_card_whose_other_half_something_hides_is_read_and_its_row_is_not() -> None:
    world = bare_table()
    card = CardKey("red", CardKind.FORWARD, 1)
    pose = lay(world, card, "red", 1, 1)
    corner = pose.place(CARD_MARKER_CENTRES[1])
    found = look(world, disturbances=[disturbances.sheet_of_paper(corner, 22.0, (225, 230, 232))])
    assert found.scene.find(card) is not None
    assert read_table(found.scene, KIT).programs["red"][1] is None


def test_cards_that_lie_well_leave_all_rows_readable() -> None:
    world, random = bare_table(), np.random.default_rng(4)
    rows = [[CardKind.IF_ENEMY, CardKind.FORWARD, CardKind.STAND], [CardKind.ATTACK], [], [CardKind.DEFEND]]
    lay_program(world, "red", rows, random)
    found = look(world)
    assert found.scene.unread == ()
    assert read_table(found.scene, KIT).programs["red"] == ("if enemy forward else stand", "attack", "", "defend")


def test_a_tray_with_a_card_outside_its_lanes_is_not_complete() -> None:
    world, random = bare_table(), np.random.default_rng(4)
    lay_program(
        world, "red", [[kind] for kind in (CardKind.FORWARD, CardKind.ATTACK, CardKind.STAND, CardKind.TAKE)], random
    )
    assert read_table(look(world).scene, KIT).complete("red")
    lay(world, CardKey("red", CardKind.DEFEND, 1), "red", 1, -0.9)
    reading = read_table(look(world).scene, KIT)
    assert all(reading.programs["red"]) and not reading.complete("red")


def test_a_card_on_a_screen_is_told_to_be_one() -> None:
    world, card = bare_table(), CardKey("red", CardKind.FORWARD, 1)
    pose = lay(world, card, "red", 1, 2)
    framed = picture(world)
    disturbances.sheet_of_paper(pose.point, 130.0, (12, 12, 12))(framed, renderer().view)
    outline = project_points(renderer().view, [pose.place(Point(x * 31.5, y * 44.0)) for x, y in CORNERS])
    face = np.zeros(framed.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, np.array([(round(p.u), round(p.v)) for p in outline], np.int32), (1,))
    shown = np.where(face[..., None] > 0, picture(world), framed)
    scene = Reader(KIT, None, renderer().view.camera, live=False).read(Frame(shown, 1, 0.0, "screen")).scene
    assert Why.SCREEN in {item.why for item in scene.unread}
    assert read_table(scene, KIT).programs["red"][1] is None


@pytest.mark.parametrize("shape", [((-20, -25), (25, -18), (8, 28)), ((-28, -10), (-24, 14), (22, 16), (27, -6))])
def test_torn_white_paper_on_a_lane_makes_its_row_unread(shape: tuple[tuple[int, int], ...]) -> None:
    world = bare_table()
    eye = renderer()
    place = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(2, 2))
    shown = picture(world, eye)
    beside = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(2, 0) + Point(0.0, 25.0))
    (white,) = project_points(eye.view, [beside])
    around = shown[round(white.v) - 4 : round(white.v) + 5, round(white.u) - 4 : round(white.u) + 5]
    corners = project_points(eye.view, [Point(place.x + x, place.y + y) for x, y in shape])
    mask = np.zeros(shown.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.array([(round(p.u), round(p.v)) for p in corners], np.int32), (1,))
    noise = np.random.default_rng(2).normal(0.0, 2.0, shown.shape)
    paper = np.clip(around.mean(axis=(0, 1)) + noise, 0, 255).astype(np.uint8)
    shown = np.where(mask[..., None] > 0, paper, shown)
    scene = Reader(KIT, None, eye.view.camera, live=False).read(Frame(shown, 1, 0.0, "torn")).scene
    rows = read_table(scene, KIT).programs["red"]
    assert rows == ("", "", None, "")
