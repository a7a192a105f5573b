"""A row that a person reads at a glance is told: what looks like something unread, and is not, is explained."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import View
from controller.table.perception.program_reading import read_table
from controller.vision.unread.compression import compression_quality
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.world import World
from tests.benchmarks.eye_row_sources import RENDERERS
from tests.benchmarks.eye_rows import read_pictures
from tests.support.tables import KIT, bare_table, lay, look, picture


def rows_of(world: World, *disturbing: disturbances.Disturbance) -> tuple[str | None, ...]:
    return read_table(look(world, disturbances=disturbing).scene, KIT).programs["red"]


def lane_corners(world: World, lane: int, slot: float, shape: list[tuple[float, float]]) -> tuple[Point, ...]:
    place = world.lying[TrayKey("red")].pose.place(TRAY.slot_centre(lane, 0) + Point(slot * TRAY.slot_mm, 0.0))
    return tuple(Point(place.x + x, place.y + y) for x, y in shape)


@pytest.mark.parametrize("dark", [0.5, 0.7])
@pytest.mark.parametrize("tip", [(-33.0, 30.0), (-36.0, 0.0), (-34.0, -24.0)])
def test_the_tip_of_a_shadow_beside_a_card_is_no_print(dark: float, tip: tuple[float, float]) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 3)
    x, y = tip
    wedge = lane_corners(
        world, 1, 3, [(x + 6, y), (x - 5, y + 7), (x - 160, y + 50), (x - 160, y - 20), (x - 5, y - 4)]
    )
    assert rows_of(world, disturbances.shadow(wedge, dark)) == ("", "stand", "", "")


@pytest.mark.parametrize(
    ("renderer", "condition", "seed", "rows"),
    [
        # Tips of shadows beside a card, and a shadow of a card's size over the sides of a place.
        ("photographed", "hard shadows, bare lanes", 9000, {("green", 1), ("green", 2), ("yellow", 3)}),
        # Print that is elsewhere on a bent card.
        ("simulated", "bent sheets", 9001, {("yellow", 0)}),
        # Fine print that compression takes away.
        ("simulated", "hard JPEG", 9003, {("blue", 1), ("yellow", 0)}),
    ],
)
def test_clear_rows_of_rendered_tables_are_told(
    renderer: str, condition: str, seed: int, rows: set[tuple[str, int]]
) -> None:
    made = RENDERERS[renderer].picture(condition, seed)
    told = read_pictures([made])[0]["programs"]
    lies = {(row.player, row.row): row.allowed for row in made.rows if row.clear}
    assert {row: told[row[0]][row[1]] for row in rows} == {row: lies[row][0] for row in rows}


@pytest.mark.parametrize("at", [Point(15.0, 26.0), Point(14.0, 24.0)])
def test_a_small_reflection_on_a_card_that_is_read_hides_no_card(at: Point) -> None:
    world = bare_table()
    pose = lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 2)
    assert rows_of(world, disturbances.glare(pose.place(at), 4.0)) == ("", "stand", "", "")


@pytest.mark.parametrize(("low", "tone"), [(2.0, 20), (4.0, 20)])
def test_what_lies_in_one_lane_and_touches_a_card_of_the_next_leaves_that_row_readable(low: float, tone: int) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 2, 2, off=Point(0.0, -2.0))
    shape = [(x * CARD_MM[0] / 2, y * CARD_MM[1] / 2 - low) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]

    paper = disturbances.piece_of_paper(lane_corners(world, 1, 2, shape), (tone, tone, tone))
    assert rows_of(world, paper) == ("", None, "attack", "")


def test_a_card_that_sticks_out_a_little_over_an_empty_lane_leaves_that_lane_empty() -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 2, off=Point(3.0, -9.0))
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 1, 2)
    assert rows_of(world) == ("", None, "", "")


def white_spots(*along: float) -> disturbances.Disturbance:
    """Return spots of white on the table beside the right edge of the red sheet, 10 mm each, beside the second lane."""
    squares = [[(x, y - 5.0), (x, y + 5.0), (x + 14.0, y + 5.0), (x + 14.0, y - 5.0)] for x in (40.5,) for y in along]
    spots = [disturbances.piece_of_paper(lane_corners(bare_table(), 1, 4, shape), (235, 235, 235)) for shape in squares]

    def draw(shown: Image, view: View) -> None:
        for spot in spots:
            spot(shown, view)

    return draw


def test_light_spots_of_the_table_top_beside_a_card_are_no_card() -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 4)
    assert rows_of(world, white_spots(-30.0, -10.0, 10.0, 30.0)) == ("", "stand", "", "")


def beside_right_edge(first: float, low: float, off: float = 0.0) -> tuple[tuple[str | None, ...], bool]:
    """Lay paper from ``first`` mm beside the last place of red's second row, over the sheet's right edge.

    ``low``: its middle, mm above that of the card that lies there; ``off``: of the card to the right, mm. Return red's
    rows, and whether something unread is told beside the card.
    """
    world = bare_table()
    card = lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 4, off=Point(off, 0.0))
    paper = lane_corners(world, 1, 4, [(first, low + 40), (47, low + 40), (47, low - 40), (first, low - 40)])
    seen = look(world, disturbances=[disturbances.piece_of_paper(paper, (235, 235, 235))])
    at = card.place(Point(CARD_MM[0] / 2 + 1.0, low / 2))
    u, v = map(float, seen.view.project_plane(np.array([[at.x, at.y]]))[0])
    shapes = [np.array([(place.u, place.v) for place in item.outline], np.float32) for item in seen.scene.unread]
    told = any(cv2.pointPolygonTest(shape, (u, v), False) >= 0 for shape in shapes)
    return read_table(seen.scene, KIT).programs["red"], told


@pytest.mark.parametrize("low", [0.0, -30.0])
def test_a_card_below_another_that_sticks_out_over_the_sheets_edge_makes_the_row_unread(low: float) -> None:
    rows, told = beside_right_edge(32.0, low)
    assert rows[1] is None and told


@pytest.mark.parametrize("low", [0.0, -30.0])
def test_paper_on_the_sheets_edge_is_no_rows_where_the_lanes_border_is_seen(low: float) -> None:
    rows, _told = beside_right_edge(35.5, low)
    assert rows == ("", "stand", "", "")


@pytest.mark.parametrize("low", [0.0, -30.0])
def test_paper_on_the_sheets_edge_is_no_rows_where_the_tint_is_seen_beside_the_card(low: float) -> None:
    # The card nearly touches the lane's border, which is not seen.
    rows, _told = beside_right_edge(36.5, low, off=1.0)
    assert rows == ("", "stand", "", "")


@pytest.mark.parametrize(("wide_mm", "row"), [(1.5, "stand"), (2.0, "stand"), (5.0, None)])
def test_a_dark_line_along_a_card_is_its_shadow_and_a_wide_one_is_not(wide_mm: float, row: str | None) -> None:
    """In a colour that is dark in blue only: the darkness of all colours is measured elsewhere, too."""
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 2)
    half = CARD_MM[0] / 2
    line = lane_corners(world, 1, 2, [(half, 38), (half + wide_mm, 38), (half + wide_mm, 24), (half, 24)])
    assert rows_of(world, disturbances.piece_of_paper(line, (70, 160, 175))) == ("", row, "", "")


def compressed(quality: int) -> disturbances.Disturbance:
    def draw(shown: Image, _view: View) -> None:
        _done, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
        shown[:] = cv2.imdecode(data, cv2.IMREAD_COLOR)

    return draw


@pytest.mark.parametrize("quality", [9, 17, 30, 44, 59])
def test_the_strength_of_compression_is_seen_in_the_picture(quality: int) -> None:
    assert compression_quality(picture(bare_table(), disturbances=[compressed(quality)])) == quality


@pytest.mark.parametrize("quality", [None, 75, 80, 95])
def test_weak_compression_is_none(quality: int | None) -> None:
    assert compression_quality(picture(bare_table(), disturbances=[compressed(quality)] if quality else [])) is None


@pytest.mark.parametrize("quality", [24, 35])
def test_rows_are_told_in_pictures_whose_compression_takes_the_fine_print_away(quality: int) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 1, 2)
    assert rows_of(world, compressed(quality)) == ("", "attack", "", "")


@pytest.mark.parametrize("quality", [11, 24, 35])
def test_grey_paper_in_a_compressed_picture_makes_its_row_unread(quality: int) -> None:
    world = bare_table()
    paper = lane_corners(world, 2, 3, [(-22.0, 18.0), (20.0, 22.0), (24.0, -20.0), (-18.0, -24.0)])
    assert rows_of(world, disturbances.piece_of_paper(paper, (120, 120, 120)), compressed(quality)) == (
        "",
        "",
        None,
        "",
    )


@pytest.mark.parametrize(("wide", "corner"), [(2.0, (-1, 1)), (3.0, (-1, 1)), (2.0, (1, -1))])
def test_the_shadow_that_a_bent_card_throws_beside_itself_is_no_print(wide: float, corner: tuple[int, int]) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 0, 1)
    lay(world, CardKey("red", CardKind.STAND, 1), "red", 1, 1)
    # Along the side above, between two cards, or the one to the right.
    x, y = CARD_MM[0] / 2, CARD_MM[1] / 2
    near = (corner[0] * x, corner[1] * y)
    far = (x + wide, y) if corner == (1, -1) else (x, y + wide)
    strip = lane_corners(world, 1, 1, [near, (far[0], near[1]), far, (near[0], far[1])])
    assert rows_of(world, disturbances.shadow(strip, 0.5)) == ("attack", "stand", "", "")


def test_lines_of_the_sheet_that_a_camera_makes_darker_are_no_print_of_cards() -> None:
    def harsh(image: Image, _view: View) -> None:
        """Yellow light, and a tone curve of much contrast."""
        light = np.array([0.55, 0.9, 1.0]) / 255.0
        image[:] = np.asarray(255.0 * (image * light) ** 2.5, np.uint8)

    world = bare_table()
    for lane in range(3):
        lay(world, CardKey("red", CardKind.STAND, lane + 1), "red", lane, 0)
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 3, 0)
    assert rows_of(world, harsh) == ("stand", "stand", "stand", "attack")


@pytest.mark.parametrize("quality", [24, 44])
def test_a_white_card_on_the_floor_makes_its_row_unread_in_a_compressed_picture(quality: int) -> None:
    world = bare_table()
    card = lane_corners(world, 2, 3, [(-31.0, 43.0), (31.0, 43.0), (31.0, -43.0), (-31.0, -43.0)])
    assert rows_of(world, disturbances.piece_of_paper(card, (236, 240, 240)), compressed(quality))[2] is None
