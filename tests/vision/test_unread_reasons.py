"""What is not surely read is unread, with the right word; nothing wrong ever gets into a program."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from boards.base.catalogue import translate
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MARKER_CENTRES
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from boards.mats import mat
from calibration.camera_frames import Frame
from controller.table.perception.program_reading import read_table
from controller.vision.frame_reading import FrameReading
from controller.vision.reader import Reader
from controller.vision.scene import Trouble, Why
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.camera_faults import Disturbance
from hardware.simulated.world import TableItem, World
from tests.support.tables import KIT, bare_table, lay, look, picture, renderer

CARD = CardKey("red", CardKind.FORWARD, 1)


def with_card(lane: int = 1, slot: float = 1.0, face_up: bool = True) -> tuple[World, Pose]:
    world = bare_table()
    return world, lay(world, CARD, "red", lane, slot, face_up)


def whys(found: FrameReading) -> list[Why]:
    return [item.why for item in found.scene.unread]


@pytest.mark.parametrize("corner", [0, 1], ids=["upper left", "lower right"])
@pytest.mark.parametrize("face_up", [True, False], ids=["face", "back"])
@pytest.mark.parametrize("what", ["finger", "glare"])
def test_one_marker_hidden_the_other_and_the_print_beside_it_are_enough(corner: int, face_up: bool, what: str) -> None:
    world, pose = with_card(face_up=face_up)
    at = pose.place(CARD_MARKER_CENTRES[corner])
    away = 120.0 if corner == 0 else -60.0
    disturbance = disturbances.finger(at, away) if what == "finger" else disturbances.glare(at, 13.0)
    seen = look(world, disturbances=[disturbance]).scene.find(CARD)
    assert seen is not None and seen.markers == 1
    assert seen.pose.point.distance(pose.point) < 1.5, "it is the right one of the two places that it could be at"


def test_a_card_that_lies_under_a_hand_is_unread_not_missing() -> None:
    world, pose = with_card()
    found = look(world, disturbances=[disturbances.hand(pose.point, 55.0)])
    assert found.scene.find(CARD) is None
    assert Why.COVERED in whys(found)
    assert read_table(found.scene, KIT).programs["red"][1] is None


def test_a_card_in_glare_is_unread_for_its_glare() -> None:
    world, pose = with_card()
    found = look(world, disturbances=[disturbances.glare(pose.point, 44.0)])
    assert found.scene.find(CARD) is None and set(whys(found)) == {Why.GLARE}
    reading = read_table(found.scene, KIT)
    assert reading.programs["red"][1] is None
    unread = [problem for problem in reading.problems if problem.code == "unread"]
    assert 1 in {problem.lane for problem in unread} and "блик" in translate(unread[0].words, "ru")


def test_a_blank_paper_over_a_card_is_noticed() -> None:
    world, pose = with_card()
    assert whys(look(world, disturbances=[disturbances.sheet_of_paper(pose.point, 72.0)])) == [Why.COVERED]


@pytest.mark.parametrize("dark", [0.3, 0.5, 0.65])
def test_a_hard_shadow_is_no_thing_and_hides_nothing(dark: float) -> None:
    world, pose = with_card()
    strip = (pose.point + Point(-400, -20), pose.point + Point(880, 60), pose.point + Point(880, 130))
    found = look(world, disturbances=[disturbances.shadow((*strip, pose.point + Point(-400, 40)), dark)])
    assert found.scene.unread == () and found.scene.find(CARD) is not None


def test_empty_trays_are_empty_in_any_light() -> None:
    world = bare_table()
    for disturbance in (
        (),
        [disturbances.over_exposed(1.15)],
        [disturbances.over_exposed(0.45)],
        [disturbances.out_of_focus(1.0)],
    ):
        assert look(world, disturbances=disturbance).scene.unread == ()


def test_lanes_whose_print_is_burnt_out_are_not_empty() -> None:
    found = look(bare_table(), disturbances=[disturbances.over_exposed(1.8)])
    assert {item.why for item in found.scene.unread} == {Why.GLARE}
    rows = read_table(found.scene, KIT).programs
    assert None in rows["red"] and None in rows["blue"]


def test_the_same_card_in_two_places_is_read_in_neither() -> None:
    world, _pose = with_card(0, 0)
    world.lying["copy"] = TableItem(CARD, Pose(650.0, 300.0, 0.0))
    found = look(world)
    assert found.scene.find(CARD) is None
    assert whys(found) == [Why.DUPLICATE, Why.DUPLICATE]
    assert all(item.thing == CARD for item in found.scene.unread)
    assert read_table(found.scene, KIT).programs["red"][0] is None


def test_a_card_cut_off_by_the_picture_is_named() -> None:
    world = bare_table()
    eye = renderer()
    edge = eye.view.on_plane([[960.0, 1079.0]])[0]
    world.lying[CARD] = TableItem(CARD, Pose(float(edge[0]), float(edge[1]) + 8.0, 0.0))
    found = look(world)
    assert found.scene.find(CARD) is None
    assert [(item.why, item.thing) for item in found.scene.unread] == [(Why.CUT_OFF, CARD)]


def test_a_lane_that_sticks_out_of_the_picture_is_not_empty_but_unread() -> None:
    world = bare_table()
    tray = world.lying[TrayKey("red")]
    world.lying[TrayKey("red")] = TableItem(TrayKey("red"), Pose(tray.pose.x, tray.pose.y - 330.0, 0.0))
    found = look(world)
    reading = read_table(found.scene, KIT)
    assert Why.CUT_OFF in whys(found)
    assert reading.programs["red"][3] is None and reading.programs["red"][0] == ""


def test_a_marker_of_another_game_is_named_and_nothing_else_suffers() -> None:
    world, _pose = with_card()
    image = picture(world)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    stranger = cv2.copyMakeBorder(
        cv2.aruco.generateImageMarker(dictionary, 230, 35), 9, 9, 9, 9, cv2.BORDER_CONSTANT, value=255
    )
    image[30:83, 900:953] = cv2.GaussianBlur(stranger, (0, 0), 0.8)[..., None]
    found = read_image(image)
    assert whys(found) == [Why.UNKNOWN] and found.scene.find(CARD) is not None


def test_a_bent_card_whose_markers_disagree_is_unread() -> None:
    """Two halves of two prints of the same card: each marker is fine, together they are no card."""
    world, pose = with_card()
    image = picture(world)
    view = renderer().view
    centre = pose.place(CARD_MARKER_CENTRES[1])
    (u, v), *_rest = view.project_plane([(centre.x, centre.y)])
    u0, v0 = round(float(u)) - 19, round(float(v)) - 19
    patch = image[v0 : v0 + 38, u0 : u0 + 38].copy()
    image[v0 + 9 : v0 + 47, u0 + 3 : u0 + 41] = patch
    found = read_image(image)
    assert found.scene.find(CARD) is None
    assert Why.DISAGREE in whys(found)


def read_image(image: np.ndarray) -> FrameReading:
    return Reader(KIT, MatKey("4x4"), renderer().view.camera).read(Frame(image, 1, 0.0, "test"))


@pytest.mark.parametrize(
    ("disturbed", "trouble"),
    [
        ([disturbances.over_exposed(0.04)], Trouble.BLACK),
        ([disturbances.over_exposed(9.0)], Trouble.OVEREXPOSED),
        ([disturbances.out_of_focus(9.0)], Trouble.BLURRED),
        ([disturbances.out_of_focus(2.6)], Trouble.BLURRED),
        ([disturbances.hand(Point(200.0, 200.0), 900.0)], Trouble.NO_MAT),
    ],
)
def test_a_picture_that_shows_nothing_says_why(disturbed: Sequence[Disturbance], trouble: Trouble) -> None:
    world, _pose = with_card()
    assert look(world, disturbances=disturbed).scene.trouble == (trouble,)


def test_a_table_without_a_mat() -> None:
    world, _pose = with_card()
    del world.lying["mat"]
    scene = look(world).scene
    assert scene.trouble == (Trouble.NO_MAT,) and scene.things == () and scene.mat is None


def test_another_mat_than_the_games() -> None:
    assert look(bare_table(MatKey("6x6")), mat_key=MatKey("4x4")).scene.trouble == (Trouble.OTHER_MAT,)
    assert look(bare_table(MatKey("6x6")), mat_key=None).scene.mat == MatKey("6x6")


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_a_mat_corner_may_be_covered(hidden: int) -> None:
    corner = [Point(-40.0, -40.0), Point(440.0, -40.0), Point(440.0, 440.0), Point(-40.0, 440.0)][hidden]
    world, pose = with_card()
    found = look(world, disturbances=[disturbances.hand(corner, 45.0)])
    assert found.scene.trouble == ()
    seen = found.scene.find(CARD)
    assert seen is not None and seen.pose.point.distance(pose.point) < 1.5


@pytest.mark.parametrize("trays", [True, False])
def test_where_two_corners_of_the_mat_are_covered_a_place_far_away_is_sure_by_the_trays_or_not_at_all(
    trays: bool,
) -> None:
    world = bare_table()
    pose = lay(world, CARD, "red", 0, 0)
    if not trays:
        del world.lying[TrayKey("red")], world.lying[TrayKey("blue")]
    markers = [marker.centre for marker in mat(MatKey("4x4")).markers]
    found = look(world, disturbances=[disturbances.hand(place, 60.0) for place in (markers[0], markers[3])]).scene
    if trays:
        seen = found.find(CARD)
        assert seen is not None and seen.pose.point.distance(pose.point) < 1.5
    else:
        assert found.find(CARD) is None
        assert [item.why for item in found.unread if item.thing == CARD] == [Why.UNPLACED]
