"""The board while a row is played: the one mutable thing in these rules, alive only inside a function call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.colours import COLOURS
from controller.games.golems.rules.events import Fact, When
from controller.games.golems.rules.position import (
    BARREL,
    WALL,
    WATER,
    Golem,
    Position,
    Stream,
    make_golem,
    make_position,
)
from controller.games.golems.rules.program import STANDING, STILL, Do, If, Row
from controller.games.golems.rules.square_grid import FACINGS, Stance

Programs = Mapping[str, Sequence[Row]]
"""By colour; a golem without a program stands still."""

_RANK: Mapping[str, int] = {colour: rank for rank, colour in enumerate(COLOURS)}


class Piece:
    """A golem in play, and what it has been told."""

    __slots__ = ("asks", "barrel", "colour", "doing", "lives", "program", "side", "stance")

    asks: If
    """The If of the row that is played, for a golem that has one."""

    def __init__(self, golem: Golem, stances: Mapping[str, Mapping[str, Stance]], program: Sequence[Row]) -> None:
        self.colour, at, facing, self.lives, self.barrel, self.side = golem
        self.stance = stances[facing][at]
        self.program = program
        self.doing: Do = STILL
        """What it does in the row that is played; with an If, once that has chosen."""

    @property
    def at(self) -> str:
        """The cell that it stands in."""
        return self.stance.at


class Arena:
    """A position in play, and what has happened so far."""

    __slots__ = ("barrels", "drowned", "exits", "facts", "goals", "golems", "position", "stances", "tokens", "where")

    def __init__(self, position: Position, programs: Programs) -> None:
        _, _, grid, walls, waters, barrels, streams, golems, _, goals = position
        self.position = position
        self.goals = goals
        self.stances = grid.stances
        self.golems: list[Piece] = []
        """The living, in the order of the colours."""
        self.where: dict[str | None, Piece] = {}
        """Cell -> the golem in it. There is none off the board (None)."""
        for golem in golems:
            piece = Piece(golem, grid.stances, programs.get(golem[0]) or STANDING)
            self.golems.append(piece)
            self.where[golem[1]] = piece
        self.tokens: dict[str | None, str] = dict.fromkeys(walls, WALL)
        """Cell -> wall, water or barrel."""
        for water in waters:
            self.tokens[water] = WATER
        self.barrels = list(barrels)
        """Where barrels stand."""
        for barrel in barrels:
            self.tokens[barrel] = BARREL
        self.exits: dict[tuple[str, str], str] = {}
        """(Stream cell, side that a golem comes in by) -> where the stream carries it."""
        for stream in streams:
            self._open(stream)
        self.drowned: list[Piece] = []
        """Who lost its last life to water in this step of a movement."""
        self.facts: list[Fact] = []

    def _open(self, stream: Stream) -> None:
        """Fill a stream with water, and let golems in where there is no bank."""
        for cell in stream.cells:
            self.tokens[cell] = WATER
            for side in FACINGS:
                if (cell, side) not in (stream.banks or ()):
                    self.exits[cell, side] = stream.exit

    def stand_barrel(self, cell: str) -> None:
        """Stand a barrel in a free cell."""
        self.tokens[cell] = BARREL
        self.barrels.append(cell)

    def remove_barrel(self, cell: str) -> None:
        """Take a barrel out of a cell."""
        del self.tokens[cell]
        self.barrels.remove(cell)

    def free_beside(self, cell: str, direction: str) -> str | None:
        """Return the first cell beside this one with no golem and no token, clockwise from a direction."""
        stance = self.stances[direction][cell]
        for _ in FACINGS:
            beside = stance.ahead
            if beside and beside not in self.where and beside not in self.tokens:
                return beside
            stance = stance.right
        return None

    def put_down(self, piece: Piece, direction: str) -> tuple[str, str]:
        """Set down a golem's barrel beside it: the event's name and where. Without room the barrel is destroyed."""
        piece.barrel = False
        cell = self.free_beside(piece.at, direction)
        if cell is None:
            return "lost-barrel", piece.at
        self.stand_barrel(cell)
        return "dropped", cell

    def remove_dead(self, piece: Piece) -> None:
        """Take a golem without lives off the board; a barrel that it carries stays in its cell."""
        del self.where[piece.at]
        self.golems.remove(piece)
        if piece.barrel:
            self.stand_barrel(piece.at)

    def remove_drowned(self) -> None:
        """At the end of the step."""
        for piece in self.drowned:
            self.remove_dead(piece)
        self.drowned.clear()

    def in_colour_order(self, when: When) -> None:
        """Sort the events of the last moment in the order red, blue, yellow, green."""
        facts = self.facts
        began = len(facts)
        while began and facts[began - 1][0] is when:
            began -= 1
        facts[began:] = sorted(facts[began:], key=_rank)

    def freeze(self, energy: int | None) -> Position:
        """Return the position as it is now, with this energy."""
        rules, way, grid, walls, waters, _, streams, _, _, goals = self.position
        golems: list[Golem] = []
        for piece in self.golems:
            stance = piece.stance
            golems.append(make_golem((piece.colour, stance.at, stance.facing, piece.lives, piece.barrel, piece.side)))
        barrels = self.barrels
        if len(barrels) > 1:
            barrels.sort(key=grid.order.__getitem__)
        return make_position((rules, way, grid, walls, waters, tuple(barrels), streams, tuple(golems), energy, goals))


def _rank(fact: Fact) -> int:
    return _RANK[fact[1]]
