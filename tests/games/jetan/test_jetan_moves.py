"""How the pieces go: a test for each sentence of the rules page, "Pieces" and its fine print."""

from __future__ import annotations

import json
import re

import pytest

from controller.games.jetan import resolve
from tests.support.jetan_positions import FILES, START, position

ORANGE = "cj10 ri10 ni9 nj9"
"""A chief that is walled in, so that it attacks nothing, and a princess."""
ELSEWHERE = f"Ca10 Rb10 {ORANGE}"
"""Chiefs and princesses out of the way of what a test is about."""


def legal(pieces: str, turn: str = "b", rights: str = "-", *, more: str = ELSEWHERE) -> list[str]:
    document = {"game": "jetan", "position": position(f"{pieces} {more}", turn, rights)}
    found: list[str] = json.loads(resolve(document))["legal"]
    return found


def goals(pieces: str, start: str, turn: str = "b", rights: str = "-", *, more: str = ELSEWHERE) -> set[str]:
    """Where the piece on a square may go, plainly."""
    moves = legal(pieces, turn, rights, more=more)
    return {move for found in moves for move in re.findall(f"^{start}[-x](.*)$", found)}


def around(start: str, *steps: tuple[int, int]) -> set[str]:
    """The squares that are so far from a square, and on the board."""
    file, rank = FILES.index(start[0]), int(start[1:])
    return {
        f"{FILES[file + east]}{rank + north}"
        for east, north in steps
        if 0 <= file + east <= 9 and 1 <= rank + north <= 10
    }


def square_of(most: int) -> list[tuple[int, int]]:
    return [(x, y) for x in range(-most, most + 1) for y in range(-most, most + 1) if (x, y) != (0, 0)]


TWO_STRAIGHT = [(x, y) for x, y in square_of(2) if abs(x) + abs(y) == 2]
THREE_STRAIGHT = [(x, y) for x, y in square_of(3) if abs(x) + abs(y) in (1, 3)]
TWO_DIAGONAL = [(x, y) for x, y in square_of(2) if x % 2 == 0 and y % 2 == 0]
THREE_DIAGONAL = [(x, y) for x, y in square_of(3) if x % 2 and y % 2]
THOAT = [(x, y) for x, y in square_of(2) if {abs(x), abs(y)} in ({0, 1}, {1, 2})]


@pytest.mark.parametrize(
    ("letter", "steps"),
    [
        ("w", TWO_STRAIGHT),
        ("p", TWO_DIAGONAL),
        ("d", THREE_STRAIGHT),
        ("f", THREE_DIAGONAL),
        ("t", THOAT),
    ],
)
@pytest.mark.parametrize("start", ["e4", "d6", "b4", "i5"])
def test_where_a_lone_piece_goes(letter, steps, start):
    """Exactly so many steps, straight or diagonal, turning at every step: the ends on an open board."""
    assert goals(f"{letter.upper()}{start}", start) == around(start, *steps)
    assert goals(f"{letter}{start}", start, "o") == around(start, *steps)


@pytest.mark.parametrize("start", ["e4", "a1", "b5"])
def test_chief_and_princess_go_three_steps_any_way(start):
    assert goals(f"C{start}", start, more=f"Rb10 {ORANGE}") == around(start, *square_of(3))
    assert goals(f"R{start}", start, more=f"Ca10 {ORANGE}") == around(start, *square_of(3))


def test_a_panthan_goes_ahead_sideways_and_diagonally_ahead():
    ahead = [(0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1)]
    assert goals("Ne4", "e4") == around("e4", *ahead)
    assert goals("ne4", "e4", "o") == around("e4", *[(x, -y) for x, y in ahead])


def test_a_panthan_on_the_last_row_moves_sideways_only_and_stays_a_panthan():
    assert goals("Ne10", "e10") == {"d10", "f10"}
    assert goals("ne1", "e1", "o", more="Ca10 Rb10 cj10 ri9") == {"d1", "f1"}
    after = json.loads(resolve({"game": "jetan", "position": position(f"Ne9 {ELSEWHERE}"), "move": "e9-e10"}))
    assert after["after"]["position"].startswith("CR2N3rc/")


def test_no_square_is_crossed_twice_the_start_included():
    """A dwar walled in so that its only way would be out and back."""
    assert goals("De4 Nd4 Nf4 Ne3 Nd5 Nf5 Ne6", "e4") == set()
    assert goals("De4 Nd4 Nf4 Ne3 Nd5 Ne6 ", "e4") == {"g5", "f6"}, "e5, f5, then anywhere but back"


def test_a_move_never_ends_where_it_began():
    for letter in "WPDFTN":
        assert "e4" not in goals(f"{letter}e4", "e4")


def test_a_piece_that_does_not_jump_passes_empty_squares_only():
    """And what stands in its way before the last step is not taken."""
    walled = "nd4 nf4 ne3 ne5"
    assert goals(f"We4 {walled}", "e4") == set()
    assert goals(f"De4 {walled}", "e4") == set()
    assert goals("Pe4 nd3 nd5 nf3 nf5", "e4") == set()
    assert goals("Ce4 nd3 nd4 nd5 ne3 ne5 nf3 nf4 nf5", "e4", more=f"Rb10 {ORANGE}") == set()


