"""How a game ends, and the count: the rules page, "End" and its fine print."""

from __future__ import annotations

import json

import pytest

from boards.base.errors import Problems
from controller.games.jetan import resolve
from tests.support.jetan_positions import position, swapped, swapped_move

FIVE = "Na1 Nb1 Nc1"
"""Pieces that make a side larger than three."""


def play(text: str, move: str) -> dict:
    found: dict = json.loads(resolve({"game": "jetan", "position": text, "move": move}))
    return found


def outcome(text: str, move: str) -> tuple[list[str], str] | None:
    """The winners and the reason; the same game with the sides changed ends alike."""
    found = play(text, move)["outcome"]
    other = play(swapped(text), swapped_move(move))["outcome"]
    if found is None:
        assert other is None
        return None
    assert other["reason"] == found["reason"]
    assert sorted({*found["winners"], *other["winners"]}) == (["black", "orange"] if found["winners"] else [])
    return found["winners"], found["reason"]


def count_after(text: str, move: str) -> int:
    return int(play(text, move)["after"]["position"].split(" ")[3])


@pytest.mark.parametrize(
    ("pieces", "start"), [("Wd9 Ca1", "d9"), ("Ce8", "e8"), ("Td8 Ca1 Na2", "d8"), ("Nd9 Ca1", "d9")]
)
def test_a_piece_on_the_princess_wins(pieces, start):
    assert outcome(position(f"{pieces} Rb1 re10 cj5"), f"{start}xe10") == (["black"], "princess")


def test_a_chief_that_takes_a_chief_wins():
    assert outcome(position("Ce7 Rb1 re1 ce10"), "e7xe10") == (["black"], "chief")


def test_a_chief_taken_by_another_piece_is_a_draw():
    assert outcome(position("De7 Ca1 Rb1 re1 ce10"), "e7xe10") == ([], "chief")


def test_taking_anything_else_goes_on():
    assert outcome(position("De7 Ca1 Rb1 rj1 cj5 de10"), "e7xe10") is None


class TestTenMoves:
    def test_the_capture_that_makes_both_sides_small_leaves_the_count_at_0(self):
        text = position("De7 Ca1 Rb1 rj1 cj5 ne10 nj10")
        assert count_after(text, "e7xe10") == 0

    def test_every_later_move_adds_1(self):
        assert count_after(position("De7 Ca1 Rb1 rj1 cj5 ne10", count=3), "e7-e4") == 4

    def test_a_later_capture_does_not_reset_it(self):
        assert count_after(position("De7 Ca1 Rb1 rj1 cj5 ne10", count=3), "e7xe10") == 4

    def test_a_small_position_with_count_0_goes_to_1_with_its_first_move(self):
        assert count_after(position("De7 Ca1 Rb1 rj1 cj5 ne10"), "e7-e4") == 1

    @pytest.mark.parametrize("more", ["Na2", "nf8"])
    def test_it_does_not_run_while_one_side_has_more_than_three(self, more):
        text = position(f"De7 Ca1 Rb1 rj1 cj5 ne10 {more} {'nj9' if more[0] == 'n' else ''}")
        assert count_after(text, "e7-e4") == 0

    def test_the_tenth_move_draws(self):
        text = position("De7 Ca1 Rb1 rj1 cj5 ne10", count=9)
        assert outcome(text, "e7-e4") == ([], "ten-moves")
        assert count_after(text, "e7-e4") == 10

    def test_the_ninth_does_not(self):
        assert outcome(position("De7 Ca1 Rb1 rj1 cj5 ne10", count=8), "e7-e4") is None

    def test_unless_it_wins(self):
        assert outcome(position("De7 Ca1 Rb1 re10 cj5", count=9), "e7xe10") == (["black"], "princess")
        assert outcome(position("Ce7 Rb1 rj1 ce10", count=9), "e7xe10") == (["black"], "chief")

    def test_a_taken_chief_comes_before_it(self):
        assert outcome(position("De7 Ca1 Rb1 rj1 ce10", count=9), "e7xe10") == ([], "chief")

    def test_the_count_runs_and_the_turn_changes_with_the_last_move_too(self):
        after = play(position("De7 Ca1 Rb1 re10 cj5", rights="r", count=4), "e7xe10")["after"]["position"]
        assert after.split(" ")[1:] == ["o", "r", "5"], "a taken princess leaves the escape letters as they are"


class TestNoMove:
    WALL = " ".join(
        f"N{file}{rank}" for file in "abcdefghij" for rank in (9, 10) if f"{file}{rank}" not in ("a10", "e10")
    )
    STUCK = f"Ra10 Ce10 {WALL} wa8 wb8 wc8 wd8 wa7 wb7 wc7 ne7 rj1 cj3"
    """Black fills the last two rows; his princess can go only to d7, and orange's panthan on e7 goes there."""

    def test_it_is_declared_with_the_move_that_causes_it(self):
        assert outcome(position(self.STUCK, "o"), "e7-d7") == ([], "no-move")

    def test_an_escape_is_a_move(self):
        assert outcome(position(self.STUCK, "o", "R"), "e7-d7") is None

    def test_a_plain_way_out_is_a_move(self):
        assert outcome(position(self.STUCK, "o"), "e7-f7") is None
        assert outcome(position(self.STUCK, "o"), "e7-e6") is None

    def test_a_win_and_a_taken_chief_come_before_it(self):
        text = position(f"{self.STUCK} Rj5".replace("Ra10", "Na10"), "o")
        assert outcome(text, "j3xj5") == (["orange"], "princess")

    def test_the_stuck_position_itself_has_no_legal_move(self):
        stuck = play(position(self.STUCK, "o"), "e7-d7")["after"]["position"]
        assert json.loads(resolve({"game": "jetan", "position": stuck})) == {"legal": [], "outcome": None}


@pytest.mark.parametrize(
    "text",
    [
        position("Ca1 Rb1 cj10"),
        position("Ca1 Rb1 rj10"),
        position("Ca1 cj10 ri10"),
        position("Rb1 cj10 ri10"),
        position("Ca1 Rb1 cj10 ri10", count=10),
        position(""),
    ],
)
def test_a_finished_game_has_no_moves_and_refuses_any(text):
    assert json.loads(resolve({"game": "jetan", "position": text})) == {"legal": [], "outcome": None}
    for move in ("a1-a4", "b1-b2", "a1-a1"):
        with pytest.raises(Problems) as refusal:
            play(text, move)
        assert [(p.at, str(p.message)) for p in refusal.value.problems] == [
            ("move", "the game is over, there is nothing to move")
        ]
