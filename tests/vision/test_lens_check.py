"""A lens that is not the camera's as it is: another size, another zoom; and a corner of the mat that was pushed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from boards.drawing.raster import raster
from boards.kit.charuco import board_drawing
from boards.kit.thing_keys import MatKey
from calibration.board_views import BoardFinder
from calibration.camera_frames import Frame, Image
from calibration.camera_model import CameraModel
from calibration.lens_match import LensMismatch, LensUnfit
from controller.app.config.measured_lens import check_lens
from controller.vision.frame_reading import FrameReading
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.lens_check import lens_mismatches
from controller.vision.markers.detector import RECALL, Detector
from controller.vision.markers.greyscale import to_grey
from controller.vision.reader import Reader
from controller.vision.scene import Why
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, overhead_view, webcam
from hardware.simulated.world import Snapshot
from tests.support.tables import KIT, TWO, bare_table

SIZE = (960, 540)
TILT = 25.0


@lru_cache
def camera() -> Renderer:
    return Renderer(KIT, overhead_view(webcam(SIZE), MatKey("4x4"), TWO, TILT), seed=4)


@lru_cache
def picture() -> Image:
    return camera().render(Snapshot.of(bare_table()))


def zoomed(by: float) -> CameraModel:
    true = webcam(SIZE)
    return replace(true, focal=(true.focal[0] / by, true.focal[1] / by))


def read(image: Image, lens: CameraModel) -> FrameReading:
    return Reader(KIT, MatKey("4x4"), lens, RECALL, live=False).read(Frame(image, 1, 0.0, "test"))


def test_the_right_lens_is_not_doubted_and_another_zoom_is_named() -> None:
    assert lens_mismatches(read(picture(), zoomed(1.0)), KIT, zoomed(1.0), "lens.yaml") == ()
    (reason,) = lens_mismatches(read(picture(), zoomed(1.08)), KIT, zoomed(1.08), "lens.yaml")
    assert reason.why is LensMismatch.OTHER_ZOOM


def test_a_game_is_not_begun_through_another_cameras_lens() -> None:
    async def begin(lens: CameraModel) -> None:
        eye = CameraReader(SimulatedCamera(bare_table(), camera()), KIT, MatKey("4x4"), lens)
        await eye.open()
        try:
            await check_lens(eye, KIT, lens, Path("lens.yaml"), "fr")
        finally:
            await eye.close()

    asyncio.run(begin(webcam(SIZE)))
    with pytest.raises(LensUnfit) as refused:
        asyncio.run(begin(zoomed(1.08)))
    assert refused.value.translated("fr").startswith("lens.yaml : la table n’apparaît pas")
    with pytest.raises(LensUnfit) as refused:
        asyncio.run(begin(webcam((1920, 1080))))
    assert refused.value.translated("fr").startswith("lens.yaml : objectif mesuré à 1920 x 1080 px")


def test_a_corner_of_the_mat_that_was_pushed_is_named_and_bends_nothing() -> None:
    view, pushed = camera().view, picture().copy()
    # A corner of the sheet, 12 mm to the east: its marker and the white around it.
    places = np.array([(-78.0, -78.0), (-78.0, -2.0), (-2.0, -2.0), (-2.0, -78.0)])
    there = view.project_plane(places + np.array([12.0, 0.0])), view.project_plane(places)
    low, high = np.min(there, axis=(0, 1)).astype(int), np.ceil(np.max(there, axis=(0, 1))).astype(int)
    step = np.rint((there[0] - there[1]).mean(axis=0)).astype(int)
    box = (slice(low[1], high[1]), slice(low[0], high[0]))
    pushed[box] = np.roll(picture(), (int(step[1]), int(step[0])), axis=(0, 1))[box]
    look = read(pushed, webcam(SIZE))
    (item,) = [item for item in look.scene.unread if item.thing == MatKey("4x4")]
    assert item.why is Why.DISAGREE and look.view is not None
    field = np.array([(x, y) for x in (0.0, 200.0, 400.0) for y in (0.0, 200.0, 400.0)])
    off = look.view.on_plane(view.project_plane(field, 60.0), 60.0) - field
    assert np.linalg.norm(off, axis=1).max() < 1.5


def test_the_lens_board_and_the_kit_are_never_taken_for_each_other() -> None:
    for square in (40.0, 80.0, 120.0):
        board = np.pad(raster(board_drawing(square), 1.0), ((60, 60), (60, 60), (0, 0)), constant_values=255)
        assert len(Detector(RECALL).detect(to_grey(board))) == 0
    assert BoardFinder().find(to_grey(picture())) is None
