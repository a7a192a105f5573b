"""The eye: a frame to sightings and to a scene, on one core, against OpenCV's defaults; and the picture itself."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import cv2

from boards.geometry import Pose
from boards.kit.decks import deck
from boards.kit.marker_plan import DICTIONARY
from boards.kit.thing_keys import MatKey
from calibration.camera_frames import Frame, Image
from calibration.camera_model import CameraModel
from controller.vision.markers.detector import FAST, RECALL, Detector, DetectorSettings
from controller.vision.markers.greyscale import to_grey
from controller.vision.reader import Reader
from hardware.simulated.world import Snapshot, World
from tests.benchmarks import Row
from tests.support.tables import FOUR, KIT, bare_table, lay, renderer, stand

ROUNDS = 15
"""Processor time is measured: other programs on the machine do not count."""


def measure() -> list[Row]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return [row for size in ((1280, 720), (1920, 1080)) for row in _at(size)]
    finally:
        cv2.setNumThreads(threads)


def _at(size: tuple[int, int]) -> list[Row]:
    world = _table()
    camera = renderer(MatKey("6x6"), FOUR, size=size)
    picture = camera.render(Snapshot.of(world))
    grey = to_grey(picture)
    there = sum(len(KIT.things[item.thing].markers) for item in world.lying.values()) + len(world.bodies)
    plain = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)))
    defaults_ms = _milliseconds(lambda: plain.detectMarkers(grey))
    found = len(plain.detectMarkers(grey)[0])
    rows = [Row(f"eye {size[1]}p, OpenCV's defaults: frame to markers", f"{defaults_ms:.1f} ms", "", _of(found, there))]
    for name, settings in (("fast", FAST), ("recall", RECALL)):
        detector = Detector(settings)
        spent = _milliseconds(lambda detector=detector: detector.detect(to_grey(picture)))
        note = _of(len(detector.detect(grey)), there) + ", grey picture and edge fit included"
        rows.append(
            Row(f"eye {size[1]}p, {name}: frame to sightings", f"{spent:.1f} ms", _times(spent, defaults_ms), note)
        )
    spent = _milliseconds(_reading(picture, FAST, camera.view.camera))
    rows.append(
        Row(f"eye {size[1]}p, fast: frame to scene", f"{spent:.1f} ms", _times(spent, defaults_ms), "poses, doubts")
    )
    rows.append(_render_row(size, world))
    return rows


def _reading(picture: Image, settings: DetectorSettings, lens: CameraModel) -> Callable[[], object]:
    reader = Reader(KIT, MatKey("6x6"), lens, settings)
    return lambda: reader.read(Frame(picture, 1, 0.0, "bench"))


def _render_row(size: tuple[int, int], world: World) -> Row:
    camera = renderer(MatKey("6x6"), FOUR, size=size)

    def frame() -> None:
        body = world.bodies["red"]
        body.pose = Pose(body.pose.x + 1.0, body.pose.y, body.pose.heading + 3.0)
        camera.render(Snapshot.of(world))

    things = len(world.lying) + len(world.bodies)
    return Row(f"simulated camera {size[1]}p: a picture", f"{_milliseconds(frame):.1f} ms", "", f"{things} things")


def _table() -> World:
    world = bare_table(MatKey("6x6"), FOUR)
    for colour in FOUR:
        for index, card in enumerate(deck(colour)[:6]):
            lay(world, card, colour, index % 4, index // 4, face_up=index % 2 == 0)
    for colour, cell in zip(FOUR, ("a1", "f6", "a6", "f1"), strict=True):
        stand(world, colour, cell, 90.0, MatKey("6x6"))
    return world


def _milliseconds(call: Callable[[], object]) -> float:
    call()
    spent = []
    for _ in range(ROUNDS):
        start = process_time()
        call()
        spent.append(process_time() - start)
    return median(spent) * 1e3


def _times(spent: float, other: float) -> str:
    return f"{spent / other:.2f} x of the defaults' time"


def _of(found: int, there: int) -> str:
    return f"{found} of {there} markers"
