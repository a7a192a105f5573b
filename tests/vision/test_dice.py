"""Dice: the face on top of a die at rest; one that leans is cocked, and no face of it counts."""

from __future__ import annotations

import math

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Point, Pose
from boards.kit.kit import DIE_MM
from boards.kit.thing_keys import DieKey, MatKey
from controller.table.perception.program_reading import TableReading, read_table
from controller.table.view.notices import die_unread
from controller.vision.scene import Why
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.world import TableItem
from tests.support.tables import KIT, bare_table, look, renderer
from tests.support.whole_dice import whole_die

FACE = DieKey("red", "repeat 2")
BELOW_THE_CAMERA = Point(220.0, 70.0)
PLACES = tuple(
    Pose(place.x, place.y, math.degrees(math.atan2((place - BELOW_THE_CAMERA).y, (place - BELOW_THE_CAMERA).x)))
    for place in (Point(-60.0, 470.0), Point(200.0, 510.0), Point(430.0, -70.0))
)
"""Beside the field, all over the picture; turned so that a die that leans does so across the camera's line of sight."""


COLOURS = ("red", "blue", "yellow")


def seen_dice(lean: float) -> TableReading:
    """Read a picture of three dice that show *Repeat 2*, one at each place, which lean."""
    dice: list[Disturbance] = []
    for colour, at in zip(COLOURS, PLACES, strict=True):
        marker = KIT.things[DieKey(colour, "repeat 2")].markers[0]
        middle = at.place(marker.centre)
        place = Pose(middle.x, middle.y, at.heading)
        dice.append(disturbances.leaning_marker(marker.id, place, DIE_MM, marker.side_mm, lean))
    return read_table(look(bare_table(), disturbances=dice, mat_key=MatKey("4x4")).scene, KIT)


@pytest.mark.parametrize(("face", "number"), [("if", None), ("repeat 2", None), ("repeat 3", None), ("blank", 1)])
def test_the_face_on_top_of_a_die_that_lies_is_read(face: str, number: int | None) -> None:
    world = bare_table()
    world.lying["die"] = TableItem(DieKey("red", face, number), PLACES[0])
    reading = read_table(look(world).scene, KIT)
    assert reading.dice == {"red": face} and reading.dice_unread == {}


@pytest.mark.parametrize("lean", [5.0, -5.0])
def test_a_crumb_below_a_die_does_no_harm(lean: float) -> None:
    assert seen_dice(lean).dice == dict.fromkeys(COLOURS, "repeat 2")


@pytest.mark.parametrize("lean", [30.0, 45.0])
def test_a_die_that_leans_is_cocked_and_shows_no_face(lean: float) -> None:
    reading = seen_dice(lean)
    assert reading.dice == {} and reading.dice_unread == dict.fromkeys(COLOURS, Why.COCKED)


@pytest.mark.parametrize("leans", [False, True])
def test_a_die_whose_top_looks_level_is_told_by_its_sides(leans: bool) -> None:
    camera = renderer().view.position
    dice: list[Disturbance] = []
    for colour, place in zip(COLOURS, PLACES, strict=True):
        away = place.point - Point(camera[0], camera[1])
        seen_from = math.degrees(math.atan2(math.hypot(away.x, away.y), camera[2] - DIE_MM))
        # Its top leans towards the camera by twice the angle from which it is seen: a level one looks the same.
        at = Pose(place.x, place.y, math.degrees(math.atan2(away.y, away.x)) - 90.0)
        dice.append(whole_die(KIT, DieKey(colour, "repeat 2"), at, 2 * seen_from if leans else 0.0))
    reading = read_table(look(bare_table(), disturbances=dice).scene, KIT)
    assert reading.dice == ({} if leans else dict.fromkeys(COLOURS, "repeat 2"))
    assert reading.dice_unread == (dict.fromkeys(COLOURS, Why.COCKED) if leans else {})


def test_a_cocked_die_is_told_whose_it_is_in_every_language() -> None:
    notice = die_unread("red", Why.COCKED)
    assert notice.facts == {"golem": "red", "why": "cocked"}
    assert "red die" in translate(notice.text, "en") and "again" in translate(notice.text, "en")
    assert len(set(translate_all(notice.text).values())) == len(languages())


def test_two_faces_level_are_two_dice_of_one_colour_and_none_counts() -> None:
    world = bare_table()
    world.lying["one"] = TableItem(DieKey("red", "if"), PLACES[0])
    world.lying["two"] = TableItem(DieKey("red", "blank", 1), PLACES[1])
    reading = read_table(look(world).scene, KIT)
    assert reading.dice == {} and reading.dice_unread == {"red": Why.DUPLICATE}


def test_a_die_wholly_under_a_hand_shows_no_face_and_no_other_does() -> None:
    world = bare_table()
    world.lying["die"] = TableItem(FACE, PLACES[0])
    world.lying["other"] = TableItem(DieKey("blue", "repeat 3"), PLACES[1])
    reading = read_table(look(world, disturbances=[disturbances.hand(PLACES[0].point)]).scene, KIT)
    assert reading.dice == {"blue": "repeat 3"} and "blue" not in reading.dice_unread


def test_a_finger_on_a_die_hides_it() -> None:
    world = bare_table()
    world.lying["die"] = TableItem(FACE, PLACES[0])
    finger = disturbances.finger(PLACES[0].point + Point(0.0, 5.0), 90.0, 40.0)
    assert read_table(look(world, disturbances=[finger]).scene, KIT).dice == {}
