"""A position in letters, for the terminal."""

from __future__ import annotations

from controller.games.golems.rules.position import Position

_FACING = {"N": "^", "E": ">", "S": "v", "W": "<"}


def text_board(position: Position) -> str:
    """Two letters a cell: `##` wall, `~~` water, `()` barrel, `R^` the red golem looking up, `R^*` with a barrel."""
    what = dict.fromkeys(position.walls, "##")
    what |= dict.fromkeys(position.waters, "~~")
    for stream in position.streams:
        what |= dict.fromkeys(stream.cells, "~~")
    what |= dict.fromkeys(position.barrels, "()")
    for golem in position.golems:
        what[golem.at] = f"{golem.colour[0].upper()}{_FACING[golem.facing]}{'*' if golem.barrel else ''}"
    columns, rows = position.grid.columns, position.grid.rows
    cells = position.grid.cells
    lines = []
    for row in reversed(range(rows)):
        names = (cells[column * rows + row] for column in range(columns))
        lines.append(f"{row + 1:>2} " + "".join(f"{what.get(name, '.'):<4}" for name in names).rstrip())
    letters = "".join(f"{cells[column * rows][0]:<4}" for column in range(columns))
    return "\n".join([*lines, f"   {letters.rstrip()}"])
