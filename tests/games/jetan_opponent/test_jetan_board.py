"""The fast board against the rules: the same legal moves, what they lead to, and counts of sequences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.jetan.moves import attacked_by, legal_moves, play
from controller.games.jetan.notation import START, parse_position
from controller.games.jetan.opponent.lookup_tables import is_attacked
from controller.games.jetan.opponent.search_board import NONE, Board, pack, unpack
from controller.games.jetan.perft import perft
from controller.games.jetan.position import Position, squares_of
from tests.support.jetan_positions import position, random_position

positions = st.builds(random_position, st.randoms(use_true_random=False), st.integers(0, 20)).map(parse_position)


def whole(board: Board) -> list[object]:
    """All that a board knows."""
    return [getattr(board, name) for name in Board.__slots__]


@given(positions)
@settings(max_examples=70, deadline=None)
def test_the_same_moves_are_legal(found: Position) -> None:
    board = Board(found)
    assert sorted(map(unpack, board.moves())) == sorted(legal_moves(found))
    assert board.is_over == found.is_over
    assert board.is_small == found.is_small


@given(positions, st.integers(0))
@settings(max_examples=60, deadline=None)
def test_a_move_leads_where_the_rules_say_and_is_taken_back(found: Position, number: int) -> None:
    moves = list(legal_moves(found))
    if not moves:
        return
    captures = [move for move in moves if squares_of(found.men[1 - found.turn]) >> move.target & 1]
    for move in {moves[number % len(moves)], (captures or moves)[number % len(captures or moves)]}:
        board = Board(found)
        undo = board.make(pack(move))
        kind = (found.at(move.origin) or (NONE, NONE))[1]
        assert whole(board) == whole(Board(play(found, kind, move).position))
        board.take_back(undo)
        assert whole(board) == whole(Board(found))


@given(positions, st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_an_attacked_square_is_one_that_the_rules_call_so(found: Position, square: int) -> None:
    board = Board(found)
    for side in (0, 1):
        by_rules = attacked_by(found.men[side], side, board.sets[0] | board.sets[1]) >> square & 1
        assert is_attacked(square, board.men[side], board.sets[side], board.sets[0] | board.sets[1]) == bool(by_rules)


def test_perft_of_the_start() -> None:
    assert [Board(parse_position(START)).perft(depth) for depth in range(3)] == [1, 92, 8439]


@pytest.mark.parametrize(
    "text",
    [
        position("Ce7 De9 Rb1 Nc3 re10 ce4", rights="Rr"),
        position("De5 Ca1 Rb1 Na9 ce8 rj10 ni9 nj9 wj8"),
        position("De7 Ca1 Rb1 re10 cj5", count=8),
    ],
)
def test_perft_of_positions_where_games_end(text: str) -> None:
    found = parse_position(text)
    assert Board(found).perft(2) == perft(found, 2)


def test_passing_twice_is_nothing() -> None:
    board = Board(parse_position(START))
    before = whole(Board(parse_position(START)))
    board.pass_turn()
    assert whole(board) != before
    board.pass_turn()
    assert whole(board) == before
