"""Every kind of camera keeps one interface; pictures of any kind people have; named errors, never a traceback."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from boards.base.reasons import Reason
from calibration.camera_frames import (
    BadPicture,
    CameraError,
    CameraMissing,
    Frame,
    FramesEnded,
    Image,
    NoFrames,
    WrongSize,
)
from controller.vision.cameras.camera_registry import KINDS, camera_for, kind_of
from controller.vision.cameras.sources import PlainSource
from controller.vision.cameras.threaded import ThreadedCamera
from controller.vision.cameras.usb import UsbSource
from controller.vision.recording.recording_store import RecordingStore
from hardware.simulated.virtual_clock import run

SIZE = (64, 48)


def gradient() -> Image:
    """Red grows to the right, green downwards."""
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    picture[..., 2] = np.arange(SIZE[0])[None, :] * 4
    picture[..., 1] = np.arange(SIZE[1])[:, None] * 5
    return picture


def number_of(frame: Frame) -> Frame:
    return frame


def write_video(path: Path, frames: int = 4) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE)
    assert writer.isOpened()
    for level in range(frames):
        writer.write(np.full((SIZE[1], SIZE[0], 3), 60 * level, np.uint8))
    writer.release()
    return path


def a_camera_of(kind: str, folder: Path) -> str:
    """What a person would write for a working camera of this kind; for those that need a device, a missing one."""
    match kind:
        case "picture":
            cv2.imwrite(str(folder / "one.png"), gradient())
            return str(folder / "one.png")
        case "folder":
            (folder / "many").mkdir()
            for name in ("b.png", "a.jpg"):
                cv2.imwrite(str(folder / "many" / name), gradient())
            (folder / "many" / "notes.txt").write_text("not a picture")
            return str(folder / "many")
        case "recording":
            store = RecordingStore(folder / "recorded", 10_000_000)
            for frame in (1, 2):
                data = cv2.imencode(".png", gradient()[4:])[1].tobytes()
                facts = {"time": float(frame), "frame": frame, "at": (0, 4), "size": SIZE, "fill": 200, "why": "row"}
                store.add(data, "png", facts)
            return str(folder / "recorded")
        case "video":
            return str(write_video(folder / "film.avi"))
        case "http" | "stream":
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                scheme = "http" if kind == "http" else "rtsp"
                return f"{scheme}://127.0.0.1:{free.getsockname()[1]}/video"
        case "pi":
            return "picamera:0"
        case "usb":
            return "/dev/no-such-camera"
    raise AssertionError(f"a new kind of camera needs a place in this suite: {kind}")


WORKING = ("picture", "folder", "recording", "video")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_pictures_or_says_what_is_missing(kind: str, tmp_path: Path) -> None:
    text = a_camera_of(kind, tmp_path)
    assert kind_of(text) == kind

    async def main() -> list[Frame]:
        camera = camera_for(text)
        assert camera.name == text
        with pytest.raises(NoFrames, match="not open"):
            await camera.next()
        if kind not in WORKING:
            with pytest.raises(CameraMissing) as caught:
                await camera.open(number_of)
            assert str(caught.value).startswith(text)
            await camera.close()
            return []
        frames: list[Frame] = []
        for _ in range(2):
            await camera.open(number_of)
            frames = [await camera.next(), await camera.next()]
            await camera.close()
            await camera.close()
        return frames

    frames = run(main())
    assert [frame.number for frame in frames] == ([1, 2] if kind in WORKING else [])
    for frame in frames:
        assert frame.image.shape == (SIZE[1], SIZE[0], 3) and frame.image.dtype == np.uint8


@pytest.mark.parametrize("kind", ["folder", "video"])
def test_a_film_and_a_folder_come_to_an_end(kind: str, tmp_path: Path) -> None:
    text = a_camera_of(kind, tmp_path)

    async def main() -> int:
        camera = camera_for(text)
        await camera.open(number_of)
        count = 0
        try:
            while True:
                await camera.next()
                count += 1
        except FramesEnded:
            return count
        finally:
            await camera.close()

    assert run(main()) == (2 if kind == "folder" else 4)


def test_only_cameras_can_hang_files_take_the_time_they_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.vision.cameras.threaded.PATIENCE_S", 0.0)

    async def main() -> int:
        camera = camera_for(a_camera_of("folder", tmp_path))
        await camera.open(lambda frame: frame)
        taken = [await camera.next(), await camera.next()]
        return len(taken)

    assert run(main()) == 2


def test_a_bad_file_in_a_folder_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), gradient())
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    (tmp_path / "c.jpg").write_text("hello")
    cv2.imwrite(str(tmp_path / "d.bmp"), gradient())

    async def main() -> tuple[list[str], list[str]]:
        camera = camera_for(str(tmp_path))
        await camera.open(number_of)
        good, bad = [], []
        while True:
            try:
                good.append(Path((await camera.next()).source).name)
            except BadPicture as error:
                bad.append(Path(error.camera).name)
            except FramesEnded:
                return good, bad

    assert run(main()) == (["a.png", "d.bmp"], ["b.png", "c.jpg"])


class FakeSource(PlainSource):
    """A camera by script: pictures or errors, one a question."""

    name = "fake"

    def __init__(self, *script: Image | CameraError) -> None:
        self.script = list(script)
        self.opened = 0
        self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> tuple[Image, str]:
        item = self.script.pop(0)
        if isinstance(item, CameraError):
            raise item
        return item, self.name

    def close(self) -> None:
        self.closed += 1


def test_a_camera_that_dies_is_let_go_and_can_be_opened_again() -> None:
    source = FakeSource(gradient(), NoFrames("fake"), gradient())

    async def main() -> None:
        camera = ThreadedCamera(source)
        await camera.open(number_of)
        assert (await camera.next()).number == 1
        with pytest.raises(NoFrames, match="unplug"):
            await camera.next()
        assert source.closed == 1
        with pytest.raises(NoFrames, match="not open"):
            await camera.next()
        await camera.open(number_of)
        assert (await camera.next()).number == 1
        await camera.close()

    run(main())
    assert (source.opened, source.closed) == (2, 2)


class FakeCapture:
    """As much of cv2.VideoCapture as a USB camera needs; frames that lay in the buffer come at once."""

    def __init__(self, clock: list[float], size: tuple[int, int], buffered: int) -> None:
        self.clock, self.size, self.buffered = clock, size, buffered
        self.number = 0
        self.backend = "V4L2"
        self.settings: dict[int, float] = {}

    def isOpened(self) -> bool:
        return True

    def getBackendName(self) -> str:
        return self.backend

    def get(self, what: int) -> float:
        return self.settings.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        self.settings[what] = value
        return True

    def grab(self) -> bool:
        self.number += 1
        self.clock[0] += 0.0001 if self.buffered else 0.03
        self.buffered = max(0, self.buffered - 1)
        return True

    def retrieve(self) -> tuple[bool, Image]:
        return True, np.full((self.size[1], self.size[0], 3), self.number, np.uint8)

    def release(self) -> None:
        pass


def test_a_usb_camera_gives_the_newest_picture_not_a_buffered_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    capture = FakeCapture(clock, (640, 480), buffered=0)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_args: capture)
    source = UsbSource("camera 0", lambda: 0, (640, 480), lambda: clock[0])
    source.open()
    taken = capture.number
    capture.buffered = 3
    picture, _name = source.read()
    assert picture[0, 0, 0] == taken + 4, "three old pictures are thrown away"


def test_a_usb_camera_of_another_size_is_named_with_both_sizes_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_args: FakeCapture([0.0], (320, 240), 0))
    heard: list[Reason] = []

    async def main() -> Frame:
        camera = ThreadedCamera(UsbSource("camera 0", lambda: 0, (640, 480), lambda: 0.0), heard.append)
        await camera.open(number_of)
        frame: Frame = await camera.next()
        await camera.close()
        return frame

    assert run(main()).image.shape == (240, 320, 3)
    assert [*map(str, heard)] == ["camera 0: gives 320 x 240 px, not 640 x 480"]


@pytest.mark.parametrize(
    ("backend", "exposure", "settable"), [("V4L2", 90.0, True), ("V4L2", 0.0, False), ("MSMF", -6.0, False)]
)
def test_exposure_can_be_set_where_the_driver_counts_it_in_time(
    monkeypatch: pytest.MonkeyPatch, backend: str, exposure: float, settable: bool
) -> None:
    capture = FakeCapture([0.0], (640, 480), 0)
    capture.backend, capture.settings[cv2.CAP_PROP_EXPOSURE] = backend, exposure
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_args: capture)
    source = UsbSource("camera 0", lambda: 0, (640, 480), lambda: 0.0)
    source.open()
    assert (source.exposure_control is not None) is settable
    if source.exposure_control is not None:
        assert source.exposure_control.value == 90.0 and source.exposure_control.high == 166.0
        source.exposure_control.set_value(40.0)
        # linux/v4l2-controls.h: V4L2_EXPOSURE_MANUAL is 1.
        assert capture.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0 and source.exposure_control.value == 40.0
    source.close()
    assert source.exposure_control is None


def test_live_pictures_that_change_their_size_are_refused_once() -> None:
    source = FakeSource(gradient(), gradient()[:20], gradient()[:20])

    async def main() -> None:
        camera = ThreadedCamera(source)
        await camera.open(number_of)
        await camera.next()
        with pytest.raises(WrongSize, match="64 x 20 px, not 64 x 48"):
            await camera.next()
        await camera.open(number_of)
        assert (await camera.next()).image.shape == (20, 64, 3)
        await camera.close()

    run(main())


def test_the_event_loop_goes_on_while_a_camera_waits(tmp_path: Path) -> None:
    text = a_camera_of("picture", tmp_path)

    async def main() -> int:
        camera = camera_for(text)
        await camera.open(number_of)
        motion_groups = 0

        async def motion_group() -> None:
            nonlocal motion_groups
            while True:
                await asyncio.sleep(0)
                motion_groups += 1

        task = asyncio.create_task(motion_group())
        await camera.next()
        task.cancel()
        await camera.close()
        return motion_groups

    assert asyncio.run(main()) > 0
