"""The board: its way, its knights, its file, and files that are refused."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boards.base.errors import Problem, Problems
from boards.geometry import Cell, Heading
from controller.games.spiral.board import FIGURES, Board, board_from, dump_board, read_board, standard_board
from controller.games.spiral.path import arrows, beside, knight_moves, numbers, spiral, walk
from tests.support.spiral_reference import NUMBERS, SIGNS, jumps

WAY = spiral(8, 6)


def test_the_way_is_that_of_the_page():
    """Cell 1 is the upper right corner; the picture of the numbers is the second implementation's."""
    rows = [[numbers(8, 6)[Cell(column, row)] for column in range(8)] for row in reversed(range(6))]
    assert rows == NUMBERS
    assert str(WAY[0]) == "h6"
    assert [numbers(8, 6)[cell] for cell in WAY] == list(range(1, 49))


def test_rings():
    """The outer ring has 24 cells, the inner one 16; 41-44 go left, the base below them right."""
    on_edge = [cell for cell in WAY if cell.column in (0, 7) or cell.row in (0, 5)]
    assert on_edge == list(WAY[:24])
    assert [str(cell) for cell in WAY[40:]] == ["f4", "e4", "d4", "c4", "c3", "d3", "e3", "f3"]


@pytest.mark.parametrize(
    ("cells", "heading"),
    [
        (range(1, 8), Heading.W),
        (range(8, 13), Heading.S),
        (range(13, 20), Heading.E),
        (range(20, 24), Heading.N),
        (range(24, 30), Heading.W),
        (range(30, 33), Heading.S),
        (range(33, 38), Heading.E),
        (range(38, 40), Heading.N),
        (range(40, 44), Heading.W),
        (range(44, 45), Heading.S),
        (range(45, 48), Heading.E),
    ],
)
def test_arrows_show_the_way(cells, heading):
    shown = arrows(8, 6)
    assert len(shown) == 47
    assert {shown[cell - 1] for cell in cells} == {heading}
    assert all(beside(WAY[cell - 1], heading) == WAY[cell] for cell in cells)


def test_knights():
    moves = knight_moves(8, 6)
    assert {cell: list(there) for cell, there in moves.items()} == {cell: jumps(cell) for cell in range(1, 49)}
    assert (moves[9], moves[21], moves[31]) == ((6, 32, 44), (18, 40, 48), (6, 8, 12, 28, 34, 46))


@pytest.mark.parametrize("size", [(4, 4), (4, 12), (12, 4), (5, 7), (12, 12)])
def test_any_grid_has_a_spiral(size):
    way = spiral(*size)
    assert len(set(way)) == len(way) == size[0] * size[1]
    assert all(abs(a.column - b.column) + abs(a.row - b.row) == 1 for a, b in pairwise(way))


@pytest.mark.parametrize(
    ("start", "steps", "last_free", "cells"),
    [
        (44, 4, 48, [45, 46, 47, 48]),
        (46, 5, 48, [47, 48, 47, 46, 45]),
        (47, 3, 47, [46, 45, 44]),
        (44, 6, 45, [45, 44, 43, 42, 41, 40]),
    ],
)
def test_walks_turn_at_the_last_free_cell(start, steps, last_free, cells):
    assert walk(start, steps, last_free) == cells


def test_the_standard_board_has_the_figures_of_the_page():
    figures = {cell: name.lower() for name, cells in SIGNS.items() for cell in cells}
    assert standard_board() == Board(8, 6, tuple(sorted(figures.items())))
    assert {figure for _, figure in standard_board().figures} == set(FIGURES)


def test_boards_read_back():
    problems: list[Problem] = []
    for board in (standard_board(), Board(4, 4, ()), Board(12, 4, ((7, "dragon"), (14, "shop"), (44, "king")))):
        assert board_from(dump_board(board), "board", problems) == board
    assert problems == []


def refusals(tmp_path, text: str) -> list[str]:
    file = tmp_path / "board.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problems) as refusal:
        read_board(file)
    return refusal.value.lines()


