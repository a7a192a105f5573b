"""Moves and positions as text, both ways.

A move is `e2-e3`, a capture `e2xe3`, an escape `f1~c7`. A position is ten rows from row 10 to row 1, black in
capitals, then the side to move, who may still escape, and the count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from boards.base.errors import InvalidInput, Problem, Problems
from boards.base.message import Message, _, alternatives
from controller.games.jetan.moves import Move
from controller.games.jetan.pieces import BLACK, CHIEF, KINDS, LETTERS, ORANGE, PRINCESS
from controller.games.jetan.position import FEW, MOST_COUNT, Position, squares_of
from controller.games.jetan.squares import FILES, NAMES, NUMBERS, SIZE, members

START = "wpdfcrfdpw/tnnnnnnnnt/10/10/10/10/10/10/TNNNNNNNNT/WPDFCRFDPW b Rr 0"
"""The first position of a game."""

QUIET, CAPTURE, ESCAPE = "-", "x", "~"
"""What stands between the two squares of a move."""

T = TypeVar("T")

_MOVE = re.compile("([a-j](?:10|[1-9]))([-x~])([a-j](?:10|[1-9]))")
_TURNS = {"b": BLACK, "o": ORANGE}
_RIGHTS = {"Rr": (True, True), "R": (True, False), "r": (False, True), "-": (False, False)}
_TURN_TEXTS = {turn: text for text, turn in _TURNS.items()}
_RIGHT_TEXTS = {rights: text for text, rights in _RIGHTS.items()}
_LONGEST = 200
"""Characters; the longest position has 118."""


class Written(NamedTuple):
    """A move as it was written: two squares and the sign between them."""

    origin: int
    sign: str
    target: int

    @property
    def move(self) -> Move:
        """Parse a move."""
        return Move(self.origin, self.target, self.sign == ESCAPE)


def parse_move(text: str) -> Written:
    """Return a move from its notation. Raises ValueError in plain words."""
    found = _MOVE.fullmatch(text)
    if found is None:
        raise InvalidInput(
            _("{found} is not a move; moves are written e2-e3, captures e2xe3, escapes f1~c7", found=_short(text))
        )
    origin, sign, target = found.groups()
    return Written(NUMBERS[origin], sign, NUMBERS[target])


def format_move(position: Position, move: Move) -> str:
    """Return a legal move in this position's notation."""
    return f"{NAMES[move.origin]}{sign_of(position, move)}{NAMES[move.target]}"


def sign_of(position: Position, move: Move) -> str:
    """Return the sign that belongs between the squares of a move."""
    if move.escape:
        return ESCAPE
    return CAPTURE if squares_of(position.men[1 - position.turn]) & 1 << move.target else QUIET


def format_position(position: Position) -> str:
    """Return a position as text: ``parse_position(format_position(p)) == p``."""
    letters = _letters(position)
    rows = (letters[first : first + SIZE] for first in range(len(letters) - SIZE, -1, -SIZE))
    board = "/".join(re.sub(r" +", lambda run: str(len(run[0])), "".join(row)) for row in rows)
    return f"{board} {_TURN_TEXTS[position.turn]} {_RIGHT_TEXTS[position.rights]} {position.counted}"


def _letters(position: Position) -> list[str]:
    """Return the letter on every square, a space where nobody stands."""
    letters = [" "] * len(NAMES)
    for side, men in enumerate(position.men):
        for kind, squares in zip(KINDS, men, strict=True):
            letter = kind.letter.upper() if side == BLACK else kind.letter
            for square in members(squares):
                letters[square] = letter
    return letters


def parse_position(text: str, at: str = "position") -> Position:
    """Return a position from its text. Raises :class:`boards.base.errors.Problems`, all of them at the place `at`."""
    reader = _Reader()
    position = reader.position(text)
    if reader.problems:
        raise Problems([Problem(at, message) for message in reader.problems])
    return position


