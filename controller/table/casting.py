"""Who plays whom: which robot of a small fleet stands for which piece of a game. Pure.

Nothing is remembered: a robot that stands where a piece of its side stands *is* that piece. So it is right after a
restart, an undo and a hand that carried a robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from boards.colours import COLOURS
from boards.geometry import Cell
from boards.stage import Stage
from controller.games.tabletop import Piece
from controller.table.routing import distance


@dataclass(frozen=True)
class Part:
    """A piece on the stage."""

    owner: str
    cell: Cell


def sides_of(robots: Iterable[str], players: Sequence[str]) -> dict[str, str]:
    """Whose pieces each robot plays: by turns, in the order of the colours, whichever robots there are."""
    return {robot: players[COLOURS.index(robot) % len(players)] for robot in robots if robot in COLOURS}


def parts_of(pieces: Iterable[Piece], stage: Stage) -> dict[str, Part]:
    """The pieces on the stage."""
    cells = stage.cells()
    return {piece.name: Part(piece.owner, cells[piece.spot]) for piece in pieces if piece.spot in cells}


def standing_for(at: Mapping[str, Cell], sides: Mapping[str, str], parts: Mapping[str, Part]) -> dict[str, str]:
    """Robot -> the piece for which it stands. `sides`: whose pieces a robot plays."""
    by_place = {(part.owner, part.cell): piece for piece, part in parts.items()}
    found = {robot: by_place.get((sides[robot], cell)) for robot, cell in sorted(at.items())}
    return {robot: piece for robot, piece in found.items() if piece is not None}


def cast(
    at: Mapping[str, Cell], sides: Mapping[str, str], playing: Mapping[str, str], parts: Mapping[str, Part]
) -> dict[str, str]:
    """Robot -> piece from now on: who plays goes on as long as its piece is on the stage; then the nearest idle robots
    take the pieces that nobody plays, the nearest pairs first. Pieces that are left over are ghosts."""
    kept = {robot: piece for robot, piece in playing.items() if piece in parts}
    pairs = sorted(
        (distance(at[robot], part.cell), robot, piece)
        for robot in at
        if robot not in kept
        for piece, part in parts.items()
        if piece not in kept.values() and part.owner == sides[robot]
    )
    for _, robot, piece in pairs:
        if robot not in kept and piece not in kept.values():
            kept[robot] = piece
    return kept


def places(
    at: Mapping[str, Cell], playing: Mapping[str, str], parts: Mapping[str, Part], wings: tuple[Cell, ...]
) -> dict[str, Cell]:
    """Where every robot has to be: on its piece's cell, or, the idle ones, in the nearest free cell of the wings."""
    goals = {robot: parts[piece].cell for robot, piece in playing.items()}
    for robot in sorted(set(at) - set(playing), key=lambda name: (at[name] not in wings, name)):
        free = [cell for cell in wings if cell not in goals.values()]
        goals[robot] = min(free, key=lambda cell: (distance(at[robot], cell), cell))
    return goals
