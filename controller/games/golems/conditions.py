"""Phase 2: what golems with an If see, on the board as it stands after the first movements.

Source: `Battle of Golems` 3.1, step 2, point 4; one pass, so that no attack depends on itself, is this project's.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.golems.arena import Arena, Piece
from controller.games.golems.position import BARREL
from controller.games.golems.program import ATTACK, Do, If


def ask(
    arena: Arena, row: int, asking: Sequence[tuple[Piece, If]], actors: Sequence[tuple[Piece, Do]]
) -> list[tuple[Piece, Do]]:
    """What each If chooses. First all that look ahead, then all that look out for the attacks known by then.

    `actors` are the golems whose action is no movement, and known already.
    """
    answers = {piece: _enemy_ahead(arena, piece) for piece, todo in asking if todo.test == "enemy"}
    if len(answers) < len(asking):
        attackers = [piece for piece, do in actors if do.action == ATTACK]
        attackers += [
            piece
            for piece, (_, yes, no) in asking
            if piece in answers and (yes if answers[piece][0] else no).action == ATTACK
        ]
        for piece, todo in asking:
            if todo.test == "attacked":
                answers[piece] = _under_attack(arena, piece, attackers)
    when = (row, 2, 1)
    chosen: list[tuple[Piece, Do]] = []
    for piece, (test, yes, no) in asking:
        result, other = answers[piece]
        arena.facts.append((when, piece.colour, "condition", (test, result), f"if {test}", other))
        chosen.append((piece, yes if result else no))
    return chosen


def _enemy_ahead(arena: Arena, piece: Piece) -> tuple[bool, str]:
    """`enemy`: an opposing golem or a barrel stands in the cell ahead. And which golem, if it is one."""
    cell = arena.grid.ahead[piece.facing][piece.at]
    other = arena.where.get(cell)
    if other is not None:
        return other.side != piece.side, other.colour
    return arena.tokens.get(cell) == BARREL, ""


def _under_attack(arena: Arena, piece: Piece, attackers: Sequence[Piece]) -> tuple[bool, str]:
    """`attacked`: an opposing golem among the attackers has this golem in the cell ahead. And the first that has."""
    ahead = arena.grid.ahead
    for other in arena.golems:
        if other.side != piece.side and other in attackers and ahead[other.facing][other.at] == piece.at:
            return True, other.colour
    return False, ""
