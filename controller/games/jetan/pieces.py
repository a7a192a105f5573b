"""The eight kinds of pieces: how each may go, as data, and from that every way on the board.

Source: E. R. Burroughs, "The Chessmen of Mars", appendix; that a thoat does not jump and that a panthan takes
none of the three backward steps is this project's.
"""

from __future__ import annotations

from typing import NamedTuple

from controller.games.jetan.squares import COUNT, neighbour

BLACK, ORANGE = 0, 1
SIDES: tuple[str, ...] = ("black", "orange")
"""Black plays from the south, orange from the north."""

Steps = tuple[tuple[int, int], ...]
"""Steps that a piece may choose from: files east, ranks north."""

STRAIGHT: Steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: Steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ANY = STRAIGHT + DIAGONAL
ONWARD: Steps = ((0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1))
"""Where black's panthans go."""
HOMEWARD: Steps = tuple((east, -north) for east, north in ONWARD)
"""Where orange's panthans go."""


class Kind(NamedTuple):
    """A kind of piece. A move follows one of `routes`, a choice of steps for each step of the move."""

    name: str
    letter: str
    routes: tuple[tuple[Steps, ...], ...]
    jumps: bool = False


KINDS: tuple[Kind, ...] = (
    Kind("warrior", "w", ((STRAIGHT,) * 2,)),
    Kind("padwar", "p", ((DIAGONAL,) * 2,)),
    Kind("dwar", "d", ((STRAIGHT,) * 3,)),
    Kind("flier", "f", ((DIAGONAL,) * 3,), jumps=True),
    Kind("chief", "c", ((ANY,) * 3,)),
    Kind("princess", "r", ((ANY,) * 3,), jumps=True),
    Kind("thoat", "t", ((STRAIGHT, DIAGONAL), (DIAGONAL, STRAIGHT))),
    Kind("panthan", "n", ((ONWARD,),)),
)
CHIEF = 4
PRINCESS = 5
PANTHAN = 7
LETTERS = "".join(kind.letter for kind in KINDS)

Way = tuple[int, int]
"""Squares that must be empty, and squares where a move past them may end: two sets."""


def _walks(square: int, route: tuple[Steps, ...]) -> list[tuple[int, ...]]:
    """Return the squares of every walk that crosses none twice, the start included and first."""
    walks: list[tuple[int, ...]] = [(square,)]
    for steps in route:
        beside = _BESIDE[steps]
        walks = [(*walk, there) for walk in walks for there in beside[walk[-1]] if there not in walk]
    return walks


def _ways(kind: Kind, square: int) -> tuple[Way, ...]:
    """All ways of a kind from a square, put together by what must be empty."""
    ends: dict[int, int] = {}
    for route in kind.routes:
        for walk in _walks(square, route):
            between = 0
            if not kind.jumps:
                for passed in walk[1:-1]:
                    between |= 1 << passed
            ends[between] = ends.get(between, 0) | 1 << walk[-1]
    return tuple(ends.items())


_BESIDE: dict[Steps, tuple[tuple[int, ...], ...]] = {
    steps: tuple(
        tuple(there for step in steps if (there := neighbour(square, step)) is not None) for square in range(COUNT)
    )
    for steps in (STRAIGHT, DIAGONAL, ANY, ONWARD, HOMEWARD)
}
"""Where one of these steps leads from each square."""

_BLACK = tuple(tuple(_ways(kind, square) for square in range(COUNT)) for kind in KINDS)
_ORANGE_PANTHAN = tuple(_ways(KINDS[PANTHAN]._replace(routes=((HOMEWARD,),)), square) for square in range(COUNT))

WAYS: tuple[tuple[tuple[tuple[Way, ...], ...], ...], ...] = (_BLACK, (*_BLACK[:PANTHAN], _ORANGE_PANTHAN))
"""Side -> kind -> square -> ways. Only a panthan goes another way, if it is orange."""


def reach(side: int, kind: int, square: int, occupied: int) -> int:
    """Where a piece could end a move, whoever stands there: a set. `occupied`: all squares with a piece."""
    ends = 0
    for between, there in WAYS[side][kind][square]:
        if not between & occupied:
            ends |= there
    return ends
