"""The proof of a lens: the wizard measures it in rendered pictures of a board, and golems are placed through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.geometry import Cell, Point, Pose, Rect, wrap_degrees
from boards.kit.thing_keys import GolemKey, MatKey
from boards.mats import mat
from calibration.board_views import BoardFinder
from calibration.camera_frames import Frame, Image
from calibration.camera_model import CameraModel, View
from calibration.lens_quality import CalibrationResult, calibrate
from calibration.wizard import State, Wizard
from controller.vision.markers.detector import FAST
from controller.vision.pose.lens_estimate import FITTED_AT
from controller.vision.reader import Reader
from hardware.simulated.charuco_photo import BoardCamera, session
from hardware.simulated.imaging_conditions import CONDITIONS, ImagingSetting
from hardware.simulated.rendering.photograph import Photographer
from hardware.simulated.simulated_camera import overhead_view
from hardware.simulated.world import Body, Snapshot, World
from tests.support.tables import FOUR, KIT, bare_table

NOISES = 5
"""Pictures of a table at rest that are rendered; a reader sees them by turns."""

MOST_HELD = 60
"""Views that a person would have patience for."""


def wizards_lens(true: CameraModel, seed: int) -> tuple[CalibrationResult, int]:
    """The lens as the wizard measures it before a camera, and how many times the board had to be held still.

    Each time two pictures are taken, with noise of their own. Raises PoorViews.
    """
    camera, finder, wizard = BoardCamera(true, seed=seed), BoardFinder(), Wizard(following=True)
    held = 0
    for how in session(true, seed, MOST_HELD):
        held += 1
        for _ in range(2):
            wizard.look(finder.find(camera.photograph(how)))
        if wizard.state is State.COMPLETE:
            break
    return calibrate(wizard.seen), held


@dataclass(frozen=True)
class Scenes:
    """Tables with golems on them, as one camera sees them."""

    view: View
    """Where the camera truly is, through its true lens."""
    mat_key: MatKey
    pictures: tuple[tuple[World, Image], ...]


def scenes(true: CameraModel, mat_key: MatKey, condition: str, seed: int, count: int, tilt: float = 9.0) -> Scenes:
    """Four golems at random on the field, turned any way, in one of the proving ground's conditions."""
    margin = CONDITIONS[condition].margin_mm
    view, random = overhead_view(true, mat_key, FOUR, tilt, margin), np.random.default_rng(seed)
    grid = mat(mat_key).grid
    area = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm))
    photographer = Photographer(KIT, view, seed=seed)
    made: list[tuple[World, Image]] = []
    for number in range(count):
        world = bare_table(mat_key, FOUR)
        cells = random.choice(grid.columns * grid.rows, len(FOUR), replace=False)
        for colour, cell in zip(FOUR, cells.tolist(), strict=True):
            middle = grid.centre(Cell(cell % grid.columns, cell // grid.columns))
            x, y = random.uniform(-14, 14, 2).tolist()
            world.bodies[colour] = Body(Pose(middle.x + x, middle.y + y, float(random.uniform(-180, 180))))
        take = CONDITIONS[condition].draw(ImagingSetting(random, area, view)).take
        made.append((world, photographer.expose([Snapshot.of(world)], take, (seed, number))))
    return Scenes(view, mat_key, tuple(made))


def placed(tables: Scenes, lens: CameraModel | None) -> tuple[NDArray[np.float64], int]:
    """N x 2: by how many mm and degrees golems' tops are misplaced; and how many were not found."""
    off: list[tuple[float, float]] = []
    lost = 0
    for number, (world, image) in enumerate(tables.pictures):
        look = Reader(KIT, tables.mat_key, lens, FAST, live=False).read(Frame(image, number, 0.0, "proof"))
        for colour, body in _golems(world):
            seen = look.scene.find(GolemKey(colour))
            if seen is None:
                lost += 1
                continue
            turned = abs(wrap_degrees(seen.pose.heading - body.pose.heading))
            off.append((seen.pose.point.distance(body.pose.point), turned))
    return np.array(off).reshape(-1, 2), lost


@dataclass(frozen=True)
class EstimatedPlaces:
    """Golems placed through a lens that was estimated over some seconds of pictures."""

    off: NDArray[np.float64]
    """N x 4: mm off, mm told, degrees off, degrees told."""
    lost: int
    """Golems that were not found."""


def placed_by_estimate(true: CameraModel, mat_key: MatKey, condition: str, seed: int, tilt: float) -> EstimatedPlaces:
    """Look at a table at rest until the lens is estimated, then place golems that stand elsewhere."""
    first, later = (
        scenes(true, mat_key, condition, seed, 1, tilt),
        scenes(true, mat_key, condition, seed + 1000, 4, tilt),
    )
    ((world, _image),) = first.pictures
    photographer, grid = Photographer(KIT, first.view, seed=seed), mat(mat_key).grid
    area = Rect(Point(0.0, 0.0), Point(grid.width_mm, grid.height_mm))
    take = CONDITIONS[condition].draw(ImagingSetting(np.random.default_rng(seed), area, first.view)).take
    images = [photographer.expose([Snapshot.of(world)], take, (seed, number)) for number in range(NOISES)]
    reader = Reader(KIT, mat_key, None, FAST)
    for number in range(FITTED_AT[-1]):
        reader.read(Frame(images[number % NOISES], number, number / 30, "proof"))
    off: list[tuple[float, float, float, float]] = []
    lost = 0
    for number, (table, image) in enumerate(later.pictures, start=FITTED_AT[-1]):
        scene = reader.read(Frame(image, number, number / 30, "proof")).scene
        for colour, body in _golems(table):
            seen = scene.find(GolemKey(colour))
            if seen is None or seen.within_mm is None or seen.within_degrees is None:
                lost += 1
                continue
            turned = abs(wrap_degrees(seen.pose.heading - body.pose.heading))
            off.append((seen.pose.point.distance(body.pose.point), seen.within_mm, turned, seen.within_degrees))
    return EstimatedPlaces(np.array(off).reshape(-1, 4), lost)


def _golems(world: World) -> Iterator[tuple[str, Body]]:
    return iter(sorted(world.bodies.items()))
