"""What a piece is worth where it stands, in hundredths of a panthan.

The numbers are this project's own, tuned by matches (`python -m tests.benchmarks.jetan`).
"""

from __future__ import annotations

from controller.games.jetan.opponent.lookup_tables import CODES
from controller.games.jetan.pieces import PANTHAN
from controller.games.jetan.squares import COUNT, SIZE

WORTH: tuple[int, ...] = (230, 190, 360, 330, 600, 0, 270, 100)
"""By kind. A taken princess ends the game, so she has no value."""
RIGHT = 80
"""The escape that is still to be had."""
_CENTRE = (30, 20, 30, 30, 10, -6, 25, 6)
"""By kind: a piece in the middle over one in a corner. A princess is safer at the edge."""
_FORWARD = (2, 2, 3, 3, -4, -6, 2, 5)
"""By kind, for each rank. A chief stays at home: to take him is the weaker side's way to a draw."""


def _value(code: int, square: int) -> int:
    side, kind = code >> 3, code & 7
    rank, file = divmod(square, SIZE)
    forward = rank if side == 0 else SIZE - 1 - rank
    # 0 in the middle of the board, 9 at a corner's distance.
    off = max(abs(2 * file - SIZE + 1), abs(2 * rank - SIZE + 1))
    worth = WORTH[kind] + _CENTRE[kind] * (SIZE - 1 - off) // (SIZE - 1) + _FORWARD[kind] * forward
    if kind == PANTHAN and forward == SIZE - 1:
        worth -= 30  # It only goes sideways there.
    return worth if side == 0 else -worth


PLACED: tuple[tuple[int, ...], ...] = tuple(
    tuple(_value(code, square) for square in range(COUNT)) for code in range(CODES)
)
"""Code -> square -> value, for black positive."""
