"""Hexagon cells: neighbours as the rules name them, distances, millimetres; the default board."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.errors import Problems
from boards.base.yaml_reader import parse_document
from boards.geometry import Cell, Point, nearest_heading
from boards.hex_grid import DIRECTIONS, HexGrid, HexHeading, ahead, distance, opposite, turned
from boards.hexboards import BUILT_IN, STAGED, UnknownBoard, build, hexboard
from boards.kit.thing_keys import HexBoardKey
from controller.games.robots_hex import GAME
from controller.games.robots_hex.field import field

cells = st.builds(Cell, st.integers(0, 25), st.integers(0, 25))
directions = st.sampled_from(DIRECTIONS)
GRID = HexGrid(15, 11, 80)


def by_the_rules(x: int, y: int) -> list[tuple[int, int]]:
    """North, north-east, south-east, south, south-west, north-west."""
    if x % 2 == 0:
        return [(x, y + 1), (x + 1, y), (x + 1, y - 1), (x, y - 1), (x - 1, y - 1), (x - 1, y)]
    return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y - 1), (x - 1, y), (x - 1, y + 1)]


@given(cells)
def test_neighbours_are_those_of_the_rules(cell):
    found = [(n.column, n.row) for n in (ahead(cell, direction) for direction in DIRECTIONS)]
    assert found == by_the_rules(cell.column, cell.row)


@given(cells, directions, st.integers(1, 20))
def test_a_line_is_made_of_single_steps(cell, direction, steps):
    there = cell
    for _ in range(steps):
        there = ahead(there, direction)
    assert there == ahead(cell, direction, steps)
    assert distance(cell, there) == steps
    assert ahead(there, opposite(direction), steps) == cell


def test_distance_is_the_number_of_steps():
    start = Cell(12, 12)
    reached = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if reached[here] < 9:
            for direction in DIRECTIONS:
                beside = ahead(here, direction)
                if beside not in reached:
                    reached[beside] = reached[here] + 1
                    queue.append(beside)
    assert all(distance(start, cell) == steps for cell, steps in reached.items())
    assert len(reached) == 1 + 3 * 9 * 10


@given(directions, st.integers(-12, 12))
def test_turns_are_sixths_clockwise(direction, sixths):
    assert turned(turned(direction, sixths), -sixths) == direction
    assert turned(direction, 6) == direction
    off = HexHeading.of(turned(direction, 1)).value - HexHeading.of(direction).value
    assert off % 360 == 300


def test_headings_point_at_the_neighbours():
    for cell in (Cell(4, 4), Cell(5, 4)):
        for direction in DIRECTIONS:
            gap = GRID.centre(ahead(cell, direction)) - GRID.centre(cell)
            spoke = Point(GRID.cell_mm, 0).rotated(HexHeading.of(direction).value)
            assert gap.distance(spoke) < 1e-9
            assert HexHeading.of(direction).direction == direction
    assert HexHeading.N.direction == 1 and nearest_heading(HexHeading.N.value)[1] == 0


def test_centres_lie_in_their_cells_and_in_the_field():
    for column in range(15):
        for row in range(11):
            cell = Cell(column, row)
            assert GRID.cell_at(GRID.centre(cell)) == cell
            for corner in GRID.corners(cell):
                inside = GRID.centre(cell) + Point(*(0.98 * v for v in _gap(corner, GRID.centre(cell))))
                assert GRID.cell_at(inside) == cell
                assert -1e-9 <= corner.x <= GRID.width_mm + 1e-9 and -1e-9 <= corner.y <= GRID.height_mm + 1e-9
    assert GRID.cell_at(Point(-1, -1)) is None and GRID.cell_at(Point(1, 1)) is None


def _gap(corner: Point, centre: Point) -> tuple[float, float]:
    gap = corner - centre
    return gap.x, gap.y


def test_fields_know_edges_lines_and_rings():
    small = field(3, 2)
    assert small.cells == ("a1", "a2", "b1", "b2", "c1", "c2")
    assert small.ahead[1] == {"a1": "a2", "b1": "b2", "c1": "c2"}
    assert small.line("a1", 2) == ("b1", "c2") and small.line("c1", 1) == ("c2",) and small.line("a1", 5) == ()
    assert small.ring("b1", 1) == ("a1", "a2", "b2", "c1", "c2")
    assert field(3, 2) is small
    with pytest.raises(ValueError):
        field(27, 1)


def test_where_the_even_columns_are_raised_all_is_as_one_column_further_on():
    even, odd = HexGrid(9, 7, 80, raised=0), HexGrid(10, 7, 80)
    aside = Point(1.5 * odd.side_mm, 0.0)
    for cell in (Cell(column, row) for column in range(9) for row in range(7)):
        further = Cell(cell.column + 1, cell.row)
        assert (odd.centre(further) - even.centre(cell)).distance(aside) < 1e-9
        assert even.cell_at(even.centre(cell)) == cell
        beside = even.neighbours(cell)
        assert [Cell(n.column + 1, n.row) for n in beside] == [*odd.neighbours(further)]
        assert all(abs(even.centre(n).distance(even.centre(cell)) - 80) < 1e-9 for n in beside)
        assert even.distance(cell, Cell(4, 4)) == odd.distance(further, Cell(5, 4))


# --- the boards that are shipped

each_board = pytest.mark.parametrize("board", [hexboard(key) for key in BUILT_IN], ids=map(str, BUILT_IN))


@each_board
def test_a_shipped_board_is_fair(board):
    def mirror(cell):
        return Cell(board.grid.columns - 1 - cell.column, cell.row)

    for cells_of_kind in (board.lakes, board.lightning, board.starts, tuple(board.shapes)):
        assert cells_of_kind and {mirror(cell) for cell in cells_of_kind} == set(cells_of_kind)
    assert {mirror(cell) for cell in board.camps["green"]} == set(board.camps["violet"])
    assert mirror(board.computers["green"]) == board.computers["violet"]
    other = {"green": "violet", "violet": "green"}
    for cell, shape in board.shapes.items():
        colour, form = shape.split()
        assert board.shapes[mirror(cell)] == f"{other.get(colour, colour)} {form}"


def test_the_default_board_is_that_of_the_rules():
    assert (hexboard().grid.columns, hexboard().grid.rows) == (15, 11)
    assert hexboard(STAGED).grid == HexGrid(9, 7, 100)


@each_board
def test_a_shipped_board_can_be_played_in_every_scenario(board):
    for scenario in (1, 2, 3):
        state = GAME.start({"board": board.document(), "scenario": scenario})
        starts = [cell for cell in state.position.board.starts if cell not in state.position.board.lake_at]
        for side in ("green", "violet"):
            own = [cell for cell in starts if not state.position.board.in_opposing_camp(side, cell)]
            assert len(own) >= 5 and not any(cell in state.position.board.obstacles for cell in own)
            assert any(cell in state.position.board.camps[side] for cell in own)
            assert any(cell not in state.position.board.camp_at for cell in own)


def reached_on(board):
    """The cells that robots can come to."""
    closed = {*board.lakes, *board.shapes, *board.computers.values()}
    start = board.starts[0]
    reached, queue = {start}, [start]
    for here in queue:
        for direction in DIRECTIONS:
            beside = ahead(here, direction)
            if beside in board.grid and beside not in closed and beside not in reached:
                reached.add(beside)
                queue.append(beside)
    assert len(reached) == board.grid.columns * board.grid.rows - len(closed)
    return reached


@each_board
def test_every_free_cell_of_a_shipped_board_can_be_reached_and_the_computers_can_be_shot(board):
    reached = reached_on(board)
    for camp, computer in board.computers.items():
        fire = {ahead(computer, direction, cells) for direction in DIRECTIONS for cells in (1, 2)}
        assert len(fire & {*board.camps[camp]} & reached) >= 3


TEXT = """key: "hex:small"
title: {en: a, ru: b, pl: c, fr: d}
columns: 4
rows: 4
cell_mm: 80
lakes: "a1 %s"
lightning: "b1"
shapes:
  c1: %s
