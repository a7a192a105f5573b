"""The lock with the eye itself: rendered cards, hands and fingers over them, and what is done to them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, MatKey, ThingKey, TrayKey
from controller.table.perception.program_lock import GONE_AFTER, Watch, lock, watch
from controller.table.perception.program_reading import read_table
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.simulated_camera import SimulatedCamera
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, lay, renderer, stand

ROWS = ("forward", "turn-left", "attack", "defend")
RED, BLUE = (tuple(CardKey(colour, CardKind(kind), 1) for kind in ROWS) for colour in ("red", "blue"))


def table() -> World:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    stand(world, "blue", "d4", 180.0)
    for lane in range(4):
        lay(world, RED[lane], "red", lane, 0, face_up=lane % 2 == 0)
        lay(world, BLUE[lane], "blue", lane, 0, face_up=False, turned=2.0)
    return world


def watched(*doings: Callable[[World, SimulatedCamera], None], looks: int = GONE_AFTER + 1) -> list[Watch]:
    """The programs are locked; then each of these is done to the table. What is known after the looks at each."""
    world = table()

    async def main() -> list[Watch]:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"))
        await eye.open()
        scene = await eye.settled()
        reading = read_table(scene, KIT)
        locks = lock({"red": ROWS, "blue": ROWS}, reading.laid, scene, Random(1))
        assert [len(row.cards) for rows in locks.values() for row in rows] == [1] * 8
        rows = [row for each in locks.values() for row in each[1:]]
        known, found = Watch(), []
        for do in doings:
            do(world, camera)
            for _ in range(looks):
                seen = await eye.settled(0.5)
                if seen.settled and not seen.trouble:
                    known = watch(known, rows, seen)
            found.append(known)
        await eye.close()
        return found

    return run(main())


def covering(*what: Disturbance) -> Callable[[World, SimulatedCamera], None]:
    def do(_world: World, camera: SimulatedCamera) -> None:
        camera.disturbances = list(what)

    return do


def place_of(world: World, key: ThingKey) -> Point:
    return world.lying[key].pose.point


def test_hands_fingers_and_lamps_over_the_cards_are_no_breach() -> None:
    card = place_of(table(), RED[2])
    hand, finger = disturbances.hand(card), disturbances.finger(card, 100.0, 30.0)
    found = watched(covering(hand), covering(finger), covering(disturbances.glare(card, 60.0)), covering(), looks=3)
    assert [each.breaches for each in found] == [{}] * 4


def moved(world: World, _camera: SimulatedCamera) -> None:
    pose = world.lying[RED[1]].pose
    world.lying[RED[1]] = TableItem(RED[1], Pose(pose.x + 80.0, pose.y, 0.0), False)


def taken(world: World, _camera: SimulatedCamera) -> None:
    del world.lying[BLUE[3]]


def swapped(world: World, _camera: SimulatedCamera) -> None:
    pose = world.lying.pop(BLUE[2]).pose
    world.lying["other"] = TableItem(CardKey("blue", CardKind.STAND, 1), pose, False)


def added(world: World, _camera: SimulatedCamera) -> None:
    lay(world, CardKey("red", CardKind.TAKE, 1), "red", 3, 2, face_up=False)


def of_a_revealed_row(world: World, _camera: SimulatedCamera) -> None:
    del world.lying[RED[0]]
    del world.lying[BLUE[0]]


@pytest.mark.parametrize(
    ("do", "told"),
    [
        (moved, ("card-moved", "red", 2, 1)),
        (taken, ("card-gone", "blue", 4, 1)),
        (swapped, ("card-swapped", "blue", 3, 1)),
        (added, ("card-added", "red", 4, 2)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_done_to_a_card_is_seen_and_whose_it_is(
    do: Callable[[World, SimulatedCamera], None], told: tuple[str, str, int, int]
) -> None:
    (found,) = watched(do, looks=GONE_AFTER if do is taken else 1)
    (breach,) = found.breaches.values()
    assert (breach.code, breach.player, breach.row, breach.place) == told


def test_cards_of_a_revealed_row_may_go_and_a_tray_may_be_pushed_with_its_cards() -> None:
    def pushed(world: World, _camera: SimulatedCamera) -> None:
        for key in (TrayKey("blue"), *BLUE[1:]):
            pose = world.lying[key].pose
            world.lying[key] = TableItem(
                key, Pose(pose.x + 12.0, pose.y - 20.0, pose.heading), world.lying[key].face_up
            )

    found = watched(of_a_revealed_row, pushed, looks=GONE_AFTER)
    assert [each.breaches for each in found] == [{}, {}]
