"""Phase 4: attack, defence, take, stand. All strikes and takes of a step are counted on the board as it was.

Source: `Battle of Golems` 3.1, step 2, points 2, 6, 7, and "Barrel"; the order of what follows a strike is
this project's: strikes, takes and destructions, barrels set down, the dead removed.
"""

from __future__ import annotations

from collections.abc import Sequence

from boards.colours import COLOURS
from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import Event
from controller.games.golems.position import BARREL
from controller.games.golems.program import ATTACK, DEFEND, TAKE, Do

Actor = tuple[Piece, Do]


def act(arena: Arena, row: int, actors: Sequence[Actor]) -> None:
    """Play phase 4 of a row for the golems whose action is no movement, in the order of the colours."""
    guards = [piece for piece, do in actors if do.action == DEFEND]
    step = 1
    acting = actors
    while acting:
        _Exchange(arena, row, step, guards).play(acting)
        acting = [(piece, do) for piece, do in acting if do.times > step and piece.lives > 0]
        step += 1


class _Exchange:
    """One step of phase 4: first everything is counted, then it happens."""

    __slots__ = ("arena", "events", "guards", "row", "smashed", "step", "strikers", "takers")

    def __init__(self, arena: Arena, row: int, step: int, guards: Sequence[Piece]) -> None:
        self.arena = arena
        self.row = row
        self.step = step
        self.guards = guards
        self.events: list[Event] = []
        self.strikers: dict[Piece, list[Piece]] = {}
        """Who is struck and does not defend -> by whom, in the order of the colours."""
        self.smashed: dict[str, Piece] = {}
        """Cell of a struck barrel -> the first who struck it."""
        self.takers: dict[str, list[Piece]] = {}
        """Cell of a barrel -> who, carrying none, takes it."""

    def happened(self, piece: Piece, name: str, values: tuple[str | int, ...], card: str, other: str = "") -> None:
        self.events.append(Event(self.row, 4, self.step, piece.colour, name, values, card, other))

    def play(self, actors: Sequence[Actor]) -> None:
        for piece, do in actors:
            if do.action == ATTACK:
                self.strike(piece)
            elif do.action == TAKE:
                self.reach_out(piece)
            else:
                self.happened(piece, "guarded" if do.action == DEFEND else "stood", (), do.action)
        if self.strikers or self.smashed or self.takers:
            dropping = self.suffer()
            self.take()
            for cell in self.smashed:
                del self.arena.tokens[cell]
            for piece in dropping:
                name, cell = self.arena.put_down(piece, self.strikers[piece][0].facing)
                self.happened(piece, name, (cell,), ATTACK, self.strikers[piece][0].colour)
            self.bury()
            self.events.sort(key=lambda event: _RANK[event.golem])
        self.arena.events += self.events

    def strike(self, striker: Piece) -> None:
        """Where a strike goes: at a golem, against a shield, at a barrel or into the air."""
        cell = self.arena.ahead[striker.facing][striker.at]
        target = self.arena.where.get(cell) if cell else None
        if target in self.guards and target:
            self.happened(striker, "parried", (target.colour,), ATTACK, target.colour)
            self.happened(target, "defended", (striker.colour,), DEFEND, striker.colour)
        elif target:
            self.happened(striker, "struck", (target.colour,), ATTACK, target.colour)
            self.strikers.setdefault(target, []).append(striker)
        elif cell and self.arena.tokens.get(cell) == BARREL:
            self.happened(striker, "destroyed", (cell,), ATTACK)
            self.smashed.setdefault(cell, striker)
        else:
            self.happened(striker, "missed", (), ATTACK)

    def reach_out(self, taker: Piece) -> None:
        """Note who wants a barrel. One who carries a barrel already takes none, and is nobody's rival."""
        cell = self.arena.ahead[taker.facing][taker.at]
        if taker.barrel:
            self.happened(taker, "not-taken", ("carrying",), TAKE)
        elif cell and self.arena.tokens.get(cell) == BARREL:
            self.takers.setdefault(cell, []).append(taker)
        else:
            self.happened(taker, "not-taken", ("nothing",), TAKE)

    def suffer(self) -> list[Piece]:
        """Strikes land: a life each, or all together the barrel. Returns who must set a barrel down."""
        dropping: list[Piece] = []
        for piece in self.arena.golems:
            strikers = self.strikers.get(piece, ())
            if strikers and piece.barrel:
                dropping.append(piece)
                continue
            for striker in strikers[: piece.lives]:
                piece.lives -= 1
                self.happened(piece, "lost-life", ("strike", piece.lives), ATTACK, striker.colour)
        return dropping

    def take(self) -> None:
        """A barrel goes to its only taker, unless it is struck at the same time."""
        for cell, takers in self.takers.items():
            for taker in takers:
                if cell in self.smashed:
                    self.happened(taker, "not-taken", ("struck",), TAKE, self.smashed[cell].colour)
                elif len(takers) > 1:
                    rival = takers[0] if taker is not takers[0] else takers[1]
                    self.happened(taker, "not-taken", ("contested",), TAKE, rival.colour)
                else:
                    taker.barrel = True
                    del self.arena.tokens[cell]
                    self.happened(taker, "took", (cell,), TAKE)

    def bury(self) -> None:
        """The dead are removed, now that everything in this step has happened."""
        for piece in [piece for piece in self.strikers if piece.lives == 0]:
            if piece.barrel:
                self.happened(piece, "dropped", (piece.at,), TAKE)
            self.happened(piece, "died", (piece.at,), ATTACK, self.strikers[piece][0].colour)
            self.arena.bury(piece)


_RANK = {colour: rank for rank, colour in enumerate(COLOURS)}
