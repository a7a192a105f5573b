"""Movement: all movers of a step at once, solved to a fixed point.

Source: `Battle of Golems` 3.1, step 2, points 1 and 5, and "Water"; swaps, chains and rings are this project's.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from boards.colours import COLOURS
from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import Fact, When
from controller.games.golems.grid import BACK_OF, LEFT_OF, RIGHT_OF
from controller.games.golems.position import WATER
from controller.games.golems.program import FORWARD, TURN_LEFT, TURN_RIGHT, Do

Mover = tuple[Piece, Do]

_TURNS: Mapping[str, Mapping[str, str]] = {TURN_LEFT: LEFT_OF, TURN_RIGHT: RIGHT_OF}

_Goer = tuple[Piece, str, str, bool]
"""A golem that only another golem can stop: its action, the cell that it wants, and whether a stream carries it."""

_RANK: Mapping[str, int] = {colour: rank for rank, colour in enumerate(COLOURS)}


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
    """First those who can't go or need no room, then all others at once, on the board as it was."""
    facts, tokens = arena.facts, arena.tokens
    ahead, behind = arena.grid.ahead, arena.grid.behind
    began = len(facts)
    going: list[_Goer] = []
    for piece, (action, _) in movers:
        turned = _TURNS.get(action)
        if turned is not None:
            piece.facing = turned[piece.facing]
            facts.append((when, piece.colour, "turned", (piece.facing,), action, ""))
            continue
        target = (ahead if action == FORWARD else behind)[piece.facing][piece.at]
        reason = tokens.get(target) if target else "edge"
        if target and reason is None:
            going.append((piece, action, target, False))
        elif target and reason == WATER:
            _wade(arena, when, piece, action, target, going)
        else:
            facts.append((when, piece.colour, "blocked", (target, reason), action, ""))
    if going:
        _go(arena, when, going)
    if going and len(going) < len(movers):
        facts[began:] = sorted(facts[began:], key=lambda fact: _RANK[fact[1]])
    for piece, _ in movers:
        if not piece.lives:
            arena.bury(piece)


def _go(arena: Arena, when: When, going: Sequence[_Goer]) -> None:
    """Those that can, move from cell to cell; the others stay, and are told why."""
    where, facts = arena.where, arena.facts
    aims = {piece.at: target for piece, _, target, _ in going}
    stay = staying(aims, where)
    if len(stay) < len(aims):
        leaving = [where.pop(origin) for origin in aims if origin not in stay]
        for piece in leaving:
            where[aims[piece.at]] = piece
    for piece, action, target, by_stream in going:
        reason = stay.get(piece.at)
        if reason is None:
            facts.append((when, piece.colour, "carried" if by_stream else "moved", (piece.at, target), action, ""))
            piece.at = target
        else:
            if reason == "contested":
                other = next(rival for rival, _, aim, _ in going if aim == target and rival is not piece)
            else:
                other = where[target]
            facts.append((when, piece.colour, "blocked", (target, reason), action, other.colour))
        if by_stream:
            _pay(facts, when, piece, action, "stream")


def _wade(arena: Arena, when: When, piece: Piece, action: str, water: str, going: list[_Goer]) -> None:
    """Into the water: a stream carries the golem to its exit, unless a bank or a thing in the exit keeps it out."""
    direction = piece.facing if action == FORWARD else BACK_OF[piece.facing]
    landing = arena.exits.get((water, BACK_OF[direction]))
    if landing is not None and landing not in arena.tokens:
        going.append((piece, action, landing, True))
        return
    blocked = (water, WATER) if landing is None else (landing, arena.tokens[landing])
    arena.facts.append((when, piece.colour, "blocked", blocked, action, ""))
    _pay(arena.facts, when, piece, action, "water" if landing is None else "stream")


def _pay(facts: list[Fact], when: When, piece: Piece, action: str, cause: str) -> None:
    """Water costs a life; a golem without lives leaves its barrel where it is."""
    piece.lives -= 1
    facts.append((when, piece.colour, "lost-life", (cause, piece.lives), action, ""))
    if piece.lives == 0:
        if piece.barrel:
            facts.append((when, piece.colour, "dropped", (piece.at,), action, ""))
        facts.append((when, piece.colour, "died", (piece.at,), action, ""))
