"""Cells of the mat while a table is looked at: tokens are laid, moved and taken, a hand comes and goes."""

from __future__ import annotations

import numpy as np
import pytest

from boards.geometry import Cell, Pose
from boards.kit.thing_keys import MatKey, TokenKey
from boards.mats import mat
from calibration.camera_frames import Frame, Image
from controller.table.perception.program_reading import read_table
from controller.vision.fusion.temporal_voting import FRAMES, Voting
from controller.vision.reader import Reader
from hardware.simulated import camera_faults
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, picture, renderer

GRID = mat(MatKey("4x4")).grid
TOKEN = TokenKey("wall", 1)


class Watch:
    """A camera over a table: its pictures come one after the other, thirty a second."""

    def __init__(self) -> None:
        self._reader, self._voting = Reader(KIT, MatKey("4x4"), renderer().view.camera), Voting()
        self._number = 0

    def glance(self, image: Image, frames: int) -> None:
        """Look at the same for some frames."""
        for _ in range(frames):
            self._look(image)

    def settled(self, image: Image) -> dict[str, str | None]:
        """Return what lies in each cell, by a vote that begins now; empty cells are left out."""
        self._voting.begin()
        for _ in range(FRAMES):
            self._look(image)
            if self._scene is not None:
                cells = read_table(self._scene, KIT).cells
                return {str(cell): token for cell, token in cells.items() if token != ""}
        raise AssertionError("a table at rest did not settle")

    def _look(self, image: Image) -> None:
        self._number += 1
        frame = Frame(image, self._number, self._number / 30.0, "test")
        self._scene = self._voting.add(self._reader.read(frame).scene)


def with_token(cell: str) -> World:
    world = bare_table()
    centre = GRID.centre(Cell.parse(cell))
    world.lying[TOKEN] = TableItem(TOKEN, Pose(centre.x, centre.y, 5.0))
    return world


def white_token_on_its_face(cell: str) -> Image:
    """Paper of the cell's own colour, as large as a token: only the floor below it is no longer seen."""
    centre = GRID.centre(Cell.parse(cell))
    image = picture(bare_table())
    u, v = np.rint(renderer().view.project_plane([(centre.x, centre.y)])[0]).astype(int)
    colour = np.median(image[v - 20 : v + 20, u - 20 : u + 20].reshape(-1, 3), axis=0)
    sheet = camera_faults.sheet_of_paper(centre, 80.0, (int(colour[0]), int(colour[1]), int(colour[2])))
    return picture(bare_table(), disturbances=[sheet])


@pytest.mark.parametrize("before", range(1, 4))
def test_what_is_laid_on_its_face_is_seen_by_the_next_vote(before: int) -> None:
    """However long ago the cells were inspected."""
    watch = Watch()
    assert watch.settled(picture(bare_table())) == {}
    watch.glance(picture(bare_table()), before)
    assert watch.settled(white_token_on_its_face("c2")) == {"c2": None}
    assert watch.settled(picture(bare_table())) == {}


def test_a_token_is_laid_moved_and_taken() -> None:
    watch = Watch()
    for lies, world in (({}, bare_table()), ({"c2": "wall"}, with_token("c2")), ({"b4": "wall"}, with_token("b4"))):
        assert watch.settled(picture(world)) == lies
    assert watch.settled(picture(bare_table())) == {}


def test_a_hand_over_a_token_hides_it_and_goes_away() -> None:
    watch, world = Watch(), with_token("c2")
    assert watch.settled(picture(world)) == {"c2": "wall"}
    hand = camera_faults.hand(GRID.centre(Cell.parse("c2")), 60.0)
    hidden = watch.settled(picture(world, disturbances=[hand]))
    assert hidden.pop("c2") is None and set(hidden.values()) <= {None}
    assert watch.settled(picture(world)) == {"c2": "wall"}
