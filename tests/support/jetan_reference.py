"""A second implementation of Jetan, slow and plain, written from the rules page alone.

The board is a dict from (file, rank) to a letter. Whether a piece can go somewhere is found by walking towards
that one square; whether a princess is safe, by putting her there and asking every opponent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Square = tuple[int, int]
Board = dict[Square, str]

STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
WALKS = {
    "w": [[STRAIGHT] * 2],
    "p": [[DIAGONAL] * 2],
    "d": [[STRAIGHT] * 3],
    "f": [[DIAGONAL] * 3],
    "c": [[STRAIGHT + DIAGONAL] * 3],
    "r": [[STRAIGHT + DIAGONAL] * 3],
    "t": [[STRAIGHT, DIAGONAL], [DIAGONAL, STRAIGHT]],
    "n": [[STRAIGHT + DIAGONAL]],
}
EVERYWHERE = [(file, rank) for file in range(10) for rank in range(10)]


class State:
    """A position, taken apart."""

    def __init__(self, text: str) -> None:
        rows, self.turn, self.rights, count = text.split(" ")
        self.count = int(count)
        self.board: Board = {}
        for down, row in enumerate(rows.split("/")):
            file = 0
            for token in re.findall(r"10|.", row):
                if token.isdigit():
                    file += int(token)
                else:
                    self.board[file, 9 - down] = token
                    file += 1

    def __str__(self) -> str:
        rows = []
        for rank in reversed(range(10)):
            row = "".join(self.board.get((file, rank), ".") for file in range(10))
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots.group())), row))
        return f"{'/'.join(rows)} {self.turn} {self.rights} {self.count}"

    def mine(self, letter: str) -> bool:
        return letter.isupper() == (self.turn == "b")


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def square(text: str) -> Square:
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def can_go(board: Board, start: Square, goal: Square) -> bool:
    """Whether the piece on `start` has a way to `goal`, whoever stands there."""
    letter = board[start]
    kind = letter.lower()

    def on(walked: list[Square], walk: list[Any]) -> bool:
        here = walked[-1]
        if not walk:
            return here == goal
        if max(abs(here[0] - goal[0]), abs(here[1] - goal[1])) > len(walk):
            return False
        for east, north in walk[0]:
            if kind == "n" and north == (-1 if letter.isupper() else 1):
                continue  # backward
            there = (here[0] + east, here[1] + north)
            on_board = 0 <= there[0] <= 9 and 0 <= there[1] <= 9
            last = len(walk) == 1
            free = last or kind in "fr" or there not in board
            if on_board and free and there not in walked and on([*walked, there], walk[1:]):
                return True
        return False

    return any(on([start], walk) for walk in WALKS[kind])


def is_attacked(board: Board, goal: Square, by_black: bool) -> bool:
    for at, letter in board.items():
        near = max(abs(at[0] - goal[0]), abs(at[1] - goal[1])) <= 3
        if near and letter.isupper() == by_black and letter not in "rR" and can_go(board, at, goal):
            return True
    return False


def over(state: State) -> bool:
    there = "".join(state.board.values())
    return state.count == 10 or any(there.count(letter) == 0 for letter in "cCrR")


def moves(state: State) -> Iterator[str]:
    """The legal moves in notation, in no order."""
    if over(state):
        return
    for start, letter in list(state.board.items()):
        if not state.mine(letter):
            continue
        for goal in EVERYWHERE:
            standing = state.board.get(goal)
            if goal == start or (standing and state.mine(standing)):
                continue
            if letter in "rR":
                if standing:
                    continue
                moved = {at: other for at, other in state.board.items() if at != start}
                moved[goal] = letter
                may_escape = letter in state.rights
                near = max(abs(start[0] - goal[0]), abs(start[1] - goal[1])) <= 3
                if not near and not may_escape:
                    continue
                if is_attacked(moved, goal, by_black=letter.islower()):
                    continue
                if may_escape:
                    yield f"{name(start)}~{name(goal)}"
                if near and can_go(state.board, start, goal):
                    yield f"{name(start)}-{name(goal)}"
            elif max(abs(start[0] - goal[0]), abs(start[1] - goal[1])) <= 3 and can_go(state.board, start, goal):
                yield f"{name(start)}{'x' if standing else '-'}{name(goal)}"


def small(state: State) -> bool:
    there = "".join(state.board.values())
    return sum(letter.isupper() for letter in there) <= 3 and sum(letter.islower() for letter in there) <= 3


def play(text: str, move: str) -> tuple[str, dict[str, Any] | None]:
    """The position after a legal move, and the outcome."""
    state = State(text)
    start, sign, goal = re.fullmatch(r"(\w+)([-x~])(\w+)", move).groups()
    was_small = small(state)
    letter = state.board.pop(square(start))
    taken = state.board.get(square(goal), "").lower()
    state.board[square(goal)] = letter
    if sign == "~":
        state.rights = state.rights.replace(letter, "") or "-"
    state.count = state.count + 1 if was_small else 0
    mover = "black" if state.turn == "b" else "orange"
    state.turn = "o" if state.turn == "b" else "b"
    outcome: dict[str, Any] | None = None
    if taken == "r":
        outcome = {"winners": [mover], "reason": "princess"}
    elif taken == "c" and letter in "cC":
        outcome = {"winners": [mover], "reason": "chief"}
    elif taken == "c":
        outcome = {"winners": [], "reason": "chief"}
    elif state.count == 10:
        outcome = {"winners": [], "reason": "ten-moves"}
    elif not any(True for _ in moves(state)):
        outcome = {"winners": [], "reason": "no-move"}
    return str(state), outcome


def perft(text: str, depth: int) -> int:
    if depth == 0:
        return 1
    found = list(moves(State(text)))
    if depth == 1:
        return len(found)
    return sum(perft(after, depth - 1) for move in found for after, ended in [play(text, move)] if ended is None)
