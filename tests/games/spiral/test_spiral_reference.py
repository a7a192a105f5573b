"""The product against a second implementation, written from the rules page in another style."""

from __future__ import annotations

import json
import random

import pytest

from boards.base.errors import Problems
from controller.games.spiral import resolve
from tests.support.spiral_positions import COLOURS, random_document
from tests.support.spiral_reference import PICTURE, turns


def ask(document: dict) -> dict:
    found: dict = json.loads(resolve(document))
    return found


def compare(document: dict) -> list:
    """What is legal, and what every choice leads to."""
    expected = turns(document)
    assert ask(document) == {"legal": [choice for choice, _, _ in expected], "outcome": None}, document
    for choice, after, outcome in expected:
        assert ask({**document, "choice": choice}) == {"after": after, "outcome": outcome}, (document, choice)
    return expected


@pytest.mark.parametrize("seed", range(4))
def test_random_positions(seed):
    rng = random.Random(seed)
    for _ in range(1500):
        document = random_document(rng)
        legal = [choice for choice, _, _ in compare(document)]
        for _ in range(3):
            move = {"move": rng.randint(0, 49), "knight": rng.choices(range(1, 49), k=rng.randint(0, 2))}
            choice = rng.choice(["new", "pass", move, {"move": move["move"]}])
            if choice not in legal and not (move["knight"] == [] and {"move": move["move"]} in legal):
                with pytest.raises(Problems) as refusal:
                    resolve({**document, "choice": choice})
                assert [problem.at for problem in refusal.value.problems] == ["choice"]


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed):
    rng = random.Random(seed)
    players = list(COLOURS[: 2 + seed % 5])
    nothing: dict = {name: [] for name in players}
    document = {"game": "spiral", "players": players, "chips": nothing, "home": nothing, "skips": {}, "turn": "red"}
    for _ in range(3000):
        rolled = {**document, "roll": rng.randint(1, 6)}
        expected = compare(rolled) if rng.random() < 0.3 else turns(rolled)
        choice, after, outcome = rng.choice(expected)
        assert ask({**rolled, "choice": choice}) == {"after": after, "outcome": outcome}
        document = after
        if outcome is not None:
            break
    else:
        pytest.fail("no end after 3000 turns")


def test_the_picture_is_the_board_of_the_page():
    assert len(PICTURE.split()) == 48
