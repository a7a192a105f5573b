"""The 100 squares, and sets of squares as the bits of one integer.

Square 0 is `a1` (lower left), 9 is `j1`, 99 is `j10`. Bit `n` of a set stands for square `n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

SIZE = 10
"""Squares a side."""
COUNT = SIZE * SIZE
ALL = (1 << COUNT) - 1
"""The set of all squares."""

FILES = "abcdefghij"
NAMES: tuple[str, ...] = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
"""Square -> name."""
NUMBERS: Mapping[str, int] = {name: square for square, name in enumerate(NAMES)}
"""Name -> square."""


def members(squares: int) -> Iterator[int]:
    """Return the squares of a set, from `a1` on."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def neighbour(square: int, step: tuple[int, int]) -> int | None:
    """Return the square that is so many files east and ranks north, None off the board."""
    rank, file = divmod(square, SIZE)
    file, rank = file + step[0], rank + step[1]
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None
