"""A tray and a field that have not changed are not looked at again; whatever changes on them is seen in that frame."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest

from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TrayKey
from controller.vision.unread import unread_items as remains
from controller.vision.unread.cells import mat_field as field
from controller.vision.unread.cells.mat_field import FieldInspector
from controller.vision.unread.trays.tray_cache import AGAIN_AFTER
from controller.vision.unread.unread_items import TrayInspector
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.world import World
from tests.support.tables import KIT, bare_table, lay, picture, renderer, stand

CARD = CardKey("red", CardKind.FORWARD, 1)
SHARP = 0.1
"""Blur in modules."""


def trays_of(world: World) -> list[tuple[str, Pose]]:
    return [(item.thing, item.pose) for item in world.lying.values() if isinstance(item.thing, TrayKey)]


def read_of(world: World) -> list[tuple[str, Pose]]:
    return [(item.thing, item.pose) for item in world.lying.values()]


def test_what_changes_is_seen_as_soon_as_a_fresh_look_sees_it() -> None:
    bare, with_card = bare_table(), bare_table()
    card = lay(with_card, CARD, "red", 1, 1.0)
    beside = card.point + Point(0.0, -120.0)
    sheet, dark = disturbances.sheet_of_paper(beside, 72.0), disturbances.sheet_of_paper(card.point, 70.0, (40, 60, 90))
    frames = [
        picture(bare),
        picture(bare),
        picture(bare, disturbances=[sheet]),
        picture(bare, disturbances=[sheet]),
        picture(bare),
        picture(bare, disturbances=[dark]),
        picture(with_card),
        picture(with_card, disturbances=[sheet]),
    ]
    worlds = [bare] * 6 + [with_card] * 2
    live, fresh, view = TrayInspector(live=True), TrayInspector(live=False), renderer().view
    told = []
    for image, world in zip(frames, worlds, strict=True):
        seen, wanted = (
            [(item.why, item.pose) for item in one.look(image, view, trays_of(world), read_of(world), SHARP)]
            for one in (live, fresh)
        )
        assert len(seen) == len(wanted)
        for (why, pose), (right, place) in zip(seen, wanted, strict=True):
            assert why is right and pose is not None and place is not None and pose.point.distance(place.point) < 5.0
        told.append(bool(seen))
    assert told == [False, False, True, True, False, True, False, True]


def test_a_still_tray_is_looked_at_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bare_table()
    closely = Mock(side_effect=remains._of_tray)
    monkeypatch.setattr(remains, "_of_tray", closely)
    live = TrayInspector(live=True)
    for _ in range(AGAIN_AFTER + 2):
        live.look(picture(world), renderer().view, trays_of(world), [], SHARP)
    assert closely.call_count == 2 * len(trays_of(world))


def test_the_field_is_looked_at_anew_when_it_looks_otherwise_or_other_things_are_read() -> None:
    world = bare_table()
    covered = stand(world, "red", "b2", 0.0)
    golem = [(KIT.things[GolemKey("red")], covered)]
    watch, view = FieldInspector(live=True), renderer().view
    empty, full = picture(bare_table()), picture(world)
    assert watch.look(empty, view, KIT, MatKey("4x4"), []) == []
    assert len(watch.look(full, view, KIT, MatKey("4x4"), [])) == 1
    assert watch.look(full, view, KIT, MatKey("4x4"), golem) == []
    assert len(watch.look(full, view, KIT, MatKey("4x4"), [])) == 1


def test_a_field_that_looks_the_same_or_on_which_golems_drive_is_looked_at_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = bare_table()
    start = stand(world, "red", "b2", 0.0)
    closely = Mock(side_effect=field.find_on_field)
    monkeypatch.setattr(field, "find_on_field", closely)
    watch, view = FieldInspector(live=True), renderer().view
    for frame in range(field.AGAIN_AFTER + 1):
        watch.look(picture(world), view, KIT, MatKey("4x4"), [(KIT.things[GolemKey("red")], start)])
        assert closely.call_count == 1 + (frame == field.AGAIN_AFTER)
    for frame in range(1, field.AGAIN_AFTER + 1):
        at = replace(start, x=start.x + 4.0 * frame)
        world.bodies["red"].pose = at
        watch.look(picture(world), view, KIT, MatKey("4x4"), [(KIT.things[GolemKey("red")], at)])
        assert closely.call_count == 2 + (frame == field.AGAIN_AFTER)
