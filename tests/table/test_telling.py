"""How the table tells a row: one sentence a golem, the fallen too; energy and recharge; other games event by event."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.colours import COLOURS
from controller.games.game import DiceRolled, GoOn, ProgramsLaid, Recharged, Requirement
from controller.games.game_registry import built_in, game_named
from controller.games.golems import GAME
from controller.games.row_narrator import RowNarrator
from controller.table.view.row_narration import tell_row
from controller.table.view.view import RowStory
from tests.games.test_games_registry import case_of
from tests.support.golem_positions import random_program


def play(
    setup: dict[str, Any], programs: list[dict[str, list[str]]], recharge: int = 0
) -> tuple[list[RowStory], list[Any]]:
    """The rows that this many rounds tell, and the states before them; recharged once, if the energy is out."""
    begun = state = GAME.start(setup)
    past: list[Any] = []
    told: list[RowStory] = []
    laid = iter(programs)
    while requests := GAME.requests(state):
        requirement = requests[0].requirement
        if requirement is Requirement.DICE:
            state = GAME.advance(state, DiceRolled(dict.fromkeys(requests[0].players, "blank"))).state
        elif requirement is Requirement.PROGRAMS:
            now = next(laid, None)
            if now is None:
                break
            rows = {colour: tuple(texts) for colour, texts in now.items() if colour in requests[0].players}
            state = GAME.advance(state, ProgramsLaid(rows)).state
        else:
            step = GAME.advance(state, GoOn())
            told.append(tell_row(GAME, begun, past, state, step, step.state.round, step.state.row))
            past.append(state)
            state = step.state
            if GAME.outcome(state) is not None and recharge:
                state, recharge = GAME.advance(state, Recharged(recharge)).state, 0
    return told, past


def start(**golems: str) -> dict[str, Any]:
    places = {colour: text.split() for colour, text in golems.items()}
    return {
        "game": "golems",
        "way": "scenario",
        "board": {"size": [4, 4], "waters": ["b1"]},
        "golems": {c: {"at": at, "facing": facing, "lives": int(lives)} for c, (at, facing, lives) in places.items()},
    }


def test_every_row_tells_of_every_golem_once_also_of_those_that_fell_in_an_earlier_round():
    drowning = ["forward", "turn-left", "turn-left", "stand"]
    turning = ["turn-left", "turn-left", "turn-right", "turn-right"]
    told, _ = play(
        start(red="a1 E 1", blue="d4 S 3", green="d1 N 3"),
        [{"red": drowning, "blue": turning, "green": turning}, {"blue": turning, "green": turning}],
    )
    assert [(row.round, row.row) for row in told] == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]
    for row in told:
        assert [golem for golem in row.golems if golem] == ["red", "blue", "green"]
        assert len(row.sentences) == len(row.golems)
        assert all(all(translate_all(words).values()) for words in row.sentences)
    assert translate(told[0].sentences[0], "en") == (
        "Red (Forward) does not move: b1 is water, and nobody walks on water; loses a life, the price of water "
        "(lives left: 0); has no lives left and leaves the board at a1."
    )
    assert translate(told[4].sentences[0], "en") == "Red does not act: it has no lives left and is out of the game."
    assert translate(told[4].sentences[1], "en").startswith("Blue (Turn left) turns and now looks east")


def test_the_energy_of_a_round_and_a_recharge_are_told_by_the_table():
    setup = {**start(red="a1 N 3", blue="d4 S 3"), "energy": 2}
    rows = ["stand", "stand", "defend", "defend"]
    told, _ = play(setup, [{"red": rows, "blue": rows}] * 2, recharge=5)
    of_the_table = [
        (row.round, row.row, translate(words, "en"))
        for row in told
        for golem, words in zip(row.golems, row.sentences, strict=True)
        if golem is None
    ]
    assert of_the_table == [
        (1, 4, "The round costs one unit of energy: 2 → 1, and the golems are out of charge."),
        (2, 1, "The golems are recharged and play on: 1 → 5."),
        (2, 4, "The round costs one unit of energy: 5 → 4."),
    ]


def test_the_dice_of_a_round_are_told_once_before_its_first_row():
    setup = {**start(red="a1 N 3", blue="d4 S 3"), "way": "standard"}
    rows = ["stand", "stand", "defend", "defend"]
    told, _ = play(setup, [{"red": rows, "blue": rows}] * 2)
    dice = [(row.round, row.row) for row in told if "The bonus dice" in translate(row.sentences[0], "en")]
    assert dice == [(1, 1), (2, 1)]
    assert translate(told[0].sentences[0], "en") == "The bonus dice of this round: Red – blank, Blue – blank."
    assert told[0].golems[0] is None


def test_a_row_told_again_after_undo_is_told_alike():
    setup = start(red="a1 N 3", blue="d4 S 3")
    rows = {"red": ["forward", "attack", "forward", "stand"], "blue": ["forward", "forward", "attack", "stand"]}
    told, past = play(setup, [rows, rows])
    for index, before in enumerate(past):
        step = GAME.advance(before, GoOn())
        assert (
            tell_row(GAME, GAME.start(setup), past[:index], before, step, step.state.round, step.state.row)
            == told[index]
        )


def test_what_is_told_of_a_row_does_not_hang_on_cards_that_still_lie_face_down():
    rng = random.Random(8)
    setup = start(red="a1 N 2", blue="b2 S 2", green="c2 W 2")
    for _ in range(40):
        laid = {colour: random_program(rng, "beginner") for colour in setup["golems"]}
        # The other rows in another order: the deck allows them as well.
        other = {colour: [first, *reversed(rest)] for colour, (first, *rest) in laid.items()}
        assert play(setup, [laid])[0][0] == play(setup, [other])[0][0]


@pytest.mark.parametrize("name", built_in())
def test_every_game_can_be_told(name):
    game = game_named(name)
    case = case_of(name)
    rng = random.Random(3)
    start_state = state = game.start(case.SETUP)
    past: list[Any] = []
    rows = 0
    while (requests := game.requests(state)) and rows < 6:
        decision = case.decide(requests[0], state, rng)
        step = game.advance(state, decision)
        if decision == GoOn():
            story = tell_row(game, start_state, past, state, step, 1, 1)
            assert len(story.sentences) == len(story.golems)
            assert all(translate(words, language) for words in story.sentences for language in languages())
            if isinstance(game, RowNarrator):
                names = [colour for colour in COLOURS if colour in game.stands(start_state)]
                assert [golem for golem in story.golems if golem] == names
            past.append(state)
            rows += 1
        state = step.state
