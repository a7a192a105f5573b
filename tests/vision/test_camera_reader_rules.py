"""When one camera's reader goes on looking, gives up, and who gets its looks. Scripted frames, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import cv2
import numpy as np
import pytest

from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey
from calibration.camera_frames import CameraError, Frame, NoFrames
from calibration.camera_model import CameraModel
from controller.vision.cameras.camera import Camera
from controller.vision.frame_reading import FrameReading
from controller.vision.fusion.camera_reader import CameraReader, encode_jpeg
from controller.vision.scene import Scene, Trouble
from hardware.simulated.virtual_clock import run
from tests.support.scenes import PERIOD_S, ScriptedCamera, frame_scene, seen_at
from tests.support.tables import KIT

CARD = CardKey("red", CardKind.TAKE, 1)
STILL = frame_scene(1, seen_at(CARD, 500.0, 500.0))
SWAYING = frame_scene(1, seen_at(CARD, 500.0, 500.0), moved=True)
DARK = frame_scene(1, trouble=(Trouble.DARK,))


def reader_of(camera: ScriptedCamera, **more: Any) -> CameraReader:
    return CameraReader(cast(Camera, camera), KIT, None, **more)


def with_script(camera: ScriptedCamera, check: Callable[[CameraReader], Awaitable[None]], **more: Any) -> None:
    async def main() -> None:
        reader = reader_of(camera, **more)
        await reader.open()
        await check(reader)

    run(main())


def now() -> float:
    return asyncio.get_running_loop().time()


def settled(camera: ScriptedCamera, timeout_s: float = 1.0) -> Scene:
    found: list[Scene] = []

    async def check(reader: CameraReader) -> None:
        found.append(await reader.settled(timeout_s))

    with_script(camera, check)
    return found[0]


def test_a_live_camera_is_looked_at_till_the_time_is_over() -> None:
    camera = ScriptedCamera(DARK)
    scene = settled(camera, 1.0)
    assert (scene.trouble, scene.settled) == ((Trouble.DARK,), False)
    assert camera.shown == pytest.approx(1.0 / PERIOD_S, abs=1)
    # It is given the whole time: what is in order in the end is settled.
    assert settled(ScriptedCamera(*[DARK] * 6, STILL)).settled


def test_rest_is_waited_for_ten_seconds_if_nobody_says_how_long() -> None:
    camera = ScriptedCamera(DARK)

    async def check(reader: CameraReader) -> None:
        began = now()
        await reader.settled()
        assert now() - began == pytest.approx(10.0, abs=0.11)

    with_script(camera, check)


def test_a_file_in_trouble_stays_so_and_is_not_looked_at_again() -> None:
    camera = ScriptedCamera(DARK, live=False)
    assert settled(camera).trouble == (Trouble.DARK,) and camera.shown == 1
    camera = ScriptedCamera(STILL, live=False)
    assert settled(camera).settled and camera.shown == 3


def test_a_camera_that_moves_in_most_looks_is_the_trouble() -> None:
    assert settled(ScriptedCamera(SWAYING)).trouble == (Trouble.CAMERA_MOVED,)
    # Bumped in half of the looks is not most of them.
    half = ScriptedCamera(*[SWAYING, STILL] * 100)
    scene = settled(half, 0.95)
    assert half.shown == 10 and not scene.settled and scene.trouble == ()
    two_of_three = ScriptedCamera(*[SWAYING, SWAYING, STILL] * 100)
    assert settled(two_of_three).trouble == (Trouble.CAMERA_MOVED,)
    # What else is wrong is told as well.
    dark = ScriptedCamera(frame_scene(1, trouble=(Trouble.DARK,), moved=True))
    assert settled(dark).trouble == (Trouble.DARK, Trouble.CAMERA_MOVED)
    # One look is no swaying.
    assert settled(ScriptedCamera(SWAYING), 0.0).trouble == ()


def test_every_vote_is_over_frames_after_the_question() -> None:
    camera = ScriptedCamera(STILL)

    async def check(reader: CameraReader) -> None:
        for votes in (1, 2):
            assert (await reader.settled()).settled and camera.shown == 3 * votes

    with_script(camera, check)


def test_two_who_ask_are_answered_one_after_the_other() -> None:
    camera = ScriptedCamera(STILL)

    async def check(reader: CameraReader) -> None:
        first, second = await asyncio.gather(reader.settled(), reader.settled())
        assert (first.frame, second.frame) == (3, 6)

    with_script(camera, check)


def test_who_watches_the_arena_shares_the_looks_of_who_reads() -> None:
    camera = ScriptedCamera(STILL)

    async def check(reader: CameraReader) -> None:
        reading = asyncio.get_running_loop().create_task(reader.settled())
        await asyncio.sleep(PERIOD_S / 2)
        began = now()
        await reader.over_arena()
        assert now() - began == pytest.approx(PERIOD_S / 2) and camera.shown == 1
        await reading
        assert camera.shown == 3
        await reader.over_arena()
        assert camera.shown == 4, "nobody looks: it looks itself"

    with_script(camera, check)


def test_who_waits_for_anothers_look_is_let_go_when_the_camera_dies() -> None:
    camera = ScriptedCamera(NoFrames("scripted"))

    async def check(reader: CameraReader) -> None:
        reading = asyncio.get_running_loop().create_task(reader.settled())
        await asyncio.sleep(PERIOD_S / 2)
        assert await reader.over_arena() is None, "there never was a look"
        with pytest.raises(NoFrames):
            await reading

    with_script(camera, check)


def test_a_reader_that_is_not_open_says_so_under_its_name() -> None:
    async def main() -> None:
        camera = ScriptedCamera(STILL)
        reader = reader_of(camera, called="the left camera")
        assert reader.name == "the left camera (scripted)" and reader_of(camera).name == "scripted"
        for ask in (reader.look, reader.settled, reader.over_arena):
            with pytest.raises(NoFrames) as caught:
                await ask()
            assert caught.value.camera == "the left camera (scripted)" and "not open" in str(caught.value)
        reader.arena_in_order()
        assert reader.latest is None and reader.newest is None and camera.shown == 0
        await reader.open()
        await reader.look()
        assert reader.newest is not None and reader.newest.scene is reader.latest
        await reader.close()
        await reader.close()
        assert camera.closed == 2
        with pytest.raises(NoFrames):
            await reader.look()

    run(main())


@pytest.mark.parametrize("late_s", [0.0, 0.4])
def test_a_scene_is_of_the_time_when_its_picture_was_taken(late_s: float) -> None:
    async def check(reader: CameraReader) -> None:
        heard: list[Scene] = []
        reader.on_scene(heard.append)
        assert reader.latency_s == 0.0, "nobody knows yet"
        reader.latency_s = late_s
        scene = await reader.look()
        assert scene.time == pytest.approx(now() - late_s) and scene.things == STILL.things
        assert heard == [scene] and reader.latest is scene
        assert reader.newest is not None and reader.newest.frame.number == 1

    with_script(ScriptedCamera(STILL), check)


def test_a_known_lens_is_used_and_another_one_is_estimated() -> None:
    model = CameraModel((1280, 720), (900.0, 900.0), (640.0, 360.0))
    assert reader_of(ScriptedCamera(STILL), model=model)._new_reader()._model is model
    assert reader_of(ScriptedCamera(STILL))._new_reader()._model is None


def test_listeners_hear_every_look_till_they_end_it() -> None:
    camera = ScriptedCamera(STILL)

    async def check(reader: CameraReader) -> None:
        heard: list[list[int]] = [[], []]
        ends = [reader.on_scene(lambda scene, mine=mine: mine.append(scene.frame)) for mine in heard]
        await reader.look()
        ends[0]()
        ends[0]()
        await reader.look()
        ends[1]()
        await reader.look()
        assert heard == [[1], [1, 2]]

    with_script(camera, check)


def test_a_camera_that_is_opened_again_has_forgotten_what_was_there() -> None:
    golem_gone = ScriptedCamera(STILL)

    async def check(reader: CameraReader) -> None:
        assert (await reader.settled()).settled
        golem_gone.script = [frame_scene(1)]
        await reader.open()
        scene = await reader.settled()
        assert scene.frame == 6 and scene.things == ()

    with_script(golem_gone, check)


def test_an_error_on_opening_leaves_it_closed() -> None:
    camera = ScriptedCamera(STILL)

    async def refuse(_work: Any) -> None:
        raise CameraError("scripted", "is busy")

    async def check(reader: CameraReader) -> None:
        camera.open = refuse
        with pytest.raises(CameraError, match="is busy"):
            await reader.open()
        with pytest.raises(NoFrames, match="not open"):
            await reader.look()

    with_script(camera, check)


def test_a_recorder_gets_every_look_of_the_camera_itself() -> None:
    taken: list[FrameReading] = []
    work: list[Callable[[Frame], FrameReading]] = []
    camera = ScriptedCamera(STILL)

    async def keep(given: Callable[[Frame], FrameReading]) -> None:
        work.append(given)

    camera.open = keep

    async def check(reader: CameraReader) -> None:
        frame = Frame(np.zeros((90, 160, 3), np.uint8), 1, 0.0, "scripted")
        look = work[0](frame)
        assert taken == [look] and look.frame is frame and look.scene.trouble[0] is Trouble.BLACK

    with_script(camera, check, tap=taken.append)


def test_a_picture_for_a_screen_is_no_wider_than_asked_and_never_enlarged() -> None:
    picture = np.zeros((90, 160, 3), np.uint8)
    for width, size in ((80, (45, 80)), (160, (90, 160)), (1280, (90, 160)), (100, (56, 100))):
        made = cv2.imdecode(np.frombuffer(encode_jpeg(picture, width), np.uint8), cv2.IMREAD_COLOR)
        assert made is not None and made.shape[:2] == size


def test_a_smaller_picture_shows_the_mean_of_what_it_leaves_out() -> None:
    """Fine print does not flicker: each pixel is the mean of those that it stands for."""
    lines = np.zeros((64, 640, 3), np.uint8)
    lines[:, ::4] = 200
    made = cv2.imdecode(np.frombuffer(encode_jpeg(lines, 160), np.uint8), cv2.IMREAD_COLOR)
    assert made is not None and np.abs(made.astype(int) - 50).max() <= 3
