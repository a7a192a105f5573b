"""What several cameras make of one that is late, lost or blind. Scripted readers, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import CameraError, FramesEnded, NoFrames
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.fusion.multi_camera import GRACE_S, LONGEST_RETRY_S, RETRY_S, SAME_TIME_S, MultiCameraReader
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why
from hardware.simulated.virtual_clock import run
from tests.support.scenes import ScriptedReader, frame_scene, intrusion, seen_at, square

RED = Seen(TrayKey("red"), Pose(-300.0, 200.0, 0.0), square(100.0, 100.0), 4)
BLUE = Seen(TrayKey("blue"), Pose(700.0, 200.0, 0.0), square(900.0, 100.0), 4)


def shows(*items: Seen | Unread, trouble: tuple[Trouble, ...] = (), settled: bool = True) -> Scene:
    return replace(frame_scene(1, *items, trouble=trouble), settled=settled)


Play = Callable[[MultiCameraReader, list[ScriptedReader]], Awaitable[None]]


def with_readers(play: Play, *scenes: Scene, opened: bool = True) -> None:
    async def main() -> None:
        readers = [ScriptedReader(name, scene) for name, scene in zip(("left", "right", "top"), scenes, strict=False)]
        cameras = MultiCameraReader([cast(CameraReader, reader) for reader in readers])
        if opened:
            await cameras.open()
        await play(cameras, readers)
        await cameras.close()

    run(main())


def now() -> float:
    return asyncio.get_running_loop().time()


def test_one_that_cannot_be_opened_at_first_closes_all_and_says_why() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        readers[1].refuses_to_open = NoFrames("right")
        with pytest.raises(NoFrames, match="right"):
            await cameras.open()
        assert [reader.closed for reader in readers] == [1, 1]
        readers[1].refuses_to_open = None
        await cameras.open()
        assert [len(reader.opened) for reader in readers] == [2, 2]
        await cameras.open()
        assert [len(reader.opened) for reader in readers] == [2, 2], "what is open stays open"
        await cameras.close()
        await cameras.open()
        assert [len(reader.opened) for reader in readers] == [3, 3]

    with_readers(play, shows(RED), shows(BLUE), opened=False)


def test_a_faster_camera_looks_again_when_the_slower_one_is_done() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        assert SAME_TIME_S == 0.5
        for late, looks in ((0.5, 1), (0.6, 2)):
            readers[0].settles.clear()
            readers[1].takes_s = 0.1 + late
            scene = await cameras.settled(7.0)
            assert readers[0].settles == [7.0] * looks and len(readers[1].settles) == 1, late
            assert scene.settled and scene.time == pytest.approx(now())
            assert {item.thing for item in scene.things} == {RED.thing, BLUE.thing}
            readers[1].settles.clear()
        # What did not settle was looked at till now.
        readers[0].scene, readers[1].takes_s = shows(RED, settled=False), 2.0
        readers[0].settles.clear()
        assert not (await cameras.settled()).settled
        assert readers[0].settles == [10.0]

    with_readers(play, shows(RED), shows(BLUE))


def test_a_blind_camera_is_waited_for_a_second_once_another_is_at_rest() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        await cameras.settled()
        readers[1].scene, readers[1].takes_s = shows(trouble=(Trouble.BLACK,), settled=False), 30.0
        began = now()
        scene = await cameras.settled()
        assert GRACE_S == 1.0
        assert GRACE_S <= now() - began < GRACE_S + 0.3
        assert scene.settled and scene.blind == ("right",) and scene.trouble == ()
        # One that sees and has no rest is waited for however long.
        readers[1].scene = shows(BLUE, settled=True)
        began = now()
        scene = await cameras.settled()
        assert now() - began >= 30.0 and scene.blind == ()

    with_readers(play, shows(RED), shows(RED))


def test_of_three_the_seeing_one_without_rest_is_waited_for_beside_a_blind_one() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        readers[1].scene, readers[1].takes_s = shows(trouble=(Trouble.BLACK,), settled=False), 30.0
        readers[2].takes_s = 5.0
        began = now()
        scene = await cameras.settled()
        assert 5.0 <= now() - began < 12.0
        assert not scene.settled, "what all saw together is not known yet"
        assert scene.blind == ("right",) and scene.trouble == (Trouble.BLACK,)

    with_readers(play, shows(RED), shows(RED), shows(BLUE))


def test_a_camera_that_dies_in_a_look_is_lost_and_named_by_its_newest_error() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        assert (await cameras.look()).find(RED.thing) is not None
        readers[0].fails = readers[1].fails = CameraError("/dev/video7", "is on fire")
        readers[0].refuses_to_open = readers[1].refuses_to_open = CameraError("/dev/video7", "is not plugged in")
        for _ in readers:
            with pytest.raises(CameraError, match="is on fire"):
                await cameras.look()
        with pytest.raises(CameraError, match="is on fire") as caught:
            await cameras.look()
        assert caught.value.camera == "left"
        await asyncio.sleep(RETRY_S + 0.1)
        with pytest.raises(CameraError, match="is not plugged in"):
            await cameras.look()

    with_readers(play, shows(RED), shows(BLUE))


def test_all_blind_is_the_trouble_of_one_and_the_names_of_all() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        readers[0].scene = shows(trouble=(Trouble.BLACK,), settled=False)
        readers[1].scene = shows(trouble=(Trouble.DARK,), settled=False)
        scene = await cameras.settled()
        assert scene.trouble == (Trouble.BLACK,) and scene.blind == ("left", "right") and not scene.settled
        assert cameras.latest == scene

    with_readers(play, shows(RED), shows(BLUE))


def test_a_lost_camera_that_is_missed_is_an_error_under_its_name() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        await cameras.settled()
        for error in (CameraError("/dev/video7", "is on fire"), FramesEnded("folder")):
            readers[1].fails = readers[1].refuses_to_open = error
            with pytest.raises(CameraError) as caught:
                await cameras.settled()
            assert caught.value.camera == "right" and isinstance(caught.value, FramesEnded) is isinstance(
                error, FramesEnded
            )
            assert str(caught.value) == (
                "right: has no more pictures" if isinstance(error, FramesEnded) else "right: is on fire"
            )
            readers[1].fails = readers[1].refuses_to_open = None
            await asyncio.sleep(2 * LONGEST_RETRY_S)
            assert (await cameras.settled()).blind == ()

    with_readers(play, shows(RED), shows(BLUE))


def test_a_lost_camera_that_is_not_missed_is_named_and_tried_again_later_and_later() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        await cameras.settled()
        readers[1].fails = readers[1].refuses_to_open = NoFrames("right")
        readers[1].opened.clear()
        lost_at = now()
        scene = await cameras.settled()
        assert scene.settled and scene.blind == ("right",) and scene.find(RED.thing) is not None
        readers[1].settles.clear()
        assert (await cameras.settled()).blind == ("right",)
        assert readers[1].settles == [], "nobody asks a camera that is lost"
        await asyncio.sleep(60.0)
        assert (RETRY_S, LONGEST_RETRY_S) == (1.0, 15.0)
        pauses = np.diff([lost_at + readers[1].takes_s, *readers[1].opened])
        assert pauses[:7] == pytest.approx([1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0])
        readers[1].refuses_to_open = readers[1].fails = None
        await asyncio.sleep(LONGEST_RETRY_S)
        assert (await cameras.settled()).blind == ()
        tries = len(readers[1].opened)
        await asyncio.sleep(60.0)
        assert len(readers[1].opened) == tries, "what works is not opened again"
        # Closed, nothing is tried any more.
        readers[1].fails = readers[1].refuses_to_open = NoFrames("right")
        await cameras.settled()
        await cameras.close()
        await asyncio.sleep(60.0)
        assert len(readers[1].opened) == tries

    with_readers(play, shows(RED), shows(RED))


def test_no_camera_left_is_an_error_of_the_first() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        for reader in readers:
            reader.fails = reader.refuses_to_open = NoFrames(reader.name)
        with pytest.raises(CameraError) as caught:
            await cameras.settled()
        assert caught.value.camera == "left"
        with pytest.raises(CameraError) as caught:
            await cameras.over_arena()
        assert caught.value.camera == "left"

    with_readers(play, shows(RED), shows(RED))


def test_a_lane_that_is_no_longer_seen_whole_is_missed() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        at = RED.pose.place(TRAY.lane(3).centre)
        cut = Unread(Why.CUT_OFF, square(1.0, 1.0), Pose(at.x, at.y, 0.0), None)
        await cameras.settled()
        readers[1].scene = shows(trouble=(Trouble.BLACK,), settled=False)
        assert (await cameras.settled()).settled, "the left one sees all lanes"
        readers[0].scene = shows(RED, cut)
        scene = await cameras.settled()
        assert not scene.settled and scene.trouble == (Trouble.BLACK,) and scene.blind == ("right",)

    with_readers(play, shows(RED), shows(RED))


def test_the_largest_thing_over_the_arena_counts_whoever_sees_it() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        assert await cameras.over_arena() is None
        assert [reader.resting for reader in readers] == [[()]] * 3
        await cameras.settled()
        readers[2].settles.clear()
        readers[0].over, readers[2].over = intrusion(1200.0), intrusion(5000.0)
        assert await cameras.over_arena(("red",)) == intrusion(5000.0)
        assert [reader.resting[-1] for reader in readers] == [("red",)] * 3
        # One that dies meanwhile takes nothing from the others, and is named from now on.
        readers[2].fails = readers[2].refuses_to_open = NoFrames("top")
        assert await cameras.over_arena() == intrusion(1200.0)
        assert readers[2].settles == [] and (await cameras.settled()).blind == ("top",)
        cameras.arena_in_order()
        assert [reader.in_order for reader in readers] == [1, 1, 1]

    with_readers(play, shows(RED), shows(RED), shows(RED))


def test_the_preview_puts_pictures_side_by_side_at_the_height_of_the_lowest() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        assert cameras.preview_jpeg() == b"" and cameras.latest is None
        readers[0].picture = np.full((200, 400, 3), 250, np.uint8)
        readers[2].picture = np.zeros((100, 150, 3), np.uint8)
        picture = _decoded(cameras.preview_jpeg(width=2000))
        assert picture.shape == (100, 350, 3)
        assert picture[:, :190].min() > 200 and picture[:, 210:].max() < 50
        assert _decoded(cameras.preview_jpeg(width=70)).shape == (20, 70, 3)

    with_readers(play, shows(RED), shows(RED), shows(RED))


def _decoded(jpeg: bytes) -> Any:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_the_golem_that_one_camera_sees_is_in_the_merged_scene() -> None:
    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        scene = await cameras.settled()
        assert [str(item.thing) for item in scene.things] == ["golem:red", "tray:red"]
        assert cameras.latest == scene and cameras.name == "left + right"

    with_readers(play, shows(RED), shows(seen_at(GolemKey("red"), 10.0, 10.0)))


def test_a_look_over_the_field_is_the_newest_scene_of_all_cameras() -> None:
    """While golems drive nobody waits for rest, and all that is seen of them must be new."""

    async def play(cameras: MultiCameraReader, readers: list[ScriptedReader]) -> None:
        await cameras.settled(7.0)
        await asyncio.sleep(3.0)
        readers[1].scene = shows(BLUE, seen_at(GolemKey("red"), 50.0, 60.0))
        await cameras.over_arena()
        newest = cameras.latest
        assert newest is not None and newest.time == now()
        assert {str(seen.thing) for seen in newest.things} == {str(RED.thing), str(BLUE.thing), str(GolemKey("red"))}
        readers[0].scene = readers[1].scene = shows(trouble=(Trouble.BLACK,))
        await cameras.over_arena()
        assert cameras.latest is not None and Trouble.BLACK in cameras.latest.trouble

    with_readers(play, shows(RED), shows(BLUE))