def test_a_flier_and_a_princess_jump():
    ring = "nd3 nd4 nd5 ne3 ne5 nf3 nf4 nf5"
    assert goals(f"Fe4 {ring}", "e4") == around("e4", *THREE_DIAGONAL)
    assert goals("Re4 Nd3 Nd4 Nd5 Ne3 Ne5 Nf3 Nf4 Nf5", "e4", more=f"Ca10 {ORANGE}") == around(
        "e4", *[step for step in square_of(3) if max(map(abs, step)) > 1]
    )


def test_a_thoat_does_not_jump_and_goes_in_either_order():
    assert goals("Te4 Nd4 Nf4 Ne3 Ne5", "e4") == around("e4", *[(x, y) for x, y in THOAT if abs(x) + abs(y) == 3])
    assert goals("Te4 Nd3 Nd5 Nf3 Nf5", "e4") == around("e4", *THOAT)
    walled = "Nd4 Nf4 Ne3 Ne5 Nd3 Nd5 Nf3 Nf5"
    assert goals(f"Te4 {walled}", "e4") == set()


def test_ways_stay_on_the_board_for_jumpers_too():
    """All ways from the corner lead over b2, and there is no second way back to it."""
    assert goals("Fa1", "a1") == {"b4", "d2", "d4"}


def test_a_piece_takes_an_opponent_and_never_its_own():
    found = legal("We4 ng4 Nc4")
    assert "e4xg4" in found
    assert "e4-g4" not in found
    assert not [move for move in found if move.endswith("c4") and move.startswith("e4")]


def test_two_ways_to_a_square_are_one_move():
    found = legal("We4")
    assert len(found) == len(set(found))
    assert found.count("e4-f5") == 1


def test_the_first_position_has_both_sides_as_a_mirror():
    rows = START.split(" ")[0].split("/")
    assert rows == [row.swapcase() for row in reversed(rows)]
    assert rows[9] == "WPDFCRFDPW"
    assert rows[8] == "TNNNNNNNNT"


class TestPrincess:
    HERE = "Re4 Ca1"
    AWAY = ORANGE

    def test_takes_nothing(self):
        assert "f5" not in goals(f"{self.HERE} nf5", "e4", more=self.AWAY)

    def test_does_not_end_where_an_opponent_could_move_to(self):
        """A panthan attacks straight ahead and sideways too."""
        attacked = {"f6", "h6", "f5", "g5", "h5"}
        found = goals(f"{self.HERE} ng6", "e4", more=self.AWAY)
        assert found == around("e4", *square_of(3)) - attacked - {"g6"}

    def test_may_stay_where_she_can_be_taken(self):
        """There is no check: another piece moves while she is attacked."""
        assert "a5-a6" in legal("Re4 Ca1 Na5 ne5", more=self.AWAY)

    def test_her_own_square_counts_as_vacated(self):
        """The dwar's way to e3 leads over e4, which she leaves."""
        found = goals("Re4 Ca1 de6 nd3 nf3", "e4", more=self.AWAY)
        assert "e3" not in found

    def test_may_pass_over_attacked_squares(self):
        """All her neighbours are attacked by warriors behind; she ends beyond."""
        found = goals("Re4 Ca1 we7", "e4", more=self.AWAY)
        assert "e5" not in found
        assert "e3" in found
        assert "h4" in found

    def test_a_princess_attacks_nothing(self):
        """She may stand where only the other princess could go."""
        assert "e5" in goals("Re4 Ca1", "e4", more="cj10 re7")

    def test_escapes_anywhere_that_is_empty_and_not_attacked(self):
        found = {move[3:] for move in legal(f"{self.HERE} ng6", rights="Rr", more=self.AWAY) if "~" in move}
        everywhere = {f"{file}{rank}" for file in FILES for rank in range(1, 11)}
        attacked = {"f6", "h6", "f5", "g5", "h5", "h9", "h8", "i8", "j8"}
        assert found == everywhere - attacked - {"e4", "a1", "g6", "j10", "i10", "i9", "j9"}

    def test_an_escape_to_a_square_within_reach_is_a_move_of_its_own_and_only_it_spends_the_right(self):
        pieces = position("Re4 Ca1 cj10 ri10", rights="Rr")
        found = json.loads(resolve({"game": "jetan", "position": pieces}))["legal"]
        assert {"e4-e5", "e4~e5"} <= set(found)
        after = {
            move: json.loads(resolve({"game": "jetan", "position": pieces, "move": move}))["after"]["position"]
            for move in ("e4-e5", "e4~e5")
        }
        assert after["e4-e5"].split(" ")[2] == "Rr"
        assert after["e4~e5"].split(" ")[2] == "r"
        board = [text.split(" ")[0] for text in after.values()]
        assert board[0] == board[1]

    @pytest.mark.parametrize(("turn", "rights", "may"), [("b", "R", 1), ("b", "r", 0), ("o", "r", 1), ("o", "R", 0)])
    def test_escapes_with_the_right_of_her_own_side_only(self, turn, rights, may):
        found = legal(self.HERE, turn, rights, more=self.AWAY)
        assert any("~" in move for move in found) == bool(may)

    def test_no_right_is_left_after_both_have_escaped(self):
        answer = json.loads(
            resolve({"game": "jetan", "position": position("Re4 Ca1 cj10 ri10", rights="R"), "move": "e4~a2"})
        )
        assert answer["after"]["position"].split(" ")[2] == "-"
