"""Cameras: two that complete each other, what pictures cost on their way, how soon an exposure is settled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from statistics import median
from time import process_time

import cv2
import numpy as np

from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from calibration.camera_frames import Frame
from calibration.camera_model import look_at
from controller.table.perception.program_reading import read_table
from controller.vision.cameras.mjpeg import JpegSplitter, decode_jpeg
from controller.vision.fusion.merging import CameraScene, merge
from controller.vision.markers.greyscale import to_grey
from controller.vision.reader import Reader
from controller.vision.recording.crop import crop_of
from controller.vision.scene import Scene
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.simulated_camera import webcam
from hardware.simulated.world import Snapshot, World
from tests.benchmarks import Row
from tests.support.tables import KIT, TWO, bare_table, lay, look, renderer, stand

TABLES = 40
SIZE = (1280, 720)
PLACES = (((-60.0, -180.0, 1150.0), (60.0, 200.0)), ((480.0, 560.0, 1150.0), (340.0, 200.0)))
"""South and west, north and east: where each camera is, and what it looks at, mm."""
CARDS = (CardKind.FORWARD, CardKind.TURN_LEFT, CardKind.TURN_RIGHT, CardKind.ATTACK, CardKind.DEFEND)
FRAMES = 3
ROUNDS = 15


def measure() -> list[Row]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return [*_two_cameras(), *_costs()]
    finally:
        cv2.setNumThreads(threads)


def _two_cameras() -> list[Row]:
    """Rows of programs on seeded tables; each camera has hands and glare of its own in four tables of five."""
    eyes = [
        Renderer(KIT, look_at(webcam(SIZE), *place, turned=2.0 + 176.0 * number), Optics(), seed=number)
        for number, place in enumerate(PLACES)
    ]
    counts: dict[str, Counter[str]] = {"one camera": Counter(), "both": Counter()}
    for seed in range(TABLES):
        chance = random.Random(seed)
        world, laid = _table(chance)
        scenes = [_seen(eye, world, _mishaps(chance, world)) for eye in eyes]
        for scene in scenes:
            _count(counts["one camera"], scene, laid)
        _count(counts["both"], merge([CameraScene(str(n), scene) for n, scene in enumerate(scenes)]), laid)
    rows = []
    for name, count in counts.items():
        share = 100 * count["right"] / count.total()
        note = f"{count['wrong']} wrong of {count.total()}, the rest unread; hands and glare, seeds 0..{TABLES - 1}"
        rows.append(Row(f"{name}: rows read", f"{share:.1f} %", "", note))
    return rows


def _table(chance: random.Random) -> tuple[World, dict[str, list[str]]]:
    world, laid = bare_table(), dict[str, list[str]]()
    for colour in TWO:
        kinds = chance.sample(CARDS, 4)
        for lane, kind in enumerate(kinds):
            off = Point(chance.uniform(-2, 5), chance.uniform(-4, 4))
            card = CardKey(colour, kind, 1)
            lay(world, card, colour, lane, chance.randrange(5), chance.random() < 0.6, off, chance.uniform(-4, 4))
        laid[colour] = [kind.value for kind in kinds]
    stand(world, "red", chance.choice("abcd") + chance.choice("12"), 90.0)
    stand(world, "blue", chance.choice("abcd") + chance.choice("34"), -90.0)
    return world, laid


def _mishaps(chance: random.Random, world: World) -> list[Disturbance]:
    if chance.random() < 0.2:
        return []
    tray = world.lying[TrayKey(chance.choice(TWO))].pose
    found = []
    for _ in range(chance.randint(1, 2)):
        at = Point(tray.x + chance.uniform(-150, 150), tray.y + chance.uniform(-150, 150))
        hand = chance.random() < 0.6
        found.append(
            disturbances.hand(at, chance.uniform(25, 50)) if hand else disturbances.glare(at, chance.uniform(20, 60))
        )
    return found


def _seen(eye: Renderer, world: World, happens: list[Disturbance]) -> Scene:
    reader = Reader(KIT, MatKey("4x4"), eye.view.camera)
    scene = None
    for number in range(FRAMES):
        picture = eye.render(Snapshot.of(world))
        for disturbance in happens:
            disturbance(picture, eye.view)
        scene = reader.read(Frame(picture, number + 1, number / 30, "bench")).scene
    assert scene is not None
    return scene


def _count(counts: Counter[str], scene: Scene, laid: dict[str, list[str]]) -> None:
    programs = read_table(scene, KIT).programs
    for colour, kinds in laid.items():
        for read, kind in zip(programs.get(colour, (None,) * 4), kinds, strict=True):
            counts["right" if read == kind else "unread" if read is None else "wrong"] += 1


def _costs() -> list[Row]:
    world = bare_table()
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 0, 0)
    stand(world, "red", "b2", 90.0)
    seen = look(world, renderer())
    picture = seen.frame.image
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    packed = np.frombuffer(jpeg, np.uint8)
    splitter = JpegSplitter()

    def cut() -> None:
        for at in range(0, len(jpeg), 65536):
            splitter.feed(jpeg[at : at + 65536])

    colour = _milliseconds(lambda: to_grey(decoded) if (decoded := decode_jpeg(jpeg)) is not None else None)
    grey = _milliseconds(lambda: cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE))
    angles = [CameraScene("one", seen.scene), CameraScene("other", seen.scene)]
    return [
        Row("JPEG 1080p unpacked once, in colour, and grey from it", f"{colour:.1f} ms", f"grey alone {grey:.1f} ms"),
        Row("Motion JPEG 1080p cut out of its stream", f"{_milliseconds(cut):.2f} ms", "", f"{len(jpeg) // 1000} kB"),
        Row("scenes of two cameras merged", f"{_milliseconds(lambda: merge(angles)):.2f} ms"),
        Row(
            "the mat cut out for a recording, 1080p", f"{_milliseconds(lambda: crop_of(seen)):.1f} ms", "", "5 a second"
        ),
    ]


def _milliseconds(call: Callable[[], object]) -> float:
    """Processor time, median."""
    spent = []
    for _ in range(ROUNDS):
        begun = process_time()
        call()
        spent.append(1000 * (process_time() - begun))
    return median(spent)
