"""A row and a round: four phases a row, up to four rows, then energy.

    1 movement   2 conditions   3 movement that conditions chose   4 attack, defence, take

Source: `Battle of Golems` 3.1, steps 2 and 3. Everything happens for all golems at once, and no order of
players matters.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from controller.games.game import Outcome
from controller.games.golems.rules.combat import act
from controller.games.golems.rules.conditions import ask
from controller.games.golems.rules.events import Event, Fact
from controller.games.golems.rules.goals import BRING_BARREL, energy_out, goals_reached, last_standing
from controller.games.golems.rules.movement import move
from controller.games.golems.rules.position import OUT_OF_CHARGE, Position
from controller.games.golems.rules.program import ROWS, STILL, If
from controller.games.golems.rules.row_board import Arena, Piece, Programs

LAST_STEP = 3
"""Steps of a phase: as many as the longest repeat."""


class Played(NamedTuple):
    """What a row or a round led to."""

    position: Position
    facts: tuple[Fact, ...]
    outcome: Outcome | None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in the order of the rules."""
        return tuple(map(Event._make, self.facts))


def play_round(position: Position, programs: Programs) -> Played:
    """All rows of a round, until somebody has won, and the energy that it costs."""
    arena = Arena(position, programs)
    began = sides(position)
    outcome: Outcome | None = None
    for row in range(1, ROWS + 1):
        outcome = _play_row(arena, row, began)
        if outcome is not None:
            break
    return _end_round(arena, outcome)


def play_row(position: Position, row: int, programs: Programs, began: int) -> Played:
    """One row (1-4) of a round that began with so many sides; after the last one the energy falls.

    A row that ends the game ends the round as well.
    """
    arena = Arena(position, programs)
    outcome = _play_row(arena, row, began)
    if outcome is None and row < ROWS:
        return Played(arena.freeze(position.energy), tuple(arena.facts), None)
    return _end_round(arena, outcome)


def sides(position: Position) -> int:
    """How many sides stand on the board."""
    return len(set(map(_side, position.golems)))


_side = attrgetter("side")


def _play_row(arena: Arena, row: int, began: int) -> Outcome | None:  # noqa: C901 (a row's phases in the order of the rules)
    """Return the four phases, and who has won after them."""
    movers: list[Piece] = []
    asking: list[Piece] = []
    actors: list[Piece] = []
    index = row - 1
    for piece in arena.golems:
        todo = piece.program[index]
        if isinstance(todo, If):
            piece.asks, piece.doing = todo, STILL
            asking.append(piece)
        else:
            piece.doing = todo
            if todo.moves:
                movers.append(piece)
            else:
                actors.append(piece)
    if movers:
        move(arena, row, 1, movers)
    if asking:
        ask(arena, row, asking)
        movers = []
        for piece in asking:
            if piece.doing.moves:
                movers.append(piece)
        if movers:
            move(arena, row, 3, movers)
        if len(movers) < len(asking):
            actors = []
            for piece in arena.golems:
                if not piece.doing.moves:
                    actors.append(piece)
    if actors:
        act(arena, row, actors)
    golems = arena.golems
    if golems and golems[0].side != golems[-1].side and arena.goals is None:
        return None  # Two sides stand, and there is nothing else to win by.
    return _judge(arena, row, began)


def _judge(arena: Arena, row: int, began: int) -> Outcome | None:
    """Who has won after this row; a barrel that is brought home is set down."""
    outcome = last_standing(arena.golems, began)
    if outcome is not None or arena.goals is None:
        return outcome
    goals = dict(arena.goals)
    outcome = goals_reached(goals, arena.golems, len(arena.barrels))
    for piece in arena.golems:
        homes = [goal.cell for goal in goals.get(piece.side, ()) if goal.name == BRING_BARREL]
        if piece.barrel and piece.at in homes:
            # As if struck from behind: the barrel goes where the golem looks.
            name, cell = arena.put_down(piece, piece.stance.facing)
            arena.facts.append(((row, 4, LAST_STEP), piece.colour, name, (cell,), BRING_BARREL, ""))
    return outcome


def _end_round(arena: Arena, outcome: Outcome | None) -> Played:
    """Lower the energy, however the round ended; who is out of charge ends the game."""
    energy = arena.position.energy
    if energy is not None:
        energy -= 1
        if outcome is None and energy == OUT_OF_CHARGE:
            outcome = energy_out(dict(arena.goals or ()), arena.golems)
    return Played(arena.freeze(energy), tuple(arena.facts), outcome)
