"""The computer golem: legal wherever it plays, the same for the same seed, bounded, blind to what is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards import scenarios
from boards.base.yaml_reader import read_document
from boards.colours import COLOURS
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.opponent import STRENGTHS, choose
from controller.games.golems.opponent.candidate_programs import Hand
from controller.games.golems.opponent.evaluation import Evaluator
from controller.games.golems.opponent.simulation import Rollout
from controller.games.golems.puzzles.scenario import build
from controller.games.golems.rules.distances import ways_to
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import FACES, Terms, check_program, format_row, parse_row
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.setup import standard_setup
from controller.games.seeded_random import Numbers
from tests.support.golem_positions import random_document

CASTLE = read_document(scenarios.path("castle-under-siege"), build).position


def position(**parts: Any) -> Position:
    """A 4x4 board of v3.1."""
    golems, board = parts.pop("golems"), parts.pop("board", {})
    return read_position({"game": "golems", "board": {"size": [4, 4], **board}, "golems": golems, **parts})


def random_position(rng: random.Random, **options: Any) -> Position:
    document = random_document(rng, **options)
    del document["programs"]
    return read_position(document)


@pytest.mark.parametrize("way", ["beginner", "standard", "autonomous", "scenario"])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_program_is_legal(strength: str, way: str) -> None:
    rng = random.Random(f"{strength} {way}")
    for number in range(12):
        start = random_position(rng, way=way, goals=number % 2 == 0, teams=number % 3 == 0, golems=(1, 4))
        face = rng.choice((None, *FACES)) if way in ("standard", "scenario") else None
        for colour in start.colours:
            rows = choose(start, colour, strength, number, face=face, playouts=60)
            _, problems = check_program(rows, Terms(start.rules, way, face), "rows")
            assert not problems, (number, rows, face, problems)


def test_a_hand_never_holds_what_deck_and_die_do_not() -> None:
    chance = Numbers(7)
    for way in ("beginner", "standard", "autonomous", "scenario"):
        for face in (None, *FACES):
            terms = Terms("3.1", way, face)
            hand = Hand(terms, barrels=True)
            program = hand.program(chance)
            for _ in range(300):
                program = hand.changed(program, chance) if chance.below(4) else hand.program(chance)
                from_texts = check_program([format_row(row) for row in program], terms, "rows")
                assert from_texts == (program, []), (way, face)


def test_the_same_seed_chooses_the_same_program_and_another_seed_another() -> None:
    start = read_position(standard_setup(2, (4, 4)))
    chosen = [choose(start, "red", "medium", seed, face="if") for seed in (1, 1, 2, 3, 4)]
    assert chosen[0] == chosen[1] and len(set(chosen)) > 1


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_thinks_no_more_than_it_may(strength: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Rollout] = []
    create = Rollout.__init__

    def note(self: Rollout, *args: Any) -> None:
        create(self, *args)
        played.append(self)

    monkeypatch.setattr(Rollout, "__init__", note)
    rng = random.Random(5)
    for players in (1, 2, 3, 4):
        for way in ("standard", "autonomous"):
            start = random_position(rng, way=way, rules="3.1", golems=(players, players))
            choose(start, start.colours[0], strength, 3, playouts=900)
            assert 0 <= played[-1].left < 900, (players, way, played[-1].left)


def test_who_does_not_stand_cannot_choose() -> None:
    start = read_position(standard_setup(2, (4, 4)))
    with pytest.raises(KeyError):
        choose(start, "green", "easy", 1)
    with pytest.raises(KeyError):
        choose(start, "red", "hardest", 1)


# What it plays


@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_it_strikes_who_cannot_get_away(strength: str) -> None:
    start = position(
        golems={
            "red": {"at": "b2", "facing": "W"},
            "blue": {"at": "a2", "facing": "W", "lives": 1},
        },
        board={"walls": ["a1", "a3"]},
        way="beginner",
    )
    # Blue sees a wall of wood on each side and its back; only a shield or a lucky turn helps it.
    rows = choose(start, "red", strength, 4, playouts=1500)
    assert "attack" in rows[:3], rows


def test_it_walks_to_its_goal_and_uses_the_repeat_that_the_die_allows() -> None:
    start = position(
        golems={"red": {"at": "a1", "facing": "N"}},
        goals={"red": [{"reach": "a4"}]},
        way="scenario",
        energy=2,
    )
    rows = choose(start, "red", "hard", 2, face="repeat 3", playouts=1500)
    outcome = play_round(start, {"red": tuple(map(parse_row, rows))}).outcome
    assert outcome is not None and outcome.winners == ("red",)


def test_it_fetches_a_barrel_and_brings_it_home() -> None:
    start = position(
        golems={"red": {"at": "a2", "facing": "E"}},
        board={"barrels": ["b2"]},
        goals={"red": [{"bring-barrel": "a1"}]},
        way="scenario",
        energy=3,
    )
    now, outcome = start, None
    while outcome is None:
        rows = choose(now, "red", "hard", 1, playouts=3000)
        now, _, outcome = play_round(now, {"red": tuple(map(parse_row, rows))})
    assert outcome.winners == ("red",)


def test_the_besieger_of_the_castle_comes_nearer() -> None:
    now = CASTLE
    ways = ways_to(now, next(goal.cell for goal in dict(now.goals or ())["red"] if goal.cell))
    for number in range(3):
        rows = choose(now, "red", "medium", number)
        before, (now, _, outcome) = now, play_round(now, {"red": tuple(map(parse_row, rows))})
        if outcome is not None:
            assert outcome.winners == ("red",)
            return
        assert ways[now.golems[0].at] <= ways[before.golems[0].at]
    assert ways[now.golems[0].at] < ways[CASTLE.golems[0].at]


# How it looks at positions


def test_a_position_is_as_good_for_one_as_it_is_bad_for_the_other() -> None:
    mine = position(golems={"red": {"at": "a1", "facing": "N"}, "blue": {"at": "a3", "facing": "N", "lives": 1}})
    red, blue = (Evaluator(mine, side).worth(mine, None) for side in ("red", "blue"))
    assert red > 0.2 and blue < -0.2


def test_a_life_counts_more_when_the_energy_runs_out() -> None:
    golems = {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S", "lives": 2}}
    early, late = (position(golems=golems, energy=energy) for energy in (10, 2))
    assert Evaluator(late, "red").worth(late, None) > Evaluator(early, "red").worth(early, None) > 0


def test_ways_lead_round_walls_and_through_barrels_at_a_price() -> None:
    start = position(
        golems={"red": {"at": "a1", "facing": "N"}}, board={"walls": ["b1"], "barrels": ["a2"], "waters": ["b3"]}
    )
    ways = ways_to(start, "c1")
    assert (ways["c1"], ways["c2"], ways["b2"], ways["a2"], ways["a1"]) == (0, 1, 2, 3, 5)


def test_colours_are_all_alike() -> None:
    """Whoever it is, it finds a program: no colour is special."""
    start = read_position(standard_setup(4, (6, 6)))
    assert all(len(choose(start, colour, "medium", 1, face="if")) == 4 for colour in COLOURS)
