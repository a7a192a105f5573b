"""How far cells are from each other on a board as it stands."""

from __future__ import annotations

from itertools import product

from controller.games.golems.rules.position import Position
from controller.games.golems.rules.square_grid import BACK_OF, FACINGS

FAR = 30
"""As many moves as nobody walks: there is no way, or it leads round and round."""


def ways_to(position: Position, goal: str) -> dict[str, int]:
    """Move from each cell to the goal, turns not counted: a barrel in the way costs one more, a stream carries."""
    ahead = position.grid.ahead
    exits = {
        (cell, side): stream.exit
        for stream in position.streams
        for cell in stream.cells
        for side in FACINGS
        if (cell, side) not in (stream.banks or ())
    }
    shut = {*position.walls, *position.waters, *(cell for stream in position.streams for cell in stream.cells)}
    found = dict.fromkeys(position.grid.cells, FAR)
    found[goal] = 0
    changed = True
    while changed:
        changed = False
        for cell, facing in product(position.grid.cells, FACINGS):
            beside = ahead[facing][cell]
            if beside is None:
                continue
            target = exits.get((beside, BACK_OF[facing]), beside)
            far = found[target] + 1 + (target in position.barrels)
            if target not in shut and far < found[cell]:
                found[cell] = far
                changed = True
    return found
