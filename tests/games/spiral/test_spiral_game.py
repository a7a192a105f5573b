"""The dice race at the table: dice, choices, rounds to the agreed sum, chips by name, and what is told."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.geometry import Cell
from controller.games.game import DiceRolled, GoOn, Outcome, PieceMoved, Place, Request, Requirement
from controller.games.spiral import GAME
from controller.games.spiral.board import standard_board
from controller.games.spiral.choices import MOVE, Choice, choice_json, format_choice, parse_choice, read_choice
from controller.games.spiral.documents.document_reader import read_task
from controller.games.spiral.events import FIELDS
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.narration.event_messages import EVENTS, FIGURES, PLAYERS
from controller.games.spiral.position import dump_position
from controller.games.spiral.tabletop import BASE_COLOURS, TABLETOP, YELLOW
from controller.games.spiral.turns import play
from tests.support import pictures
from tests.support.games import spiral as conformance
from tests.support.spiral_positions import COLOURS, document, random_document

TWO = {"players": ["red", "blue"]}


def roll(state, player: str, face: int):
    return GAME.advance(state, DiceRolled({player: str(face)}))


def choose(state, player: str, choice: str):
    return GAME.advance(state, PieceMoved(player, choice))


def setup(**chips: str) -> dict:
    """A setup in the words of ``document``; only what a setup has."""
    return {key: value for key, value in document(1, **chips).items() if key != "roll"}


def refused(state, decision) -> list[str]:
    with pytest.raises(Problems) as refusal:
        GAME.advance(state, decision)
    return [problem.at for problem in refusal.value.problems]


def test_the_board_is_empty_at_first_and_the_first_player_rolls():
    state = GAME.start(TWO)
    assert GAME.stands(state) == {}
    assert GAME.requests(state) == (Request(Requirement.DICE, ("red",)),)
    assert pictures.spiral(state)["sum"] == 40000, "the default sum"


def test_who_can_do_nothing_passes_without_being_asked():
    step = roll(GAME.start(TWO), "red", 5)
    assert [event.name for event in step.events] == ["rolled", "passed"]
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("blue",)),)


def test_a_six_asks_for_a_choice_and_gives_another_turn():
    state = roll(GAME.start(TWO), "red", 6).state
    assert GAME.requests(state) == (Request(Requirement.MOVE, ("red",)),)
    assert pictures.spiral(state)["choices"] == ["new"]
    step = choose(state, "red", "new")
    assert [event.name for event in step.events] == ["set", "again"]
    assert GAME.stands(step.state)["red-1"].cell == Cell.parse("h6")
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("red",)),)


def test_decisions_that_do_not_fit_are_refused():
    state = GAME.start(TWO)
    assert refused(state, PieceMoved("red", "new")) == ["decision"]
    assert refused(state, GoOn()) == ["decision"]
    assert refused(state, DiceRolled({"blue": "3"})) == ["faces.blue", "faces.red"]
    assert refused(state, DiceRolled({})) == ["faces.red"]
    for face in ("0", "7", "six", "06", "٣"):
        assert refused(state, DiceRolled({"red": face})) == ["faces.red"]
    state = roll(state, "red", 6).state
    assert refused(state, DiceRolled({"red": "3"})) == ["decision"]
    assert refused(state, PieceMoved("blue", "new")) == ["player"]
    assert refused(state, PieceMoved("red", "pass")) == ["move"]
    assert refused(state, PieceMoved("red", "move 3")) == ["move"]
    assert refused(state, PieceMoved("red", "jump")) == ["move"]


def test_hands_take_chips_off_before_they_set_one_there():
    state = roll(GAME.start(setup(red="8", blue="44 30")), "red", 1).state
    step = choose(state, "red", "move 8 knight 44")
    motions = [motion for motion_group in GAME.motion_groups(state, step.events) for motion in motion_group.motions]
    assert motions == [
        Place("red-1", Cell.parse("a6"), Cell.parse("a5")),
        Place("blue-2", Cell.parse("c4"), None),
        Place("red-1", Cell.parse("a5"), Cell.parse("c4")),
    ]
    assert sorted(GAME.stands(step.state)) == ["blue-1", "red-1"]


def test_a_chip_that_comes_anew_takes_the_lowest_free_number():
    state = GAME.start(setup(red="2 16 30", blue=""))
    assert sorted(GAME.stands(state)) == ["red-1", "red-2", "red-3"]
    state = choose(roll(state, "red", 1).state, "red", "move 16").state
    assert sorted(GAME.stands(state)) == ["red-1", "red-3"], "the Ace of Spades took red-2"
    state = choose(roll(roll(state, "blue", 1).state, "red", 6).state, "red", "new").state
    assert GAME.stands(state)["red-2"].cell == Cell.parse("h6")


class TestRounds:
    LAST = "44 48h 47h 46h"

    def over(self, agreed: int):
        state = GAME.start({**setup(red=self.LAST, blue="3"), "sum": agreed})
        return choose(roll(state, "red", 1).state, "red", "move 44")

    def test_sums_are_told_and_added_up(self):
        step = self.over(40001)
        assert [(event.player, event.name, event.values) for event in step.events[-3:]] == [
            ("red", "base-full", (4,)),
            ("red", "scored", (40000, 40000)),
            ("blue", "scored", (1, 1)),
        ]
        assert pictures.spiral(step.state)["totals"] == {"red": 40000, "blue": 1}

    def test_games_go_on_until_somebody_has_the_agreed_sum(self):
        state = self.over(40001).state
        assert GAME.outcome(state) is None
        assert GAME.requests(state) == (Request(Requirement.GO_ON),)
        step = GAME.advance(state, GoOn())
        motions = [motion for motion_group in GAME.motion_groups(state, step.events) for motion in motion_group.motions]
        assert {motion.piece for motion in motions} == {"red-1", "red-2", "red-3", "red-4", "blue-1"}
        assert all(motion.target is None for motion in motions)
        assert GAME.stands(step.state) == {}
        assert GAME.requests(step.state) == (Request(Requirement.DICE, ("blue",)),), "the first turn goes round"
        assert pictures.spiral(step.state)["totals"] == {"red": 40000, "blue": 1}
        assert pictures.spiral(step.state)["round"] == 2

    def test_and_the_highest_sum_wins(self):
        state = self.over(40000).state
        assert GAME.outcome(state) == Outcome(("red",), "base-full")
        assert GAME.requests(state) == ()
        assert refused(state, GoOn()) == ["decision"]

    def test_equal_sums_win_together(self):
        state = GAME.start({**setup(red="44 48h", blue="47h 46h"), "sum": 200})
        state = choose(roll(state, "red", 1).state, "red", "move 44").state
        assert GAME.outcome(state) == Outcome(("blue", "red"), "base-full")


@pytest.mark.parametrize(
    ("given_setup", "places"),
    [
        ({}, ["players", "turn"]),
        ({"players": ["red"]}, ["players"]),
        ({"players": [f"p{n}" for n in range(7)]}, ["players"]),
        ({"players": ["red", 5]}, ["players[1]"]),
        ({**TWO, "sum": 0}, ["sum"]),
        ({**TWO, "sum": True}, ["sum"]),
        ({**TWO, "sum": "40000"}, ["sum"]),
        ({**TWO, "turn": "green"}, ["turn"]),
        ({**TWO, "roll": 3}, ["roll"]),
        ({**TWO, "game": "jetan"}, ["game"]),
        ({**TWO, "board": {"columns": 8, "rows": 6, "figures": {"7": "dragon", "13": "shop"}}}, ["board.figures.7"]),
        ({**TWO, "home": {"red": [48, 47, 46, 45]}}, ["home"]),
    ],
)
def test_setups_that_are_refused(given_setup, places):
    with pytest.raises(Problems) as refusal:
        GAME.start(given_setup)
    assert [problem.at for problem in refusal.value.problems] == [
        at for at in places if at != "turn" or "players" not in places
    ]


def test_a_board_of_ones_own_is_played_on():
    own = {"columns": 5, "rows": 4, "figures": {"3": "king"}}
    state = GAME.start({**TWO, "board": own, "chips": {"red": [2]}})
    state = choose(roll(state, "red", 1).state, "red", "move 2").state
    assert pictures.spiral(state)["chips"] == {"blue": [], "red": [1, 3]}
    assert pictures.spiral(state)["board"] == own


documents = st.builds(random_document, st.randoms(use_true_random=False))


@given(documents)
@settings(max_examples=200, deadline=None)
def test_chips_are_accounted_for(given_document):
    """What was there, what was set, what was taken and removed make what is there; and who is home stays."""
    board = standard_board()
    position, face, _ = read_task(board, given_document)
    for choice in legal_choices(board, position, face):
        after, events, _ = play(board, position, face, choice)
        counts = Counter(event.name for event in events)
        assert counts["ace"] + counts["set"] + counts["home"] + counts["passed"] <= 2
        gone = Counter(event.value("whose") for event in events if event.name == "took")
        me = position.players[position.turn]
        gone[me] += counts["ace"] - counts["set"]
        held = zip(position.players, position.chips, position.home, after.chips, after.home, strict=True)
        for player, chips, home, chips_after, home_after in held:
            assert len(chips_after) + len(home_after) == len(chips) + len(home) - gone[player]
            assert set(home) <= set(home_after)
            assert len(home_after) - len(home) == (counts["home"] if player == me else 0)
            assert len(chips_after) + len(home_after) <= 4
        taken = [cell for cells in (*after.chips, *after.home) for cell in cells]
        assert len(set(taken)) == len(taken)
        assert dump_position(after)["turn"] in position.players


@given(documents, st.integers(1, 5))
@settings(max_examples=100, deadline=None)
def test_names_of_colours_do_not_matter(given_document, shift):
    """Other colours in the same seats: the same turn."""
    players = given_document["players"]
    other = dict(zip(COLOURS, COLOURS[shift:] + COLOURS[:shift], strict=True))
    renamed = {
        **given_document,
        "players": [other[name] for name in players],
        "turn": other[given_document["turn"]],
        **{
            key: {other[name]: value for name, value in given_document[key].items()}
            for key in ("chips", "home", "skips")
        },
    }
    board = standard_board()
    first, face, _ = read_task(board, given_document)
    second, _, _ = read_task(board, renamed)
    assert legal_choices(board, first, face) == legal_choices(board, second, face)
    for choice in legal_choices(board, first, face):
        one, two = play(board, first, face, choice).position, play(board, second, face, choice).position
        assert one._replace(players=()) == two._replace(players=())


@given(documents)
@settings(max_examples=100, deadline=None)
def test_choices_are_written_both_ways(given_document):
    board = standard_board()
    position, face, _ = read_task(board, given_document)
    for choice in legal_choices(board, position, face):
        assert parse_choice(format_choice(choice)) == choice
        assert read_choice(json.loads(json.dumps(choice_json(choice)))) == choice


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("move 17", Choice(MOVE, 17)),
        ("move 9 knight 32", Choice(MOVE, 9, (32,))),
        ("move 1 knight 2 3", Choice(MOVE, 1, (2, 3))),
    ],
)
def test_choices_as_text(text, choice):
    assert parse_choice(text) == choice
    assert format_choice(choice) == text


@pytest.mark.parametrize(
    "text", ["", "17", "move", "move 0", "move 017", "move 9 knight", "move  9", "new ", "move 9999", "move ٣"]
)
def test_texts_that_are_no_choices(text):
    with pytest.raises(ValueError, match="is no choice"):
        parse_choice(text)


def test_hands_put_every_chip_where_the_rules_say():
    """Who does what the beats say, and nothing else, has the board of the rules, in whole games."""
    told: Counter[str] = Counter()
    for seed in range(3):
        rng = random.Random(seed)
        state = GAME.start(conformance.SETUP)
        board: dict[str, Cell] = {}
        while requests := GAME.requests(state):
            step = GAME.advance(state, conformance.decide(requests[0], state, rng))
            for motion_group in GAME.motion_groups(state, step.events):
                for motion in motion_group.motions:
                    assert board.get(motion.piece) == motion.origin
                    assert motion.target not in board.values()
                    board.pop(motion.piece, None)
                    if motion.target is not None:
                        board[motion.piece] = motion.target
            state = step.state
            assert board == {name: stand.cell for name, stand in GAME.stands(state).items()}
            told.update(event.name for event in step.events)
    assert set(told) == set(FIELDS), "these games show everything that can happen"


def test_every_sentence_is_there_in_every_language():
    assert set(EVENTS) == set(FIELDS)
    assert set(PLAYERS) == set(COLOURS)
    for words in (*EVENTS.values(), *PLAYERS.values(), *FIGURES.values()):
        assert all(translate(words, language) for language in languages())
    event = roll(GAME.start(TWO), "red", 5).events[0]
    assert GAME.explain(event, "ru") == "Красные: на кубике 5."
    assert GAME.explain(event._replace(player="Аня"), "fr") == "Аня : le dé montre 5."
    with pytest.raises(Problems):
        GAME.explain(event, "xx")


def test_figures_are_told_by_their_own_names_and_in_order():
    state = roll(GAME.start(setup(red="6 13", blue="10")), "red", 1).state
    told = [GAME.explain(event, "en") for event in choose(state, "red", "move 6").events]
    assert told == ["Red: a chip goes from 6 to 7.", "Red: the Dragon on 7 can do nothing."]


# --- what players choose


def thrown(state, faces: str):
    (player,) = GAME.requests(state)[0].players
    return GAME.advance(state, DiceRolled({player: faces}))


def test_two_dice_count_one_after_the_other():
    state = GAME.start({**setup(red="2", blue="30"), "dice": 2})
    step = thrown(state, "1 3")
    assert [event.values for event in step.events] == [(1,), (3,)]
    assert (step.state.roll, step.state.waiting) == (1, (3,))
    assert any("other die shows 3" in str(fact) for fact in TABLETOP.facts(step.state))
    step = choose(step.state, "red", "move 2")
    assert (step.state.roll, step.state.waiting) == (3, ())
    assert not any(event.name == "again" for event in step.events)
    step = choose(step.state, "red", "move 3")
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("blue",)),)
    # A six of the last die gives another throw, as ever.
    step = thrown(GAME.start({**setup(red="2", blue="30"), "dice": 2}), "1 6")
    step = choose(choose(step.state, "red", "move 2").state, "red", "new")
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("red",)),)


def test_a_spider_takes_away_the_other_die():
    step = thrown(GAME.start({**setup(red="11", blue="30"), "dice": 2}), "1 3")
    step = choose(step.state, "red", "move 11")
    assert (step.state.roll, step.state.waiting) == (None, ())
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("blue",)),)


def test_dice_with_which_nothing_can_be_done_pass_both():
    step = thrown(GAME.start({**TWO, "dice": 2}), "2 3")
    assert GAME.requests(step.state) == (Request(Requirement.DICE, ("blue",)),)
    assert [event.name for event in step.events].count("passed") == 2


@pytest.mark.parametrize("faces", ["3", "3 7", "3 4 5", "34", "", "x y"])
def test_two_dice_show_two_faces(faces):
    state = GAME.start({**TWO, "dice": 2})
    assert refused(state, DiceRolled({"red": faces})) == ["faces.red"]
    assert len(TABLETOP.faces_of(state)) == 36


def test_people_of_a_team_play_in_turn():
    state = GAME.start({**TWO, "teams": {"red": ["Anna", "Ben"], "blue": ["Cem"]}})
    seen = []
    for _ in range(6):
        seen.append((state.position.players[state.position.turn], state.thrower))
        state = thrown(state, "1").state
    assert seen == [("red", "Anna"), ("blue", "Cem"), ("red", "Ben"), ("blue", "Cem"), ("red", "Anna"), ("blue", "Cem")]
    assert any("Ben’s turn" in str(fact) for fact in TABLETOP.facts(state))
    rolled = thrown(state, "6").state
    assert rolled.roll == 6 and rolled.thrower == "Ben"


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"dice": 3}, ["dice"]),
        ({"dice": "2"}, ["dice"]),
        ({"sum": 0}, ["sum"]),
        ({"teams": {"pink": ["A"]}}, ["teams.pink"]),
        ({"teams": {"red": []}}, ["teams.red"]),
        ({"teams": {"red": ["A", "A", 7, " "]}}, ["teams.red[1]", "teams.red[2]", "teams.red[3]"]),
        ({"teams": ["A"], "dice": 0, "sum": -1}, ["teams", "dice", "sum"]),
    ],
)
def test_wrong_choices_are_refused_with_their_place(change, places):
    with pytest.raises(Problems) as refusal:
        GAME.start({**TWO, **change})
    assert [problem.at for problem in refusal.value.problems] == places


def test_the_cells_have_the_books_colours():
    spots = {spot.name: spot for spot in TABLETOP.spots(GAME.start(TWO))}
    assert spots["1"].fill == spots["44"].fill == YELLOW
    assert tuple(spots[str(cell)].fill for cell in range(45, 49)) == BASE_COLOURS
    assert len({*BASE_COLOURS, YELLOW}) == 5
    assert not spots["2"].fill
    assert all(spot.way is not None for name, spot in spots.items() if name != "48")
    assert [spots[str(cell)].sign for cell in range(45, 49)] == ["★"] * 4
