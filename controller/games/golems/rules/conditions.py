"""Phase 2: what golems with an If see, on the board as it stands after the first movements.

Source: `Battle of Golems` 3.1, step 2, point 4; one pass, so that no attack depends on itself, is this project's.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.golems.rules.events import When
from controller.games.golems.rules.position import BARREL
from controller.games.golems.rules.program import ATTACK
from controller.games.golems.rules.row_board import Arena, Piece

ENEMY = "enemy"


def ask(arena: Arena, row: int, asking: Sequence[Piece]) -> None:
    """Let each If choose. First all that look ahead, then all that look out for the attacks known by then.

    A golem with an If does nothing yet; all others know what they do in this row.
    """
    when = (row, 2, 1)
    looking_out: list[Piece] = []
    for piece in asking:
        if piece.asks.test == ENEMY:
            _look_ahead(arena, when, piece)
        else:
            looking_out.append(piece)
    if looking_out:
        # All look before any of them chooses: their own attacks do not count.
        strikers = [_striker_at(arena, piece) for piece in looking_out]
        for piece, striker in zip(looking_out, strikers, strict=True):
            _choose(arena, when, piece, striker is not None, striker)
        if len(looking_out) < len(asking):
            arena.in_colour_order(when)


def _choose(arena: Arena, when: When, piece: Piece, holds: bool, seen: Piece | None) -> None:
    """Do what the If has for this: whether its condition holds, and the golem that was seen."""
    asks = piece.asks
    piece.doing = asks.yes if holds else asks.no
    other = seen.colour if seen else ""
    arena.facts.append((when, piece.colour, "condition", (asks.test, holds), asks.card, other))


def _look_ahead(arena: Arena, when: When, piece: Piece) -> None:
    """`enemy`: an opposing golem or a barrel stands in the cell ahead."""
    cell = piece.stance.ahead
    if cell in arena.where:
        seen = arena.where[cell]
        _choose(arena, when, piece, seen.side != piece.side, seen)
    else:
        _choose(arena, when, piece, arena.tokens.get(cell) == BARREL, None)


def _striker_at(arena: Arena, piece: Piece) -> Piece | None:
    """`attacked`: the first opposing golem that attacks and has this golem in the cell ahead."""
    at = piece.stance.at
    for other in arena.golems:
        if other.stance.ahead == at and other.side != piece.side and other.doing.action == ATTACK:
            return other
    return None
