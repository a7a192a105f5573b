"""A row and a round: four phases a row, up to four rows, then energy.

    1 movement   2 conditions   3 movement that conditions chose   4 attack, defence, take

Source: `Battle of Golems` 3.1, steps 2 and 3. Everything happens for all golems at once, and no order of
players matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from controller.games.game import Outcome
from controller.games.golems.arena import Arena, Piece
from controller.games.golems.combat import act
from controller.games.golems.conditions import enemy_ahead, under_attack
from controller.games.golems.events import Event
from controller.games.golems.goals import BRING_BARREL, energy_out, goals_reached, last_standing
from controller.games.golems.movement import move
from controller.games.golems.position import OUT_OF_CHARGE, Position
from controller.games.golems.program import MOVES, ROWS, STILL, Do, If, Row

LAST_STEP = 3
"""Steps of a phase: as many as the longest repeat."""

Programs = Mapping[str, Sequence[Row]]
"""By colour; a golem without a program stands still."""


class Played(NamedTuple):
    """What a row or a round led to."""

    position: Position
    events: tuple[Event, ...]
    outcome: Outcome | None


def play_round(position: Position, programs: Programs) -> Played:
    """All rows of a round, until somebody has won, and the energy that it costs."""
    arena = Arena(position)
    began = sides(position)
    outcome: Outcome | None = None
    for row in range(1, ROWS + 1):
        outcome = _play_row(arena, row, programs, began)
        if outcome is not None:
            break
    return _end_round(arena.freeze(), tuple(arena.events), outcome)


def play_row(position: Position, row: int, programs: Programs, began: int) -> Played:
    """One row (1-4) of a round that began with so many sides; after the last one the energy falls.

    A row that ends the game ends the round as well.
    """
    arena = Arena(position)
    outcome = _play_row(arena, row, programs, began)
    after, events = arena.freeze(), tuple(arena.events)
    if outcome is None and row < ROWS:
        return Played(after, events, None)
    return _end_round(after, events, outcome)


def sides(position: Position) -> int:
    """How many sides stand on the board."""
    return len({golem.side for golem in position.golems})


def _end_round(position: Position, events: tuple[Event, ...], outcome: Outcome | None) -> Played:
    """Lower the energy, however the round ended; who is out of charge ends the game."""
    if position.energy is not None:
        position = position._replace(energy=position.energy - 1)
        if outcome is None and position.energy == OUT_OF_CHARGE:
            outcome = energy_out(dict(position.goals or ()), position.golems)
    return Played(position, events, outcome)


def _play_row(arena: Arena, row: int, programs: Programs, began: int) -> Outcome | None:
    movers: list[tuple[Piece, Do]] = []
    asking: list[tuple[Piece, If]] = []
    actors: list[tuple[Piece, Do]] = []
    for piece in arena.golems:
        program = programs.get(piece.colour)
        todo = program[row - 1] if program else STILL
        if isinstance(todo, If):
            asking.append((piece, todo))
        elif todo.action in MOVES:
            movers.append((piece, todo))
        else:
            actors.append((piece, todo))
    if movers:
        move(arena, row, 1, movers)
    if asking:
        chosen = _ask(arena, row, asking, actors)
        movers = [(piece, do) for piece, do in chosen if do.action in MOVES]
        if movers:
            move(arena, row, 3, movers)
        actors = _in_order(arena, actors + [(piece, do) for piece, do in chosen if do.action not in MOVES])
    if actors:
        act(arena, row, actors)
    return _judge(arena, row, began)


def _ask(
    arena: Arena, row: int, asking: Sequence[tuple[Piece, If]], known: Sequence[tuple[Piece, Do]]
) -> list[tuple[Piece, Do]]:
    """What each If chooses. First all that look ahead, then all that look out for known attacks."""
    chosen: dict[Piece, Do] = {}
    found: dict[Piece, tuple[bool, str]] = {}
    for piece, todo in asking:
        if todo.test == "enemy":
            found[piece] = enemy_ahead(arena, piece)
            chosen[piece] = todo.yes if found[piece][0] else todo.no
    attacks = _in_order(arena, [*known, *chosen.items()])
    for piece, todo in asking:
        if todo.test == "attacked":
            found[piece] = under_attack(arena, piece, attacks)
            chosen[piece] = todo.yes if found[piece][0] else todo.no
    for piece, todo in asking:
        result, other = found[piece]
        values = (todo.test, result)
        arena.events.append(Event(row, 2, 1, piece.colour, "condition", values, f"if {todo.test}", other))
    return [(piece, chosen[piece]) for piece, _ in asking]


def _in_order(arena: Arena, tasks: Sequence[tuple[Piece, Do]]) -> list[tuple[Piece, Do]]:
    """Tasks of living golems in the order of the colours."""
    by_piece = dict(tasks)
    return [(piece, by_piece[piece]) for piece in arena.golems if piece in by_piece]


def _judge(arena: Arena, row: int, began: int) -> Outcome | None:
    """Who has won after this row; a barrel that is brought home is set down."""
    outcome = last_standing(arena.golems, began)
    if outcome is not None or arena.position.goals is None:
        return outcome
    goals = dict(arena.position.goals)
    outcome = goals_reached(goals, arena.golems, len(arena.barrels()))
    for piece in arena.golems:
        homes = [goal.cell for goal in goals.get(piece.side, ()) if goal.name == BRING_BARREL]
        if piece.barrel and piece.at in homes:
            # As if struck from behind: the barrel goes where the golem looks.
            name, cell = arena.put_down(piece, piece.facing)
            arena.events.append(Event(row, 4, LAST_STEP, piece.colour, name, (cell,), BRING_BARREL))
    return outcome
