"""Hints for who lays cards: a card that fits, of a program that the rules take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import lessons, puzzles
from boards.kit.cards import CardKind
from controller.app.compose.game_setup import GamePlan, read_puzzle, with_puzzle
from controller.games.game import DiceRolled, GoOn, ProgramsLaid
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.puzzles.tabletop import TABLETOP as PUZZLES
from controller.games.golems.rules.program import DIE_FACES
from controller.games.golems.rules.setup import standard_setup
from controller.games.golems.rules.state import State
from controller.games.golems.tabletop import TABLETOP
from controller.games.tabletop import CardHint
from controller.table.perception.program_reading import row_text


def programming(way: str = "standard", face: str = "blank") -> State:
    game = TABLETOP.game
    state = game.start(standard_setup(2, (4, 4), "3.1", way))
    return game.advance(state, DiceRolled({"red": face, "blue": "blank"})).state if way == "standard" else state


def followed(state: State, laid: list[list[str]]) -> list[list[str]]:
    """Lay what is hinted at until nothing is missing."""
    rows = [list(row) for row in laid]
    while (hint := TABLETOP.next_card(state, "red", rows)) is not None:
        assert not hint.instead
        rows[hint.row].append(hint.card)
        assert sum(map(len, rows)) <= 20
    return rows


def as_program(rows: list[list[str]]) -> tuple[str, ...]:
    return tuple(row_text([CardKind(card) for card in row]) for row in rows)


@given(
    face=st.sampled_from(sorted(set(DIE_FACES))), first=st.sampled_from(["forward", "turn-left", "attack", "defend"])
)
def test_whoever_follows_the_hints_lays_a_legal_program_on_top_of_the_own_cards(face: str, first: str) -> None:
    state = programming(face=face)
    rows = followed(state, [[], [first], [], []])
    assert rows[1] == [first]
    TABLETOP.game.advance(state, ProgramsLaid({"red": as_program(rows), "blue": ("stand", "stand", "stand", "attack")}))


@pytest.mark.parametrize("begun", [["if enemy"], ["if attacked", "defend"], ["repeat 3"]])
def test_a_row_that_was_begun_is_gone_on_with(begun: list[str]) -> None:
    face = "repeat 3" if begun[0].startswith("repeat") else "if"
    rows = followed(programming(face=face), [["stand"], begun, [], []])
    assert rows[1][: len(begun)] == begun
    assert len(rows[1]) == (2 if face == "repeat 3" else 3)


def test_the_same_cards_lead_to_the_same_hint_and_whole_rows_to_none() -> None:
    state = programming()
    assert TABLETOP.next_card(state, "red", [[], [], [], []]) == TABLETOP.next_card(state, "red", [[], [], [], []])
    assert TABLETOP.next_card(state, "red", [["stand"], ["forward"], ["stand"], ["take"]]) is None


@pytest.mark.parametrize("key", [*puzzles.keys()[:6], *lessons.paths()])
def test_in_a_puzzle_the_hints_lead_to_a_solution(key: str) -> None:
    setup = with_puzzle(GamePlan(), key).setup
    assert setup is not None
    state = PUZZLES.game.start(setup)
    puzzle = state.puzzle
    while PUZZLES.game.outcome(state) is None:
        programs = {}
        for player in puzzle.plays:
            rows: list[list[str]] = [[], [], [], []]
            while (hint := PUZZLES.next_card(state, player, rows)) is not None:
                rows[hint.row].append(hint.card)
            programs[player] = as_program(rows)
        state = PUZZLES.game.advance(state, ProgramsLaid(programs)).state
        while PUZZLES.game.outcome(state) is None and not state.game.round_is_over:
            state = PUZZLES.game.advance(state, GoOn()).state
    outcome = PUZZLES.game.outcome(state)
    assert outcome is not None and outcome.winners


def test_a_row_with_other_cards_is_named_last() -> None:
    setup = with_puzzle(GamePlan(), "first-game").setup
    assert setup is not None
    state = PUZZLES.game.start(setup)
    assert PUZZLES.next_card(state, "red", [["stand"], [], [], []]) == CardHint(1, "turn-right")
    rows = [["stand"], ["turn-right"], ["forward"], ["attack"]]
    assert PUZZLES.next_card(state, "red", rows) == CardHint(0, "forward", instead=True)


def test_the_first_game_needs_two_rounds_and_few_kinds_of_cards() -> None:
    puzzle = read_puzzle("first-game")
    assert solve(puzzle).size == puzzle.minimal
    deck = {card for card, count in puzzle.deck().items() if count}
    assert deck == {"forward", "turn-left", "turn-right", "attack", "stand"}
