"""The stage of a game of pieces: which part of its board robots act out, from the game's own table."""

from __future__ import annotations

from typing import Any

from boards.errors import Problem, Problems
from boards.geometry import Cell
from boards.languages import LANGUAGES
from boards.stage import Stage, StagePlace
from controller.games.tabletop import Tabletop


def stage_of(tabletop: Tabletop[Any], state: Any) -> Stage:
    """The stage that the game's table names. Raises :class:`boards.errors.Problems` for a game without one."""
    window = tabletop.stage
    if window is None:
        message = f"{tabletop.game.name} has no stage: no part of its board is acted out by robots"
        raise Problems([Problem("game", message)])
    places = tuple(
        StagePlace(spot.name, Cell(int(spot.x) - window.left + 1, int(spot.y) - window.bottom + 1), spot.look)
        for spot in tabletop.spots(state)
        if 0 <= spot.x - window.left < window.columns and 0 <= spot.y - window.bottom < window.rows
    )
    title = {each: tabletop.title.get(each, tabletop.game.name) for each in LANGUAGES}
    return Stage(title, window.columns, window.rows, places)
