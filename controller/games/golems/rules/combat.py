"""Phase 4: attack, defence, take, stand. All strikes and takes of a step are counted on the board as it was.

Source: `Battle of Golems` 3.1, step 2, points 2, 6, 7, and "Barrel"; the order of what follows a strike is
this project's: strikes, takes and destructions, barrels set down, the dead removed.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.golems.rules.events import When
from controller.games.golems.rules.position import BARREL
from controller.games.golems.rules.program import ATTACK, DEFEND, STAND, TAKE
from controller.games.golems.rules.row_board import Arena, Piece


class Clash:
    """What the strikes and takes of a step meet: it is counted first, and then it happens."""

    __slots__ = ("smashed", "strikers", "takers")

    def __init__(self) -> None:
        self.strikers: dict[Piece, list[Piece]] = {}
        """Who is struck and does not defend -> by whom, in the order of the colours."""
        self.smashed: dict[str, Piece] = {}
        """Cell of a struck barrel -> the first who struck it."""
        self.takers: dict[str, list[Piece]] = {}
        """Cell of a barrel -> who, carrying none, takes it."""


def act(arena: Arena, row: int, actors: list[Piece]) -> None:
    """Play phase 4 of a row, step by step, for the golems whose action is no movement, in the order of the colours."""
    facts, where, tokens = arena.facts, arena.where, arena.tokens
    step = 1
    while actors:
        when = (row, 4, step)
        clash: Clash | None = None
        again: list[Piece] = []
        for piece in actors:
            doing = piece.doing
            action = doing.action
            if doing.times > step:
                again.append(piece)
            if action == ATTACK:
                ahead = piece.stance.ahead
                if ahead in where or ahead in tokens:
                    clash = clash or Clash()
                    _strike(arena, when, piece, clash)
                else:
                    facts.append((when, piece.colour, "missed", (), action, ""))
            elif action == TAKE:
                ahead = piece.stance.ahead
                # One who carries a barrel already takes none, and is nobody's rival.
                if piece.barrel:
                    facts.append((when, piece.colour, "not-taken", ("carrying",), action, ""))
                elif ahead and tokens.get(ahead) == BARREL:
                    clash = clash or Clash()
                    clash.takers.setdefault(ahead, []).append(piece)
                else:
                    facts.append((when, piece.colour, "not-taken", ("nothing",), action, ""))
            else:
                facts.append((when, piece.colour, "stood" if action == STAND else "guarded", (), action, ""))
        if clash:
            _apply_clash(arena, when, clash)
            arena.in_colour_order(when)
            again = [piece for piece in again if piece.lives]
        actors = again
        step += 1


def _strike(arena: Arena, when: When, striker: Piece, clash: Clash) -> None:
    """Where a strike goes: at a golem, against a shield, at a barrel or at what it does nothing to."""
    facts, colour = arena.facts, striker.colour
    cell = striker.stance.ahead
    if cell in arena.where:
        target = arena.where[cell]
        if target.doing.action == DEFEND:
            facts.append((when, colour, "parried", (target.colour,), ATTACK, target.colour))
            facts.append((when, target.colour, "defended", (colour,), DEFEND, colour))
        else:
            facts.append((when, colour, "struck", (target.colour,), ATTACK, target.colour))
            clash.strikers.setdefault(target, []).append(striker)
    elif cell and arena.tokens[cell] == BARREL:
        facts.append((when, colour, "destroyed", (cell,), ATTACK, ""))
        clash.smashed.setdefault(cell, striker)
    else:
        facts.append((when, colour, "missed", (), ATTACK, ""))


def _apply_clash(arena: Arena, when: When, clash: Clash) -> None:
    """Strikes, takes and destructions, barrels set down, the dead removed."""
    strikers = clash.strikers
    dropping = _apply_strikes(arena, when, strikers)
    _take(arena, when, clash.takers, clash.smashed)
    for cell in clash.smashed:
        arena.remove_barrel(cell)
    for piece in dropping:
        striker = strikers[piece][0]
        name, cell = arena.put_down(piece, striker.stance.facing)
        arena.facts.append((when, piece.colour, name, (cell,), ATTACK, striker.colour))
    _bury(arena, when, strikers)


def _apply_strikes(arena: Arena, when: When, strikers: Mapping[Piece, list[Piece]]) -> list[Piece]:
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


def _take(arena: Arena, when: When, wanted: Mapping[str, list[Piece]], smashed: Mapping[str, Piece]) -> None:
    """Give a barrel to its only taker, unless it is struck at the same time."""
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
                arena.remove_barrel(cell)
                facts.append((when, taker.colour, "took", (cell,), TAKE, ""))


def _bury(arena: Arena, when: When, strikers: Mapping[Piece, list[Piece]]) -> None:
    """Remove the dead after everything in this step has happened."""
    for piece, by in strikers.items():
        if piece.lives == 0:
            if piece.barrel:
                arena.facts.append((when, piece.colour, "dropped", (piece.at,), TAKE, ""))
            arena.facts.append((when, piece.colour, "died", (piece.at,), ATTACK, by[0].colour))
            arena.remove_dead(piece)
