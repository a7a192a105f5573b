"""Jetan at the table: several games, the right to the first move, stakes, offers, and what is shown of it."""

from __future__ import annotations

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.base.errors import Problems
from boards.geometry import Cell, Heading
from controller.games.game import (
    GoOn,
    MotionGroup,
    Outcome,
    PieceMoved,
    Place,
    ProgramsLaid,
    Request,
    Requirement,
    Stand,
)
from controller.games.jetan import GAME
from controller.games.jetan.event_messages import EVENTS, PIECES, SIDES, STEPS
from controller.games.jetan.pieces import KINDS
from controller.games.jetan.stakes import VALUES
from tests.support import pictures
from tests.support.jetan_positions import START, position

WINNABLE = position("Ce1 Rf1 De9 Na5 ca9 re10 nb6", rights="Rr")
"""Black takes the princess by e9xe10; a5xb6 takes a panthan, b6xa5 another."""


def play(state, *moves: str):
    """Moves such as ``black e2-e3``. Returns the state and the last events."""
    events = ()
    for text in moves:
        player, move = text.split(" ", 1)
        state, events = (step := GAME.advance(state, PieceMoved(player, move))).state, step.events
    return state, events


def refused(state, decision) -> list[str]:
    with pytest.raises(Problems) as refusal:
        GAME.advance(state, decision)
    return [problem.at for problem in refusal.value.problems]


def test_a_game_begins_with_black_and_takes_turns():
    state = GAME.start({})
    assert GAME.requests(state) == (Request(Requirement.MOVE, ("black",)),)
    state, _ = play(state, "black d2-d3")
    assert GAME.requests(state) == (Request(Requirement.MOVE, ("orange",)),)
    assert refused(state, PieceMoved("black", "e2-e3")) == ["player"]
    assert refused(state, PieceMoved("orange", "e2-e3")) == ["move"]
    assert refused(state, PieceMoved("orange", "e9e8")) == ["move"]
    assert refused(state, PieceMoved("red", "e9-e8")) == ["player"]
    assert refused(state, GoOn()) == ["decision"]
    assert refused(state, ProgramsLaid({})) == ["decision"]


def test_by_agreement_orange_may_have_the_first_move():
    assert GAME.requests(GAME.start({"position": START.replace(" b ", " o ")}))[0].players == ("orange",)


def test_pieces_have_names_that_follow_them():
    state = GAME.start({})
    stands = GAME.stands(state)
    assert len(stands) == 40
    assert stands["black-chief"] == Stand(Cell.parse("e1"), Heading.N)
    assert stands["orange-thoat-2"] == Stand(Cell.parse("j9"), Heading.S)
    state, events = play(state, "black d2-d3")
    assert GAME.stands(state)["black-panthan-3"].cell == Cell.parse("d3")
    assert events[0].piece == "black-panthan-3"


def test_a_capture_takes_the_piece_off_before_the_other_is_put_there():
    state = GAME.start({"position": WINNABLE})
    after, events = play(state, "black a5xb6")
    assert GAME.motion_groups(state, events) == (
        MotionGroup((Place("orange-panthan-1", Cell.parse("b6"), None),)),
        MotionGroup((Place("black-panthan-1", Cell.parse("a5"), Cell.parse("b6")),)),
    )
    assert "orange-panthan-1" not in GAME.stands(after)


def test_an_escape_is_told_as_one():
    state, events = play(GAME.start({}), "black f1~f5")
    assert [GAME.event_json(event) for event in events] == [
        {
            "event": "escaped",
            "side": "black",
            "kind": "princess",
            "piece": "black-princess",
            "from": "f1",
            "to": "f5",
        }
    ]
    assert pictures.jetan(state)["escapes"] == ["orange"]


def test_the_end_of_a_single_game():
    state, events = play(GAME.start({"position": WINNABLE}), "black e9xe10")
    assert GAME.outcome(state) == Outcome(("black",), "princess")
    assert GAME.requests(state) == ()
    assert pictures.jetan(state)["legal"] == []
    assert [event.name for event in events] == ["moved", "taken", "ended"]
    assert refused(state, PieceMoved("orange", "a9-a8")) == ["decision"]