class _Reader:
    """Reads on after a mistake, so that one look names them all."""

    def __init__(self) -> None:
        self.problems: list[Message] = []

    def position(self, text: str) -> Position:
        """Read a position of six parts."""
        fields = text.split(" ") if len(text) <= _LONGEST else []
        if len(fields) != 4:
            self.problems.append(
                _(
                    "{found} is not a position; it has four parts with single spaces between: "
                    "ten rows, the side to move, the escapes left, the count; the start is {start}",
                    found=_short(text),
                    start=repr(START),
                )
            )
            fields = START.split(" ")
        board, turn, rights, count = fields
        position = Position(
            self.board(board),
            self.one_of(turn, _TURNS, _("the side to move"), BLACK),
            self.one_of(rights, _RIGHTS, _("the sides that may escape"), (False, False)),
            self.count(count),
        )
        if position.counted and not position.is_small:
            self.problems.append(
                _(
                    "the count is {counted}, but it runs only while both sides have {few} pieces or fewer",
                    counted=position.counted,
                    few=FEW,
                )
            )
        return position

    def board(self, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Read ten ranks into the men of both sides, a set of squares a kind."""
        rows = text.split("/")
        if len(rows) != SIZE:
            self.problems.append(
                _("{count} rows where {size} are wanted, from row 10 to row 1", count=len(rows), size=SIZE)
            )
            return (0,) * len(KINDS), (0,) * len(KINDS)
        men = ([0] * len(KINDS), [0] * len(KINDS))
        for number, row in zip(range(SIZE, 0, -1), rows, strict=True):
            self.row(row, number, men)
        for kind in (CHIEF, PRINCESS):
            for side, name in ((BLACK, "black"), (ORANGE, "orange")):
                if men[side][kind].bit_count() > 1:
                    self.problems.append(_("{side} has more than one {piece}", side=name, piece=KINDS[kind].name))
        return tuple(men[BLACK]), tuple(men[ORANGE])

    def row(self, text: str, number: int, men: tuple[list[int], list[int]]) -> None:
        """Put a row's pieces on the board."""
        file = 0
        for token in re.findall(r"[0-9]+|[^0-9]", text):
            if token[0] in "0123456789":
                if token != "10" and (len(token) > 1 or token == "0"):
                    self.problems.append(
                        _(
                            "row {number}: {found} is no run of empty squares; that is one number, 1 to 10",
                            number=number,
                            found=_short(token),
                        )
                    )
                    return
                file += int(token)
            elif token.lower() in LETTERS and token.isascii():
                if file < SIZE:
                    side = BLACK if token.isupper() else ORANGE
                    men[side][LETTERS.index(token.lower())] |= 1 << NUMBERS[f"{FILES[file]}{number}"]
                file += 1
            else:
                self.problems.append(
                    _(
                        "row {number}: {token} is no piece; the letters are {letters}",
                        number=number,
                        token=repr(token),
                        letters=" ".join(LETTERS),
                    )
                )
                return
        if file != SIZE:
            self.problems.append(
                _("row {number}: {file} squares where {size} are wanted", number=number, file=file, size=SIZE)
            )

    def one_of(self, text: str, known: Mapping[str, T], what: Message, default: T) -> T:
        """Return what a short text means; note a mistake and return the default for an unknown one."""
        if text in known:
            return known[text]
        self.problems.append(
            _("{found} does not say {what}; that is {known}", found=_short(text), what=what, known=alternatives(known))
        )
        return default

    def count(self, text: str) -> int:
        """Return the number of moves that are counted towards a draw."""
        if re.fullmatch(r"0|[1-9][0-9]?", text) and int(text) <= MOST_COUNT:
            return int(text)
        self.problems.append(
            _(
                "{found} is no count of moves; that is a number, 0 to {most}",
                found=_short(text),
                most=MOST_COUNT,
            )
        )
        return 0


def _short(text: str) -> str:
    """Return a text for a message, however long it is."""
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
