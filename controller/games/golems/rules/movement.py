"""Movement: all movers of a step at once, solved to a fixed point.

Source: `Battle of Golems` 3.1, step 2, points 1 and 5, and "Water"; swaps, chains and rings are this project's.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from controller.games.golems.rules.events import When
from controller.games.golems.rules.position import WATER
from controller.games.golems.rules.program import BACKWARD, FORWARD, TURN_LEFT
from controller.games.golems.rules.row_board import Arena, Piece
from controller.games.golems.rules.square_grid import BACK_OF

_Mover = tuple[Piece, str, str, bool]
"""A golem that only another golem can stop: its action, the cell that it wants, and whether a stream carries it."""

_ALL_GO: Mapping[str, str] = {}
"""Nobody must stay: so it is with a golem alone that wants an empty cell."""


def staying(aims: Mapping[str, str], occupied: Container[str | None]) -> dict[str, str]:
    """Who of those that could move must stay, by cell, and why (`swap`, `contested`, `golem`).

    `aims` leads from a mover's cell to the cell it wants, free of walls and tokens; `occupied` has the cells
    of all golems. Nobody swaps, and of rivals for a cell none gets it. Whoever wants a cell whose owner stays
    must stay too, until nothing changes. The rest move: chains follow, rings turn.
    """
    if len(aims) == 1:
        ((origin, target),) = aims.items()
        return {origin: "golem"} if target in occupied and target != origin else {}
    stay: dict[str, str] = {}
    wanted = list(aims.values())
    for origin, target in aims.items():
        if aims.get(target) == origin and target != origin:
            stay[origin] = "swap"
        elif wanted.count(target) > 1:
            stay[origin] = "contested"
    changed = True
    while changed:
        changed = False
        for origin, target in aims.items():
            if target in occupied and origin not in stay and (target in stay or target not in aims):
                stay[origin] = "golem"
                changed = True
    return stay


def move(arena: Arena, row: int, phase: int, movers: list[Piece]) -> None:
    """Play the movements of a phase, step by step: in each, all who have a step left go at once.

    First those who can't go or need no room, then all others, on the board as the step found it.
    """
    facts, tokens = arena.facts, arena.tokens
    step = 1
    while movers:
        when = (row, phase, step)
        going: list[_Mover] = []
        again: list[Piece] = []
        for piece in movers:
            doing, stance = piece.doing, piece.stance
            action = doing.action
            if doing.times > step:
                again.append(piece)
            if action == FORWARD:
                target = stance.ahead
            elif action == BACKWARD:
                target = stance.behind
            else:
                piece.stance = stance = stance.left if action == TURN_LEFT else stance.right
                facts.append((when, piece.colour, "turned", stance.turned, action, ""))
                continue
            if target is None:
                facts.append((when, piece.colour, "blocked", (None, "edge"), action, ""))
            elif target not in tokens:
                going.append((piece, action, target, False))
            elif tokens[target] == WATER:
                _enter_water(arena, when, piece, action, target, going)
            else:
                facts.append((when, piece.colour, "blocked", (target, tokens[target]), action, ""))
        if going:
            _go(arena, when, going)
            if going[0][0] is not movers[-len(going)]:  # One who goes nowhere comes after one who may.
                arena.in_colour_order(when)
        if arena.drowned:
            again = [piece for piece in again if piece.lives]
            arena.remove_drowned()
        movers = again
        step += 1


def _go(arena: Arena, when: When, going: Sequence[_Mover]) -> None:
    """Those that can, move from cell to cell; the others stay, and are told why."""
    where, facts = arena.where, arena.facts
    stay: Mapping[str, str] = _ALL_GO
    if len(going) > 1 or going[0][2] in where:
        stay = staying({piece.stance.at: target for piece, _, target, _ in going}, where)
        for piece, _, _, _ in going:
            if piece.stance.at not in stay:
                del where[piece.stance.at]
    else:
        del where[going[0][0].stance.at]
    for piece, action, target, by_stream in going:
        stance = piece.stance
        at = stance.at
        if at not in stay:
            facts.append((when, piece.colour, "carried" if by_stream else "moved", (at, target), action, ""))
            piece.stance = arena.stances[stance.facing][target]
            where[target] = piece
        else:
            reason = stay[at]
            other = _rival(piece, target, going) if reason == "contested" else where[target]
            facts.append((when, piece.colour, "blocked", (target, reason), action, other.colour))
        if by_stream:
            _lose_life_to_water(arena, when, piece, action, "stream")


def _rival(piece: Piece, target: str, going: Sequence[_Mover]) -> Piece:
    """Return the first other one who wants the same cell."""
    return next(other for other, _, aim, _ in going if aim == target and other is not piece)


def _enter_water(arena: Arena, when: When, piece: Piece, action: str, water: str, going: list[_Mover]) -> None:
    """Into the water: a stream carries the golem to its exit, unless a bank or a thing in the exit keeps it out."""
    facing = piece.stance.facing
    landing = arena.exits.get((water, BACK_OF[facing] if action == FORWARD else facing))
    if landing is not None and landing not in arena.tokens:
        going.append((piece, action, landing, True))
        return
    blocked = (water, WATER) if landing is None else (landing, arena.tokens[landing])
    arena.facts.append((when, piece.colour, "blocked", blocked, action, ""))
    _lose_life_to_water(arena, when, piece, action, "water" if landing is None else "stream")


def _lose_life_to_water(arena: Arena, when: When, piece: Piece, action: str, cause: str) -> None:
    """Water costs a life; a golem without lives leaves its barrel where it is."""
    facts = arena.facts
    piece.lives -= 1
    facts.append((when, piece.colour, "lost-life", (cause, piece.lives), action, ""))
    if piece.lives == 0:
        if piece.barrel:
            facts.append((when, piece.colour, "dropped", (piece.at,), action, ""))
        facts.append((when, piece.colour, "died", (piece.at,), action, ""))
        arena.drowned.append(piece)
