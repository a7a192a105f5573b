"""The board of the dice race: its grid and the figures on its cells. Data, from a YAML file or from a setup.

What would make a chip go round for ever is refused, and so is what would take it off the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from boards.base.errors import Problem
from boards.base.message import Message, _
from boards.base.yaml_reader import Section, read_document
from controller.games.game import Json
from controller.games.spiral.path import BASE, FIRST, knight_moves, walk

KING, DRAGON, HEART, SHOP, ACE, SPIDER, CHESS = "king", "dragon", "heart", "shop", "ace", "spider", "chess"
FIGURES: tuple[str, ...] = (KING, DRAGON, HEART, SHOP, ACE, SPIDER, CHESS)

LEAP = 6
"""Cells that a Dragon leads on and a Shop leads back."""

_SMALLEST, _LARGEST = 4, 12
"""Columns and rows."""


class Board(NamedTuple):
    """Frozen. Cells are numbers along the way, from 1."""

    columns: int
    rows: int
    figures: tuple[tuple[int, str], ...]
    """By cell."""

    @property
    def cells(self) -> int:
        """The number of the last cell."""
        return self.columns * self.rows

    @property
    def base(self) -> range:
        """The cells of the base."""
        return range(self.cells - BASE + 1, self.cells + 1)


@cache
def figures_of(board: Board) -> Mapping[int, str]:
    """Return the figure on each cell that has one."""
    return dict(board.figures)


@cache
def standard_board() -> Board:
    """Return the board that is printed."""
    return read_board(Path(__file__).with_name("board.yaml"))


def read_board(path: Path) -> Board:
    """Return a board from its file. Raises :class:`boards.base.errors.Problems` with file, line and key."""
    return read_document(path, _build)


def _build(section: Section) -> Board:
    columns = section.integer("columns", _SMALLEST, _LARGEST)
    rows = section.integer("rows", _SMALLEST, _LARGEST)
    figures: dict[int, str] = {}
    below = section.section("figures")
    if below is not None:
        last = columns * rows - BASE
        keys = below.keys()
        for key in keys:
            figure = below.text(key, FIGURES)
            cell = _cell(key)
            if cell is None or not FIRST < cell <= last:
                below.problem(key, _no_cell(key, last))
            elif figure in FIGURES:
                figures[cell] = figure
    board = Board(columns, rows, tuple(sorted(figures.items())))
    for cell, message in _wrong_figures(board):
        if below is not None:
            below.problem(str(cell), message)
    return board


def board_from(given: Json, at: str, problems: list[Problem]) -> Board:
    """Return a board from a setup: `columns`, `rows`, and `figures` by cell. The standard one, if it is refused."""
    if type(given) is not dict:
        problems.append(Problem(at, _("a board has columns, rows and figures")))
        return standard_board()
    found = len(problems)
    for key in given:
        if key not in ("columns", "rows", "figures"):
            problems.append(
                Problem(f"{at}.{key}", _("this key is not known; known are {known}", known="columns, rows, figures"))
            )
    for key in ("columns", "rows"):
        size = given.get(key)
        if type(size) is not int or not _SMALLEST <= size <= _LARGEST:
            problems.append(
                Problem(f"{at}.{key}", _("this must be a whole number, {low} to {high}", low=_SMALLEST, high=_LARGEST))
            )
    figures = given.get("figures")
    if type(figures) is not dict:
        problems.append(Problem(f"{at}.figures", _("the figures are given by cell")))
    if len(problems) > found:
        return standard_board()
    columns, rows = given["columns"], given["rows"]
    last = columns * rows - BASE
    for key, figure in given["figures"].items():
        cell = _cell(key)
        if cell is None or not FIRST < cell <= last:
            problems.append(Problem(f"{at}.figures.{key}", _no_cell(str(key), last)))
        elif figure not in FIGURES:
            problems.append(
                Problem(f"{at}.figures.{key}", _("a figure is one of {figures}", figures=", ".join(FIGURES)))
            )
    if len(problems) > found:
        return standard_board()
    board = Board(columns, rows, tuple(sorted((int(cell), figure) for cell, figure in given["figures"].items())))
    problems += [Problem(f"{at}.figures.{cell}", message) for cell, message in _wrong_figures(board)]
    return standard_board() if len(problems) > found else board


def dump_board(board: Board) -> dict[str, Json]:
    """Return a board in the form that :func:`board_from` reads."""
    figures = {str(cell): figure for cell, figure in board.figures}
    return {"columns": board.columns, "rows": board.rows, "figures": figures}


def _cell(key: object) -> int | None:
    """Return a cell as it is written: 1 to 999, no leading zero."""
    plain = isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 3 and not key.startswith("0")
    return int(str(key)) if plain else None


def _no_cell(key: str, last: int) -> Message:
    return _(
        "{key} is no cell for a figure; these are {first} to {last}, before the base",
        key=repr(key[:20]),
        first=FIRST + 1,
        last=last,
    )


def _wrong_figures(board: Board) -> Iterator[tuple[int, Message]]:
    """Cells whose figures are refused, and why."""
    figures = figures_of(board)
    for cell, figure in figures.items():
        if figure == SHOP and cell - LEAP < FIRST:
            yield cell, _("a shop here leads back to cell {cell}, off the board", cell=cell - LEAP)
    for last_free in board.base:
        cycle = _cycle(board, last_free)
        if cycle:
            first = cycle.index(min(cycle))
            cycle = (*cycle[first:], *cycle[:first])
            cells_in_circle = " -> ".join(f"{cell} {figures[cell]}" for cell in (*cycle, cycle[0]))
            yield cycle[0], _("a chip could go round here for ever: {told}", told=cells_in_circle)
            return


def _cycle(board: Board, last_free: int) -> tuple[int, ...]:
    """Figures that lead to each other in a ring, while this is the last free base cell; empty if there are none."""
    finished: dict[int, bool] = {}

    def search(cell: int, trail: tuple[int, ...]) -> tuple[int, ...]:
        if cell in trail:
            return trail[trail.index(cell) :]
        if cell not in finished:
            for there in leads_to(board, cell, last_free):
                found = search(there, (*trail, cell))
                if found:
                    return found
            finished[cell] = True
        return ()

    for start, _figure in board.figures:
        found = search(start, ())
        if found:
            return found
    return ()


def leads_to(board: Board, cell: int, last_free: int) -> tuple[int, ...]:
    """Where the figure on a cell may move a chip on: nowhere, to one cell, or to a knight's choice of cells."""
    figure = figures_of(board).get(cell)
    if figure == DRAGON:
        return (walk(cell, LEAP, last_free)[-1],)
    if figure == SHOP:
        return (cell - LEAP,)
    if figure == CHESS:
        reached = knight_moves(board.columns, board.rows)[cell]
        return tuple(there for there in reached if there not in board.base or there == last_free)
    return ()