def test_a_good_file(tmp_path):
    file = tmp_path / "board.yaml"
    file.write_text("columns: 5\nrows: 4\nfigures:\n  2: dragon\n  9: shop # back to 3\n  3: heart\n")
    assert read_board(file) == Board(5, 4, ((2, "dragon"), (3, "heart"), (9, "shop")))


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        (
            "{7: dragon, 13: shop}",
            "board.yaml:3: figures.7: a chip could go round here for ever: 7 dragon -> 13 shop -> 7 dragon",
        ),
        (
            "{2: dragon, 8: dragon, 14: shop}",
            "board.yaml:3: figures.8: a chip could go round here for ever: 8 dragon -> 14 shop -> 8 dragon",
        ),
        ("{9: chess, 32: chess}", "figures.9: a chip could go round here for ever: 9 chess -> 32 chess -> 9 chess"),
        ("{9: chess, 6: heart, 38: dragon, 44: shop}", "38 dragon -> 44 shop -> 38 dragon"),
        # Only once the base fills up: three on, and three back.
        ("{42: dragon}", "figures.42: a chip could go round here for ever: 42 dragon -> 42 dragon"),
        ("{6: shop}", "figures.6: a shop here leads back to cell 0, off the board"),
        ("{2: shop}", "figures.2: a shop here leads back to cell -4, off the board"),
        ("{1: king}", "figures.1: '1' is no cell for a figure; these are 2 to 44"),
        ("{45: king}", "figures.45: '45' is no cell for a figure"),
        ("{x: king}", "figures.x: 'x' is no cell for a figure"),
        ("{07: king}", "'07' is no cell for a figure"),
        ("{-3: king}", "'-3' is no cell for a figure"),
        ("{7: queen}", "figures.7: 'queen' is not one of king, dragon"),
        ("{7: [king]}", "figures.7: a list where a single value"),
        ("{7: king, 7: heart}", "7: given again; first on line 3"),
        ("[7]", "figures: a list where keys with values"),
    ],
)
def test_figures_that_are_refused(tmp_path, figures, says):
    told = refusals(tmp_path, f"columns: 8\nrows: 6\nfigures: {figures}\n")
    assert len(told) == 1
    assert told[0].startswith("board.yaml:3: ")
    assert says in told[0]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", ["board.yaml:1"]),
        ("columns: 3\nrows: 13\nfigures: {}\n", ["columns", "rows"]),
        ("columns: eight\nrows: 6\n", ["columns", "figures"]),
        ("columns: 8\nrows: 6\nfigures: {}\nlaps: 3\n", ["laps"]),
        ("columns: true\nrows: 6.0\nfigures: {5: heart, 50: king}\n", ["columns", "rows", "figures.50"]),
    ],
)
def test_files_that_are_refused(tmp_path, text, places):
    told = refusals(tmp_path, text)
    assert len(told) >= len(places)
    assert all(any(place in line for line in told) for place in places)


@pytest.mark.parametrize(
    ("given", "places"),
    [
        (None, ["board"]),
        ([], ["board"]),
        ({}, ["board.columns", "board.rows", "board.figures"]),
        (
            {"columns": True, "rows": 99, "figures": [], "x": 1},
            ["board.x", "board.columns", "board.rows", "board.figures"],
        ),
        (
            {"columns": 8, "rows": 6, "figures": {"1": "king", "7": "queen", "x": 3, 9: "king"}},
            ["board.figures.1", "board.figures.7", "board.figures.x", "board.figures.9"],
        ),
        ({"columns": 8, "rows": 6, "figures": {"7": ["king"]}}, ["board.figures.7"]),
        ({"columns": 8, "rows": 6, "figures": {"7": "dragon", "13": "shop"}}, ["board.figures.7"]),
    ],
)
def test_boards_of_a_setup_that_are_refused(given, places):
    problems: list[Problem] = []
    board_from(given, "board", problems)
    assert [problem.at for problem in problems] == places
