"""Two cameras over one rendered table, one from the left in the south, one from the right in the north."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache

import cv2
import numpy as np
import pytest

from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TrayKey
from calibration.camera_frames import CameraError, CameraMissing
from calibration.camera_model import look_at
from controller.table.perception.program_reading import read_table
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.fusion.multi_camera import MultiCameraReader
from controller.vision.scene import Trouble, Why
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.tables import KIT, TWO, bare_table, lay, look, stand, truth

SIZE = (1280, 720)
PERIOD_S = 0.2
"""Slow cameras: what takes a second shall not take thirty pictures."""
CARDS = ("repeat 2", "forward")


@lru_cache
def side(number: int) -> Renderer:
    """From the left: mat and red tray; from the right, and the other side of the table: mat and blue tray."""
    place, target = (((-180.0, -180.0, 1000.0), (-90.0, 200.0)), ((580.0, 560.0, 1000.0), (490.0, 200.0)))[number]
    made = Renderer(KIT, look_at(webcam(SIZE), place, target, turned=2.0 + 176.0 * number), Optics(), seed=5 + number)
    if number:
        # Both look from the same height: what is printed needs to be painted once only.
        made._painter._textures = side(0)._painter._textures
    return made


def table() -> World:
    world = bare_table()
    for colour in TWO:
        for slot, kind in enumerate(CARDS):
            lay(world, CardKey(colour, CardKind(kind), 1), colour, 1, slot, turned=2.0 * slot)
    stand(world, "red", "b2", 90.0)
    stand(world, "blue", "c3", -90.0)
    return world


Play = Callable[[MultiCameraReader, list[SimulatedCamera], World], Awaitable[None]]


def with_two(play: Play) -> None:
    world = table()

    async def main() -> None:
        cameras = [SimulatedCamera(world, side(number), PERIOD_S) for number in (0, 1)]
        for camera, name in zip(cameras, ("left", "right"), strict=True):
            camera.name = name
        eyes = MultiCameraReader([CameraReader(camera, KIT, MatKey("4x4"), camera.view.camera) for camera in cameras])
        await eyes.open()
        await play(eyes, cameras, world)
        await eyes.close()

    run(main())


def test_each_sees_one_tray_and_together_they_see_all_in_its_place() -> None:
    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        for number, (own, other) in enumerate((("red", "blue"), ("blue", "red"))):
            alone = look(world, side(number)).scene
            assert alone.find(TrayKey(own)) is not None
            assert read_table(alone, KIT).programs.get(own, ("",) * 4)[1] == "repeat 2 forward"
            none = (None,) * 4
            assert read_table(alone, KIT).programs.get(other, none) == none, "one camera alone is not enough"
        scene = await eyes.settled()
        reading = read_table(scene, KIT)
        assert scene.settled and scene.trouble == () and scene.blind == ()
        assert reading.programs == dict.fromkeys(TWO, ("", "repeat 2 forward", "", "")), reading.problems
        for thing, pose in truth(world).items():
            found = scene.find(thing)
            assert thing == "mat" or found is not None, thing
            if found is not None:
                assert found.pose.point.distance(pose.point) < 3.0, thing
        assert eyes.latest == scene and eyes.name == "left + right"
        picture = cv2.imdecode(np.frombuffer(eyes.preview_jpeg(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None and picture.shape[:2] == (360, 1280), "side by side"

    with_two(play)


def test_a_look_while_golems_drive_is_of_all_cameras_and_an_older_picture_contradicts_none() -> None:
    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        await eyes.settled()
        loop = asyncio.get_running_loop()
        # The left camera does not show where red is now.
        cameras[0].disturbances = [disturbances.hand(world.bodies["red"].pose.point, 120.0)]
        for step in range(1, 4):
            began, before = loop.time(), world.bodies["red"].pose
            world.bodies["red"].pose = Pose(before.x, before.y + 30.0, before.heading)
            scene = await eyes.look()
            red = scene.find(GolemKey("red"))
            assert red is not None and red.pose.point.distance(world.bodies["red"].pose.point) < 3.0, step
            assert scene is eyes.latest and began <= scene.time <= loop.time()
            cameras[0].disturbances = []
        # One that is lost is not missed: the other one looks.
        cameras[0].unplugged = True
        assert (await eyes.look()).find(GolemKey("red")) is not None
        # A picture from before is not merged with a new one.
        world.bodies["red"].pose = Pose(world.bodies["red"].pose.x, 350.0, 90.0)
        red = (await eyes.look()).find(GolemKey("red"))
        assert red is not None and abs(red.pose.y - 350.0) < 3.0
        cameras[1].unplugged = True
        with pytest.raises(CameraError):
            await eyes.look()

    with_two(play)


def test_one_that_is_missed_stops_the_game_and_is_named_until_it_is_back() -> None:
    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        before = await eyes.settled()
        cameras[1].unplugged = True
        with pytest.raises(CameraError) as caught:
            await eyes.settled()
        assert caught.value.camera == "right"
        # What the table does: it opens the eye again, which takes nothing from the camera that works.
        await eyes.open()
        cameras[1].unplugged = False
        scene = before
        for _ in range(200):
            try:
                scene = await eyes.settled()
                break
            except CameraError:
                pass
        assert scene is not before and scene.settled and scene.blind == ()
        assert {item.thing for item in scene.things} == {item.thing for item in before.things}

    with_two(play)


def test_one_that_is_not_missed_is_named_and_the_game_goes_on() -> None:
    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        # Both trays stand on the left; the right camera sees the mat.
        for key in [key for key in world.lying if isinstance(key, CardKey) or key == TrayKey("blue")]:
            del world.lying[key]
        await eyes.settled()
        cameras[1].unplugged = True
        scene = await eyes.settled()
        assert scene.settled and scene.trouble == () and scene.blind == ("right",)
        assert scene.find(GolemKey("blue")) is not None
        cameras[1].unplugged = False
        while scene.blind:
            scene = await eyes.settled()
        # Blind is as bad as unplugged.
        cameras[1].disturbances = [disturbances.over_exposed(9.0)]
        scene = await eyes.settled()
        assert scene.settled and scene.trouble == () and scene.blind == ("right",)
        cameras[0].disturbances = [disturbances.over_exposed(9.0)]
        scene = await eyes.settled(1.0)
        assert not scene.settled and scene.trouble == (Trouble.OVEREXPOSED,) and scene.blind == ("left", "right")
        cameras[0].disturbances, cameras[1].disturbances = [], []
        # A lens cap where it is missed.
        lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 0, 0)
        assert (await eyes.settled()).blind == ()
        cameras[0].disturbances = [disturbances.over_exposed(9.0)]
        scene = await eyes.settled(1.0)
        assert not scene.settled and scene.trouble == (Trouble.OVEREXPOSED,) and scene.blind == ("left",)
        cameras[0].unplugged = cameras[1].unplugged = True
        with pytest.raises(CameraError):
            await eyes.settled()

    with_two(play)


def test_at_first_all_must_be_there() -> None:
    world = table()

    async def main() -> None:
        cameras = [SimulatedCamera(world, side(number)) for number in (0, 1)]
        cameras[1].unplugged = True
        eyes = MultiCameraReader([CameraReader(camera, KIT, MatKey("4x4")) for camera in cameras])
        with pytest.raises(CameraMissing):
            await eyes.open()
        assert eyes.preview_jpeg() == b"" and eyes.latest is None

    run(main())


def test_a_golem_at_two_places_is_read_at_neither() -> None:
    """The mat's picture is shifted for one camera: what it says of the golems is not what the other says."""

    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        other = table()
        stand(other, "red", "b3", 90.0)
        cameras[1]._world = other
        scene = await eyes.settled()
        assert scene.settled and scene.find(GolemKey("red")) is None and scene.find(GolemKey("blue")) is not None
        assert [(item.why, item.thing) for item in scene.unread] == [(Why.CAMERAS, GolemKey("red"))]
        assert read_table(scene, KIT).golems.keys() == {"blue"}

    with_two(play)


def test_a_hand_that_only_one_sees_is_over_the_arena() -> None:
    async def play(eyes: MultiCameraReader, cameras: list[SimulatedCamera], world: World) -> None:
        assert await eyes.over_arena() is None
        eyes.arena_in_order()
        cameras[0].disturbances = [disturbances.hand(Point(330.0, 80.0), 60.0)]
        found = await eyes.over_arena()
        assert found is not None and found.at.distance(Point(330.0, 80.0)) < 120.0
        cameras[1].unplugged = True
        assert await eyes.over_arena() is not None

    with_two(play)
