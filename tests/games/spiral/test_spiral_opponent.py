"""The computer player of the dice race: legal, repeatable, takes what is there, and wins more than chance would."""

from __future__ import annotations

import random

import pytest

from boards.base.errors import Problems
from controller.games.spiral.board import standard_board
from controller.games.spiral.choices import MOVE, Choice
from controller.games.spiral.die import throw
from controller.games.spiral.documents.document_reader import read_task
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.opponent import STRENGTHS, choose
from controller.games.spiral.position import Position
from controller.games.spiral.turns import play
from tests.support.spiral_positions import document, random_document

BOARD = standard_board()


@pytest.mark.parametrize("seed", range(25))
def test_a_choice_is_legal_and_the_same_again(seed):
    position, roll, _ = read_task(BOARD, random_document(random.Random(seed)))
    for strength in STRENGTHS:
        choice = choose(BOARD, position, roll, strength, seed)
        assert choice in legal_choices(BOARD, position, roll)
        assert choice == choose(BOARD, position, roll, strength, seed)


@pytest.mark.parametrize("strength", ["medium", "hard"])
@pytest.mark.parametrize(
    ("given", "choice"),
    [
        # Home.
        (document(2, red="46 11 3", blue="20"), Choice(MOVE, 46)),
        # Another chip far on its way is taken, not the empty cell.
        (document(3, red="11 35", blue="38"), Choice(MOVE, 35)),
        # Not onto the Ace.
        (document(2, red="15 2", blue="1"), Choice(MOVE, 2)),
        # The Chess leads into the base.
        (document(1, red="20 2", blue="10"), Choice(MOVE, 20, (48,))),
    ],
)
def test_takes_what_is_there(given, choice, strength):
    position, roll, _ = read_task(BOARD, given)
    assert choose(BOARD, position, roll, strength, 1) == choice


def test_an_unknown_strength_is_refused():
    position, roll, _ = read_task(BOARD, document(1, red="2", blue="3"))
    with pytest.raises(Problems) as refusal:
        choose(BOARD, position, roll, "divine", 1)
    assert [problem.at for problem in refusal.value.problems] == ["strength"]


def play_round(strengths: list[str], seed: int) -> tuple[str, ...]:
    """Who wins a round: a strength for each player, or `any` for any legal choice."""
    names = tuple(f"p{number}" for number in range(len(strengths)))
    nobody: tuple[tuple[int, ...], ...] = ((),) * len(names)
    position, rng = Position(names, nobody, nobody, (0,) * len(names), seed % len(names)), random.Random(seed)
    for number in range(5000):
        roll, strength = throw(seed, number), strengths[position.turn]
        choice = (
            rng.choice(legal_choices(BOARD, position, roll))
            if strength == "any"
            else choose(BOARD, position, roll, strength, number)
        )
        position, _, outcome = play(BOARD, position, roll, choice)
        if outcome is not None:
            return outcome.winners
    raise AssertionError("no round should last so long")


@pytest.mark.parametrize(
    ("strengths", "games", "least"),
    [(["medium", "any"], 20, 14), (["hard", "any"], 6, 4), (["medium", "any", "any", "any", "any", "any"], 18, 8)],
    ids=["medium", "hard", "six players"],
)
def test_it_wins_more_than_chance_would(strengths, games, least):
    """Seats in turn, so that nobody has the first throw more often."""
    won = 0
    for seed in range(games):
        shift = seed % len(strengths)
        seats = strengths[shift:] + strengths[:shift]
        won += f"p{seats.index(strengths[0])}" in play_round(seats, seed)
    print(f"won {won} of {games}")
    assert won >= least
