"""What lies in a tray and was not read: how wide it is, whether lines are hidden or merely elsewhere, and that one
unread card does not hide another."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import CameraModel, look_at
from controller.vision.markers.detector import RECALL, Detector
from controller.vision.markers.greyscale import Grey
from controller.vision.pose.placement import points_array, project_points, to_mat_frame
from controller.vision.scene import Why
from controller.vision.unread.card_shape import inside_lane
from controller.vision.unread.lanes.lane_print import lane_print
from controller.vision.unread.marker_remnants import find_unread_cards, marker_like_quads
from controller.vision.unread.outlines import inside_polygon
from controller.vision.unread.paper.paper_width import measure_pale_width
from controller.vision.unread.trays.tray_sheet import (
    CELL_MM,
    COLUMNS,
    COLUMNS_BEFORE,
    ROWS,
    ROWS_BEFORE,
    TrayEdition,
    printed_sheet,
)
from hardware.simulated import camera_faults as disturbances
from tests.support.tables import KIT, bare_table, lay, look, renderer

EDITION = TrayEdition(TrayKey("red"))
LANE = 1
MIDDLE = (COLUMNS_BEFORE * CELL_MM + 180, ROWS_BEFORE * CELL_MM + round(TRAY.lane_mm * (LANE + 0.5)))
NOTHING_READ = np.zeros((ROWS, COLUMNS), np.bool_)


def sheet(level: float = 0.8) -> Image:
    """An empty tray from above, the light falling off to the right, with the noise of a usual camera."""
    light = np.linspace(level, level * 0.85, COLUMNS * CELL_MM)[None, :, None]
    noise = np.random.default_rng(5).normal(0.0, 2.0, printed_sheet(EDITION).shape)
    return np.asarray(np.clip(printed_sheet(EDITION) * light + noise, 0, 255), np.uint8)


def with_paper(flat: Image, width_mm: float, brighter: float, turned: float) -> Image:
    """Blank paper of this width and a card's height in the middle of a lane, so much brighter than the lane."""
    corners = cv2.boxPoints((MIDDLE, (width_mm, 88.0), turned))
    mask = np.zeros(flat.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), (1,))
    lane = flat[MIDDLE[1] - 30 : MIDDLE[1] + 30, MIDDLE[0] - 25 : MIDDLE[0] + 25].reshape(-1, 3)
    shown = flat.copy()
    shown[mask > 0] = np.clip(np.median(lane, axis=0) * brighter, 0, 255).astype(np.uint8)
    return shown


