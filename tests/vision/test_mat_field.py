"""Something on a cell of the mat that was not read is named; light, shadow and empty cells are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boards.drawing.artwork import drawing_of
from boards.geometry import Cell, Pose
from boards.kit.thing_keys import GolemKey, MatKey, TokenKey, TrayKey
from boards.mats import mat
from calibration.camera_frames import Image
from controller.vision.scene import Unread, Why
from controller.vision.unread.mat_field import find_on_field
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, picture, renderer, stand

GRID = mat(MatKey("4x4")).grid
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
    return {str(_cell(item)): item.why for item in found}


def _cell(item: Unread) -> Cell | None:
    assert item.pose is not None and item.thing is None and len(item.outline) == 4
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


def test_a_dazzled_cell_may_hide_anything_unless_all_paper_is_burnt() -> None:
    world = bare_table()
    image = picture(world)
    centre = renderer().view.project_plane([(GRID.centre(Cell.parse("c3")).x, GRID.centre(Cell.parse("c3")).y)])[0]
    u, v = (round(float(part)) for part in centre)
    image[v - 40 : v + 40, u - 40 : u + 40] = 255
    assert told(image, world, read=True) == {"c3": Why.GLARE}
    assert told(np.full_like(image, 255), world, read=True) == {}


def test_boards_of_pieces_are_looked_at_by_others() -> None:
    pieces = replace(KIT, draw=lambda key, language, face_up: drawing_of(key, KIT, language, face_up))
    assert find_on_field(picture(table()), renderer().view, pieces, MatKey("4x4"), []) == []
    assert find_on_field(picture(table()), renderer().view, KIT, MatKey("mine"), []) == []
