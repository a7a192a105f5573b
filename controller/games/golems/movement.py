"""Movement: all movers of a step at once, solved to a fixed point.

Source: `Battle of Golems` 3.1, step 2, points 1 and 5, and "Water"; swaps, chains and rings are this project's.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import Fact, When
from controller.games.golems.grid import BACK_OF, LEFT_OF, RIGHT_OF
from controller.games.golems.position import WATER
from controller.games.golems.program import FORWARD, TURN_LEFT, TURN_RIGHT, Do

Mover = tuple[Piece, Do]

_TURNS: Mapping[str, Mapping[str, str]] = {TURN_LEFT: LEFT_OF, TURN_RIGHT: RIGHT_OF}

_Plan = tuple[Piece, str, str | None, str, bool]
"""A golem, its action, the cell that it wants, why it can't even try ("": it can), and whether a stream carries it.

A turn wants no cell, and nothing keeps it from happening.
"""


def staying(aims: Mapping[str, str], occupied: Container[str | None]) -> dict[str, str]:
    """Who of those that could move must stay, by cell, and why (`swap`, `contested`, `golem`).

    `aims` leads from a mover's cell to the cell it wants, free of walls and tokens; `occupied` has the cells
    of all golems. Nobody swaps, and of rivals for a cell none gets it. Whoever wants a cell whose owner stays
    must stay too, until nothing changes. The rest move: chains follow, rings turn.
    """
    stay: dict[str, str] = {}
    if len(aims) > 1:
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


def move(arena: Arena, row: int, phase: int, movers: Sequence[Mover]) -> None:
    """Play the movements of a phase: a repeat of n has n steps, and all who have a step left go at once."""
    longest = 1
    for _, (_, times) in movers:
        if times > longest:
            longest = times
    _step(arena, (row, phase, 1), movers)
    for step in range(2, longest + 1):
        movers = [(piece, do) for piece, do in movers if do.times >= step and piece.lives]
        _step(arena, (row, phase, step), movers)


def _step(arena: Arena, when: When, movers: Sequence[Mover]) -> None:
    """All plans are made on the board as it is; then those that can be are carried out, all at once."""
    plans, aims = _plan(arena, movers)
    stay = _leave(arena, aims) if aims else {}
    facts = arena.facts
    fallen: list[Piece] = []
    for plan in plans:
        piece, action, target, reason, by_stream = plan
        reason = reason or stay.get(piece.at, "")
        if reason:
            other = _other(arena, plan, reason, plans)
            facts.append((when, piece.colour, "blocked", (target, reason), action, other))
        elif target is None:
            piece.facing = _TURNS[action][piece.facing]
            facts.append((when, piece.colour, "turned", (piece.facing,), action, ""))
        else:
            facts.append((when, piece.colour, "carried" if by_stream else "moved", (piece.at, target), action, ""))
            piece.at = target
        if by_stream or reason == WATER:
            _pay(facts, when, plan)
            if not piece.lives:
                fallen.append(piece)
    for piece in fallen:
        arena.bury(piece)


def _leave(arena: Arena, aims: Mapping[str, str]) -> dict[str, str]:
    """Take those that move from cell to cell; who stays, and why, is returned."""
    where = arena.where
    stay = staying(aims, where)
    if len(stay) < len(aims):
        leaving = [(target, where.pop(origin)) for origin, target in aims.items() if origin not in stay]
        where.update(leaving)
    return stay


def _plan(arena: Arena, movers: Sequence[Mover]) -> tuple[list[_Plan], dict[str, str]]:
    """What each mover is about to do, and the aims (cell -> cell wanted) of those that nothing but golems can stop."""
    ahead, behind, tokens = arena.grid.ahead, arena.grid.behind, arena.tokens
    plans: list[_Plan] = []
    aims: dict[str, str] = {}
    for piece, (action, _) in movers:
        if action in _TURNS:
            plans.append((piece, action, None, "", False))
            continue
        target = (ahead if action == FORWARD else behind)[piece.facing][piece.at]
        if target is None:
            plans.append((piece, action, None, "edge", False))
            continue
        reason = tokens.get(target, "")
        by_stream = False
        if reason == WATER and arena.exits:
            direction = piece.facing if action == FORWARD else BACK_OF[piece.facing]
            landing = arena.exits.get((target, BACK_OF[direction]))
            if landing is not None:
                target, reason, by_stream = landing, tokens.get(landing, ""), True
        if not reason:
            aims[piece.at] = target
        plans.append((piece, action, target, reason, by_stream))
    return plans, aims


def _other(arena: Arena, plan: _Plan, reason: str, plans: Sequence[_Plan]) -> str:
    """The golem that keeps another one where it is; empty, if a thing does."""
    piece, _, target, _, _ = plan
    if reason == "contested":
        return next(p[0].colour for p in plans if p[2] == target and p[0] is not piece and not p[3])
    return arena.where[target].colour if reason in ("golem", "swap") else ""


def _pay(facts: list[Fact], when: When, plan: _Plan) -> None:
    """Water costs a life; a golem without lives leaves its barrel where it is."""
    piece, action, _, _, by_stream = plan
    piece.lives -= 1
    cause = "stream" if by_stream else "water"
    facts.append((when, piece.colour, "lost-life", (cause, piece.lives), action, ""))
    if piece.lives == 0:
        if piece.barrel:
            facts.append((when, piece.colour, "dropped", (piece.at,), action, ""))
        facts.append((when, piece.colour, "died", (piece.at,), action, ""))
