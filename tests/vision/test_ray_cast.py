"""The third renderer: its light, its heights, and that its truth is what it renders."""

from __future__ import annotations

import numpy as np
import pytest

from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from tests.benchmarks.ray_cast.camera import Camera, aimed
from tests.benchmarks.ray_cast.exposure import Shot, relief_of, taken, traced
from tests.benchmarks.ray_cast.lights import Light
from tests.benchmarks.ray_cast.objects import box
from tests.benchmarks.ray_cast.rooms import Room, shining
from tests.benchmarks.ray_cast.scenes import Item, Style, Table, Tray
from tests.benchmarks.ray_cast.sensor import Pixels, Sensor
from tests.benchmarks.ray_cast.shading import light_up
from tests.benchmarks.ray_cast.surfaces import Ground, Pose, Sheet, bent
from tests.support.row_truth import RowTruth

LAMP = shining(Light("lamp", (0.0, 0.0, 2000.0), (150.0, 0, 0), (0, 150.0, 0), (1, 1, 1), 2), 0.6, (1, 1, 1))
FROM_RIGHT = Light("sun", (20000.0, 0.0, 20000.0), (0, 1.0, 0), (0.7, 0, -0.7), (1, 1, 1), 1)


def camera_above(size: tuple[int, int] = (360, 360)) -> Camera:
    corners = np.array([[-200.0, -200, 0], [200, -200, 0], [200, 200, 0], [-200, 200, 0]])
    return aimed(size, 400.0, corners, 0.0, -90.0, 0.0)


def table_of(*cards: tuple[str, int, float, float]) -> Table:
    """A red tray in the middle, and cards of one colour: key, lane, and by how much each is off its first place, mm."""
    table = Table("4x4", 10.0, [Tray("red", Pose(0, 0))], Style(), np.random.default_rng(0))
    table.lay(Item("tray", "tray:red", Sheet("tray:red", Pose(0, 0), TRAY.size_mm, thickness=0.2), "red"))
    for key, lane, right, up in cards:
        centre = TRAY.slot_centre(lane, 0)
        sheet = Sheet(key, Pose(centre.x + right, centre.y + up), CARD_MM)
        kind = "card" if ":" in key else key
        table.lay(Item(kind, key, sheet, "red", lane, sheet.pose.x))
    return table


def shot_of(table: Table, *lights: Light) -> Shot:
    return Shot(table, camera_above(), Room([*lights], (0.3, 0.3, 0.3)), ("desk", 0), Sensor(1.0), 0.7, percentile=50.0)


def picture_of(table: Table, *lights: Light) -> tuple[Pixels, list[RowTruth]]:
    return taken(shot_of(table, *lights or (LAMP,)), np.random.default_rng(1))[:2]


def test_a_point_is_seen_along_the_ray_of_its_pixel() -> None:
    corners = np.array([[-300.0, -200, 0], [400, -200, 0], [400, 300, 0], [-300, 300, 0]])
    camera = aimed((640, 480), 500.0, corners, 25.0, 40.0, 4.0, (0.06, -0.01))
    ray_x, ray_y = camera.rays()
    rows, columns = np.mgrid[3:480:40, 3:640:40].reshape(2, -1)
    drop = camera.eye[2] - 30.0
    points = np.stack([camera.eye[0] + drop * ray_x[rows, columns], camera.eye[1] + drop * ray_y[rows, columns]], -1)
    seen = camera.project(np.column_stack([points, np.full(len(points), 30.0)]))
    assert np.abs(seen - np.stack([columns, rows], -1) - 0.5).max() < 0.02
    inside = camera.project(corners)
    assert (inside > 0).all() and (inside < [640, 480]).all()


def test_a_card_rests_on_the_edge_of_the_one_below_it() -> None:
    ground = Ground.over((-100, -100), (100, 100), 0.5)
    ground.lay(Sheet("lower", Pose(-40, 0), (63, 88), thickness=0.3))
    upper = ground.lay(Sheet("upper", Pose(0, 0), (63, 88), thickness=0.3))
    left, right = upper.height(np.array([[-8.5]], np.float32), np.zeros((1, 1), np.float32)), upper.plane
    # On the lower card's right edge with its middle's left, on the table with its own right edge.
    assert left[0, 0] == pytest.approx(0.6, abs=0.02)
    assert right[0] + right[1] * 31.5 == pytest.approx(0.3, abs=0.02) and right[1] == pytest.approx(-0.3 / 40, rel=0.05)


@pytest.mark.parametrize("sag", [2.0, -2.0])
def test_a_bent_card_rests_on_its_lowest_points(sag: float) -> None:
    ground = Ground.over((-100, -100), (100, 100), 1.0)
    laid = ground.lay(
        Sheet("bent", Pose(0, 0), (63, 88), thickness=0.3, relief=bent((63, 88), 90.0, sag, ground_noise()))
    )
    u, v = np.meshgrid(np.linspace(-31, 31, 50), np.linspace(-43, 43, 50))
    heights = laid.height(u.astype(np.float32), v.astype(np.float32))
    assert heights.min() == pytest.approx(0.3, abs=0.15) and heights.max() == pytest.approx(2.2, abs=0.3)


