"""Something on a cell of the mat that was not read is named; light, shadow and empty cells are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boards.drawing.artwork import drawing_of
from boards.geometry import Cell, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TokenKey, TrayKey
from boards.mats import mat
from calibration.camera_frames import Image
from controller.vision.scene import Unread, Why
from controller.vision.unread.cells.mat_field import find_on_field
from hardware.simulated import camera_faults
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, older_renderer, picture, renderer, stand

GRID = mat(MatKey("4x4")).grid
CELLS = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
TOKENS = {TokenKey("barrel", 1): "b3", TokenKey("water", 1): "c2", TokenKey("wall", 1): "d4"}


def table() -> World:
    world = bare_table()
    for key, cell in TOKENS.items():
        centre = GRID.centre(Cell.parse(cell))
        world.lying[key] = TableItem(key, Pose(centre.x + 4.0, centre.y - 5.0, 25.0))
    stand(world, "red", "a1", 90.0)
    return world


def told(image: Image, world: World, read: bool) -> dict[str, Why]:
    """The cells in which something is said to be, if all or nothing of what is there was read."""
    things = [(KIT.things[item.thing], item.pose) for item in world.lying.values() if read]
    things += [(KIT.things[GolemKey(name)], body.pose) for name, body in world.bodies.items() if read]
    found = find_on_field(
        image, renderer().view, KIT, MatKey("4x4"), [item for item in things if not isinstance(item[0].key, TrayKey)]
    )
    return {str(cell): item.why for item in found if (cell := _cell(item)) is not None}


def centre_px(cell: str) -> tuple[int, int]:
    """Where the middle of a cell is seen."""
    centre = GRID.centre(Cell.parse(cell))
    u, v = renderer().view.project_plane([(centre.x, centre.y)])[0]
    return round(float(u)), round(float(v))


def paper(cell: str, size: float, colour: tuple[int, int, int] = (150, 150, 150)) -> Disturbance:
    """A square of paper on a cell."""
    return camera_faults.sheet_of_paper(GRID.centre(Cell.parse(cell)), size, colour)


def _cell(item: Unread) -> Cell | None:
    assert item.pose is not None and item.thing is None and len(item.outline) >= 3
    return GRID.cell_at(item.pose.point)


def test_what_was_read_is_not_named_and_what_was_not_is() -> None:
    world = table()
    image = picture(world)
    assert told(image, world, read=True) == {}
    assert told(image, world, read=False) == dict.fromkeys(("a1", *TOKENS.values()), Why.COVERED)


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.6, 1.0, 1.0), (1.0, 0.9, 0.65)])
def test_empty_cells_are_empty_in_any_light(tint: tuple[float, float, float]) -> None:
    image = picture(bare_table())
    slope = np.linspace(0.35, 1.0, image.shape[1])[None, :, None]
    image = np.asarray(image * slope * np.array(tint), np.uint8)
    image[:, 900:1100] = image[:, 900:1100] // 3
    assert told(image, World(), read=False) == {}


def test_a_dazzled_cell_may_hide_anything() -> None:
    world = bare_table()
    image = picture(world)
    u, v = centre_px("c3")
    image[v - 40 : v + 40, u - 40 : u + 40] = 255
    assert told(image, world, read=True) == {"c3": Why.GLARE}
    assert told(np.full_like(image, 255), world, read=True) == dict.fromkeys(CELLS, Why.GLARE)


def test_paper_without_a_floor_that_is_burnt_but_shows_its_print_is_empty() -> None:
    """All white is as bright as the sensor can tell; lines are not, and a token on its back would be seen."""
    image = picture(bare_table(), older_renderer()).astype(np.float64) * 1.35
    assert told(np.asarray(np.minimum(image, 255), np.uint8), World(), read=False) == {}


def test_a_floor_that_light_has_taken_does_not_show_that_a_cell_is_empty() -> None:
    image = picture(bare_table()).astype(np.float64)
    u, v = centre_px("c2")
    image[v - 45 : v + 45, u - 45 : u + 45] *= 1.6
    assert told(np.asarray(np.minimum(image, 255), np.uint8), World(), read=False) == {"c2": Why.GLARE}


@pytest.mark.parametrize(("cell", "size"), [("c2", 80.0), ("c2", 40.0), ("b2", 80.0)])
def test_paper_of_a_cells_own_colour_hides_its_floor(cell: str, size: float) -> None:
    """A token on its face, white on white: it hides neither a line nor a letter, and has no edge that is seen."""
    image = picture(bare_table())
    u, v = centre_px(cell)
    colour = tuple(int(part) for part in np.median(image[v - 20 : v + 20, u - 20 : u + 20].reshape(-1, 3), axis=0))
    lying = picture(bare_table(), disturbances=[paper(cell, size, (colour[0], colour[1], colour[2]))])
    assert told(lying, World(), read=False) == {cell: Why.COVERED}


@pytest.mark.parametrize(
    ("key", "off"),
    [
        (TokenKey("barrel", 1), Pose(-3.0, 2.0, 15.0)),
        (TokenKey("water", 1), Pose(-3.0, 2.0, 15.0)),
        (TokenKey("wall", 1), Pose(8.0, -8.0, 20.0)),
        (TokenKey("wall", 1), Pose(-8.0, 7.0, 0.0)),
        (TokenKey("barrel", 1), Pose(-12.0, 12.0, 10.0)),
    ],
    ids=str,
)
def test_a_token_below_a_golem_that_was_read_is_told(key: TokenKey, off: Pose) -> None:
    world = bare_table()
    centre = GRID.centre(Cell.parse("b2"))
    world.lying[key] = TableItem(key, Pose(centre.x + off.x, centre.y + off.y, off.heading))
    golem = KIT.things[GolemKey("red")], stand(world, "red", "b2", 90.0)
    (found,) = find_on_field(picture(world), renderer().view, KIT, MatKey("4x4"), [golem])
    assert str(_cell(found)) == "b2"
    del world.lying[key]
    assert find_on_field(picture(world), renderer().view, KIT, MatKey("4x4"), [golem]) == []


@pytest.mark.parametrize(("cell", "size"), [("b2", 76.0), ("c2", 76.0), ("c3", 80.0)])
def test_the_corners_of_a_token_on_its_face_are_seen_below_a_golem(cell: str, size: float) -> None:
    """Each is as large as a tile of the floor; of the golem only what it hides is told."""
    centre = GRID.centre(Cell.parse(cell))
    golem = KIT.things[GolemKey("red")], Pose(centre.x, centre.y, 90.0)
    lying = picture(bare_table(), disturbances=[paper(cell, size, (225, 225, 225))])
    found = find_on_field(lying, renderer().view, KIT, MatKey("4x4"), [golem])
    assert [(str(_cell(item)), item.why) for item in found] == [(cell, Why.COVERED)]
    assert find_on_field(picture(bare_table()), renderer().view, KIT, MatKey("4x4"), [golem]) == []


def test_light_beside_a_token_that_was_read_hides_no_other_one() -> None:
    """What is left of its cell is too narrow."""
    world = bare_table()
    centre = GRID.centre(Cell.parse("b2"))
    world.lying["token"] = TableItem(TokenKey("wall", 1), Pose(centre.x + 4.0, centre.y, 0.0))
    image = picture(world)
    corners = np.array([(-50.0, 50.0), (50.0, 50.0), (50.0, -50.0), (-50.0, -50.0)])
    rim = np.zeros(image.shape[:2], np.uint8)
    for half, value in ((1.0, 1), (0.9, 0)):
        outline = renderer().view.project_plane(corners * half + (centre.x, centre.y))
        cv2.fillPoly(rim, [np.rint(outline).astype(np.int32)], (value,))
    image[rim > 0] = 255
    assert told(image, world, read=True) == {}
    assert told(image, World(), read=True) == {"b2": Why.COVERED}


def test_a_token_on_the_line_between_cells_is_in_neither() -> None:
    for off, cells in ((8.0, ("b2", "b3")), (-8.0, ("b2", "b3")), (15.0, ())):
        world = bare_table()
        centre = GRID.centre(Cell.parse("b2"))
        world.lying["token"] = TableItem(TokenKey("barrel", 1), Pose(centre.x, centre.y + 50.0 + off, 10.0))
        assert told(picture(world), world, read=True) == dict.fromkeys(cells, Why.BETWEEN_CELLS)


def test_two_tokens_in_a_cell_are_covered() -> None:
    world = bare_table()
    centre = GRID.centre(Cell.parse("b2"))
    for nth, (kind, x) in enumerate((("barrel", -12.0), ("wall", 12.0))):
        world.lying[nth] = TableItem(TokenKey(kind, 1), Pose(centre.x + x, centre.y, 10.0))
    assert told(picture(world), world, read=True) == {"b2": Why.COVERED}


@pytest.mark.parametrize("token", [None, TokenKey("barrel", 1), TokenKey("water", 1)], ids=str)
def test_a_token_below_a_card_that_was_read_is_told(token: TokenKey | None) -> None:
    world = bare_table()
    centre = GRID.centre(Cell.parse("b2"))
    if token is not None:
        world.lying["token"] = TableItem(token, Pose(centre.x, centre.y, 0.0))
    card = CardKey("red", CardKind.FORWARD, 1)
    world.lying["card"] = TableItem(card, pose := Pose(centre.x + 2.0, centre.y - 3.0, 20.0))
    found = find_on_field(picture(world), renderer().view, KIT, MatKey("4x4"), [(KIT.things[card], pose)])
    assert [(str(_cell(item)), item.why) for item in found] == ([("b2", Why.COVERED)] if token else [])


def test_mats_that_were_printed_without_a_floor_are_read_as_before() -> None:
    eye, slope = older_renderer(), np.linspace(0.4, 1.0, 1920)[None, :, None]
    assert told(np.asarray(picture(bare_table(), eye) * slope, np.uint8), World(), read=False) == {}
    lying = picture(bare_table(), eye, [paper("b2", 70.0, (248, 248, 248)), paper("c3", 80.0)])
    assert told(lying, World(), read=False) == {"b2": Why.COVERED, "c3": Why.COVERED}


def test_a_black_place_does_not_show_that_a_cell_is_empty() -> None:
    image = picture(bare_table())
    u, v = centre_px("b2")
    image[v - 35 : v + 35, u - 35 : u + 35] = 4
    assert told(image, World(), read=False) == {"b2": Why.DARK}


@pytest.mark.parametrize(("cell", "size"), [("b2", 60.0), ("c2", 60.0), ("c3", 80.0), ("b3", 100.0)])
def test_grey_paper_without_a_line_of_the_mat_below_it_is_told(cell: str, size: float) -> None:
    """By its pixels it is a shadow; but it ends in the cell, and shows no print or hides some."""
    assert told(picture(bare_table(), disturbances=[paper(cell, size)]), World(), read=False).get(cell) is Why.COVERED


def test_white_paper_is_told_on_a_tinted_cell() -> None:
    image = picture(bare_table(), disturbances=[paper("b2", 70.0, (248, 248, 248))])
    assert told(image, World(), read=False) == {"b2": Why.COVERED}


@pytest.mark.parametrize("dark", [0.3, 0.6])
def test_a_shadow_across_cells_is_none(dark: float) -> None:
    corners = (Point(-60.0, 120.0), Point(460.0, 260.0), Point(460.0, 330.0), Point(-60.0, 190.0))
    image = picture(bare_table(), disturbances=[camera_faults.shadow(corners, dark)])
    assert told(image, World(), read=False) == {}


def test_a_cell_that_is_not_in_the_picture_is_cut_off() -> None:
    image = picture(bare_table())
    right = centre_px("d2")[0]
    found = told(np.ascontiguousarray(image[:, :right]), World(), read=False)
    assert found == dict.fromkeys(("d1", "d2", "d3", "d4"), Why.CUT_OFF)


def test_noise_is_nothing_that_lies_there() -> None:
    noise = np.random.default_rng(5).normal(0.0, 9.0, picture(bare_table()).shape)
    image = np.asarray(np.clip(picture(bare_table()) + noise, 0, 255), np.uint8)
    assert told(image, World(), read=False) == {}


def test_a_picture_in_which_no_print_is_seen_shows_no_empty_cell() -> None:
    image = np.asarray(cv2.GaussianBlur(picture(bare_table()), (0, 0), 6.0), np.uint8)
    assert told(image, World(), read=False) == dict.fromkeys(CELLS, Why.BLURRED)


def test_boards_of_pieces_are_looked_at_by_others() -> None:
    pieces = replace(KIT, draw=lambda key, language, face_up: drawing_of(key, KIT, language, face_up))
    assert find_on_field(picture(table()), renderer().view, pieces, MatKey("4x4"), []) == []
    assert find_on_field(picture(table()), renderer().view, KIT, MatKey("mine"), []) == []
