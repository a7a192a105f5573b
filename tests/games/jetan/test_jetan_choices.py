"""Who begins, several games, stakes, advice and threatened squares: what people at a table choose and ask for."""

from __future__ import annotations

import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.drawing.jetan_figures import FIGURES
from boards.drawing.primitives import Circle, Path
from controller.cli.jetan_terminal import board_text
from controller.games.game import PieceMoved
from controller.games.jetan import GAME
from controller.games.jetan.advice import advise
from controller.games.jetan.event_messages import LETTERS
from controller.games.jetan.moves import legal_moves
from controller.games.jetan.notation import START, format_move, parse_position
from controller.games.jetan.pieces import KINDS
from controller.games.jetan.stakes import PIECE_VALUES
from controller.games.jetan.tabletop import TABLETOP


def turn_of(state):
    return GAME.requests(state)[0].players


def test_the_first_move_is_by_agreement():
    assert turn_of(GAME.start({})) == ("black",)
    assert turn_of(GAME.start({"first": "orange"})) == ("orange",)


@pytest.mark.parametrize(
    ("setup", "places"),
    [
        ({"first": "green"}, ["first"]),
        ({"first": None}, ["first"]),
        ({"position": START, "first": "orange"}, ["first"]),
        ({"first": 1, "games": 0, "stakes": -1}, ["first", "games", "stakes"]),
        ({"stakes": {"king": 1}}, ["stakes.king"]),
    ],
)
def test_wrong_choices_are_refused_all_at_once(setup, places):
    with pytest.raises(Problems) as refused:
        GAME.start(setup)
    assert [problem.at for problem in refused.value.problems] == places


def test_after_a_game_its_winner_has_the_right_to_the_first_move_and_may_give_it_away():
    state = GAME.start({"first": "orange"})
    assert TABLETOP.begins(state) == ()
    won = GAME.advance(state, PieceMoved("black", "resign")).state
    assert TABLETOP.begins(won) == ("orange", "black")
    drawn = GAME.advance(GAME.advance(state, PieceMoved("black", "draw")).state, PieceMoved("orange", "draw")).state
    assert TABLETOP.begins(drawn) == ("orange", "black")
    for side in ("black", "orange"):
        assert turn_of(TABLETOP.begun_by(state, side)) == (side,)
        assert TABLETOP.begun_by(state, side).names == state.names


def test_stakes_are_told_and_paid():
    state = GAME.start({**TABLETOP.chosen({"stakes": 5, "games": 3})})
    assert any("nobody owes" in str(fact) for fact in TABLETOP.facts(state))
    state = GAME.advance(state, PieceMoved("orange", "resign")).state
    assert any("Orange owes Black 5" in str(fact) for fact in TABLETOP.facts(state))
    assert GAME.start(TABLETOP.chosen({"stakes": "pieces"})).terms.stakes == PIECE_VALUES
    assert not any("owe" in str(fact) for fact in TABLETOP.facts(GAME.start({})))


ADVICE = {
    # A dwar can take the princess.
    "princess": ("4r5/10/10/4D5/10/10/10/10/C9/R8c b Rr 0", "takes the princess"),
    "chief": ("4c4r/10/10/4C5/10/10/10/10/10/R9 b Rr 0", "takes the chief"),
    "threatened": (START, "expects"),
}


@pytest.mark.parametrize("name", ADVICE)
def test_advice_is_a_legal_move_with_a_reason_that_holds(name):
    text, why = ADVICE[name]
    position = parse_position(text)
    told = advise(position)
    assert why in str(told), str(told)
    move = str(told).split(" ")[0]
    assert move in {format_move(position, legal) for legal in legal_moves(position)}
    assert len({translate(told, language) for language in languages()}) == len(languages())
    assert advise(position) == told


def test_threatened_squares_of_both_sides():
    state = GAME.start({"position": "r8c/10/10/10/4d5/10/10/5T4/10/C8R b Rr 0"})
    threats = TABLETOP.threats(state)
    assert set(threats) == {"black", "orange"}
    # The thoat: one straight, one diagonal step; the chief's squares are black's, too.
    assert {"e5", "g5", "d4", "h4"} <= set(threats["black"])
    # The dwar goes exactly three straight steps, in any combination.
    assert {"e3", "e5"} <= set(threats["orange"])
    assert "e4" not in threats["orange"]
    over = GAME.advance(state, PieceMoved("black", "resign")).state
    assert TABLETOP.threats(over) == {}


def test_every_kind_has_a_figure_of_its_own_with_what_the_book_names():
    assert set(FIGURES) == {kind.name for kind in KINDS}
    drawn = {name: draw("#111111", "#eeeeee") for name, draw in FIGURES.items()}
    assert len({*drawn.values()}) == len(KINDS)
    pearls = [shape for shape in drawn["chief"] if isinstance(shape, Circle) and shape.fill == "#ffffff"]
    assert len(pearls) == 10
    jewels = [shape for shape in drawn["princess"] if isinstance(shape, Circle) and shape.fill == "#c8372d"]
    assert len(jewels) == 1
    for shapes in drawn.values():
        for shape in shapes:
            points = [point for contour in shape.contours for point in contour] if isinstance(shape, Path) else ()
            assert all(abs(point.x) <= 52 and abs(point.y) <= 52 for point in points)
    assert {piece.figure for piece in TABLETOP.pieces(GAME.start({}))} == set(FIGURES)


@pytest.mark.parametrize("language", languages())
def test_each_piece_has_a_letter_of_its_own_in_every_language(language: str) -> None:
    letters = [translate(words, language) for words in LETTERS]
    assert len(set(letters)) == len(KINDS)
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)
    board = board_text(GAME.start({}), language)
    black, orange = board.splitlines()[-2].split()[1:], board.splitlines()[0].split()[1:]
    order = ("warrior", "padwar", "dwar", "flier", "chief", "princess", "flier", "dwar", "padwar", "warrior")
    told = dict(zip((kind.name for kind in KINDS), letters, strict=True))
    assert black == [told[kind] for kind in order]
    assert orange == [letter.lower() for letter in black]


def test_a_million_is_the_highest_stake():
    for stakes in (1_000_000, 0, {"chief": 1_000_000}):
        GAME.start({"stakes": stakes})
    for stakes in (1_000_001, -1, True):
        with pytest.raises(Problems, match="stakes"):
            GAME.start({"stakes": stakes})
    with pytest.raises(Problems, match=r"stakes\.chief"):
        GAME.start({"stakes": {"chief": 1_000_001}})
