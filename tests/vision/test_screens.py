"""Ready cards and dice that a phone shows are no things; a dark table around a real one is no phone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.geometry import Pose
from boards.kit.thing_keys import DieKey, ReadyKey
from calibration.camera_frames import Frame, Image
from calibration.camera_model import View
from controller.table.perception.program_reading import read_table
from controller.vision.reader import Reader
from controller.vision.scene import Scene, Why
from hardware.simulated.world import TableItem
from tests.support.tables import KIT, bare_table, picture, renderer

CARD, DIE = Pose(200.0, -30.0, 0.0), Pose(200.0, 440.0, 0.0)


def dark_around(image: Image, view: View, at: Pose, outer: tuple[float, float], inner: tuple[float, float]) -> None:
    """Paint dark glass around what lies there: outer and inner width and height, mm."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for (width, height), value in ((outer, 1), (inner, 0)):
        corners = [(at.x + x * width / 2, at.y + y * height / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillConvexPoly(mask, np.rint(view.project_plane(corners)).astype(np.int32), (value,))
    image[mask > 0] = 12


def seen(outer: tuple[float, float]) -> Scene:
    world = bare_table()
    world.lying["ready"] = TableItem(ReadyKey("red"), CARD, True)
    image = picture(world).copy()
    dark_around(image, renderer().view, CARD, outer, (64.0, 89.0))
    return look_at(image)


def look_at(image: Image) -> Scene:
    return Reader(KIT, None, renderer().view.camera, live=False).read(Frame(image, 1, 0.0, "test")).scene


def test_a_ready_card_on_a_phone_is_on_a_screen() -> None:
    scene = seen((76.0, 150.0))
    assert scene.find(ReadyKey("red")) is None
    assert [item.why for item in scene.unread if item.thing == ReadyKey("red")] == [Why.SCREEN]
    assert read_table(scene, KIT).ready == () and read_table(scene, KIT).ready_unread == {}


@pytest.mark.parametrize("outer", [(63.0, 88.0), (200.0, 200.0)])
def test_a_ready_card_on_a_light_or_a_dark_table_is_read(outer: tuple[float, float]) -> None:
    assert read_table(seen(outer), KIT).ready == ("red",)


def test_a_card_that_a_phone_shows_too_is_read_where_it_lies() -> None:
    world, shown = bare_table(), Pose(300.0, 460.0, 0.0)
    world.lying["ready"] = TableItem(ReadyKey("red"), CARD, True)
    world.lying["shown"] = TableItem(ReadyKey("red"), shown, True)
    image = picture(world).copy()
    assert look_at(image).find(ReadyKey("red")) is None
    dark_around(image, renderer().view, shown, (67.0, 150.0), (64.0, 89.0))
    scene = look_at(image)
    read = scene.find(ReadyKey("red"))
    assert read is not None and read.pose.point.distance(CARD.point) < 2.0
    assert [item.why for item in scene.unread] == [Why.SCREEN]


@pytest.mark.parametrize("scale", [0.7, 0.99, 1.0, 1.4])
def test_a_photograph_of_a_die_is_not_of_this_game(scale: float) -> None:
    world = bare_table()
    world.lying["die"] = TableItem(DieKey("red", "repeat 2"), DIE)
    image, view = picture(world), renderer().view
    half = 20.0
    top = view.project_plane(
        [(DIE.x + x * half, DIE.y + y * half) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))], 40.0
    )
    size = half * scale
    flat = view.project_plane([(100.0 + x * size, 440.0 + y * size) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
    carry = cv2.getPerspectiveTransform(top.astype(np.float32), flat.astype(np.float32))
    plain, shape = picture(bare_table()).copy(), (image.shape[1], image.shape[0])
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(flat).astype(np.int32), (1,))
    plain[mask > 0] = cv2.warpPerspective(image, carry, shape, flags=cv2.INTER_AREA)[mask > 0]
    reading = read_table(Reader(KIT, None, view.camera, live=False).read(Frame(plain, 1, 0.0, "test")).scene, KIT)
    assert reading.dice == {} and reading.dice_unread == {"red": Why.UNKNOWN}
