"""Where a piece could go, by one look-up: from the squares that may stand in its way to the squares it reaches.

The look-up tables of chess programs ("magic bitboards") without the magic: a dictionary for each piece and square,
from the occupied squares among those between to the ends. It is filled as positions turn up.
"""

from __future__ import annotations

from controller.games.jetan.pieces import KINDS, PRINCESS, SIDES, WAYS
from controller.games.jetan.squares import COUNT

CODES = len(SIDES) * len(KINDS)
"""A piece's code is its side times eight plus its kind."""

Table = tuple[int, dict[int, int]]
"""The squares that may stand in the way, and what is known: those of them that are occupied -> where it could end."""

_MOST_KNOWN = 4096
"""Entries of one table. Only a chief's could grow past this, with 24 squares that may stand in its way."""


def _table(side: int, kind: int, square: int) -> Table:
    between = 0
    for passed, _ in WAYS[side][kind][square]:
        between |= passed
    return between, {}


TABLES: tuple[tuple[Table, ...], ...] = tuple(
    tuple(_table(side, kind, square) for square in range(COUNT))
    for side in range(len(SIDES))
    for kind in range(len(KINDS))
)
"""Code -> square -> table."""


def learn(code: int, square: int, blockers: int) -> int:
    """Where a piece could end, whoever stands there, worked out and put in its table."""
    known = TABLES[code][square][1]
    ends = 0
    for between, there in WAYS[code >> 3][code & 7][square]:
        if not between & blockers:
            ends |= there
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[blockers] = ends
    return ends


def attacks(men: dict[int, int], occupied: int) -> int:
    """Return the squares that these pieces (square -> code) could move to or guard. A princess attacks nothing."""
    found = 0
    for square, code in men.items():
        if code & 7 != PRINCESS:
            mask, known = TABLES[code][square]
            blockers = occupied & mask
            ends = known.get(blockers)
            found |= learn(code, square, blockers) if ends is None else ends
    return found


def is_attacked(square: int, men: dict[int, int], squares: int, occupied: int) -> bool:
    """Whether one of these pieces (square -> code, and their squares as a set) could move to a square."""
    there = 1 << square
    near = squares & NEAR[square]
    while near:
        low = near & -near
        near ^= low
        origin = low.bit_length() - 1
        code = men[origin]
        if OPEN[code][origin] & there:
            mask, known = TABLES[code][origin]
            blockers = occupied & mask
            ends = known.get(blockers)
            if (learn(code, origin, blockers) if ends is None else ends) & there:
                return True
    return False


def _open(code: int, square: int) -> int:
    """Where a piece could end a move on an empty board; a princess attacks nothing."""
    found = 0
    if code & 7 != PRINCESS:
        for _, ends in WAYS[code >> 3][code & 7][square]:
            found |= ends
    return found


OPEN: tuple[tuple[int, ...], ...] = tuple(
    tuple(_open(code, square) for square in range(COUNT)) for code in range(CODES)
)
"""Code -> square -> the squares that a piece there attacks on an empty board."""

NEAR: tuple[int, ...] = tuple(
    sum(1 << origin for origin in range(COUNT) if any(OPEN[code][origin] >> square & 1 for code in range(CODES)))
    for square in range(COUNT)
)
"""Square -> the squares that it could be attacked from at all."""
