"""The simulated camera: a camera like any other, in virtual time; what it shows is where the world says it is."""

from __future__ import annotations

import asyncio

import cv2
import numpy as np
import pytest

from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TokenKey
from boards.table_layout import table_bounds
from calibration.camera_frames import CameraMissing, Frame, NoFrames
from firmware_bridge.protocol.messages import ActKind
from hardware.micropython_board.board_program import load_program
from hardware.simulated.optics.lens_effects import Vignetting
from hardware.simulated.optics.sensor import Exposure, Jpeg, Sensor
from hardware.simulated.rendering.photograph import CameraEffects, Photographer
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.robot_acts import ACT_LIGHTS
from hardware.simulated.simulated_camera import SimulatedCamera, overhead_view, simulated_camera, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, Snapshot, TableItem, World
from tests.support.tables import FOUR, KIT, TWO, bare_table, stand

SMALL = (960, 540)
PLAIN = Optics(noise=0.0)


def small_renderer(optics: Optics = PLAIN) -> Renderer:
    return Renderer(KIT, overhead_view(webcam(SMALL), MatKey("4x4"), TWO), optics, seed=1)


def kept(frame: Frame) -> Frame:
    return frame


def test_each_question_is_a_picture_and_a_frames_time() -> None:
    async def main() -> list[Frame]:
        camera = simulated_camera(bare_table(), KIT, MatKey("4x4"), TWO, size=SMALL)
        await camera.open(kept)
        frames = [await camera.next() for _ in range(3)]
        await camera.close()
        await camera.close()
        return frames

    frames = run(main())
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert [frame.time for frame in frames] == pytest.approx([1 / 30, 2 / 30, 3 / 30])
    assert not np.array_equal(frames[0].image, frames[1].image), "no two pictures have the same noise"


def test_a_camera_can_take_pictures_with_all_that_happens_to_light() -> None:
    async def main() -> list[Frame]:
        take = CameraEffects((Vignetting(), Exposure(0.9)), Sensor(2.0), Jpeg(80))
        view = overhead_view(webcam(SMALL), MatKey("4x4"), TWO)
        camera = SimulatedCamera(bare_table(), Photographer(KIT, view, take))
        await camera.open(kept)
        frames = [await camera.next() for _ in range(2)]
        await camera.close()
        return frames

    first, second = run(main())
    assert first.image.shape == (SMALL[1], SMALL[0], 3) and not np.array_equal(first.image, second.image)


def test_faults_by_script() -> None:
    async def main() -> None:
        camera = SimulatedCamera(bare_table(), small_renderer(Optics()))
        with pytest.raises(NoFrames, match="not open"):
            await camera.next()
        await camera.open(kept)
        first = await camera.next()
        camera.stuck = True
        assert np.array_equal((await camera.next()).image, first.image)
        camera.unplugged = True
        with pytest.raises(NoFrames, match="gives no pictures"):
            await camera.next()
        with pytest.raises(CameraMissing):
            await camera.open(kept)
        camera.unplugged = camera.stuck = False
        await camera.open(kept)
        assert (await camera.next()).number == 1
        await camera.close()

    run(main())


def test_closing_while_a_picture_is_awaited_ends_in_a_named_error() -> None:
    async def main() -> None:
        camera = SimulatedCamera(bare_table(), small_renderer())
        await camera.open(kept)
        waiting = asyncio.create_task(camera.next())
        await asyncio.sleep(0.01)
        await camera.close()
        with pytest.raises(NoFrames, match="closed"):
            await waiting

    run(main())


@pytest.mark.parametrize(("mat_key", "colours"), [(MatKey("4x4"), TWO), (MatKey("4x4"), FOUR), (MatKey("6x6"), FOUR)])
def test_the_whole_standard_layout_is_in_view(mat_key: MatKey, colours: tuple[str, ...]) -> None:
    view = overhead_view(webcam(), mat_key, colours)
    bounds = table_bounds(mat_key, colours)
    corners = [(x, y) for x in (bounds.low.x, bounds.high.x) for y in (bounds.low.y, bounds.high.y)]
    seen = view.project_plane(corners)
    assert (seen > 0).all() and (seen < webcam().size).all()
    assert seen[:, 0].max() - seen[:, 0].min() > 0.6 * webcam().size[0], "and fills a good part of the picture"


def difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.argwhere(np.abs(one.astype(int) - other).max(axis=2) > 12)[:, ::-1]


def test_a_thing_changes_the_picture_exactly_where_it_lies() -> None:
    camera = small_renderer()
    world = bare_table()
    before = camera.render(Snapshot.of(world))
    pose = Pose(200.0, 200.0, 30.0)
    world.lying["token"] = TableItem(TokenKey("wall", 1), pose)
    changed = difference(before, camera.render(Snapshot.of(world)))
    where = camera.view.on_plane(changed)
    local = (where - (pose.x, pose.y)) @ np.array(
        [[np.cos(np.pi / 6), -np.sin(np.pi / 6)], [np.sin(np.pi / 6), np.cos(np.pi / 6)]]
    )
    half = KIT.things[TokenKey("wall", 1)].size_mm[0] / 2
    assert np.abs(local).max() < half + 3.0
    assert np.abs(local).max(axis=0) == pytest.approx([half, half], abs=4.0)