def test_resigning_is_possible_at_any_time():
    state, events = play(GAME.start({}), "orange resign")
    assert GAME.outcome(state) == Outcome(("black",), "resigned")
    assert [GAME.explain(event, "en") for event in events] == [
        "Orange resigns.",
        "Black wins: the opponent resigned.",
    ]


class TestDraw:
    def test_is_offered_and_agreed(self):
        state, _ = play(GAME.start({}), "black draw")
        assert GAME.outcome(state) is None
        assert pictures.jetan(state)["offered"] == "black"
        state, _ = play(state, "black d2-d3", "orange draw")
        assert GAME.outcome(state) == Outcome((), "agreed")

    def test_an_offer_lapses_with_the_other_sides_move(self):
        state, _ = play(GAME.start({}), "black draw", "black d2-d3", "orange d9-d8")
        assert pictures.jetan(state)["offered"] is None
        state, _ = play(state, "orange draw")
        assert GAME.outcome(state) is None

    def test_is_not_offered_twice(self):
        state, _ = play(GAME.start({}), "black draw")
        assert refused(state, PieceMoved("black", "draw")) == ["move"]


class TestSeveralGames:
    def three(self):
        return GAME.start({"position": WINNABLE, "games": 3})

    def test_the_winner_has_the_right_to_the_first_move(self):
        state, _ = play(self.three(), "black e9xe10")
        assert GAME.outcome(state) is None
        assert GAME.requests(state) == (Request(Requirement.MOVE, ("black",)),)
        assert refused(state, PieceMoved("orange", "begin")) == ["player"]
        assert refused(state, PieceMoved("black", "d2-d3")) == ["move"]
        assert refused(state, GoOn()) == ["decision"]
        begun, events = play(state, "black begin")
        assert GAME.requests(begun)[0].players == ("black",)
        assert pictures.jetan(begun)["position"] == WINNABLE
        assert GAME.stands(begun) == GAME.stands(self.three())
        motions = [motion for motion_group in GAME.motion_groups(state, events) for motion in motion_group.motions]
        assert Place("orange-princess", None, Cell.parse("e10")) in motions
        assert Place("black-dwar-1", Cell.parse("e10"), Cell.parse("e9")) in motions
        assert len(motions) == 2

    def test_and_may_give_it_away(self):
        state, _ = play(self.three(), "black e9xe10", "black yield")
        assert GAME.requests(state)[0].players == ("orange",)
        assert pictures.jetan(state)["game"] == 2

    def test_after_a_draw_the_first_move_is_as_agreed(self):
        state, _ = play(self.three(), "black e9xe10", "black yield", "orange draw", "black draw")
        assert GAME.requests(state) == (Request(Requirement.GO_ON),)
        state = GAME.advance(state, GoOn()).state
        assert GAME.requests(state)[0].players == ("black",)

    def test_most_games_win_the_match(self):
        state, _ = play(self.three(), "black e9xe10", "black begin", "black resign", "orange yield", "black e9xe10")
        assert GAME.outcome(state) == Outcome(("black",), "games")
        assert pictures.jetan(state)["wins"] == {"black": 2, "orange": 1}

    def test_as_many_each_is_a_draw(self):
        state, _ = play(GAME.start({"games": 2}), "black resign", "orange begin", "orange resign")
        assert GAME.outcome(state) == Outcome((), "games")


