"""The computer player of Robots on hexagons: legal, the same for the same seed, and better where it plays better."""

from __future__ import annotations

import re

import pytest

from controller.games.game import DiceRolled, GoOn, Outcome, PieceMoved, ProgramsLaid, Requirement
from controller.games.robots_hex.opponent import EASY, HARD
from controller.games.robots_hex.setup import FACES
from controller.games.robots_hex.tabletop import TABLETOP
from controller.games.seeded_random import Numbers

SCENARIOS = (1, 2, 3)


def played(seed: int, strengths: dict[str, str], scenario: int) -> Outcome | None:
    """A whole game on the small board between two computer players."""
    game = TABLETOP.game
    numbers = Numbers(seed)
    state = game.start({**TABLETOP.staged(2), "scenario": scenario})
    while requests := game.requests(state):
        asked = requests[0]
        if asked.requirement is Requirement.PROGRAMS:
            sides = {robot: TABLETOP.owner(state, robot) for robot in asked.players}
            laid = {robot: TABLETOP.program(state, robot, strengths[side], seed) for robot, side in sides.items()}
            state = game.advance(state, ProgramsLaid(laid)).state
        elif asked.requirement is Requirement.DICE:
            state = game.advance(state, DiceRolled({side: numbers.pick(FACES) for side in asked.players})).state
        elif asked.requirement is Requirement.MOVE:
            (player,) = asked.players
            move = TABLETOP.choose(state, player, strengths[player], numbers.below(1000))
            state = game.advance(state, PieceMoved(player, move)).state
        else:
            state = game.advance(state, GoOn()).state
    return game.outcome(state)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_plays_hard_wins_most_games_against_easy(scenario: int) -> None:
    won = 0
    for seed in range(4):
        for hard, easy in (("green", "violet"), ("violet", "green")):
            outcome = played(seed, {hard: HARD, easy: EASY}, scenario)
            assert outcome is not None
            won += outcome.winners == (hard,)
    assert won >= 7, f"scenario {scenario}: {won} of 8"


def test_the_same_seed_gives_the_same_program() -> None:
    state = TABLETOP.game.start(TABLETOP.setup(2))
    programs = [TABLETOP.program(state, "violet2", HARD, seed) for seed in (5, 5, 6)]
    assert programs[0] == programs[1] != programs[2]


def test_a_hint_goes_on_with_what_was_written_to_a_program_that_can_be_laid() -> None:
    state = TABLETOP.game.start(TABLETOP.setup(2))
    rows: list[str] = ["D+2"]
    for number in range(2, 16):
        hint = str(TABLETOP.program_hint(state, "green1", rows))
        told = re.match(r"Step (\d+): write ([^.]+)\. ", hint)
        assert told is not None and int(told[1]) == number, hint
        if "And below the steps: " in hint:
            rows.append(hint.partition("And below the steps: ")[2])
        steps = [row for row in rows if not row.startswith("test")]
        rows = [*steps, told[2], *(row for row in rows if row.startswith("test"))]
    assert str(TABLETOP.program_hint(state, "green1", rows)) == "The program has all its 15 steps: lay it."
    TABLETOP.game.advance(state, ProgramsLaid({"green1": tuple(rows)}))


def test_a_hint_names_what_is_wrong_first_and_takes_what_is_not_written_yet() -> None:
    state = TABLETOP.game.start(TABLETOP.setup(2))

    def hint(*rows: str) -> str:
        return str(TABLETOP.program_hint(state, "green1", rows))

    assert "no step" in hint("D+1", "D+9") and "step 2" in hint("D+1", "D+9")
    assert "test 1" in hint("test 1: hello")
    assert "16" in hint(*["T"] * 16) and "15" in hint(*["T"] * 16)
    # A question may follow its step, and a step that is jumped to the jump.
    for begun in (["? 1"], ["-> 9"], ["? 1", "test 1: enemy robots in my column of fire"], []):
        assert hint(*begun).startswith(f"Step {len([row for row in begun if ':' not in row]) + 1}: write ")
    assert hint("D+1") == hint("D+1") and "test 1:" not in hint("test 1: enemy robots in my column of fire", "? 1")
