"""Phase 2: what golems with an If see, on the board as it stands after the first movements.

Source: `Battle of Golems` 3.1, step 2, point 4; one pass, so that no attack depends on itself, is this project's.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.golems.arena import Arena, Piece
from controller.games.golems.events import When
from controller.games.golems.position import BARREL
from controller.games.golems.program import ATTACK

ENEMY = "enemy"


def ask(arena: Arena, row: int, asking: Sequence[Piece]) -> None:
    """Let each If choose. First all that look ahead, then all that look out for the attacks known by then.

    A golem with an If does nothing yet; all others know what they do in this row.
    """
    when = (row, 2, 1)
    began = len(arena.facts)
    looking_out: list[Piece] = []
    for piece in asking:
        if piece.asks.test == ENEMY:
            _choose(arena, when, piece, _enemy_ahead(arena, piece))
        else:
            looking_out.append(piece)
    if looking_out:
        # All look before any of them chooses: their own attacks do not count.
        attacks = [_attack_on(arena, piece) for piece in looking_out]
        for piece, attack in zip(looking_out, attacks, strict=True):
            _choose(arena, when, piece, attack)
        if len(looking_out) < len(asking):
            arena.in_colour_order(began)


def _choose(arena: Arena, when: When, piece: Piece, answer: tuple[bool, str]) -> None:
    """Do what the If has for this answer: whether its condition holds, and the golem that was seen."""
    result, other = answer
    asks = piece.asks
    piece.doing = asks.yes if result else asks.no
    arena.facts.append((when, piece.colour, "condition", (asks.test, result), asks.card, other))


def _enemy_ahead(arena: Arena, piece: Piece) -> tuple[bool, str]:
    """`enemy`: an opposing golem or a barrel stands in the cell ahead. And which golem, if it is one."""
    cell = piece.stance.ahead
    if cell in arena.where:
        other = arena.where[cell]
        return other.side != piece.side, other.colour
    return arena.tokens.get(cell) == BARREL, ""


def _attack_on(arena: Arena, piece: Piece) -> tuple[bool, str]:
    """`attacked`: an opposing golem that attacks has this golem in the cell ahead. And the first that has."""
    at, side = piece.stance.at, piece.side
    for other in arena.golems:
        if other.stance.ahead == at and other.side != side and other.doing.action == ATTACK:
            return True, other.colour
    return False, ""
