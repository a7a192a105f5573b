"""Movement: all movers of a step at once, solved to a fixed point.

Source: `Battle of Golems` 3.1, step 2, points 1 and 5, and "Water"; swaps, chains and rings are this project's.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import Event
from controller.games.golems.grid import BACK_OF, LEFT_OF, RIGHT_OF
from controller.games.golems.position import WATER
from controller.games.golems.program import BACKWARD, FORWARD, TURN_LEFT, Do

Mover = tuple[Piece, Do]


def staying(aims: Mapping[str, str], occupied: Container[str]) -> dict[str, str]:
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
            if origin not in stay and target in occupied and (target not in aims or target in stay):
                stay[origin] = "golem"
                changed = True
    return stay


def move(arena: Arena, row: int, phase: int, movers: Sequence[Mover]) -> None:
    """Play the movements of a phase: a repeat of n has n steps, and all who have a step left go at once."""
    step = 1
    going = list(movers)
    while going:
        _step(arena, row, phase, step, going)
        going = [(piece, do) for piece, do in going if do.times > step and piece.lives > 0]
        step += 1


class _Plan(NamedTuple):
    """What a mover is about to do: where to, or why it can't even try."""

    piece: Piece
    action: str
    target: str | None = None
    reason: str = ""
    by_stream: bool = False


def _plan(arena: Arena, piece: Piece, action: str) -> _Plan:
    if action not in (FORWARD, BACKWARD):
        return _Plan(piece, action)
    direction = piece.facing if action == FORWARD else BACK_OF[piece.facing]
    target = arena.ahead[direction][piece.at]
    if target is None:
        return _Plan(piece, action, None, "edge")
    token = arena.tokens.get(target)
    if token != WATER:
        return _Plan(piece, action, target, token or "")
    landing = arena.exits.get((target, BACK_OF[direction]))
    if landing is None:
        return _Plan(piece, action, target, WATER)
    return _Plan(piece, action, landing, arena.tokens.get(landing, ""), by_stream=True)


def _step(arena: Arena, row: int, phase: int, step: int, movers: Sequence[Mover]) -> None:
    plans = [_plan(arena, piece, do.action) for piece, do in movers]
    aims = {plan.piece.at: plan.target for plan in plans if plan.target is not None and not plan.reason}
    stay = staying(aims, arena.where)
    arriving = {aims[origin]: arena.where.pop(origin) for origin in aims if origin not in stay}
    arena.where.update(arriving)
    fallen: list[Piece] = []
    events = arena.events
    for plan in plans:
        piece, action, target, reason, by_stream = plan
        colour, origin = piece.colour, piece.at
        reason = reason or stay.get(origin, "")
        if reason:
            other = _other(arena, plans, plan, reason)
            events.append(Event(row, phase, step, colour, "blocked", (target, reason), action, other))
        elif target is None:
            piece.facing = LEFT_OF[piece.facing] if action == TURN_LEFT else RIGHT_OF[piece.facing]
            events.append(Event(row, phase, step, colour, "turned", (piece.facing,), action))
        else:
            piece.at = target
            name = "carried" if by_stream else "moved"
            events.append(Event(row, phase, step, colour, name, (origin, target), action))
        if by_stream or reason == WATER:
            piece.lives -= 1
            cause = "stream" if by_stream else "water"
            events.append(Event(row, phase, step, colour, "lost-life", (cause, piece.lives), action))
            if piece.lives == 0:
                fallen.append(piece)
                if piece.barrel:
                    events.append(Event(row, phase, step, colour, "dropped", (piece.at,), action))
                events.append(Event(row, phase, step, colour, "died", (piece.at,), action))
    for piece in fallen:
        arena.bury(piece)


def _other(arena: Arena, plans: Sequence[_Plan], blocked: _Plan, reason: str) -> str:
    """The golem that another one is blocked by; empty, if a thing does."""
    if reason == "contested":
        rivals = [p.piece.colour for p in plans if p.target == blocked.target and p is not blocked and not p.reason]
        return rivals[0]
    if reason in ("golem", "swap") and blocked.target is not None:
        return arena.where[blocked.target].colour
    return ""
