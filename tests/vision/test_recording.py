"""Recordings hold the mat and nothing else, keep to their limit, and are read as the table was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from boards.base.errors import Problems
from boards.base.reasons import Reason
from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TokenKey, TrayKey
from calibration.camera_frames import BadPicture, CameraError, CameraMissing, Frame, FramesEnded, Image
from controller.cli import main as golem
from controller.vision.cameras.camera_registry import camera_for, kind_of
from controller.vision.cameras.replay import RecordingSource
from controller.vision.frame_reading import FrameReading
from controller.vision.reader import Reader
from controller.vision.recording.crop import crop_of
from controller.vision.recording.recorder import AFTER_S, BEFORE_S, LOSSLESS_EVERY_S, SPARSE_EVERY_S, Recorder
from controller.vision.recording.recording_store import INDEX, RecordingStore, read_index
from controller.vision.scene import Trouble
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, lay, picture, renderer, stand

MEGABYTE = 1_000_000


def read(image: Image, *, frame: int = 1, time: float = 0.0) -> FrameReading:
    """The table in a picture, through the true lens, without a memory of other pictures."""
    reader = Reader(KIT, MatKey("4x4"), renderer(size=(1280, 720)).view.camera, live=False)
    return reader.read(Frame(image, frame, time, "test"))


def table() -> World:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    stand(world, "blue", "d4", -30.0)
    world.lying[TokenKey("barrel", 1)] = TableItem(TokenKey("barrel", 1), Pose(150.0, 250.0, 20.0))
    return world


@lru_cache
def seen() -> FrameReading:
    world = table()
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 0, 0)
    # With so little noise thresholds are the least ones, with or without what is around the mat.
    return read(picture(world, Renderer(KIT, renderer(size=(1280, 720)).view, Optics(noise=1.6), seed=11)))


def at(time: float, look: FrameReading | None = None, image: Image | None = None) -> FrameReading:
    """The same look at another time, or of another picture."""
    look = look or seen()
    frame = replace(
        look.frame, time=time, number=round(30 * time) + 1, image=look.frame.image if image is None else image
    )
    return replace(look, frame=frame)


@contextmanager
def recorder(folder: Path, limit: int = 50 * MEGABYTE) -> Iterator[Recorder]:
    heard: list[Reason] = []
    made = Recorder(RecordingStore(folder, limit), heard.append)
    yield made
    made.close()
    assert heard == [] and made.lost == 0


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_not_a_byte_on_the_disk_depends_on_what_is_around_the_mat(tmp_path: Path) -> None:
    look = seen()
    crop = crop_of(look)
    assert crop is not None
    outline = look.scene.find(MatKey("4x4"))
    assert outline is not None
    mat = np.zeros(look.frame.image.shape[:2], np.uint8)
    cv2.fillPoly(mat, [np.rint([(p.u, p.v) for p in outline.outline]).astype(np.int32)], (1,))
    # A lens bends the mat's edges by a pixel or two; farther out there are people.
    around = cv2.dilate(mat, np.ones((7, 7), np.uint8)) == 0
    random = np.random.default_rng(1)
    stored = []
    for number in range(3):
        image = look.frame.image.copy()
        if number:
            image[around] = random.integers(0, 256, image.shape, dtype=np.uint8)[around]
        folder = tmp_path / str(number)
        with recorder(folder) as made:
            made.add(at(0.0, image=image))
            made.add(at(0.5, image=image))
            made.event("row", 0.6)
            made.add(at(0.9, image=image))
        stored.append(files(folder))
    assert stored[0] == stored[1] == stored[2]
    assert sorted(Path(name).suffix for name in stored[0]) == [".jpg", ".jsonl", ".png", ".png", ".png"]
    # And what is on the mat is there, to the bit.
    inside = cv2.erode(mat, np.ones((7, 7), np.uint8)) > 0
    assert np.array_equal(crop.whole()[inside], look.frame.image[inside])


def test_trays_and_cards_on_the_mat_are_painted_over() -> None:
    world = table()
    tray = world.lying[TrayKey("red")].pose
    world.lying[TrayKey("red")] = TableItem(TrayKey("red"), Pose(tray.x + 140.0, tray.y, 0.0))
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 0, 4)
    world.lying[CardKey("red", CardKind.ATTACK, 1)] = TableItem(
        CardKey("red", CardKind.ATTACK, 1), Pose(200.0, 150.0, 10.0), True
    )
    look = read(picture(world, renderer(size=(1280, 720))))
    crop = crop_of(look)
    assert crop is not None
    hidden = [item for item in look.scene.things if isinstance(item.thing, CardKey) or item.thing == TrayKey("red")]
    assert {item.thing for item in hidden} >= {
        CardKey("red", CardKind.ATTACK, 1),
        CardKey("red", CardKind.FORWARD, 1),
        TrayKey("red"),
    }
    for item in hidden:
        inside = np.zeros(look.frame.image.shape[:2], np.uint8)
        cv2.fillPoly(inside, [np.rint([(p.u, p.v) for p in item.outline]).astype(np.int32)], (1,))
        assert (crop.whole()[inside > 0] == crop.fill).all(), item.thing
    again = read(crop.whole())
    assert not [item for item in again.scene.things if isinstance(item.thing, CardKey) or item.thing == TrayKey("red")]


def test_nothing_is_kept_while_it_is_not_sure_where_the_mat_is() -> None:
    look = seen()
    for scene in (
        replace(look.scene, mat=None),
        replace(look.scene, trouble=(Trouble.BLURRED,)),
        replace(look.scene, camera_moved=True),
        replace(look.scene, things=()),
    ):
        assert crop_of(replace(look, scene=scene)) is None
    assert crop_of(replace(look, view=None)) is None and crop_of(look) is not None


def test_replayed_pictures_are_read_as_the_table_was(tmp_path: Path) -> None:
    with recorder(tmp_path) as made:
        made.event("row", 0.0)
        made.add(seen())
    assert kind_of(str(tmp_path)) == "recording"

    async def main() -> Frame:
        camera = camera_for(str(tmp_path))
        await camera.open(lambda frame: frame)
        frame: Frame = await camera.next()
        with pytest.raises(FramesEnded):
            await camera.next()
        await camera.close()
        return frame

    frame = run(main())
    before, after = seen(), read(frame.image)
    assert frame.image.shape == before.frame.image.shape and frame.source.startswith(str(tmp_path))
    ours = {item.id for item in before.sightings if item.pose is not None and -80 < item.pose.x < 480}
    assert len(ours) == 4 + 2 + 1
    was, now = ({item.id: item for item in look.sightings if item.id in ours} for look in (before, after))
    assert {marker: item.corners for marker, item in was.items()} == {m: item.corners for m, item in now.items()}
    for thing in (GolemKey("red"), GolemKey("blue"), TokenKey("barrel", 1)):
        one, other = before.scene.find(thing), after.scene.find(thing)
        assert one is not None and other is not None and one.pose.point.distance(other.pose.point) < 1e-3
        assert abs(one.pose.heading - other.pose.heading) < 1e-3


def test_golem_read_reads_a_recording_and_names_what_is_wrong_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with recorder(tmp_path) as made:
        made.event("row", 0.0)
        for number in range(3):
            made.add(at(number / 4))
    lines = (tmp_path / INDEX).read_text().splitlines()
    (tmp_path / INDEX).write_text("\n".join([*lines[:2], "what is this?", *lines[2:]]))
    assert golem(["read", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["mat"] == "mat:4x4" and report["golems"].keys() == {"red", "blue"}
    assert err == f"golem read: {tmp_path / INDEX}:3: does not say where and when a picture was taken\n"


def test_pictures_about_an_event_are_kept_without_loss_and_few_of_the_rest(tmp_path: Path) -> None:
    with recorder(tmp_path) as made:
        for number in range(240):
            if number == 180:
                made.event("row", number / 30)
            made.add(at(number / 30))
    entries, wrong = read_index(tmp_path)
    assert wrong == []
    kept = [entry.time for entry in entries if entry.why == "row"]
    assert all(5.0 - 1e-9 <= time <= 7.0 + 1e-9 for time in kept) and len(kept) == len({*kept})
    assert len(kept) == pytest.approx((BEFORE_S + AFTER_S) / LOSSLESS_EVERY_S, abs=2)
    sparse = [entry.time for entry in entries if not entry.why]
    assert len(sparse) == pytest.approx(8 / SPARSE_EVERY_S, abs=1)
    assert all(Path(entry.file).suffix == (".png" if entry.why else ".jpg") for entry in entries)
    source = RecordingSource(tmp_path)
    source.open()
    times = [entry.time for entry in source._left]
    assert times == sorted(times) and len(times) == len({*times})


def test_the_limit_holds_and_the_oldest_go_first(tmp_path: Path) -> None:
    limit = 100_000
    store = RecordingStore(tmp_path, limit)
    random = np.random.default_rng(2)
    facts = {"frame": 1, "at": (0, 0), "size": (64, 48), "fill": 200, "why": ""}
    most = 0
    for number in range(200):
        store.add(random.bytes(int(random.integers(100, 9_000))), "jpg", {**facts, "time": float(number)})
        size = sum(path.stat().st_size for path in tmp_path.iterdir())
        assert size == store.total <= limit
        most = max(most, size)
    assert most > 0.8 * limit
    entries = read_index(tmp_path)[0]
    assert [entry.time for entry in entries] == [float(number) for number in range(200 - len(entries), 200)]
    assert {entry.file for entry in entries} | {INDEX} == {path.name for path in tmp_path.iterdir()}
    # Another day goes on in the same folder, also after a power cut, and with less room.
    (tmp_path / "001-900000.jpg").write_bytes(bytes(50_000))
    with (tmp_path / INDEX).open("ab") as index:
        index.write(b'{"file": "001-')
    again = RecordingStore(tmp_path, limit // 2)
    assert again.total == sum(path.stat().st_size for path in tmp_path.iterdir()) <= limit // 2
    again.add(b"x", "png", {**facts, "time": 1.0})
    entries, wrong = read_index(tmp_path)
    assert wrong == [] and entries[-1].session == 2 and entries[0].session == 1


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(Problems, match="holds other things"):
        RecordingStore(tmp_path, MEGABYTE)
    assert files(tmp_path) == {"holiday.jpg": b"x"}
    (tmp_path / INDEX).write_text('{"golem-recording": 9}\n')
    with pytest.raises(Problems, match="no recording of version"):
        RecordingStore(tmp_path, MEGABYTE)
    with pytest.raises(Problems, match="cannot be used for a recording"):
        RecordingStore(tmp_path / "holiday.jpg" / "x", MEGABYTE)
    # A recording in which a person has put something.
    made = tmp_path / "new"
    RecordingStore(made, MEGABYTE)
    (made / "notes.txt").write_text("mine")
    for number in range(30):
        RecordingStore(made, 3_000).add(
            bytes(900), "jpg", {"time": float(number), "frame": 1, "at": (0, 0), "size": (9, 9), "fill": 0, "why": ""}
        )
    assert (made / "notes.txt").read_text() == "mine"
    assert made.stat().st_mode & 0o077 == 0, "nobody else may look"


def test_a_disk_that_is_full_is_told_once_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, heard = RecordingStore(tmp_path, 50 * MEGABYTE), list[Reason]()

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "add", full)
    made = Recorder(store, heard.append)
    made.event("row", 0.0)
    for number in range(5):
        made.add(at(number / 4))
    made.close()
    assert [*map(str, heard)] == [f"{tmp_path}: nothing is recorded any more: No space left on device"]


GOOD = {
    "file": "001-000001.png",
    "time": 1.0,
    "frame": 1,
    "at": [4, 4],
    "size": [64, 48],
    "fill": 200,
    "why": "",
    "bytes": 9,
}


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[" * 5000,
        json.dumps([GOOD]),
        json.dumps({**GOOD, "file": "../../etc/passwd"}),
        json.dumps({**GOOD, "file": "001-000001.exe"}),
        json.dumps({**GOOD, "file": 3}),
        json.dumps({**GOOD, "at": [1]}),
        json.dumps({**GOOD, "at": [-1, 2]}),
        json.dumps({**GOOD, "size": "64"}),
        json.dumps({**GOOD, "frame": 1e300}),
        json.dumps({**GOOD, "time": None}),
        json.dumps({key: value for key, value in GOOD.items() if key != "fill"}),
    ],
)
def test_a_bad_line_of_an_index_is_named_and_the_rest_is_read(tmp_path: Path, line: str) -> None:
    cv2.imwrite(str(tmp_path / "001-000001.png"), np.full((20, 30, 3), 90, np.uint8))
    (tmp_path / INDEX).write_text("\n".join(['{"golem-recording": 1}', line, json.dumps(GOOD)]) + "\n")
    source = RecordingSource(tmp_path)
    source.open()
    with pytest.raises(BadPicture, match=rf"{INDEX}:2"):
        source.read()
    image, origin = source.read()
    assert image.shape == (48, 64, 3) and image[4, 4, 0] == 90 and image[3, 3, 0] == 200
    assert origin == str(tmp_path / "001-000001.png")
    with pytest.raises(FramesEnded):
        source.read()


@pytest.mark.parametrize(
    "facts", [{"at": [40, 4]}, {"size": [10**9, 10**9]}, {"fill": 999}, {"file": "001-000002.png"}]
)
def test_a_picture_that_does_not_fit_its_index_is_named(tmp_path: Path, facts: dict[str, object]) -> None:
    cv2.imwrite(str(tmp_path / "001-000001.png"), np.full((20, 30, 3), 90, np.uint8))
    (tmp_path / INDEX).write_text("\n".join(['{"golem-recording": 1}', json.dumps({**GOOD, **facts})]))
    source = RecordingSource(tmp_path)
    source.open()
    with pytest.raises(CameraError, match="001-00000"):
        source.read()
    (tmp_path / INDEX).write_text('{"golem-recording": 1}\n')
    with pytest.raises(CameraMissing, match="nothing is recorded here yet"):
        source.open()