class TestStakes:
    def balance(self, stakes, *moves: str) -> int:
        state, _ = play(GAME.start({"position": WINNABLE, "stakes": stakes}), *moves)
        owed = pictures.jetan(state)["balance"]
        assert owed["black"] == -owed["orange"]
        return int(owed["black"])

    def test_nothing(self):
        assert self.balance(None, "black e9xe10") == 0

    def test_one_stake_a_game(self):
        assert self.balance(7, "black e9xe10") == 7
        assert self.balance(7, "black resign") == -7
        assert self.balance(7, "black draw", "orange draw") == 0

    def test_a_value_for_each_piece_lost(self):
        assert self.balance({}, "black e9xe10") == 10
        assert self.balance({}, "black a5xb6", "orange a9xb6", "black e9xe10") == 10 + 1 - 1
        assert self.balance({"panthan": 5, "princess": 0}, "black a5xb6", "orange resign") == 5
        assert self.balance({}, "black a5xb6", "orange draw", "black draw") == 1, "a draw does not bring pieces back"

    def test_the_default_values(self):
        assert VALUES == {
            "panthan": 1,
            "thoat": 2,
            "warrior": 2,
            "padwar": 2,
            "dwar": 3,
            "flier": 3,
            "chief": 5,
            "princess": 10,
        }
        assert sorted(VALUES) == sorted(kind.name for kind in KINDS)

    def test_games_add_up(self):
        state = GAME.start({"position": WINNABLE, "stakes": 2, "games": 3})
        state, _ = play(state, "black resign", "orange yield", "black resign", "orange yield", "orange resign")
        assert pictures.jetan(state)["balance"]["orange"] == 2


@pytest.mark.parametrize(
    ("setup", "places"),
    [
        ({"position": "?"}, ["position"]),
        ({"position": 3}, ["position"]),
        ({"position": position("Ca1 Rb1 cj10")}, ["position"]),
        ({"games": 0}, ["games"]),
        ({"games": True}, ["games"]),
        ({"games": "3"}, ["games"]),
        ({"stakes": -1}, ["stakes"]),
        ({"stakes": "much"}, ["stakes"]),
        ({"stakes": {"king": 1}}, ["stakes.king"]),
        ({"stakes": {"chief": True}}, ["stakes.chief"]),
        ({"game": "golems"}, ["game"]),
        ({"first": "black", "games": 1.5, "position": ""}, ["first", "games", "position"]),
    ],
)
def test_setups_that_are_refused(setup, places):
    with pytest.raises(Problems) as refusal:
        GAME.start(setup)
    assert [problem.at for problem in refusal.value.problems] == places


def test_the_picture_tells_threatened_squares():
    threatened = pictures.jetan(GAME.start({"position": WINNABLE}))["threatened"]
    assert "e10" in threatened["orange"]
    assert "a5" in threatened["black"]


def test_every_sentence_is_there_in_every_language():
    for words in (*EVENTS.values(), *SIDES, *PIECES, *STEPS):
        assert all(translate_all(words).values())
    assert len(PIECES) == len(STEPS) == len(KINDS)
    with pytest.raises(Problems):
        GAME.explain(play(GAME.start({}), "black d2-d3")[1][0], "xx")


ENDS = {
    "drawn chief": (position("De7 Ca1 Rb1 rj1 ce10"), "black e7xe10"),
    "drawn ten-moves": (position("De7 Ca1 Rb1 rj1 cj5", count=9), "black e7-e4"),
    "drawn agreed": (START, "black draw", "orange draw"),
    "ended chief": (position("Ce7 Rb1 re1 ce10"), "black e7xe10"),
    "ended princess": (WINNABLE, "black e9xe10"),
    "ended resigned": (START, "black resign"),
    "drawn no-move": (
        position(
            "Ra10 Ce10 wa8 wb8 wc8 wd8 wa7 wb7 wc7 ne7 rj1 cj3 "
            + " ".join(f"N{f}{r}" for f in "abcdefghij" for r in (9, 10) if f"{f}{r}" not in ("a10", "e10")),
            "o",
        ),
        "orange e7-d7",
    ),
}


def test_every_end_is_told_in_every_language():
    assert set(ENDS) == {name for name in EVENTS if " " in name}
    for name, (start, *moves) in ENDS.items():
        _, events = play(GAME.start({"position": start}), *moves)
        told = {language: GAME.explain(events[-1], language) for language in languages()}
        side = SIDES[1 if name == "ended resigned" else 0]
        assert told == {
            language: translate(EVENTS[name], language).format(side=translate(side, language))
            for language in languages()
        }
