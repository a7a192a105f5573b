"""Counting move sequences: the yardstick for a move generator."""

from __future__ import annotations

from controller.games.jetan.moves import Move, choices, play
from controller.games.jetan.position import Position
from controller.games.jetan.squares import members


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are. Nothing follows the end of a game.

    Moves are told apart by piece, target and whether they are an escape.
    """
    if depth <= 0:
        return 1
    if depth == 1:
        return sum(targets.bit_count() for _, _, targets, _ in choices(position))
    total = 0
    for kind, origin, targets, escape in choices(position):
        for target in members(targets):
            played = play(position, kind, Move(origin, target, escape))
            # A position without a legal move adds nothing anyway.
            if not played.position.is_over:
                total += perft(played.position, depth - 1)
    return total
