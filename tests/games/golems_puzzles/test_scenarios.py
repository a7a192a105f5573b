"""The shipped scenarios can be played and won, and their pictures are whole."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from boards import puzzles, scenarios
from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.base.yaml_reader import parse_document, read_document
from boards.drawing.primitives import Drawing, Text
from boards.drawing.typography import face
from controller.games.game import TokensLaid
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


QUARTER = {"N": "E", "E": "S", "S": "W", "W": "N"}


def turned(cell: str) -> str:
    """A cell of a 6x6 board after a quarter turn clockwise."""
    column, row = "abcdef".index(cell[0]), int(cell[1]) - 1
    return f"{'abcdef'[row]}{6 - column}"


def quarter_turn(position: Position) -> Position:
    """The whole position after a quarter turn clockwise; colours and sides stay with the golems."""
    order = position.grid.order

    def cells(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(map(turned, names), key=order.__getitem__))

    streams = tuple(
        stream._replace(
            cells=tuple(map(turned, stream.cells)),
            banks=tuple(sorted((turned(cell), QUARTER[side]) for cell, side in stream.banks or ())),
            exit=turned(stream.exit),
        )
        for stream in position.streams
    )
    return position._replace(
        walls=cells(position.walls),
        waters=cells(position.waters),
        barrels=cells(position.barrels),
        streams=tuple(sorted(streams)),
        golems=tuple(golem._replace(at=turned(golem.at), facing=QUARTER[golem.facing]) for golem in position.golems),
        goals=tuple(
            (side, tuple(goal._replace(cell=turned(goal.cell)) for goal in goals))
            for side, goals in position.goals or ()
        ),
    )


def unnamed(position: Position) -> object:
    """What a position is when nobody knows which colour or side is which."""
    goals = dict(position.goals or ())
    sides: dict[str, list[object]] = {}
    for golem in position.golems:
        sides.setdefault(golem.side, []).append((golem.at, golem.facing, golem.lives, golem.barrel))
    wanted = sorted((sorted(golems, key=str), goals[side]) for side, golems in sides.items())
    streams = tuple(sorted(stream._replace(banks=tuple(sorted(stream.banks or ()))) for stream in position.streams))
    return position.walls, position.waters, position.barrels, streams, wanted, position.energy


@pytest.mark.parametrize(
    ("key", "turns"), [("two-towers", 2), ("barrel-relay", 2), ("across-the-river", 2), ("treasure-island", 1)]
)
def test_a_turn_of_the_board_exchanges_the_sides_so_none_is_better(key: str, turns: int) -> None:
    start = shipped(key).position
    after = start
    for _ in range(turns):
        after = quarter_turn(after)
    assert unnamed(after) == unnamed(start)


def test_eight_scenarios_are_shipped_with_all_that_a_table_may_want() -> None:
    found = {key: shipped(key) for key in scenarios.keys()}  # noqa: SIM118 - a function, no mapping
    assert len(found) >= 8
    of_pairs = [
        key
        for key, each in found.items()
        if sorted(Counter(golem.side for golem in each.position.golems).values()) == [2, 2]
    ]
    assert len(of_pairs) >= 2
    assert any(each.position.streams for each in found.values())
    assert any(each.more_tokens for each in found.values())


def test_children_make_a_scenario_longer_with_barrels_of_their_own() -> None:
    scenario = shipped("clear-the-yard")
    state = GAME.start(scenario.setup())
    own = list(scenario.position.barrels)
    longer = GAME.advance(state, TokensLaid({"walls": ["c3", "d4"], "barrels": [*own, "a6", "f1"]})).state
    assert {*longer.position.barrels} == {*own, "a6", "f1"}
    assert longer.position.goals == state.position.goals
    for tokens, wrong in (
        ({"walls": ["c3", "d4"], "barrels": own[1:]}, "own tokens stay"),
        ({"walls": ["c3", "d4", "b2"], "barrels": own}, "no more of these tokens"),
        ({"walls": ["c3", "d4"], "barrels": [*own, "a1"]}, "where a golem begins"),
    ):
        with pytest.raises(Problems, match=wrong):
            GAME.advance(state, TokensLaid(tokens))


def test_one_language_and_no_rulebook_are_enough() -> None:
    text = scenarios.path("two-towers").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("name:", "story:", "  Two", "  Whose"))]
    told = "\n".join([*lines, "name: {ru: Башни}", "story: {ru: Две башни.}"])
    scenario = parse_document(told.encode(), "mine.yaml", build)
    assert (scenario.position.rules, translate(scenario.name, "ru"), translate(scenario.name, "en")) == (
        "3.1",
        "Башни",
        "Башни",
    )
    with pytest.raises(Problems) as refused:
        parse_document(told.replace("{ru: Башни}", "{}").encode(), "mine.yaml", build)
    assert [problem.at.partition(": ")[2] for problem in refused.value.problems] == ["name.en"]
    for wrong in ("more-tokens: barrels", "more-tokens: [trees]", "more-tokens: [barrels, barrels]"):
        with pytest.raises(Problems, match="more-tokens"):
            parse_document(f"{told}\n{wrong}\n".encode(), "mine.yaml", build)


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
