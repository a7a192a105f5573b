"""The board while a row is played: the one mutable thing in these rules, alive only inside a function call."""

from __future__ import annotations

from controller.games.golems.events import Event
from controller.games.golems.grid import RIGHT_OF
from controller.games.golems.position import BARREL, WALL, WATER, Golem, Position


class Piece:
    """A golem in play."""

    __slots__ = ("at", "barrel", "colour", "facing", "lives", "side")

    def __init__(self, golem: Golem) -> None:
        self.colour, self.at, self.facing, self.lives, self.barrel, self.side = golem


class Arena:
    """A position in play, and the events so far."""

    __slots__ = ("ahead", "events", "exits", "golems", "grid", "position", "tokens", "where")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.grid = position.grid
        self.ahead = position.grid.ahead
        self.golems = [Piece(golem) for golem in position.golems]
        """The living, in the order of the colours."""
        self.where = {piece.at: piece for piece in self.golems}
        self.tokens = dict.fromkeys(position.walls, WALL)
        """Cell -> wall, water or barrel."""
        for water in position.waters:
            self.tokens[water] = WATER
        for barrel in position.barrels:
            self.tokens[barrel] = BARREL
        self.exits: dict[tuple[str, str], str] = {}
        """(Stream cell, side that a golem comes in by) -> where the stream carries it."""
        for stream in position.streams:
            for cell in stream.cells:
                self.tokens[cell] = WATER
                for side in RIGHT_OF:
                    if (cell, side) not in (stream.banks or ()):
                        self.exits[cell, side] = stream.exit
        self.events: list[Event] = []

    def barrels(self) -> tuple[str, ...]:
        """Where barrels stand, by column, then row."""
        cells = [cell for cell, token in self.tokens.items() if token == BARREL]
        cells.sort(key=self.grid.order.__getitem__)
        return tuple(cells)

    def free_beside(self, cell: str, direction: str) -> str | None:
        """The first cell beside this one with no golem and no token, clockwise from a direction."""
        for _ in range(4):
            beside = self.ahead[direction][cell]
            if beside is not None and beside not in self.where and beside not in self.tokens:
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

    def freeze(self) -> Position:
        """The position as it is now."""
        was = self.position
        golems = tuple([Golem(p.colour, p.at, p.facing, p.lives, p.barrel, p.side) for p in self.golems])
        return Position(
            was.rules,
            was.way,
            was.grid,
            was.walls,
            was.waters,
            self.barrels(),
            was.streams,
            golems,
            was.energy,
            was.goals,
        )
