"""Why a move is not legal, as data: which rule it breaks, and by what on the board."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.jetan.moves import Move, attacked_by, legal_moves
from controller.games.jetan.notation import ESCAPE, Written, sign_of
from controller.games.jetan.pieces import PRINCESS, reach
from controller.games.jetan.position import Position, squares_of
from controller.games.jetan.squares import NAMES, members


class Reason(NamedTuple):
    """A broken rule by its name in `REASONS`, and what its sentence tells."""

    name: str
    start: str
    end: str
    kind: int = PRINCESS
    """Of the piece that was to move."""
    other: int = PRINCESS
    """The kind of the piece that has a part in it."""
    where: str = ""
    """The square of that piece, or the sign that should have been written."""


def why_not(position: Position, written: Written) -> Reason | None:
    """Return the first rule that a move breaks, None for a legal move."""
    move = written.move
    start, end = NAMES[move.origin], NAMES[move.target]
    if position.is_over:
        return Reason("over", start, end)
    found = position.at(move.origin)
    if found is None:
        return Reason("empty", start, end)
    side, kind = found
    if side != position.turn:
        return Reason("foreign", start, end, kind)
    if any(move == legal for legal in legal_moves(position)):
        right = sign_of(position, move)
        return None if right == written.sign else Reason("sign", start, end, kind, where=right)
    if move.origin == move.target:
        return Reason("same", start, end, kind)
    if squares_of(position.men[side]) & 1 << move.target:
        return Reason("own", start, end, kind)
    if written.sign == ESCAPE and kind != PRINCESS:
        return Reason("only-princess", start, end, kind)
    if written.sign == ESCAPE and not position.rights[side]:
        return Reason("escaped", start, end, kind)
    return _out_of_reach(position, move, kind) or _princess_refused(position, move, start, end)


def _out_of_reach(position: Position, move: Move, kind: int) -> Reason | None:
    """Why a piece can't get there, whatever it would meet there."""
    start, end = NAMES[move.origin], NAMES[move.target]
    there = 1 << move.target
    occupied = squares_of(position.men[0]) | squares_of(position.men[1])
    if move.escape or reach(position.turn, kind, move.origin, occupied) & there:
        return None
    blocked = reach(position.turn, kind, move.origin, 0) & there
    return Reason("blocked" if blocked else "far", start, end, kind)


def _princess_refused(position: Position, move: Move, start: str, end: str) -> Reason:
    """Only a princess is refused a square within her reach: she takes nothing, and keeps out of danger."""
    foe = 1 - position.turn
    others = position.men[foe]
    there = 1 << move.target
    if squares_of(others) & there:
        return Reason("takes-nothing", start, end)
    occupied = (squares_of(position.men[0]) | squares_of(position.men[1])) & ~(1 << move.origin)
    other, where = next(
        (kind, square)
        for kind, squares in enumerate(others)
        for square in members(squares)
        if attacked_by(tuple(1 << square if k == kind else 0 for k in range(len(others))), foe, occupied) & there
    )
    return Reason("attacked", start, end, PRINCESS, other, NAMES[where])