@pytest.mark.parametrize("brighter", [1.06, 0.9])
@pytest.mark.parametrize(("width_mm", "turned"), [(63.0, 0.0), (63.0, 6.0), (80.0, 0.0), (110.0, -5.0)])
def test_pale_paper_is_measured_by_its_edges(width_mm: float, turned: float, brighter: float) -> None:
    flat = with_paper(sheet(), width_mm, brighter, turned)
    noticed = np.array([MIDDLE[0] // CELL_MM - 3, MIDDLE[0] // CELL_MM + 3])
    measured = measure_pale_width(flat, EDITION, np.asarray(inside_lane(LANE).any(axis=1)), noticed)
    assert measured == pytest.approx(width_mm, abs=6.0)


def test_where_no_paper_lies_there_is_no_width() -> None:
    noticed = np.array([MIDDLE[0] // CELL_MM])
    assert measure_pale_width(sheet(), EDITION, np.asarray(inside_lane(LANE).any(axis=1)), noticed) is None


@pytest.mark.parametrize("most_mm", [-12.0, -6.0, 0.0, 7.0])
@pytest.mark.parametrize("power", [1, 2])
def test_lines_of_a_bent_sheet_are_elsewhere_and_not_hidden(most_mm: float, power: int) -> None:
    flat = bent(sheet(), most_mm, power)
    assert lane_print(flat, EDITION, NOTHING_READ).hidden == [[], [], [], []]


def test_a_line_below_paper_is_hidden_though_the_sheet_is_bent() -> None:
    flat = with_paper(bent(sheet(), -7.0, 2), 70.0, 1.0, 0.0)
    hidden = lane_print(flat, EDITION, NOTHING_READ).hidden
    assert [len(places) for places in hidden] == [0, 1, 0, 0]


def bent(flat: Image, most_mm: float, power: int) -> Image:
    """A sheet whose right edge is so far from where it should be, the rest in proportion or as the square."""
    first = COLUMNS_BEFORE * CELL_MM
    x = np.arange(flat.shape[1], dtype=np.float32)
    along = np.clip((x - first) / (flat.shape[1] - 2 * CELL_MM - first), 0.0, None)
    from_x = np.broadcast_to((x - most_mm * along**power).astype(np.float32), flat.shape[:2])
    from_y = np.broadcast_to(np.arange(flat.shape[0], dtype=np.float32)[:, None], flat.shape[:2])
    return np.asarray(cv2.remap(flat, from_x.copy(), from_y.copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def test_a_hand_over_two_cards_hides_both_though_one_is_known_by_its_marker() -> None:
    world, keys = bare_table(), (CardKey("red", CardKind.FORWARD, 1), CardKey("red", CardKind.STAND, 1))
    first, second = (lay(world, key, "red", 1, slot) for slot, key in enumerate(keys))
    found = look(world, disturbances=[disturbances.hand(first.point + Point(22.0, -6.0), 46.0)]).scene
    assert [found.find(key) for key in keys] == [None, None]
    known = [item for item in found.unread if item.thing == keys[1]]
    others = [item for item in found.unread if item.thing is None]
    (middle,) = project_points(renderer().view, [first.point])
    assert [item.why for item in (*known, *others)] == [Why.COVERED, Why.COVERED]
    assert inside_polygon(middle, others[0].outline) and second.point.distance(first.point) > 60.0


EYE = look_at(CameraModel((400, 400), (1100.0, 1100.0), (199.5, 199.5)), (0.0, -1.0, 1000.0), (0.0, 0.0))


@pytest.mark.parametrize("turned", [0.0, 35.0, -110.0])
def test_a_card_too_shaken_to_be_read_is_seen_by_the_figures_of_its_markers(turned: float) -> None:
    pose = Pose(5.0, -8.0, turned)
    sharp = card_on_wood(pose, 0.0)
    assert len(Detector(RECALL).detect(sharp)) == 2
    shaken = card_on_wood(pose, 2.2)
    read = Detector(RECALL).detect(shaken)
    (told,) = find_unread_cards(EYE, marker_like_quads(shaken, read.corners))
    assert len(read) == 0 and told.pose is not None and told.pose.point.distance(pose.point) < 8.0


def test_where_no_card_lies_no_figures_are_a_card() -> None:
    wood = card_on_wood(Pose(900.0, 0.0, 0.0), 2.2)
    assert find_unread_cards(EYE, marker_like_quads(wood, np.zeros((0, 4, 2)))) == []


def card_on_wood(pose: Pose, shaken_px: float) -> Grey:
    """A card on something dark, by a camera that moves along the picture's rows."""
    print_ = cv2.cvtColor(raster(drawing_of(CardKey("red", CardKind.FORWARD, 1), KIT, "en"), 3.0), cv2.COLOR_BGR2GRAY)
    height, width = print_.shape
    corners = EYE.project_plane(to_mat_frame(pose, points_array([Point(x * 31.5, y * 44.0) for x, y in CORNERS])))
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    carry = cv2.getPerspectiveTransform(ends, corners.astype(np.float32))
    seen = cv2.warpPerspective(print_, carry, (400, 400), flags=cv2.INTER_AREA, borderValue=60)
    seen = cv2.GaussianBlur(seen, (0, 0), sigmaX=max(shaken_px, 0.7), sigmaY=0.7)
    noise = np.random.default_rng(3).normal(0.0, 1.5, seen.shape)
    return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)


CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
