"""What a way of playing allows on the board: `golem resolve` refuses what the table refuses, alone and in bulk."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boards.base.errors import Problems
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.documents.resolve import resolve, resolve_lines

CORNERS = {
    "red": {"at": "a1", "facing": "N"},
    "blue": {"at": "d4", "facing": "S"},
    "yellow": {"at": "a4", "facing": "S"},
    "green": {"at": "d1", "facing": "N"},
}


def document(players: int = 2, size: int = 4, **keys: Any) -> dict[str, Any]:
    board = {"size": [size, size], **keys.pop("board", {})}
    golems = {colour: dict(golem) for colour, golem in list(CORNERS.items())[:players]}
    return {"game": "golems", "board": board, "golems": golems, **keys}


def places(given: dict[str, Any]) -> list[str]:
    assert resolve_lines([json.dumps(given).encode()]) == [None]  # Bulk leaves it to the reader that says why.
    with pytest.raises(Problems) as refused:
        resolve(given)
    return [problem.at for problem in refused.value.problems]


def test_the_beginner_game_has_no_tokens_and_is_for_two_on_4x4():
    tokens = {"walls": ["b2"], "waters": ["c3"], "barrels": ["d1"]}
    assert places(document(way="beginner", board=tokens)) == ["board.walls", "board.waters", "board.barrels"]
    assert places(document(way="beginner", size=6)) == ["board.size"]
    assert places(document(3, way="beginner")) == ["golems"]
    carrying = document(way="beginner")
    carrying["golems"]["blue"]["barrel"] = True
    assert places(carrying) == ["golems.blue.barrel"]


def test_the_autonomous_game_is_played_on_4x4_with_tokens_and_four():
    assert places(document(way="autonomous", size=6)) == ["board.size"]
    assert resolve(document(4, way="autonomous", board={"barrels": ["b2"]}))


@pytest.mark.parametrize("way", ["beginner", "standard", "autonomous", "scenario"])
def test_the_rules_2_0_are_for_two_players(way):
    assert [places(document(golems, rules="2.0", way=way)) for golems in (3, 4)] == [["golems"], ["golems"]]
    assert resolve(document(rules="2.0", way=way))


def test_all_limits_are_told_at_once_with_what_else_is_wrong():
    given = document(3, 6, way="beginner", rules="2.0", board={"barrels": ["a1", "b2"]}, energy=4)
    assert places(given) == ["board.size", "board.barrels", "golems", "golems.red.at", "energy"]


def test_other_boards_and_the_standard_game_keep_their_freedom():
    for size in (1, 2, 5, 26):
        given = document(1, size, board={})
        given["golems"]["red"]["at"] = "a1"
        assert resolve(given), size
    assert resolve(document(4, 6, board={"walls": ["b2"], "waters": ["b3"], "barrels": ["b4"]}))


def test_what_a_way_allows_is_no_question_of_a_position_alone():
    """A scenario or puzzle may be autonomous on any board, and records of it are read."""
    position = read_position(document(way="autonomous", size=6))
    assert (position.way, position.grid.columns) == ("autonomous", 6)
