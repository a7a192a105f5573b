"""A position: who stands where, whose turn it is, who may still escape, and the count. Frozen."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.jetan.pieces import CHIEF, KINDS, PRINCESS

FEW = 3
"""Both sides have as many pieces or fewer: the count runs."""
MOST_COUNT = 10
"""The move that brings the count here ends the game."""

Men = tuple[int, ...]
"""A side's pieces: a set of squares for each of :data:`controller.games.jetan.pieces.KINDS`."""


class Position(NamedTuple):
    """All that the rules know of a game between two moves."""

    men: tuple[Men, Men]
    """Of black and of orange."""
    turn: int
    """The side to move."""
    rights: tuple[bool, bool]
    """Whether black's and orange's princess may still escape."""
    counted: int
    """Moves since both sides had three pieces or fewer."""

    @property
    def is_small(self) -> bool:
        """Both sides have three pieces or fewer."""
        return all(squares_of(men).bit_count() <= FEW for men in self.men)

    @property
    def is_over(self) -> bool:
        """A finished game: a chief or a princess is missing, or the count is full. There are no legal moves."""
        return self.counted >= MOST_COUNT or any(not men[CHIEF] or not men[PRINCESS] for men in self.men)

    def at(self, square: int) -> tuple[int, int] | None:
        """Return the side and the kind of the piece on a square."""
        bit = 1 << square
        for side, men in enumerate(self.men):
            for kind in range(len(KINDS)):
                if men[kind] & bit:
                    return side, kind
        return None


def squares_of(men: Men) -> int:
    """Where a side's pieces stand."""
    found = 0
    for squares in men:
        found |= squares
    return found
