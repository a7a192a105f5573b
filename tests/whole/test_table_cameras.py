"""The cameras of a table file: read, found, opened, recorded."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boards.base.errors import Problems
from boards.kit.thing_keys import GolemKey, MatKey
from calibration.camera_frames import CameraError, CameraMissing
from calibration.camera_model import Quality
from calibration.lens_file import Calibration, save_calibration
from controller.app.config.camera_config import USUAL_LIMIT, CameraPlan, RecordPlan
from controller.app.config.table_file import read_table_file
from controller.app.devices import camera_setup
from controller.app.devices.camera_setup import MEMORY, CameraSetupPlan, EventRecorder, find_camera, open_cameras
from controller.app.devices.camera_status import WatchedCamera, camera_view
from controller.app.tools import doctor
from controller.table.view.view import CameraView, View
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.exposure import ExposureState, Verdict
from controller.vision.cameras.threaded import WarningSink
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.fusion.multi_camera import MultiCameraReader
from controller.vision.recording.recorder import Recorder
from controller.vision.recording.recording_store import RecordingStore, read_index
from hardware.simulated.simulated_camera import SimulatedCamera
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.tables import KIT, bare_table, renderer, stand

TODAY = date(2026, 11, 22)
GAME = "game: {board: 4x4}\n"


def table(folder: Path, text: str) -> Path:
    path = folder / "table.yaml"
    path.write_text(text + GAME, encoding="utf-8")
    return path


def test_one_camera_in_short_and_in_full(tmp_path: Path) -> None:
    (tmp_path / "lens.yaml").write_text("")
    lens = tmp_path / "lens.yaml"
    plans = {
        "camera: 1\n": CameraPlan("1"),
        "camera: HD Pro\nlens: lens.yaml\n": CameraPlan("HD Pro", lens=lens),
        "camera: {at: 2, size: 1280x720, lens: lens.yaml, lock_exposure: false}\n": CameraPlan(
            "2", "", (1280, 720), lens, False
        ),
        'camera: {at: "http://anna:sesame@10.0.0.7/video"}\n': CameraPlan("http://anna:sesame@10.0.0.7/video"),
    }
    for text, plan in plans.items():
        assert read_table_file(table(tmp_path, text)).cameras == (plan,)


def test_several_cameras_have_names(tmp_path: Path) -> None:
    text = "cameras:\n  left: /dev/video0\n  right: {at: picamera, size: 2304x1296}\n"
    assert read_table_file(table(tmp_path, text)).cameras == (
        CameraPlan("/dev/video0", "left"),
        CameraPlan("picamera", "right", (2304, 1296)),
    )


def test_nothing_is_recorded_unless_somebody_says_so(tmp_path: Path) -> None:
    assert read_table_file(table(tmp_path, "camera: 0\n")).record is None
    found = read_table_file(table(tmp_path, "camera: 0\nrecord: kept\n")).record
    assert found == RecordPlan(tmp_path / "kept", USUAL_LIMIT)
    found = read_table_file(table(tmp_path, "camera: 0\nrecord: kept\nrecord_limit: 1.5 gb\n")).record
    assert found == RecordPlan(tmp_path / "kept", 1_500_000_000)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", ["camera: missing"]),
        ("camera: {size: 640x480}\n", ["camera.at: missing"]),
        ("camera: {at: 0, size: big, lens: none.yaml}\n", ["camera.size: 'big'", "camera.lens: there is no file"]),
        ("camera: {at: 0, colour: red}\n", ["camera.colour: unknown key"]),
        ("camera: [0, 1]\n", ["camera: a list"]),
        ("camera: http://anna:sesame@:0/\n", ["camera: http://:0/: says no computer"]),
        ("camera: 0\ncameras: {left: 1}\n", ["camera: each camera has its own"]),
        ("lens: x\ncameras: {left: 1}\n", ["lens: each camera has its own"]),
        ("cameras: {left: 1, right: 1}\n", ["cameras.right: is another camera's already"]),
        ("cameras: {left: 1, right: auto}\n", ["cameras.right: of several cameras each must be named"]),
        ("cameras: {}\n", ["cameras: 0 cameras"]),
        ("cameras: {a: 1, b: 2, c: 3, d: 4, e: 5}\n", ["cameras: 5 cameras"]),
        ("camera: 0\nrecord_limit: 5 GB\n", ["record_limit: nothing is recorded"]),
        ("camera: 0\nrecord: kept\nrecord_limit: much\n", ["record_limit: 'much' is no size"]),
        ("camera: 0\nrecord: kept\nrecord_limit: 1 KB\n", ["record_limit: '1 KB' is no size of at least 2 MB"]),
    ],
)
def test_mistakes_are_named_with_their_line_and_no_password(tmp_path: Path, text: str, places: list[str]) -> None:
    with pytest.raises(Problems) as caught:
        read_table_file(table(tmp_path, text))
    lines = caught.value.lines()
    assert len(lines) == len(places) and "sesame" not in str(lines)
    for line, place in zip(lines, places, strict=True):
        assert line.startswith("table.yaml:") and place in line, lines


# Cameras of a simulated table

SIZE = (1280, 720)


class Cameras:
    """Simulated cameras by name: some over a table, some over another."""

    def __init__(self, **worlds: World) -> None:
        self.made: list[str] = []
        self.cameras: dict[str, SimulatedCamera] = {}
        for name, world in worlds.items():
            self.cameras[name] = SimulatedCamera(world, renderer(size=SIZE), 0.2)
            self.cameras[name].name = name

    def __call__(self, at: str, _size: tuple[int, int], _heard: WarningSink) -> Camera:
        self.made.append(at)
        return self.cameras[at]


def of_a_game() -> World:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    return world


def watch(folder: Path, *plans: CameraPlan, record: RecordPlan | None = None) -> CameraSetupPlan:
    return CameraSetupPlan(plans, KIT, MatKey("4x4"), folder, record)


def test_a_camera_is_found_by_the_mat_and_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_setup, "LOOK_S", 0.1)
    empty = World()

    async def main() -> None:
        make = Cameras(desk=empty, table=of_a_game(), gone=of_a_game())
        make.cameras["gone"].unplugged = True
        wanted = watch(tmp_path, CameraPlan("auto"))
        assert await find_camera(wanted, make, ("gone", "desk", "table")) == "table"
        assert make.made == ["gone", "desk", "table"] and (tmp_path / MEMORY).read_text() == "table\n"
        make.made.clear()
        assert await find_camera(wanted, make, ("gone", "desk", "table")) == "table"
        assert make.made == ["table"], "the one of last time is asked first"
        # It hangs over another table now.
        make.cameras["table"], make.cameras["desk"] = make.cameras["desk"], make.cameras["table"]
        assert await find_camera(wanted, make, ("gone", "desk", "table")) == "desk"
        with pytest.raises(
            CameraMissing, match=r"no camera sees the mat\. gone: is not plugged in; table: I don't see"
        ):
            await find_camera(wanted, make, ("gone", "table"))
        with pytest.raises(CameraMissing, match="this computer shows none"):
            await find_camera(wanted, make, ())

    run(main())


def test_several_are_one_eye_that_calls_them_by_their_names(tmp_path: Path) -> None:
    world = of_a_game()

    async def main() -> None:
        make = Cameras(one=world, two=world)
        async with AsyncExitStack() as stack:
            plans = (CameraPlan("one", "left"), CameraPlan("two", "right"))
            eye = (await open_cameras(watch(tmp_path, *plans), make, print, stack)).eye
            assert isinstance(eye, MultiCameraReader) and eye.name == "left (one) + right (two)"
            assert (await eye.settled()).find(GolemKey("red")) is not None
            make.cameras["two"].unplugged = True
            assert (await eye.settled()).blind == ("right (two)",)
            make.cameras["one"].unplugged = True
            with pytest.raises(CameraError, match=r"^left \(one\): gives no pictures"):
                await eye.settled()

    run(main())


def test_a_full_disk_ends_a_recording_and_people_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    said: list[str] = []
    told: list[str] = []

    async def main() -> None:
        record = RecordPlan(tmp_path / "kept", 20_000_000)
        async with AsyncExitStack() as stack:
            make = Cameras(one=of_a_game())
            opened = await open_cameras(watch(tmp_path, CameraPlan("one"), record=record), make, said.append, stack)
            (watched,) = opened.watched
            watched.news.listeners.append(lambda: told.append(camera_view(watched, TODAY).recording))
            assert camera_view(watched, TODAY) == CameraView("one", "on")
            monkeypatch.setattr(RecordingStore, "add", full)
            await opened.eye.settled()
        # The writer has ended; its word waits in the loop for its turn.
        await asyncio.sleep(0)

    run(main())
    assert said == [f"{tmp_path / 'kept'}: nothing is recorded any more: No space left on device"]
    assert told == ["failed"]


def test_screens_are_told_of_the_lens_and_of_the_exposure() -> None:
    quality = Quality("charuco", 0.41, 24, error_px=0.3)
    lens = Calibration(replace(renderer(size=SIZE).view.camera, quality=quality), "HD Pro", date(2026, 3, 31))
    eye = cast(CameraReader, SimpleNamespace(name="left (HD Pro)", exposure=ExposureState(Verdict.TOO_DARK)))
    told = camera_view(WatchedCamera(eye, None, lens), TODAY)
    assert told == CameraView("left (HD Pro)", "", "too-dark", "measured", 0.41, 236)
    unknown = WatchedCamera(
        cast(CameraReader, SimpleNamespace(name="x", exposure=None)), None, replace(lens, made=None)
    )
    assert camera_view(unknown, TODAY) == CameraView("x", "", "", "measured", 0.41, None)


def test_a_game_is_recorded_about_what_happens_in_it(tmp_path: Path) -> None:
    def view(phase: str, paused: bool = False) -> View:
        return cast(View, SimpleNamespace(phase=phase, paused=paused, notices=()))

    async def main() -> None:
        make = Cameras(one=of_a_game())
        record = RecordPlan(tmp_path / "kept", 20_000_000)
        async with AsyncExitStack() as stack:
            opened = await open_cameras(watch(tmp_path, CameraPlan("one"), record=record), make, print, stack)
            eye, on_view = opened.eye, opened.on_view
            on_view(view("programs"))
            await eye.settled()
            await asyncio.sleep(2.0)
            on_view(view("programs"))
            await eye.settled()
            on_view(view("row", paused=True))
            await eye.settled()

    run(main())
    entries, wrong = read_index(tmp_path / "kept")
    assert wrong == [] and {entry.why for entry in entries} == {"programs", "", "row paused"}
    assert all((tmp_path / "kept" / entry.file).is_file() for entry in entries)


class StubbornDial:
    """The exposure of a driver that does not obey."""

    low, high, value = 1.0, 166.0, 60.0

    def set_value(self, _value: float) -> None:
        """Nothing happens."""


def test_the_doctor_says_other_sizes_and_drivers_that_do_not_obey(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = of_a_game()
    make = Cameras(one=world)

    def camera_for(at: str, size: tuple[int, int], heard: WarningSink) -> Camera:
        heard(SourceReason.OTHER_SIZE(width=1280, height=720, wanted_width=1920, wanted_height=1080).at("one"))
        return make(at, size, heard)

    monkeypatch.setattr(doctor, "camera_for", camera_for)
    world.light = 0.45
    make.cameras["one"].exposure_control = StubbornDial()

    async def main(locked: bool, lens: Path | None = None) -> list[str]:
        plan = CameraPlan("one", lens=lens, lock_exposure=locked)
        return [finding.found for finding in await doctor._camera(plan, watch(tmp_path, plan))]

    sees = "1280 x 720 px, sees the mat 4x4; golem: 1, mat: 1, tray: 2"
    size = "gives 1280 x 720 px, not 1920 x 1080"
    assert run(main(True)) == [size, "its driver does not let its exposure be set", sees]
    assert run(main(False)) == [size, sees]
    # How well the lens is known is said, too.
    monkeypatch.setattr(doctor, "today", lambda: TODAY)
    monkeypatch.setattr(camera_setup, "today", lambda: TODAY)
    camera = replace(renderer(size=SIZE).view.camera, quality=Quality("charuco", 0.414, 24, error_px=0.3))
    save_calibration(Calibration(camera, "", date(2026, 11, 10)), tmp_path / "lens.yaml")
    measured = "measured on 2026-11-10 (12 days ago) in 24 views, residual 0.41 px, expected error 0.30 px"
    lens = f"lens.yaml: the lens of a camera without a name, {measured}"
    assert run(main(False, tmp_path / "lens.yaml")) == [size, lens, sees]


def test_only_what_is_new_is_a_moment() -> None:
    told: list[Any] = []
    recorder = cast(Recorder, SimpleNamespace(event=lambda why, time: told.append((why, time))))
    moments = EventRecorder([recorder], lambda: 7.0)
    base = SimpleNamespace(phase="row", paused=False, notices=(), round=1)
    for changed in ({}, {"round": 2}, {"paused": True}, {"notices": (SimpleNamespace(code="eye-black"),)}, {}):
        moments.on_view(cast(View, SimpleNamespace(**{**vars(base), **changed})))
    assert told == [("row", 7.0), ("row paused", 7.0), ("row eye-black", 7.0), ("row", 7.0)]
