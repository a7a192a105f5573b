"""Legal moves, attacked squares, and what a move leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from controller.games.game import Outcome
from controller.games.jetan.pieces import CHIEF, KINDS, PRINCESS, SIDES, reach
from controller.games.jetan.position import MOST_COUNT, Men, Position, squares_of
from controller.games.jetan.squares import ALL, members

PRINCESS_TAKEN = "princess"
CHIEF_TAKEN = "chief"
TEN_MOVES = "ten-moves"
NO_MOVE = "no-move"


class Move(NamedTuple):
    """A piece goes from one square to another; a princess may escape instead."""

    origin: int
    target: int
    escape: bool = False


class Choice(NamedTuple):
    """Moves of one piece in one manner: where it may go, as a set of squares."""

    kind: int
    origin: int
    targets: int
    escape: bool


class Played(NamedTuple):
    """What a move led to."""

    position: Position
    taken: int | None
    """The kind of the piece that was taken."""
    outcome: Outcome | None


def attacked_by(men: Men, side: int, occupied: int) -> int:
    """Return the squares that a side's pieces could move to or guard. A princess attacks nothing."""
    found = 0
    for kind in range(len(KINDS)):
        if kind != PRINCESS:
            for square in members(men[kind]):
                found |= reach(side, kind, square, occupied)
    return found


def threatened(position: Position, side: int) -> int:
    """Return the squares that this side's opponent could move a piece to, were it his turn: a set."""
    foe = 1 - side
    own, others = squares_of(position.men[side]), squares_of(position.men[foe])
    return attacked_by(position.men[foe], foe, own | others) & ~others


def choices(position: Position) -> Iterator[Choice]:
    """Every legal move, piece by piece; the princess comes last, her escapes after her plain moves."""
    if position.is_over:
        return
    side = position.turn
    men = position.men[side]
    own = squares_of(men)
    occupied = own | squares_of(position.men[1 - side])
    for kind in range(len(KINDS)):
        if kind != PRINCESS:
            for square in members(men[kind]):
                targets = reach(side, kind, square, occupied) & ~own
                if targets:
                    yield Choice(kind, square, targets, escape=False)
    yield from _princess(position, occupied)


def _princess(position: Position, occupied: int) -> Iterator[Choice]:
    """She takes nothing, and ends where no piece of the opponent could move to once she has left her square."""
    side = position.turn
    home = position.men[side][PRINCESS]
    safe = ALL & ~occupied & ~attacked_by(position.men[1 - side], 1 - side, occupied & ~home)
    for square in members(home):
        plain = reach(side, PRINCESS, square, occupied) & safe
        if plain:
            yield Choice(PRINCESS, square, plain, escape=False)
        # Ten steps with jumps lead to every square but her own, and that one is occupied.
        if safe and position.rights[side]:
            yield Choice(PRINCESS, square, safe, escape=True)


def legal_moves(position: Position) -> Iterator[Move]:
    """Every legal move, one by one."""
    for _, origin, targets, escape in choices(position):
        for target in members(targets):
            yield Move(origin, target, escape)


def can_move(position: Position) -> bool:
    """Whether there is a legal move."""
    return next(choices(position), None) is not None


def play(position: Position, kind: int, move: Move) -> Played:
    """Return what a legal move of a piece of this kind leads to. Legality is the caller's to check."""
    side, foe = position.turn, 1 - position.turn
    there = 1 << move.target
    men = list(position.men[side])
    men[kind] ^= 1 << move.origin | there
    others = list(position.men[foe])
    taken: int | None = None
    for other in range(len(KINDS)):
        if others[other] & there:
            others[other] ^= there
            taken = other
            break
    rights = position.rights
    if move.escape:
        rights = (False, rights[1]) if side == 0 else (rights[0], False)
    sides = (tuple(men), tuple(others))
    count = position.counted + 1 if position.is_small else 0
    after = Position(sides if side == 0 else (sides[1], sides[0]), foe, rights, count)
    return Played(after, taken, _outcome(after, side, kind, taken))


def _outcome(after: Position, mover: int, kind: int, taken: int | None) -> Outcome | None:
    """How a move ended the game. A win comes before a taken chief, that before the ten moves, these before no move."""
    if taken == PRINCESS:
        return Outcome((SIDES[mover],), PRINCESS_TAKEN)
    if taken == CHIEF:
        return Outcome((SIDES[mover],) if kind == CHIEF else (), CHIEF_TAKEN)
    if after.counted >= MOST_COUNT:
        return Outcome((), TEN_MOVES)
    return None if can_move(after) else Outcome((), NO_MOVE)
