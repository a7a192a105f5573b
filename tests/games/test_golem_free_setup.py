"""Free set-up: tokens, lives, energy and sides of an ordinary game, as the rules page has them."""

from __future__ import annotations

import pytest

from boards.base.errors import Problems
from controller.games.game import DiceRolled, GoOn, ProgramsLaid, Recharged, TokensLaid
from controller.games.golems import GAME
from controller.games.golems.free_setup import FreeSetup, free_setup
from controller.games.golems.rules.setup import standard_setup
from controller.games.golems.tabletop import TABLETOP

TOKENS = {"walls": ["b2"], "waters": ["c3"], "barrels": ["d1", "b3"]}
STILL = ("stand", "stand", "stand", "defend")


def chosen(players: int = 2, size: int = 4, rules: str = "3.1", way: str = "standard", **choices: object) -> dict:
    return free_setup(players, (size, size), rules, way, FreeSetup(**choices))


def places(players: int = 2, size: int = 4, rules: str = "3.1", way: str = "standard", **choices: object) -> list[str]:
    with pytest.raises(Problems) as refused:
        chosen(players, size, rules, way, **choices)
    return [problem.at for problem in refused.value.problems]


def test_without_choices_it_is_the_start_of_the_book():
    for players in (2, 3, 4):
        assert chosen(players) == standard_setup(players, (4, 4))


def test_what_was_chosen_is_in_the_first_position():
    sides = [["red", "blue"], ["yellow", "green"]]
    position = GAME.start(chosen(4, 6, tokens=TOKENS, lives=9, energy=2, sides=sides)).position
    assert (position.walls, position.waters, position.barrels) == (("b2",), ("c3",), ("b3", "d1"))
    assert {golem.lives for golem in position.golems} == {9}
    assert position.energy == 2
    assert {golem.colour: golem.side for golem in position.golems} == {
        "red": "red-blue",
        "blue": "red-blue",
        "yellow": "yellow-green",
        "green": "yellow-green",
    }


def test_all_that_is_wrong_is_refused_with_its_place():
    crowded = {"walls": ["a1", "b2", "b2", "e9"], "barrels": ["b2", "d4"], "trees": ["c1"]}
    assert places(tokens=crowded, lives=0, energy=11) == [
        "tokens.walls[0]",
        "tokens.walls[2]",
        "tokens.walls[3]",
        "tokens.barrels[0]",
        "tokens.barrels[1]",
        "tokens.trees",
        "lives",
        "energy",
    ]
    assert places(way="beginner", tokens=TOKENS) == ["tokens.walls", "tokens.waters", "tokens.barrels"]
    assert places(rules="2.0", energy=5) == ["energy"]
    assert places(lives=10, energy=1) == ["lives", "energy"]


@pytest.mark.parametrize(
    ("players", "sides", "wrong"),
    [
        (2, [["red"], ["blue"]], ["sides"]),
        (4, [["red", "blue"]], ["sides"]),
        (4, [["red", "blue"], ["red", "green"]], ["sides[1][0]"]),
        (4, [["red", "blue"], ["pink", "green"]], ["sides[1][0]"]),
        (4, [["red", "blue", "green"], ["yellow"]], ["sides"]),
        (3, [["red", "blue"], ["yellow", "green"]], ["sides", "sides[1][1]"]),
    ],
)
def test_sides_are_two_pairs_of_those_who_play(players, sides, wrong):
    assert places(players, sides=sides) == wrong


def test_tokens_are_laid_until_the_first_programs():
    state = GAME.start(standard_setup(2, (4, 4)))
    assert TABLETOP.takes_tokens(state)
    state = GAME.advance(state, TokensLaid(TOKENS)).state
    assert state.position.barrels == ("b3", "d1")
    state = GAME.advance(state, DiceRolled({"red": "blank", "blue": "blank"})).state
    state = GAME.advance(state, TokensLaid({"walls": ["c1"]})).state
    assert (state.position.walls, state.position.barrels) == (("c1",), ())
    state = GAME.advance(state, ProgramsLaid({"red": STILL, "blue": STILL})).state
    assert not TABLETOP.takes_tokens(state)
    with pytest.raises(Problems, match="before the first programs"):
        GAME.advance(state, TokensLaid({}))


@pytest.mark.parametrize("goals", [None, {"red": [{"reach": "d4"}], "blue": ["survive"]}])
@pytest.mark.parametrize("way", ["beginner", "scenario"])
def test_a_scenario_and_a_beginner_game_take_none(way, goals):
    setup = standard_setup(2, (4, 4), way=way) | ({} if goals is None else {"goals": goals})
    assert not TABLETOP.takes_tokens(GAME.start(setup))


def test_golems_are_recharged_with_up_to_ten_units_after_a_draw():
    state = GAME.start(free_setup(2, (4, 4), "3.1", "autonomous", FreeSetup(energy=2)))
    assert not TABLETOP.recharge_units(state)
    state = GAME.advance(state, ProgramsLaid({"red": STILL, "blue": STILL})).state
    while GAME.outcome(state) is None:
        state = GAME.advance(state, GoOn()).state
    assert list(TABLETOP.recharge_units(state)) == list(range(2, 11))
    assert GAME.advance(state, Recharged(10)).state.position.energy == 10
    for units in (1, 11):
        with pytest.raises(Problems, match="2 to 10 units"):
            GAME.advance(state, Recharged(units))
