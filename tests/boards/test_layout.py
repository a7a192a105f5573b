"""Trays, mats and the standard table: places to lanes and back, nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.colours import COLOURS
from boards.geometry import Cell, Point, Pose, Rect, SquareGrid
from boards.kit.thing_keys import MatKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import BUILT_IN, mat
from boards.table_layout import standard_layout, table_bounds

places = st.builds(Point, st.floats(-2000, 2000), st.floats(-2000, 2000))
poses = st.builds(Pose, st.floats(-2000, 2000), st.floats(-2000, 2000), st.floats(-180, 180))


@given(places, poses)
def test_local_and_place_are_each_other_s_inverse(point: Point, pose: Pose) -> None:
    assert pose.local(pose.place(point)).distance(point) < 1e-6


@given(st.integers(1, 26), st.integers(1, 26), st.floats(20, 500), st.data())
def test_cells_and_their_centres(columns: int, rows: int, cell_mm: float, data: st.DataObject) -> None:
    grid = SquareGrid(columns, rows, cell_mm)
    cell = Cell(data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1)))
    off = st.floats(-0.49, 0.49)
    near = grid.centre(cell) + Point(data.draw(off) * cell_mm, data.draw(off) * cell_mm)
    assert grid.cell_at(near) == cell
    assert Cell.parse(str(cell)) == cell


@given(st.integers(0, 3), st.integers(0, 4), st.floats(-1, 1), st.floats(-1, 1))
def test_a_card_in_a_slot_is_in_its_lane(lane: int, slot: int, across: float, along: float) -> None:
    centre = TRAY.slot_centre(lane, slot)
    place = centre + Point(across * (TRAY.slot_mm / 2 - 0.01), along * (TRAY.lane_mm / 2 - 0.01))
    assert TRAY.lane_of(place) == lane
    assert centre in TRAY.lane(lane)


@given(places)
def test_lanes_are_where_their_rectangles_are(place: Point) -> None:
    lane = TRAY.lane_of(place)
    if lane is not None:
        assert place in TRAY.lane(lane).grown(1e-9)
    else:
        assert place not in TRAY.field.grown(-1e-9)


@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_sheets_of_the_standard_table_lie_apart_and_in_view(key: str, count: int) -> None:
    for colours in combinations(COLOURS, count):
        layout = standard_layout(key, colours)
        assert list(layout) == [TrayKey(colour) for colour in colours]
        bounds = table_bounds(key, colours)
        half = Point(TRAY.size_mm[0] / 2, TRAY.size_mm[1] / 2)
        sheets = [mat(key).sheet, *(Rect(pose.point - half, pose.point + half) for pose in layout.values())]
        for one, other in combinations(sheets, 2):
            assert apart(one, other)
        assert all(sheet.low in bounds and sheet.high in bounds for sheet in sheets)
        # A camera of 16:9 that sees 0.9 m of the table's height sees 1.6 m of its width.
        assert bounds.width <= 1600
        assert bounds.height <= 900


def test_two_players_face_each_other() -> None:
    for pair in combinations(COLOURS, 2):
        left, right = standard_layout(MatKey("4x4"), pair).values()
        assert min(left.x, right.x) < mat(MatKey("4x4")).sheet.low.x
        assert max(left.x, right.x) > mat(MatKey("4x4")).sheet.high.x
        assert left.y == right.y


@pytest.mark.parametrize("colours", [["red", "red"], ["mauve"]])
def test_wrong_players_are_refused(colours: list[str]) -> None:
    with pytest.raises(ValueError, match="must differ and be some of red"):
        standard_layout(MatKey("4x4"), colours)


def apart(one: Rect, other: Rect) -> bool:
    aside = one.high.x <= other.low.x or other.high.x <= one.low.x
    return aside or one.high.y <= other.low.y or other.high.y <= one.low.y
