"""The product against a second implementation, written from the rules page in another style."""

from __future__ import annotations

import json
import random

import pytest

from boards.base.errors import Problems
from controller.games.jetan import resolve
from tests.support import jetan_reference as slow
from tests.support.jetan_positions import FILES, START, random_position


def ask(position: str, move: str | None = None):
    document = {"game": "jetan", "position": position}
    return json.loads(resolve(document if move is None else {**document, "move": move}))


def compare(position: str, rng: random.Random, tries: int) -> list[str]:
    """Legal moves, and what some of them lead to."""
    legal = sorted(slow.moves(slow.State(position)))
    assert ask(position) == {"legal": legal, "outcome": None}, position
    captures = [move for move in legal if "x" in move]
    for move in rng.sample(legal, min(tries, len(legal))) + rng.sample(captures, min(tries, len(captures))):
        after, outcome = slow.play(position, move)
        assert ask(position, move) == {"after": {"game": "jetan", "position": after}, "outcome": outcome}, (
            position,
            move,
        )
    return legal


@pytest.mark.parametrize(("seed", "most", "count"), [(1, 1, 400), (2, 4, 300), (3, 10, 150), (4, 20, 60)])
def test_random_positions(seed, most, count):
    rng = random.Random(seed)
    for _ in range(count):
        position = random_position(rng, most)
        legal = compare(position, rng, 2)
        squares = [file + str(rank) for file in FILES for rank in range(1, 11)]
        for _ in range(3):
            move = rng.choice(squares) + rng.choice("-x~") + rng.choice(squares)
            if move not in legal:
                with pytest.raises(Problems) as refusal:
                    ask(position, move)
                assert [problem.at for problem in refusal.value.problems] == ["move"]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_from_the_start(seed):
    """Captures are liked, so that games get somewhere."""
    rng = random.Random(seed)
    position = START
    for _ in range(400):
        legal = sorted(move for move in compare(position, rng, 0) if "~" not in move or rng.random() < 0.02)
        captures = [move for move in legal if "x" in move]
        if not legal:
            break
        move = rng.choice(captures if captures and rng.random() < 0.7 else legal)
        after, outcome = slow.play(position, move)
        assert ask(position, move) == {"after": {"game": "jetan", "position": after}, "outcome": outcome}
        position = after
        if outcome is not None:
            assert ask(position) == {"legal": [], "outcome": None} or outcome["reason"] == "no-move"
            break
