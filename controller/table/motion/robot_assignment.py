"""Assign the robots of a small fleet to the pieces of a game. Pure.

Nothing is remembered: a robot that stands where a piece of its side stands *is* that piece, or it plays one piece in
the whole game. So it is right after a restart, an undo and a hand that carried a robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from boards.cell_grid import Grid
from boards.colours import COLOURS
from boards.geometry import Cell
from boards.stage import Stage
from controller.games.tabletop import Piece, Tabletop


@dataclass(frozen=True)
class StagePart:
    """A piece on the stage."""

    owner: str
    cell: Cell
    heading: float | None = None
    """Which way it looks, degrees; None for a piece that looks nowhere."""


StageParts = Mapping[str, StagePart]
"""By the name of the piece."""
Places = Mapping[str, Cell]
"""Where robots are, by name."""


class RobotAssignment(Protocol):
    """How robots get their pieces. Pieces that no robot gets are ghosts."""

    def standing(self, at: Places, parts: StageParts) -> dict[str, str]:
        """Return the piece for which each robot stands where it is, by robot."""
        ...

    def assign(self, at: Places, playing: Mapping[str, str], parts: StageParts, grid: Grid) -> dict[str, str]:
        """Return which robot plays which piece.

        A robot keeps its piece as long as that is on the stage; then the nearest idle robots take the pieces that are
        left, the nearest pairs first.
        """
        ...


@dataclass(frozen=True)
class AssignmentBySide:
    """A robot plays for a side: whichever of its pieces is near."""

    sides: Mapping[str, str]
    """Robot -> the player whose pieces it plays."""

    def standing(self, at: Places, parts: StageParts) -> dict[str, str]:
        """Return the piece of its side in whose cell each robot is, by robot."""
        by_place = {(part.owner, part.cell): piece for piece, part in parts.items()}
        found = {robot: by_place.get((self.sides[robot], cell)) for robot, cell in sorted(at.items())}
        return {robot: piece for robot, piece in found.items() if piece is not None}

    def assign(self, at: Places, playing: Mapping[str, str], parts: StageParts, grid: Grid) -> dict[str, str]:
        """Keep assigned robots, and give the pieces that are left to the nearest idle robots of their side."""
        kept = {robot: piece for robot, piece in playing.items() if piece in parts}
        pairs = sorted(
            (grid.distance(at[robot], part.cell), robot, piece)
            for robot in at
            if robot not in kept
            for piece, part in parts.items()
            if piece not in kept.values() and part.owner == self.sides[robot]
        )
        for _, robot, piece in pairs:
            if robot not in kept and piece not in kept.values():
                kept[robot] = piece
        return kept


@dataclass(frozen=True)
class AssignmentByName:
    """A robot plays one piece in the whole game, and waits while that is not on the stage."""

    roles: Mapping[str, str]
    """Robot -> its piece."""

    def standing(self, at: Places, parts: StageParts) -> dict[str, str]:
        """Robot -> its piece, if it is where that stands."""
        own = self.assign(at, {}, parts)
        return {robot: piece for robot, piece in own.items() if parts[piece].cell == at[robot]}

    def assign(
        self, at: Places, playing: Mapping[str, str], parts: StageParts, grid: Grid | None = None
    ) -> dict[str, str]:
        """Robot -> its piece, if that is on the stage."""
        return {robot: self.roles[robot] for robot in sorted(at) if self.roles.get(robot) in parts}


def assignment_for(tabletop: Tabletop[Any], robots: Iterable[str], players: Sequence[str]) -> RobotAssignment:
    """How the robots of these colours get their pieces in this game."""
    return AssignmentByName(tabletop.roles) if tabletop.roles else AssignmentBySide(sides_of(robots, players))


def sides_of(robots: Iterable[str], players: Sequence[str]) -> dict[str, str]:
    """Whose pieces each robot plays: by turns, in the order of the colours, whichever robots there are."""
    return {robot: players[COLOURS.index(robot) % len(players)] for robot in robots if robot in COLOURS}


def parts_of(pieces: Iterable[Piece], stage: Stage) -> dict[str, StagePart]:
    """Return the pieces on the stage."""
    cells = stage.cells()
    return {
        piece.name: StagePart(piece.owner, cells[piece.spot], piece.heading) for piece in pieces if piece.spot in cells
    }


def places(
    at: Places, playing: Mapping[str, str], parts: StageParts, wings: tuple[Cell, ...], grid: Grid
) -> dict[str, Cell]:
    """Where every robot has to be: on its piece's cell, or, the idle ones, in the nearest free cell of the wings."""
    goals = {robot: parts[piece].cell for robot, piece in playing.items()}
    for robot in sorted(set(at) - set(playing), key=lambda name: (at[name] not in wings, name)):
        free = [cell for cell in wings if cell not in goals.values()]
        goals[robot] = min(free, key=lambda cell: (grid.distance(at[robot], cell), cell))
    return goals
