"""The shipped scenarios can be played and won, and their pictures are whole."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from boards import puzzles, scenarios
from boards.base.catalogue import languages
from boards.base.yaml_reader import read_document
from boards.drawing.primitives import Drawing, Text
from boards.drawing.typography import face
from controller.games.golems import GAME
from controller.games.golems.puzzles import puzzle as puzzle_file
from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.puzzles.scenario import Scenario, build
from controller.games.golems.puzzles.scenario_art import drawing_svg, puzzle_drawing, scenario_drawing
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.rules.goals import Goal
from controller.games.golems.rules.position import Position
from tests.benchmarks.castle import distance_value
from tests.support.sampling_players import Sampling, play_game

SWAPPED = str.maketrans("abcdef123456", "123456abcdef")
TURNED = {"N": "E", "E": "N", "S": "W", "W": "S"}


def shipped(key: str) -> Scenario:
    return read_document(scenarios.path(key), build)


@pytest.mark.parametrize("key", scenarios.keys())
def test_a_scenario_is_ready_to_begin(key: str) -> None:
    scenario = shipped(key)
    state = GAME.start(scenario.setup())
    assert state.position == scenario.position
    assert GAME.outcome(state) is None


def test_the_castle_is_a_fight_that_both_sides_win() -> None:
    start = shipped("castle-under-siege").position
    rng = random.Random(3)
    value = distance_value(start)
    ends = Counter(
        outcome.winners for outcome, _ in (play_game(start, value, rng, Sampling(10, 5)) for _ in range(12)) if outcome
    )
    assert ends["red",] >= 1
    assert ends["blue",] >= 1


def as_puzzle(start: Position, goal: str, rounds: int) -> Puzzle:
    """Red alone against a blue golem that never moves."""
    position = start._replace(goals=(("red", (Goal("reach", goal),)),))
    words = dict.fromkeys(languages(), "x")
    limit = puzzle_file.Conditions(puzzle_file.Limit(rounds))
    return Puzzle(Scenario("x", words, words, position), "sequence", ("red",), {}, limit)


def test_the_castle_has_two_ways_in_and_the_passage_costs_a_life() -> None:
    start = shipped("castle-under-siege").position
    by_the_gate = solve(as_puzzle(start._replace(streams=()), "e5", 4))
    assert by_the_gate.size is not None
    shut = start._replace(walls=(*start.walls, "e4"), barrels=("b5",))
    assert solve(as_puzzle(shut, "d5", 4)).size is not None
    dying = shut._replace(golems=(shut.golems[0]._replace(lives=1), shut.golems[1]))
    assert solve(as_puzzle(dying, "d5", 3)).size is None


def test_bring_the_barrel_alone_can_be_won_in_time() -> None:
    scenario = shipped("bring-the-barrel")
    answer = solve(Puzzle(scenario, "barrel", ("red",)))
    assert answer.size is not None
    assert answer.size.rounds <= 4


def test_bring_the_barrel_for_two_is_fair_by_symmetry() -> None:
    """The mirror image across the diagonal is the same board with the golems exchanged."""
    position = shipped("bring-the-barrel-for-two").position

    def mirrored(cell: str) -> str:
        column, row = cell.translate(SWAPPED)
        return f"{row}{column}"

    for cells in (position.walls, position.waters, position.barrels):
        assert {*map(mirrored, cells)} == {*cells}
    red, blue = position.golems
    assert (mirrored(red.at), TURNED[red.facing]) == (blue.at, blue.facing)
    goals = dict(position.goals or ())
    assert mirrored(goals["red"][0].cell) == goals["blue"][0].cell
    assert (goals["red"][0].cell, goals["blue"][0].cell) == (red.at, blue.at)


def drawings() -> list[tuple[str, Drawing]]:
    found = [
        (key, scenario_drawing(shipped(key), language)) for key in sorted(scenarios.keys()) for language in languages()
    ]
    for key in sorted(puzzles.keys()):
        puzzle = read_document(puzzles.path(key), puzzle_file.build)
        found += [(key, puzzle_drawing(puzzle, language)) for language in languages()]
    return found


def test_pictures_have_every_letter_and_nothing_sticks_out() -> None:
    for key, drawing in drawings():
        assert drawing.markers() == ()
        for shape in drawing.shapes:
            if isinstance(shape, Text):
                assert face(shape.bold).missing(shape.text) == (), (key, shape.text)
                width = face(shape.bold).width(shape.text) * shape.size_mm
                left = shape.at.x - (width / 2 if shape.anchor == "middle" else 0)
                assert drawing.bounds.low.x <= left, (key, shape.text)
                assert left + width <= drawing.bounds.high.x, (key, shape.text)
                assert drawing.bounds.low.y < shape.at.y < drawing.bounds.high.y
                assert shape.size_mm >= 8, (key, shape.text)
        svg = drawing_svg(drawing, 'a "name" & more')
        assert ElementTree.fromstring(svg).attrib["aria-label"] == 'a "name" & more'