def ground_noise() -> np.random.Generator:
    return np.random.default_rng(3)


def light_on(table: Table, light: Light, places: list[tuple[float, float]]) -> list[float]:
    shot = shot_of(table, light)
    view = traced(shot, 1.0)
    lit = light_up(view, relief_of(table, view), [light], (0.0, 0.0, 0.0), np.random.default_rng(0))
    seen = np.rint(view.camera.project(np.array([[x, y, 0.2] for x, y in places])) - 0.5).astype(int)
    return [float(lit.irradiance[row, column, 0]) for column, row in seen]


def test_a_shadow_falls_away_from_its_light_as_far_as_it_is_high() -> None:
    table = table_of()
    table.lay(Item("thing", "box", box("box", Pose(0, 0), (40.0, 40.0, 30.0), (0.5, 0.5, 0.5))))
    free, lit, near, far, beyond = light_on(table, FROM_RIGHT, [(150, 100), (34, 0), (-26, 0), (-44, 0), (-60, 0)])
    assert near < 0.05 * free and far < 0.05 * free and lit > 0.9 * free and beyond > 0.9 * free


def test_a_lifted_sheet_throws_a_shadow_of_its_height() -> None:
    table = table_of()
    lifted = bent((60.0, 60.0), 0.0, 0.0, ground_noise(), waves=0.0)
    sheet = Sheet("scrap", Pose(0, 0), (60.0, 60.0), relief=lifted, thickness=8.0)
    table.lay(Item("scrap", "scrap", sheet))
    free, shaded, beyond, right = light_on(table, FROM_RIGHT, [(0, 120), (-34, 0), (-46, 0), (40, 0)])
    assert shaded < 0.1 * free and beyond > 0.9 * free and right > 0.9 * free


def test_the_truth_is_what_is_rendered() -> None:
    rows = picture_of(
        table_of(
            ("card:red:stand:1", 0, 0, 0),
            ("card:red:take:1", 1, 20, 0),
            ("card:red:attack:1", 1, 0, 0),
            ("card:red:repeat 2:1", 2, 0, 0),
            ("card:red:attack:2", 2, 66, 0),
        )
    )[1]
    assert [row.allowed for row in rows] == [("stand",), (), ("repeat 2 attack",), ("",)]
    assert [row.clear for row in rows] == [True, False, True, True]
    assert [row.bare for row in rows] == [False, False, False, True]
    assert rows[1].defects == ("hidden card",) and rows[1].lies == ("card:red:attack:1", "card:red:take:1")
    assert not any(row.undecidable or row.contested or row.hidden for row in rows)


def test_a_lower_card_of_which_nothing_is_seen_is_not_decidable() -> None:
    lower, upper = ("card:red:take:1", 0, 0.2, 0.1), ("card:red:attack:1", 0, 0.0, 0.0)
    row = picture_of(table_of(lower, upper))[1][0]
    assert row.undecidable and not row.clear and row.allowed == ("attack",)
    assert not picture_of(table_of((lower[0], 0, 4.0, 0.0), upper))[1][0].undecidable


def test_a_blank_card_makes_a_row_that_may_not_be_told() -> None:
    row = picture_of(table_of(("card:red:stand:1", 0, 0, 0), ("blank", 0, 66, 0)))[1][0]
    assert row.allowed == () and row.defects == ("blank",) and not row.clear


def test_a_blank_card_of_another_lane_that_reaches_in_makes_a_row_unclear_only() -> None:
    rows = picture_of(table_of(("blank", 0, 66, -11)))[1]
    assert rows[0].allowed == () and rows[1].allowed == ("",)
    assert rows[1].hidden and not rows[1].clear and rows[1].bare


def test_a_lane_in_burnt_out_light_is_hidden() -> None:
    bright = Light("spot", (-60.0, 140.0, 300.0), (20.0, 0, 0), (0, 20.0, 0), (1, 1, 1), 2)
    rows = picture_of(table_of(), LAMP, shining(bright, 6.0, (1, 1, 1)))[1]
    assert rows[0].hidden and not rows[0].clear and "glare" in rows[0].defects
    assert rows[3].clear and not rows[3].hidden


def test_a_picture_is_the_same_for_the_same_seed() -> None:
    first, second = (picture_of(table_of(("card:red:stand:1", 0, 0, 0)))[0] for _ in range(2))
    assert np.array_equal(first, second) and first.shape == (360, 360, 3)


def test_what_lies_beyond_the_table_that_is_seen_changes_nothing() -> None:
    ground = Ground.over((0.0, 0.0), (100.0, 80.0))
    ground.put(box("book", Pose(400.0, 40.0), (40.0, 40.0, 30.0), (0.5, 0.5, 0.5)))
    assert not ground.heights.any()
    ground.put(box("book", Pose(50.0, 40.0), (40.0, 40.0, 30.0), (0.5, 0.5, 0.5)))
    assert ground.heights.max() > 29.0
