"""A card below another one shows along its sides by a few mm: borders of a lane are hidden, or print is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import Floats
from controller.table.perception.program_reading import read_table
from controller.vision.unread.card_sides.line_colour import lines_in_colour
from controller.vision.unread.lanes.lane_print import LanePrint, lane_print, line_columns
from controller.vision.unread.trays.tray_sheet import TrayEdition
from controller.vision.unread.trays.tray_view import TrayView
from tests.benchmarks.eye_row_sources import RENDERERS
from tests.benchmarks.eye_rows import read_pictures
from tests.support.tables import KIT, bare_table, lay, look


def test_a_few_mm_of_a_card_below_another_make_its_row_unread() -> None:
    world = bare_table()
    below = ((1, Point(0.0, -4.0)), (3, Point(0.0, 3.0)), (1, Point(2.5, 0.0)), (2, Point(-2.5, 0.0)))
    kinds = (CardKind.FORWARD, CardKind.BACKWARD, CardKind.STAND, CardKind.ATTACK)
    for lane, ((slot, off), kind) in enumerate(zip(below, kinds, strict=True)):
        lay(world, CardKey("red", kind, 2), "red", lane, slot, off=off)
        lay(world, CardKey("red", kind, 1), "red", lane, slot)
        lay(world, CardKey("blue", kind, 1), "blue", lane, slot)
    programs = read_table(look(world).scene, KIT).programs
    assert programs["red"] == (None, None, None, None)
    assert programs["blue"] == tuple(kind.value for kind in kinds)


def test_a_card_below_another_at_a_trays_rim_makes_its_row_unread() -> None:
    world = bare_table()
    for colour, off in (("red", -4.8), ("blue", -3.2)):
        lay(world, CardKey(colour, CardKind.STAND, 2), colour, 3, 3, off=Point(0.0, off))
        lay(world, CardKey(colour, CardKind.STAND, 1), colour, 3, 3, off=Point(0.0, 1.2))
    programs = read_table(look(world).scene, KIT).programs
    assert programs["red"][3] is programs["blue"][3] is None


def test_the_colour_of_lines_excuses_no_card_below_another(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []

    def spied(tray: TrayView, card: Pose, part: Floats) -> bool:
        told.append(lines_in_colour(tray, card, part))
        return told[-1]

    monkeypatch.setattr("controller.vision.unread.card_sides.protruding_cards.lines_in_colour", spied)
    world = bare_table()
    for lane, kind in ((1, CardKind.BACKWARD), (2, CardKind.STAND)):
        lay(world, CardKey("red", kind, 2), "red", lane, lane, off=Point(0.0, 3.2))
        lay(world, CardKey("red", kind, 1), "red", lane, lane, off=Point(0.0, 1.2))
    look(world)
    assert told and not any(told)


def test_on_a_bent_tray_cards_below_others_are_looked_for_where_it_still_lies_flat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def bent(flat: Image, edition: TrayEdition, on_things: NDArray[np.bool_]) -> LanePrint:
        columns = line_columns(edition)
        places = columns + np.rint(3.0 * (np.arange(len(columns)) / (len(columns) - 1)) ** 2).astype(np.intp)
        return replace(lane_print(flat, edition, on_things), places=places)

    monkeypatch.setattr("controller.vision.unread.trays.tray_search.lane_print", bent)
    world = bare_table()
    for lane, (slot, kind) in enumerate([(0, CardKind.FORWARD), (4, CardKind.STAND)]):
        lay(world, CardKey("red", kind, 2), "red", 2 * lane, slot, off=Point(0.0, -4.0))
        lay(world, CardKey("red", kind, 1), "red", 2 * lane, slot)
    found = [item.pose for item in look(world).scene.unread if item.pose is not None]
    tray = world.lying[TrayKey("red")].pose
    assert {TRAY.lane_of(tray.local(pose.point)) for pose in found} == {0}


@pytest.mark.parametrize(
    ("seed", "row"),
    [
        # Its print shows between this row's card and the next row's, in an uneven light.
        (9009, ("green", 1)),
        # Most of what shows of it lies in a lane that is burnt out.
        (9103, ("green", 1)),
        # An unread card of the next row lies on it, too.
        (9210, ("blue", 1)),
    ],
)
def test_a_row_is_not_told_whose_card_may_lie_on_another(seed: int, row: tuple[str, int]) -> None:
    (report,) = read_pictures([RENDERERS["photographed"].picture("all at once", seed)])
    assert report["programs"][row[0]][row[1]] is None
