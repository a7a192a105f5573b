"""The board while a row is played: the one mutable thing in these rules, alive only inside a function call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from controller.games.golems.events import Fact
from controller.games.golems.grid import FACINGS, RIGHT_OF
from controller.games.golems.position import BARREL, WALL, WATER, Golem, Position, Stream
from controller.games.golems.program import STANDING, Row

Programs = Mapping[str, Sequence[Row]]
"""By colour; a golem without a program stands still."""


class Piece:
    """A golem in play, and what it has been told."""

    __slots__ = ("at", "barrel", "colour", "facing", "lives", "program", "side")

    def __init__(self, golem: Golem, program: Sequence[Row]) -> None:
        self.colour, self.at, self.facing, self.lives, self.barrel, self.side = golem
        self.program = program


_position = cast(Callable[[tuple[object, ...]], Position], partial(tuple.__new__, Position))
_golem = cast(Callable[[tuple[str, str, str, int, bool, str]], Golem], partial(tuple.__new__, Golem))
"""``Position(*values)`` and ``Golem(*values)`` at a third of their price."""


class Arena:
    """A position in play, and what has happened so far."""

    __slots__ = ("exits", "facts", "golems", "grid", "position", "tokens", "where")

    def __init__(self, position: Position, programs: Programs) -> None:
        self.position = position
        self.grid = position.grid
        self.golems: list[Piece] = []
        """The living, in the order of the colours."""
        self.where: dict[str | None, Piece] = {}
        """Cell -> the golem in it. There is none off the board (None)."""
        self.tokens: dict[str | None, str] = {}
        """Cell -> wall, water or barrel."""
        for golem in position.golems:
            piece = Piece(golem, programs.get(golem.colour) or STANDING)
            self.golems.append(piece)
            self.where[piece.at] = piece
        for wall in position.walls:
            self.tokens[wall] = WALL
        for water in position.waters:
            self.tokens[water] = WATER
        for barrel in position.barrels:
            self.tokens[barrel] = BARREL
        self.exits: dict[tuple[str, str], str] = {}
        """(Stream cell, side that a golem comes in by) -> where the stream carries it."""
        for stream in position.streams:
            self._open(stream)
        self.facts: list[Fact] = []

    def _open(self, stream: Stream) -> None:
        """Fill a stream with water, and let golems in where there is no bank."""
        for cell in stream.cells:
            self.tokens[cell] = WATER
            for side in FACINGS:
                if (cell, side) not in (stream.banks or ()):
                    self.exits[cell, side] = stream.exit

    def barrels(self) -> list[str]:
        """Where barrels stand, by column, then row."""
        cells = [cell for cell, token in self.tokens.items() if token == BARREL and cell]
        if len(cells) > 1:
            cells.sort(key=self.grid.order.__getitem__)
        return cells

    def free_beside(self, cell: str, direction: str) -> str | None:
        """The first cell beside this one with no golem and no token, clockwise from a direction."""
        for _ in FACINGS:
            beside = self.grid.ahead[direction][cell]
            if beside and beside not in self.where and beside not in self.tokens:
                return beside
            direction = RIGHT_OF[direction]
        return None

    def put_down(self, piece: Piece, direction: str) -> tuple[str, str]:
        """Set down a golem's barrel beside it: the event's name and where. Without room the barrel is destroyed."""
        piece.barrel = False
        cell = self.free_beside(piece.at, direction)
        if cell is None:
            return "lost-barrel", piece.at
        self.tokens[cell] = BARREL
        return "dropped", cell

    def bury(self, piece: Piece) -> None:
        """Take a golem without lives off the board; a barrel that it carries stays in its cell."""
        del self.where[piece.at]
        self.golems.remove(piece)
        if piece.barrel:
            self.tokens[piece.at] = BARREL

    def freeze(self, energy: int | None) -> Position:
        """The position as it is now, with this energy."""
        rules, way, grid, walls, waters, _, streams, _, _, goals = self.position
        golems = tuple([_golem((p.colour, p.at, p.facing, p.lives, p.barrel, p.side)) for p in self.golems])
        barrels = tuple(self.barrels())
        return _position((rules, way, grid, walls, waters, barrels, streams, golems, energy, goals))
