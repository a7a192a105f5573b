"""Every kind of camera keeps one interface; pictures of any kind people have; named errors, never a traceback."""

from __future__ import annotations

import asyncio
import socket
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from boards.base.reasons import Reason
from boards.kit.kit import kit
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
from controller.vision.cameras.image_files import load, load_picture, pictures_in
from controller.vision.cameras.sources import PlainSource, as_picture
from controller.vision.cameras.threaded import ThreadedCamera
from controller.vision.cameras.usb import UsbSource
from controller.vision.reader import Reader
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


def save(path: Path, mode: str, **options: Any) -> Path:
    picture = Pillow.fromarray(gradient()[:, :, ::-1])
    if mode == "I;16":
        Pillow.fromarray(np.asarray(picture.convert("L")).astype(np.uint16) * 257).save(path)
    elif mode == "RGBA":
        picture.putalpha(Pillow.linear_gradient("L").resize(SIZE))
        picture.save(path, **options)
    else:
        picture.convert(mode).save(path, **options)
    return path


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "LA", "P", "1", "I;16", "CMYK"])
def test_pictures_of_any_depth(mode: str, tmp_path: Path) -> None:
    path = save(tmp_path / ("x.tif" if mode == "CMYK" else "x.png"), mode)
    picture = load_picture(path)
    assert picture.shape == (SIZE[1], SIZE[0], 3) and picture.dtype == np.uint8
    assert picture.flags["C_CONTIGUOUS"]
    if mode == "RGB":
        assert np.array_equal(picture, gradient())
    if mode == "I;16":
        assert np.abs(picture[..., 0].astype(int) - cv2.cvtColor(gradient(), cv2.COLOR_BGR2GRAY)).max() <= 2


def test_a_photograph_lying_on_its_side_is_set_upright(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    path = save(tmp_path / "x.jpg", "RGB", exif=exif, quality=95)
    assert load_picture(path).shape == (SIZE[0], SIZE[1], 3)


def test_a_picture_of_100_megapixels_is_made_smaller(tmp_path: Path) -> None:
    Pillow.new("L", (12_000, 8_400), 77).save(tmp_path / "huge.jpg")
    loaded = load(tmp_path / "huge.jpg")
    assert loaded.size == (12_000, 8_400) and loaded.image.shape[1] == 4096 and loaded.image.shape[0] in (2867, 2868)
    assert int(np.abs(loaded.image.astype(np.int16) - 77).max()) <= 1


def test_a_picture_that_claims_an_absurd_size_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    header = b"IHDR" + struct.pack(">IIBBBBB", 20_000, 15_000, 1, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))
    # Nothing follows: what is read beyond the header would be cut off.
    (tmp_path / "absurd.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IDAT")
    with pytest.raises(BadPicture, match="larger than 200 megapixels"):
        load_picture(tmp_path / "absurd.png")


def test_of_an_animated_picture_the_first_is_taken(tmp_path: Path) -> None:
    films = [Pillow.new("RGB", SIZE, colour) for colour in ("red", "green", "blue")]
    for name in ("film.gif", "film.png", "film.webp"):
        films[0].save(tmp_path / name, save_all=True, append_images=films[1:])
        loaded = load(tmp_path / name)
        assert loaded.frames == 3 and loaded.image.shape == (SIZE[1], SIZE[0], 3)
        assert loaded.image[20, 20, 2] > 240 and loaded.image[20, 20, :2].max() < 16