camps: {green: "a1 a2", violet: "d1 %s"}
computers: {green: a3, violet: %s}
starts: "a1"
"""


def test_a_board_of_ones_own_is_read():
    board = parse_document((TEXT % ("a2", "red square", "d2", "d3")).encode(), "small.yaml", build)
    assert board.document()["lakes"] == ["a1", "a2"]
    assert GAME.start({"board": board.document()}).position.board.field is field(4, 4)


@pytest.mark.parametrize(
    ("values", "at"),
    [
        (("e1", "red square", "d2", "d3"), "small.yaml:6: lakes"),
        (("b1", "red square", "d2", "d3"), "small.yaml:7: lightning"),
        (("zz", "red square", "d2", "d3"), "small.yaml:6: lakes"),
        (("a2", "pink square", "d2", "d3"), "small.yaml:9: shapes.c1"),
        (("c1", "red square", "d2", "d3"), "small.yaml:9: shapes.c1"),
        (("a2", "red square", "a2", "d3"), "small.yaml:10: camps.violet"),
        (("a2", "red square", "d2", "c1"), "small.yaml:11: computers.violet"),
        (("a2", "red square", "d2", "d3 d4"), "small.yaml:11: computers.violet"),
    ],
)
def test_mistakes_in_a_board_are_located(values, at):
    with pytest.raises(Problems) as refused:
        parse_document((TEXT % values).encode(), "small.yaml", build)
    assert refused.value.problems[0].at == at


def test_unknown_boards_are_named():
    with pytest.raises(UnknownBoard, match=str(BUILT_IN[0])):
        hexboard(HexBoardKey("1x1"))
