"""Phase 4: attack, defence, take, stand. All strikes and takes of a step are counted on the board as it was.

Source: `Battle of Golems` 3.1, step 2, points 2, 6, 7, and "Barrel"; the order of what follows a strike is
this project's: strikes, takes and destructions, barrels set down, the dead removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.colours import COLOURS
from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import Fact, When
from controller.games.golems.position import BARREL
from controller.games.golems.program import ATTACK, DEFEND, STAND, TAKE, Do

Actor = tuple[Piece, Do]
Strikers = dict[Piece, list[Piece]]
"""Who is struck and does not defend -> by whom, in the order of the colours."""
Smashed = dict[str, Piece]
"""Cell of a struck barrel -> the first who struck it."""
Takers = dict[str, list[Piece]]
"""Cell of a barrel -> who, carrying none, takes it."""

_RANK = {colour: rank for rank, colour in enumerate(COLOURS)}


def act(arena: Arena, row: int, actors: Sequence[Actor]) -> None:
    """Play phase 4 of a row for the golems whose action is no movement, in the order of the colours."""
    guards: list[Piece] = []
    longest = 1
    for piece, (action, times) in actors:
        if action == DEFEND:
            guards.append(piece)
        if times > longest:
            longest = times
    _step(arena, (row, 4, 1), actors, guards)
    for step in range(2, longest + 1):
        actors = [(piece, do) for piece, do in actors if do.times >= step and piece.lives]
        _step(arena, (row, 4, step), actors, guards)


def _step(arena: Arena, when: When, actors: Sequence[Actor], guards: Sequence[Piece]) -> None:
    """First everything is counted, then it happens."""
    facts = arena.facts
    began = len(facts)
    strikers: Strikers = {}
    smashed: Smashed = {}
    takers: Takers = {}
    for piece, (action, _) in actors:
        if action == ATTACK:
            _strike(arena, when, piece, guards, strikers, smashed)
        elif action == TAKE:
            _reach_out(arena, when, piece, takers)
        else:
            facts.append((when, piece.colour, "stood" if action == STAND else "guarded", (), action, ""))
    if not (strikers or smashed or takers):
        if guards:
            _in_colour_order(facts, began)
        return
    dropping = _suffer(arena, when, strikers)
    _take(arena, when, takers, smashed)
    for cell in smashed:
        del arena.tokens[cell]
    for piece in dropping:
        striker = strikers[piece][0]
        name, cell = arena.put_down(piece, striker.facing)
        facts.append((when, piece.colour, name, (cell,), ATTACK, striker.colour))
    _bury(arena, when, strikers)
    _in_colour_order(facts, began)


def _in_colour_order(facts: list[Fact], began: int) -> None:
    """What happens at once is told in the order red, blue, yellow, green."""
    if len(facts) > began + 1:
        facts[began:] = sorted(facts[began:], key=lambda fact: _RANK[fact[1]])


def _strike(
    arena: Arena, when: When, striker: Piece, guards: Sequence[Piece], strikers: Strikers, smashed: Smashed
) -> None:
    """Where a strike goes: at a golem, against a shield, at a barrel or into the air."""
    facts, colour = arena.facts, striker.colour
    cell = arena.grid.ahead[striker.facing][striker.at]
    target = arena.where.get(cell)
    if target is not None and target in guards:
        facts.append((when, colour, "parried", (target.colour,), ATTACK, target.colour))
        facts.append((when, target.colour, "defended", (colour,), DEFEND, colour))
    elif target is not None:
        facts.append((when, colour, "struck", (target.colour,), ATTACK, target.colour))
        strikers.setdefault(target, []).append(striker)
    elif cell and arena.tokens.get(cell) == BARREL:
        facts.append((when, colour, "destroyed", (cell,), ATTACK, ""))
        smashed.setdefault(cell, striker)
    else:
        facts.append((when, colour, "missed", (), ATTACK, ""))


def _reach_out(arena: Arena, when: When, taker: Piece, takers: Takers) -> None:
    """Note who wants a barrel. One who carries a barrel already takes none, and is nobody's rival."""
    cell = arena.grid.ahead[taker.facing][taker.at]
    if taker.barrel:
        arena.facts.append((when, taker.colour, "not-taken", ("carrying",), TAKE, ""))
    elif cell and arena.tokens.get(cell) == BARREL:
        takers.setdefault(cell, []).append(taker)
    else:
        arena.facts.append((when, taker.colour, "not-taken", ("nothing",), TAKE, ""))


def _suffer(arena: Arena, when: When, strikers: Strikers) -> list[Piece]:
    """Strikes land: a life each, or all together the barrel. Returns who must set a barrel down, in colour order."""
    dropping: list[Piece] = []
    for piece in arena.golems:
        if piece not in strikers:
            continue
        if piece.barrel:
            dropping.append(piece)
            continue
        for striker in strikers[piece][: piece.lives]:
            piece.lives -= 1
            arena.facts.append((when, piece.colour, "lost-life", ("strike", piece.lives), ATTACK, striker.colour))
    return dropping


def _take(arena: Arena, when: When, wanted: Takers, smashed: Mapping[str, Piece]) -> None:
    """A barrel goes to its only taker, unless it is struck at the same time."""
    facts = arena.facts
    for cell, takers in wanted.items():
        for taker in takers:
            if cell in smashed:
                facts.append((when, taker.colour, "not-taken", ("struck",), TAKE, smashed[cell].colour))
            elif len(takers) > 1:
                rival = takers[0] if taker is not takers[0] else takers[1]
                facts.append((when, taker.colour, "not-taken", ("contested",), TAKE, rival.colour))
            else:
                taker.barrel = True
                del arena.tokens[cell]
                facts.append((when, taker.colour, "took", (cell,), TAKE, ""))


def _bury(arena: Arena, when: When, strikers: Strikers) -> None:
    """The dead are removed, now that everything in this step has happened."""
    for piece, by in strikers.items():
        if piece.lives == 0:
            if piece.barrel:
                arena.facts.append((when, piece.colour, "dropped", (piece.at,), TAKE, ""))
            arena.facts.append((when, piece.colour, "died", (piece.at,), ATTACK, by[0].colour))
            arena.bury(piece)
