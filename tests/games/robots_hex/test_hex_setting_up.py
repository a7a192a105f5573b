"""How a game of Robots on hexagons begins: programs, places, the lot."""

from __future__ import annotations

import random

import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.hex_grid import HexHeading
from controller.games.game import DiceRolled, PieceMoved, ProgramsLaid, Requirement
from controller.games.game_registry import game_named
from controller.games.robots_hex import GAME
from controller.games.robots_hex.questions.parser import format_question, parse_question
from controller.games.robots_hex.tabletop import TABLETOP
from tests.support.hex_programs import PLACES, SETUP, begun, laid, placed, refused
from tests.support.robots_hex_positions import random_question
from tests.support.shown import shown


def test_it_is_registered():
    assert game_named("robots_hex") is GAME and GAME.name == "robots_hex"


# --- setting up


def test_programs_come_first_and_in_secret():
    state = GAME.start(SETUP)
    (request,) = GAME.requests(state)
    assert (request.requirement, request.players) == (Requirement.PROGRAMS, ("green1", "green2", "violet1", "violet2"))
    state = laid({"green1": ("D+1", "? 1", "test 1: no robots")})
    state = GAME.advance(state, PieceMoved("green", "green1 a5 2")).state
    told = shown(TABLETOP, state)
    assert "D+1" not in told and "test 1" not in told


def test_programs_are_public_once_the_robots_stand():
    facts = [translate(fact, "en") for fact in TABLETOP.facts(placed({"green1": ("D+1",)}))]
    assert [fact.partition(": ")[2] for fact in facts if fact.startswith("green robot 1, shots")] == ["D+1"]
    assert [fact.partition(": ")[2] for fact in facts if fact.startswith("violet robot 1, shots")] == [""]


def test_robots_are_placed_in_turn_one_each():
    state = laid()
    for player, move in PLACES:
        (request,) = GAME.requests(state)
        assert (request.requirement, request.players) == (Requirement.MOVE, (player,))
        state = GAME.advance(state, PieceMoved(player, move)).state
    assert [str(stand.cell) for stand in GAME.stands(state).values()] == ["a5", "c6", "o5", "h11"]
    assert GAME.stands(state)["green1"].heading is HexHeading.NE


@pytest.mark.parametrize(
    ("player", "move"),
    [
        ("violet", "violet1 o5 1"),
        ("green", "violet1 o5 1"),
        ("green", "green3 a5 1"),
        ("green", "green1 o5 1"),
        ("green", "green1 b1 1"),
        ("green", "green1 a5 7"),
        ("green", "green1 a5"),
        ("green", ""),
    ],
)
def test_wrong_placements_are_refused(player, move):
    assert refused(laid(), PieceMoved(player, move)) == "move"


def test_two_cannot_stand_on_one_point():
    state = laid()
    for player, move in (("green", "green1 h1 1"), ("violet", "violet1 o5 1")):
        state = GAME.advance(state, PieceMoved(player, move)).state
    assert refused(state, PieceMoved("green", "green2 h1 1")) == "move"


@pytest.mark.parametrize(
    ("programs", "at"),
    [
        ({"red1": ()}, "programs.red1"),
        ({"green1": ("D+1", "D+9")}, "programs.green1[1]"),
        ({"green1": ("? 1",)}, "programs.green1[0]"),
        ({"green1": ("? 1", "test 1: hello")}, "programs.green1[1]"),
        ({"green1": ("test 1: robots", "test 1: lakes")}, "programs.green1[1]"),
        ({"green1": ("T",) * 16}, "programs.green1"),
    ],
)
def test_wrong_programs_are_refused_in_their_place(programs, at):
    assert refused(GAME.start(SETUP), ProgramsLaid(programs)) == at


@pytest.mark.parametrize("language", languages())
def test_tests_may_be_laid_in_any_language(language):
    for seed in range(30):
        question = parse_question(random_question(random.Random(seed)))
        state = laid({"green1": (f"test 1: {format_question(question, language)}", "? 1")})
        robot = next(robot for robot in state.reserve if robot.name == "green1")
        assert parse_question(dict(robot.tests)["1"]) == question


def test_a_lot_decides_who_begins():
    assert begun().position.turn == "violet"
    tie = GAME.advance(placed(), DiceRolled({"green": "3", "violet": "3"}))
    assert GAME.requests(tie.state)[0].requirement is Requirement.DICE and len(tie.events) == 2
    assert refused(placed(), DiceRolled({"green": "3"})) == "faces.violet"
    assert refused(placed(), DiceRolled({"green": "3", "violet": "7"})) == "faces.violet"


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"sides": ["green"]}, "sides"),
        ({"sides": ["green", "green"]}, "sides[1]"),
        ({"sides": 7}, "sides"),
        ({"sides": ["green", "red"], "scenario": 2}, "sides[1]"),
        ({"robots_each": 0}, "robots_each"),
        ({"game": "golems"}, "game"),
        ({"players": 2}, "players"),
        ({"board": {"lakes": ["z1"]}}, "board.lakes[0]"),
    ],
)
def test_wrong_setups_are_refused(change, at):
    with pytest.raises(Problems) as found:
        GAME.start({**SETUP, **change})
    assert found.value.problems[0].at == at
