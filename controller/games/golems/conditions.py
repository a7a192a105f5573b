"""Phase 2: what golems with an If see, on the board as it stands after the first movements.

Source: `Battle of Golems` 3.1, step 2, point 4; one pass, so that no attack depends on itself, is this project's.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.games.golems.arena import Arena, Piece
from controller.games.golems.position import BARREL
from controller.games.golems.program import ATTACK, Do


def enemy_ahead(arena: Arena, piece: Piece) -> tuple[bool, str]:
    """`enemy`: an opposing golem or a barrel stands in the cell ahead. And which golem, if it is one."""
    cell = arena.ahead[piece.facing][piece.at]
    if cell is None:
        return False, ""
    other = arena.where.get(cell)
    if other is not None:
        return other.side != piece.side, other.colour
    return arena.tokens.get(cell) == BARREL, ""


def under_attack(arena: Arena, piece: Piece, known: Iterable[tuple[Piece, Do]]) -> tuple[bool, str]:
    """`attacked`: an opposing golem with a known attack has this golem in the cell ahead. And which one."""
    for other, do in known:
        if do.action == ATTACK and other.side != piece.side and arena.ahead[other.facing][other.at] == piece.at:
            return True, other.colour
    return False, ""
