"""A position to search on: pieces by square, sets of squares, moves made and taken back.

Where it differs from :class:`controller.games.jetan.position.Position`, it is for speed alone; both have the same
legal moves. A move is one integer: from, to (seven bits each) and whether it is an escape.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.jetan.moves import Move
from controller.games.jetan.opponent.lookup_tables import CODES, TABLES, attacks, learn
from controller.games.jetan.opponent.piece_values import PLACED, RIGHT
from controller.games.jetan.pieces import CHIEF, PRINCESS
from controller.games.jetan.position import FEW, MOST_COUNT, Position
from controller.games.jetan.squares import ALL, COUNT, members
from controller.games.seeded_random import mix

ESCAPE = 1 << 14
NONE = -1
"""No square, no piece."""

Undo = tuple[int, int, int, int, int, int, int]
"""The move, what it took (a code), and rights, count, value, key and the mover's code before it."""


def pack(move: Move) -> int:
    """Return a move as an integer."""
    return move.origin | move.target << 7 | (ESCAPE if move.escape else 0)


def unpack(move: int) -> Move:
    """Return the move of an integer."""
    return Move(move & 127, move >> 7 & 127, bool(move & ESCAPE))


class Board:
    """The position, which changes as moves are made on it and taken back."""

    __slots__ = ("chief", "counted", "key", "men", "princess", "rights", "sets", "turn", "value")

    def __init__(self, position: Position) -> None:
        self.men: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Of each side: square -> code."""
        self.sets = [0, 0]
        """Of each side: where it stands."""
        self.princess = [NONE, NONE]
        self.chief = [NONE, NONE]
        self.turn = position.turn
        self.rights = position.rights[0] | position.rights[1] << 1
        """A bit a side: it may still escape."""
        self.counted = position.counted
        self.value = RIGHT * (position.rights[0] - position.rights[1])
        """What black is ahead, escapes included."""
        self.key = _TURN[self.turn] ^ _RIGHTS[self.rights]
        """The position's hash, but for the count."""
        for side, men in enumerate(position.men):
            for kind, squares in enumerate(men):
                for square in members(squares):
                    self._put(side, side * 8 + kind, square)

    def _put(self, side: int, code: int, square: int) -> None:
        self.men[side][square] = code
        self.sets[side] |= 1 << square
        self.value += PLACED[code][square]
        self.key ^= _KEYS[code][square]
        if code & 7 == PRINCESS:
            self.princess[side] = square
        elif code & 7 == CHIEF:
            self.chief[side] = square

    @property
    def is_over(self) -> bool:
        """A finished game: a chief or a princess is missing, or the count is full."""
        return self.counted >= MOST_COUNT or NONE in self.princess or NONE in self.chief

    @property
    def is_small(self) -> bool:
        """Both sides have three pieces or fewer: the count runs."""
        return len(self.men[0]) <= FEW and len(self.men[1]) <= FEW

    def moves(self) -> Iterator[int]:
        """Every legal move, as the rules have them."""
        if self.is_over:
            return
        side = self.turn
        own = self.sets[side]
        occupied = own | self.sets[1 - side]
        for square, code in list(self.men[side].items()):
            if code & 7 != PRINCESS:
                mask, known = TABLES[code][square]
                blockers = occupied & mask
                ends = known.get(blockers)
                for target in members((learn(code, square, blockers) if ends is None else ends) & ~own):
                    yield square | target << 7
        plain, escapes = self.princess_moves()
        yield from plain
        yield from escapes

    def princess_moves(self) -> tuple[list[int], list[int]]:
        """Return the princess's plain moves and her escapes."""
        side = self.turn
        home = self.princess[side]
        occupied = self.sets[0] | self.sets[1]
        safe = ALL & ~occupied & ~attacks(self.men[1 - side], occupied & ~(1 << home))
        code = self.men[side][home]
        ends = TABLES[code][home][1].get(0)
        plain = (learn(code, home, 0) if ends is None else ends) & safe
        escapes = safe if self.rights >> side & 1 else 0
        return (
            [home | target << 7 for target in members(plain)],
            [home | target << 7 | ESCAPE for target in members(escapes)],
        )

    def make(self, move: int) -> Undo:
        """Carry out a legal move. What it returns takes it back."""
        side = self.turn
        foe = 1 - side
        origin, target = move & 127, move >> 7 & 127
        men = self.men[side]
        code = men.pop(origin)
        taken = self.men[foe].pop(target, NONE)
        undo = (move, taken, self.rights, self.counted, self.value, self.key, code)
        # As it was before the move, the taken piece included.
        small = len(men) < FEW and len(self.men[foe]) + (taken != NONE) <= FEW
        self.counted = self.counted + 1 if small else 0
        men[target] = code
        self.sets[side] ^= 1 << origin | 1 << target
        placed, keys = PLACED[code], _KEYS[code]
        self.value += placed[target] - placed[origin]
        self.key ^= keys[origin] ^ keys[target] ^ _CHANGE
        if taken != NONE:
            self.sets[foe] ^= 1 << target
            self.value -= PLACED[taken][target]
            self.key ^= _KEYS[taken][target]
            if taken & 7 == PRINCESS:
                self.princess[foe] = NONE
            elif taken & 7 == CHIEF:
                self.chief[foe] = NONE
        if code & 7 == PRINCESS:
            self.princess[side] = target
            if move & ESCAPE:
                self.rights &= ~(1 << side)
                self.value -= RIGHT if side == 0 else -RIGHT
                self.key ^= _RIGHTS[undo[2]] ^ _RIGHTS[self.rights]
        elif code & 7 == CHIEF:
            self.chief[side] = target
        self.turn = foe
        return undo

    def take_back(self, undo: Undo) -> None:
        """Take the last move back."""
        move, taken, self.rights, self.counted, self.value, self.key, code = undo
        foe = self.turn
        side = 1 - foe
        self.turn = side
        origin, target = move & 127, move >> 7 & 127
        del self.men[side][target]
        self.men[side][origin] = code
        self.sets[side] ^= 1 << origin | 1 << target
        if code & 7 == PRINCESS:
            self.princess[side] = origin
        elif code & 7 == CHIEF:
            self.chief[side] = origin
        if taken != NONE:
            self.men[foe][target] = taken
            self.sets[foe] ^= 1 << target
            if taken & 7 == PRINCESS:
                self.princess[foe] = target
            elif taken & 7 == CHIEF:
                self.chief[foe] = target

    def pass_turn(self) -> None:
        """Make a null move: the other side is to move. A second call undoes it. For the search only."""
        self.turn = 1 - self.turn
        self.key ^= _CHANGE

    def perft(self, depth: int) -> int:
        """As :func:`controller.games.jetan.perft.perft`."""
        if depth <= 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.moves())
        total = 0
        for move in list(self.moves()):
            undo = self.make(move)
            total += self.perft(depth - 1)
            self.take_back(undo)
        return total


def _key(number: int) -> int:
    return mix(mix(number))


_KEYS = tuple(tuple(_key(code * COUNT + square) for square in range(COUNT)) for code in range(CODES))
"""Code -> square -> a random number (Zobrist's hash)."""
_CHANGE = _key(CODES * COUNT)
_TURN = (0, _CHANGE)
_RIGHTS = tuple(_key(CODES * COUNT + 1 + rights) for rights in range(4))
