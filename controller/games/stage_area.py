"""The stage of a game of pieces: which part of its board robots act out, from the game's own table."""

from __future__ import annotations

from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import _, literal
from boards.geometry import Cell, SquareGrid
from boards.hex_grid import HexGrid
from boards.stage import CELL_MM, Stage, StagePlace
from controller.games.tabletop import Tabletop


def stage_of(tabletop: Tabletop[Any], state: Any) -> Stage:
    """Return the stage that the game's table names.

    Raises :class:`boards.base.errors.Problems` for a game without one.
    """
    window = tabletop.stage
    if window is None:
        message = _("{name} has no stage: no part of its board is acted out by robots", name=tabletop.game.name)
        raise Problems([Problem("game", message)])
    cells = {spot: tabletop.cell(spot) for spot in tabletop.spots(state)}
    places = tuple(
        StagePlace(spot.name, Cell(cell.column - window.left + 1, cell.row - window.bottom + 1), spot.look)
        for spot, cell in cells.items()
        if 0 <= cell.column - window.left < window.columns and 0 <= cell.row - window.bottom < window.rows
    )
    title = tabletop.title or literal(tabletop.game.name)
    size = window.columns + 2, window.rows + 2
    if tabletop.shape == "square":
        return Stage(title, SquareGrid(*size, CELL_MM), places, tabletop.stage_ids)
    board = tabletop.printed(state)
    if board is None or (board.grid.columns, board.grid.rows) != (window.columns, window.rows):
        message = _(
            "this game is not on the printed board of {columns} x {rows} that robots act it out on",
            columns=window.columns,
            rows=window.rows,
        )
        raise Problems([Problem("board", message)])
    # The column of the wings on the left shifts the others by one.
    return Stage(title, HexGrid(*size, CELL_MM, raised=window.left % 2), places, tabletop.stage_ids, board)
