"""The stages of reading, called one by one as docs/eye.md shows."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, TrayKey
from calibration.camera_frames import Frame, Image
from calibration.lens_match import LensUnfit
from controller.vision.frame_context import FrameContext
from controller.vision.markers.detector import RECALL
from controller.vision.markers.marker_detection import detect_markers
from controller.vision.objects.object_recognition import recognise_objects
from controller.vision.pose.camera_pose import PoseState, solve_camera_pose
from controller.vision.pose.placement import place_markers
from controller.vision.reader import Reader
from controller.vision.unread.explanation import explain_unread
from hardware.simulated import camera_faults
from hardware.simulated.simulated_camera import webcam
from tests.support.tables import KIT, bare_table, lay, picture, renderer, stand

DOCUMENT = Path(__file__).parents[2] / "docs" / "eye.md"

CARD = CardKey("red", CardKind.FORWARD, 1)


@pytest.fixture(scope="module")
def image() -> Image:
    world = bare_table()
    lay(world, CARD, "red", 0, 0)
    stand(world, "blue", "c3", 90.0)
    hidden = lay(world, CardKey("blue", CardKind.STAND, 1), "blue", 1, 1)
    return picture(world, disturbances=[camera_faults.hand(hidden.point, 45.0)])


def test_the_documents_example_runs_and_reads_the_table(
    image: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    cv2.imwrite(str(tmp_path / "table.png"), image)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example, names)
    read = {item.thing.key for item in names["recognition"].read}
    assert read == {CARD, GolemKey("blue"), MatKey("4x4"), TrayKey("red"), TrayKey("blue")}
    assert capsys.readouterr().out.count("covered") == 1


def test_the_stages_alone_read_what_the_reader_reads(image: Image) -> None:
    camera = renderer().view.camera
    look = Reader(KIT, MatKey("4x4"), camera, RECALL, live=False).read(Frame(image, 1, 0.0, "test"))
    posed = solve_camera_pose(detect_markers(FrameContext.of(image, KIT)), MatKey("4x4"), camera).posed
    assert posed is not None
    placement = place_markers(posed.kit, posed.markers, posed.view)
    recognition = recognise_objects(posed, placement.placed)
    seen = {seen.thing: seen for seen in look.scene.things}
    assert {item.thing.key: item.pose for item in recognition.read} == {key: item.pose for key, item in seen.items()}
    assert set(explain_unread(posed, placement, recognition)) == set(look.scene.unread) != set()


def test_a_stage_changes_nothing_that_it_is_given(image: Image) -> None:
    before = image.copy()
    context = FrameContext.of(image, KIT)
    found = detect_markers(context)
    assert len(context.markers) == 0 and len(found.markers) > 0 and (image == before).all()
    with pytest.raises(FrozenInstanceError):
        found.noise = 3.0


def test_no_mat_is_a_result_and_a_lens_of_another_size_an_error(image: Image) -> None:
    grey = np.full((240, 320, 3), 128, np.uint8)
    nothing = solve_camera_pose(detect_markers(FrameContext.of(grey, KIT)), MatKey("4x4"))
    assert nothing.posed is None and nothing.mat is None and not nothing.other_mat
    context = detect_markers(FrameContext.of(image, KIT))
    other = solve_camera_pose(context, MatKey("6x6"))
    assert other.posed is None and other.other_mat
    with pytest.raises(LensUnfit):
        solve_camera_pose(context, MatKey("4x4"), webcam((1280, 720)))


def test_the_pose_state_is_an_input_and_a_result(image: Image) -> None:
    context = detect_markers(FrameContext.of(image, KIT))
    start = PoseState()
    first = solve_camera_pose(context, MatKey("4x4"), None, start)
    assert start.view is None and start.intrinsics is None
    assert first.state.intrinsics is not None and first.posed is not None
    assert first.state.view is not None and start.view is None and start.intrinsics is None
    again = solve_camera_pose(context, MatKey("4x4"), None, first.state)
    kept = again.state.intrinsics
    assert kept is not None and kept.model is first.state.intrinsics.model, "the same markers say no more of the lens"
    assert kept.observations is not None and kept.observations.frames == 2, "but many frames do, later"
    origin = first.posed.view.project_plane([(0.0, 0.0)])[0]
    assert Point(*origin).distance(Point(*renderer().view.project_plane([(0.0, 0.0)])[0])) < 3.0
    lost = solve_camera_pose(FrameContext.of(image, KIT), MatKey("4x4"), None, first.state)
    assert lost.state.view is None and lost.state.intrinsics is first.state.intrinsics
    unrelated = first.state.for_unrelated_picture()
    assert unrelated.view is None and unrelated.intrinsics is not None
    assert unrelated.intrinsics.model is first.state.intrinsics.model and unrelated.intrinsics.observations is None
