"""What must hold of any position: symmetry, notation both ways, pieces accounted for; and perft."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.games.jetan import resolve
from controller.games.jetan.moves import attacked_by, legal_moves, play, threatened
from controller.games.jetan.notation import format_move, format_position, parse_move, parse_position
from controller.games.jetan.perft import perft
from controller.games.jetan.pieces import PRINCESS
from controller.games.jetan.position import squares_of
from controller.games.jetan.squares import NAMES, members
from tests.support import jetan_reference as slow
from tests.support.jetan_positions import (
    START,
    mirrored,
    mirrored_move,
    position,
    random_position,
    swapped,
    swapped_move,
)

positions = st.builds(random_position, st.randoms(use_true_random=False), st.integers(0, 20))


def legal(text: str) -> list[str]:
    found: list[str] = json.loads(resolve({"game": "jetan", "position": text}))["legal"]
    return found


@given(positions)
@settings(max_examples=150, deadline=None)
def test_left_and_right_are_alike(text):
    assert sorted(map(mirrored_move, legal(text))) == legal(mirrored(text))


@given(positions)
@settings(max_examples=150, deadline=None)
def test_black_and_orange_are_alike(text):
    assert sorted(map(swapped_move, legal(text))) == legal(swapped(text))


@given(positions)
@settings(max_examples=100, deadline=None)
def test_positions_and_moves_read_back(text):
    found = parse_position(text)
    assert format_position(found) == text
    moves = list(legal_moves(found))
    assert len(set(moves)) == len(moves)
    for move in moves:
        written = parse_move(format_move(found, move))
        assert written.move == move
        assert f"{NAMES[written.origin]}{written.sign}{NAMES[written.target]}" == format_move(found, move)


@given(positions, st.integers(0))
@settings(max_examples=150, deadline=None)
def test_a_move_takes_one_piece_at_most_and_moves_one(text, number):
    before = parse_position(text)
    moves = list(legal_moves(before))
    if not moves:
        return
    move = moves[number % len(moves)]
    side, kind = before.at(move.origin) or (9, 9)
    after, taken, _ = play(before, kind, move)
    assert side == before.turn == 1 - after.turn
    assert after.at(move.target) == (side, kind)
    assert after.at(move.origin) is None
    counts = [squares_of(men).bit_count() for men in before.men]
    counts[1 - side] -= taken is not None
    assert [squares_of(men).bit_count() for men in after.men] == counts
    assert not squares_of(after.men[0]) & squares_of(after.men[1])
    assert (before.at(move.target) is not None) == (taken is not None)


@given(positions)
@settings(max_examples=60, deadline=None)
def test_threatened_squares_are_those_that_the_other_side_could_move_to(text):
    """A princess's own moves threaten nobody."""
    board = text.split(" ")[0]
    if "C" not in board or "c" not in board or "R" not in board or "r" not in board:
        return
    found = parse_position(f"{board} b - 0")
    reached = slow.moves(slow.State(f"{board} o - 0"))
    princess = next(NAMES[square] for square in members(found.men[1][PRINCESS]))
    expected = {goal_of(move) for move in reached if not move.startswith(f"{princess}-")}
    assert {slow.square(NAMES[square]) for square in members(threatened(found, 0))} == expected


def goal_of(move: str) -> tuple[int, int]:
    return slow.square(move.replace("x", "-").split("-")[1])


def test_a_lone_princess_attacks_nothing():
    men = parse_position(position("Re5")).men[0]
    assert attacked_by(men, 0, squares_of(men)) == 0


START_COUNTS = (1, 92, 8439, 686_112)


def test_perft_from_the_start():
    """The first three numbers are those of the second implementation; so is the fourth, made by hand once."""
    start = parse_position(START)
    assert tuple(perft(start, depth) for depth in range(4)) == START_COUNTS
    assert tuple(slow.perft(START, depth) for depth in range(2)) == START_COUNTS[:2]


@pytest.mark.parametrize("seed", range(6))
def test_perft_of_sparse_positions(seed):
    rng = random.Random(seed)
    text = random_position(rng, 2)
    assert perft(parse_position(text), 2) == slow.perft(text, 2), text


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (position("Ca1 Rb1 cj10"), [1, 0, 0]),
        (position("Ca1 Rb1 cj10 ri10", count=10), [1, 0, 0]),
        # Every move is the tenth: nothing follows.
        (position("Ca1 Rb1 Nc1 cj10 ri10", count=9), None),
    ],
)
def test_nothing_follows_the_end_of_a_game(text, counts):
    found = parse_position(text)
    if counts is None:
        counts = [1, len(legal(text)), 0]
    assert [perft(found, depth) for depth in range(3)] == counts


class TestCommand:
    def test_counts(self, capsys):
        assert main(["jetan", "perft", START, "2"]) == 0
        assert capsys.readouterr().out == "8439\n"

    def test_knows_the_start_by_name(self, capsys):
        assert main(["jetan", "perft", "start", "0"]) == 0
        assert capsys.readouterr().out == "1\n"

    @pytest.mark.parametrize("depth", ["-1", "x", "", "1.5", "21", "٣", "9" * 5000, "1 "])
    def test_refuses_a_depth(self, depth, capsys):
        assert (
            main(["jetan", "perft", "start", "--", depth] if depth == "-1" else ["jetan", "perft", "start", depth]) == 2
        )
        assert "DEPTH: a number from 0 to 20" in capsys.readouterr().err

    def test_refuses_a_position_and_names_all_problems(self, capsys):
        assert main(["jetan", "perft", "10/10 x Rr 0", "y"]) == 2
        told = capsys.readouterr().err.splitlines()
        assert [line.split(":")[1].strip() for line in told] == ["POSITION", "POSITION", "DEPTH"]

    def test_loads_neither_opencv_nor_the_web(self):
        heavy = ("cv2", "numpy", "paho", "starlette", "yaml")
        code = f"import sys, controller.cli.jetan; print([name for name in {heavy} if name in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"