def test_other_things_in_a_folder_and_animated_pictures_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    films = [Pillow.new("RGB", SIZE, colour) for colour in ("red", "green")]
    for name in ("a.gif", "c.gif"):
        films[0].save(tmp_path / name, save_all=True, append_images=films[1:])
    cv2.imwrite(str(tmp_path / "b.png"), gradient())
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "deeper").mkdir()
    heard: list[Reason] = []

    async def main(text: str) -> int:
        camera = camera_for(text, on_warning=heard.append)
        await camera.open(number_of)
        count = 0
        with pytest.raises(FramesEnded):
            while count < 5:
                await camera.next()
                count += 1
        return count

    assert run(main(str(tmp_path))) == 3
    animated = "is animated; the first of its 2 pictures is read"
    assert [*map(str, heard)] == [
        f"{tmp_path}: no pictures by their names, passed over: deeper, notes.txt",
        f"{tmp_path}: a.gif {animated}",
        f"{tmp_path}: c.gif {animated}",
    ]
    heard.clear()
    camera = camera_for(str(tmp_path / "a.gif"), on_warning=heard.append)
    run(camera.open(number_of))
    assert [*map(str, heard)] == [f"{tmp_path}/a.gif: {animated}"]


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (1, 2000), (2000, 1), (7, 7), (31, 33)])
@pytest.mark.parametrize("live", [False, True])
def test_pictures_of_any_size_are_read(shape: tuple[int, int], live: bool) -> None:
    reader = Reader(kit(), live=live)
    for level in (0, 128, 255):
        scene = reader.read(Frame(np.full((*shape, 3), level, np.uint8), 1, 0.0, "test")).scene
        assert scene.trouble and scene.things == () and scene.size == (shape[1], shape[0])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_flag_is_followed(orientation: int, tmp_path: Path) -> None:
    upright = Pillow.fromarray(gradient()[:, :, ::-1])
    # What a camera stores, so that the flag sets it upright: the inverse of what a viewer does (Exif 2.3, tag 274).
    flip, turn = Pillow.Transpose, Pillow.Transpose
    stored = {
        1: [],
        2: [flip.FLIP_LEFT_RIGHT],
        3: [turn.ROTATE_180],
        4: [flip.FLIP_TOP_BOTTOM],
        5: [turn.ROTATE_270, flip.FLIP_LEFT_RIGHT],
        6: [turn.ROTATE_90],
        7: [turn.ROTATE_90, flip.FLIP_LEFT_RIGHT],
        8: [turn.ROTATE_270],
    }[orientation]
    picture = upright
    for step in stored:
        picture = picture.transpose(step)
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    picture.save(tmp_path / "x.png", exif=exif)
    assert np.array_equal(load_picture(tmp_path / "x.png"), gradient())


@pytest.mark.parametrize("suffix", ["png", "jpg", "bmp", "tif", "webp"])
@pytest.mark.parametrize("keep", [0, 1, 20, 200, 0.5, 0.97])
def test_a_file_cut_off_anywhere_is_refused_by_name(suffix: str, keep: float, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (120, 160, 3), dtype=np.uint8)
    whole = tmp_path / f"whole.{suffix}"
    Pillow.fromarray(noise).save(whole)
    data = whole.read_bytes()
    path = tmp_path / f"cut.{suffix}"
    path.write_bytes(data[: round(keep * len(data)) if isinstance(keep, float) else keep])
    with pytest.raises(BadPicture) as caught:
        load_picture(path)
    assert str(path) in str(caught.value)


def test_what_is_no_picture_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_text("%PDF-1.4 certainly not")
    with pytest.raises(BadPicture, match="is not a picture"):
        load_picture(tmp_path / "x.png")
    with pytest.raises(BadPicture, match="folder"):
        load_picture(tmp_path)
    with pytest.raises(CameraMissing, match="no such file"):
        load_picture(tmp_path / "y.png")
    with pytest.raises(CameraMissing, match="no such file, folder or camera"):
        kind_of(str(tmp_path / "z"))


def test_an_empty_folder_has_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    assert pictures_in(tmp_path) == ()

    async def main() -> None:
        with pytest.raises(CameraMissing, match="no pictures"):
            await camera_for(str(tmp_path)).open(number_of)

    run(main())


def test_a_video_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.mp4").write_text("no film")

    async def main() -> None:
        with pytest.raises(CameraMissing, match="is not a video"):
            await camera_for(str(tmp_path / "x.mp4")).open(number_of)

    run(main())


@pytest.mark.parametrize("kind", ["uint8", "uint16"])
@pytest.mark.parametrize("shape", [(9, 16), (9, 16, 1), (9, 16, 3), (9, 16, 4)])
def test_frames_of_any_depth_become_pictures(shape: tuple[int, ...], kind: str) -> None:
    level = 40000 if kind == "uint16" else 156
    picture = as_picture(np.full(shape, level, kind))
    assert picture.shape == (9, 16, 3) and picture.dtype == np.uint8
    assert abs(int(picture[0, 0, 0]) - 156) <= 1


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
