"""Jetan positions for tests: the start, seeded random ones, and a board written down in few words."""

from __future__ import annotations

import random
import re

START = "wpdfcrfdpw/tnnnnnnnnt/10/10/10/10/10/10/TNNNNNNNNT/WPDFCRFDPW b Rr 0"
FILES = "abcdefghij"
RIGHTS = ("Rr", "R", "r", "-")


def position(pieces: str, turn: str = "b", rights: str = "-", count: int = 0) -> str:
    """A position from pieces such as ``Ce1 Rf1 nd5``: a letter and a square each."""
    board = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = []
    for rank in range(10, 0, -1):
        row = "".join(board.get(f"{file}{rank}", ".") for file in FILES)
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots.group())), row))
    return f"{'/'.join(rows)} {turn} {rights} {count}"


def random_position(rng: random.Random, most: int = 20) -> str:
    """Chiefs and princesses (rarely one is missing), and up to `most` others a side; crowded, if `most` is high."""
    squares = [f"{file}{rank}" for file in FILES for rank in range(1, 11)]
    if rng.random() < 0.4:
        # A corner of the board, so that pieces meet.
        squares = [at for at in squares if at[0] in FILES[:6] and int(at[1:]) <= 6]
    rng.shuffle(squares)
    letters = [letter for letter in "CcRr" if rng.random() > 0.01]
    room = min(most, (len(squares) - 4) // 2)
    for side in (str.upper, str.lower):
        letters += [side(rng.choice("wpdftnnn")) for _ in range(rng.randint(0, room))]
    pieces = " ".join(letter + at for letter, at in zip(letters, squares, strict=False))
    is_small = sum(map(str.isupper, letters)) <= 3 and sum(map(str.islower, letters)) <= 3
    count = rng.choice((0, 1, 8, 9, 9, 10)) if is_small else 0
    return position(pieces, rng.choice("bo"), rng.choice(RIGHTS), count)


def mirrored(text: str) -> str:
    """The board seen in a mirror: file a becomes j."""
    board, *rest = text.split(" ")
    rows = ["".join(reversed(re.findall(r"10|.", row))) for row in board.split("/")]
    return " ".join(["/".join(rows), *rest])


def swapped(text: str) -> str:
    """The sides changed: black becomes orange, north south."""
    board, turn, rights, count = text.split(" ")
    turned = "/".join(reversed(board.swapcase().split("/")))
    letters = "".join(letter for letter in "Rr" if letter.swapcase() in rights) or "-"
    return f"{turned} {'o' if turn == 'b' else 'b'} {letters} {count}"


def mirrored_move(move: str) -> str:
    return re.sub(r"[a-j]", lambda file: FILES[9 - FILES.index(file.group())], move)


def swapped_move(move: str) -> str:
    return re.sub(r"\d+", lambda rank: str(11 - int(rank.group())), move)