def test_adding_one_by_one_and_all_at_once_give_the_same_picture() -> None:
    step_by_step, at_once = small_renderer(), small_renderer()
    world = bare_table()
    for number, key in enumerate(
        (CardKey("red", CardKind.FORWARD, 1), CardKey("blue", CardKind.TAKE, 1), TokenKey("water", 1))
    ):
        world.lying[key] = TableItem(key, Pose(60.0 * number, 100.0, 10.0 * number))
        last = step_by_step.render(Snapshot.of(world))
    assert np.array_equal(last, at_once.render(Snapshot.of(world)))
    del world.lying[CardKey("blue", CardKind.TAKE, 1)]
    assert np.array_equal(step_by_step.render(Snapshot.of(world)), small_renderer().render(Snapshot.of(world)))


def test_a_robot_stands_up_and_hides_what_is_behind_it() -> None:
    camera = small_renderer()
    world = bare_table()
    before = camera.render(Snapshot.of(world))
    stand(world, "red", "b3", 90.0)
    body = world.bodies["red"]
    shown = camera.render(Snapshot.of(world))
    top = camera.view.project_plane([(body.pose.x, body.pose.y)], 60.0)[0]
    foot = camera.view.project_plane([(body.pose.x, body.pose.y)], 0.0)[0]
    assert np.linalg.norm(top - foot) > 4.0
    changed = difference(before, shown)
    assert np.linalg.norm(changed - top, axis=1).min() < 12.0
    body.present = False
    assert np.array_equal(camera.render(Snapshot.of(world)), before)


def test_light_and_led() -> None:
    camera = small_renderer()
    world = bare_table()
    stand(world, "red", "b3", 90.0)
    world.bodies["red"].led = "green"
    bright = camera.render(Snapshot.of(world))
    world.bodies["red"].powered = False
    assert len(difference(bright, camera.render(Snapshot.of(world)))) > 20, "a robot without power is dark"
    world.light = 0.0
    assert camera.render(Snapshot.of(world)).max() == 0


def test_every_light_that_a_simulated_robot_shows_is_in_the_picture() -> None:
    camera = small_renderer()
    world = bare_table()
    stand(world, "red", "b3", 90.0)
    body = world.bodies["red"]
    body.led = "off"
    dark = camera.render(Snapshot.of(world))
    for light in sorted({light for lights in ACT_LIGHTS.values() for light in lights} - {"off"}):
        body.led = light
        assert len(difference(dark, camera.render(Snapshot.of(world)))) > 50, light


def test_a_simulated_robot_shows_what_the_firmware_shows() -> None:
    """The colours of the acts' scenes, as the MicroPython golem has them."""
    motors = load_program().motors
    words = {motors.DARK: "off"}
    words |= {getattr(motors, word.upper()): word for word in ("red", "green", "yellow", "blue", "magenta", "white")}
    for kind, scenes in zip(ActKind, motors.ACTS, strict=True):
        assert ACT_LIGHTS[kind] == (words[scenes[0][1]], words[scenes[-1][1]])


def test_what_is_out_of_view_or_behind_costs_nothing_and_breaks_nothing() -> None:
    camera = small_renderer()
    world = bare_table()
    before = camera.render(Snapshot.of(world))
    world.lying["far"] = TableItem(CardKey("red", CardKind.FORWARD, 1), Pose(9000.0, -8000.0, 0.0))
    world.bodies["blue"] = Body(Pose(-9000.0, 5000.0, 0.0))
    assert np.array_equal(camera.render(Snapshot.of(world)), before)


def test_the_middle_of_a_marker_is_where_the_camera_model_says() -> None:
    """The picture and the model share one idea of a pixel's centre, to about a tenth of a pixel."""
    view = overhead_view(webcam(), MatKey("4x4"), TWO)
    camera = Renderer(KIT, view, Optics(noise=0.0, slope=0.0, vignetting=0.0), seed=1)
    world = World()
    key = GolemKey("red")
    pose = Pose(230.0, 180.0, 17.0)
    world.lying[key] = TableItem(key, pose)
    grey = cv2.cvtColor(camera.render(Snapshot.of(world)), cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250))
    detector.setDetectorParameters(_refined())
    corners, ids, _rejected = detector.detectMarkers(grey)
    assert ids is not None and ids.ravel().tolist() == [KIT.things[key].markers[0].id]
    true = view.project_plane([(pose.x, pose.y)], KIT.things[key].height_mm)[0]
    assert np.linalg.norm(corners[0].reshape(4, 2).mean(axis=0) - true) < 0.12


def _refined() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters
