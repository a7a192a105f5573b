"""What `golem resolve` refuses of the dice race, and where; whatever comes is answered or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.catalogue import languages
from boards.base.errors import Problems
from controller.games.spiral import resolve
from controller.games.spiral.board import standard_board
from controller.games.spiral.choices import Choice
from controller.games.spiral.documents.document_reader import read_task
from controller.games.spiral.illegal_choices import why_not
from controller.games.spiral.narration.event_text import tell_reason
from tests.support.spiral_positions import document

GOOD = document(4, red="1 17 48h", blue="5")


def refusals(given_document: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(Problems) as refusal:
        resolve(given_document)
    return [(problem.at, str(problem.message)) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"roll": None}, ["roll"]),
        ({"roll": 0}, ["roll"]),
        ({"roll": 7}, ["roll"]),
        ({"roll": True}, ["roll"]),
        ({"roll": 4.0}, ["roll"]),
        ({"roll": "4"}, ["roll"]),
        ({"roll": [4]}, ["roll"]),
        ({"roll": 10**400}, ["roll"]),
        ({"players": []}, ["players"]),
        ({"players": "red"}, ["players"]),
        ({"players": ["red", "red", "blue"]}, ["players[1]"]),
        ({"players": ["red", "blue", 3]}, ["players[2]"]),
        ({"players": ["red", "blue", ""]}, ["players[2]"]),
        ({"players": ["red", "blue", None, ["x"]]}, ["players[2]", "players[3]"]),
        ({"chips": []}, ["chips"]),
        ({"chips": None}, ["chips"]),
        ({"chips": {"red": 3}}, ["chips.red"]),
        ({"chips": {"red": {"1": 1}}}, ["chips.red"]),
        ({"chips": {"green": []}}, ["chips.green"]),
        ({"chips": {"red": [0]}}, ["chips.red[0]"]),
        ({"chips": {"red": [1, 49]}}, ["chips.red[1]"]),
        ({"chips": {"red": [1, True, "2", 2.0, None]}}, [f"chips.red[{n}]" for n in (1, 2, 3, 4)]),
        ({"chips": {"red": [3, 3]}}, ["chips.red[1]"]),
        ({"chips": {"red": [3], "blue": [3]}}, ["chips.blue[0]"]),
        ({"chips": {"red": [48]}}, ["home.red[0]"]),
        ({"chips": {"red": [1, 2, 3, 4]}}, ["chips.red"]),
        ({"chips": {"blue": [1, 2, 3, 4, 5]}}, ["chips.blue"]),
        ({"home": {"red": [47]}}, ["home"]),
        ({"home": {"red": [48, 46]}}, ["home"]),
        ({"home": {"red": [48], "blue": [46]}}, ["home"]),
        ({"home": {"red": [44]}}, ["home.red[0]"]),
        ({"home": {"red": [48, 48]}}, ["home.red[1]"]),
        ({"home": {"red": [48, 47], "blue": [46, 45]}}, ["home"]),
        ({"home": [48]}, ["home"]),
        ({"home": {"green": [48]}}, ["home.green"]),
        ({"skips": {"green": 1}}, ["skips.green"]),
        ({"skips": {"red": -1}}, ["skips.red"]),
        ({"skips": {"red": True}}, ["skips.red"]),
        ({"skips": {"red": "1"}}, ["skips.red"]),
        ({"skips": 1}, ["skips"]),
        ({"turn": "green"}, ["turn"]),
        ({"turn": None}, ["turn"]),
        ({"turn": 0}, ["turn"]),
        ({"turn": ["red"]}, ["turn"]),
        ({"board": {}}, ["board"]),
        ({"seed": 1, "rolls": 3}, ["seed", "rolls"]),
        ({"choice": None}, ["choice"]),
        ({"choice": 17}, ["choice"]),
        ({"choice": "move 17"}, ["choice"]),
        ({"choice": "New"}, ["choice"]),
        ({"choice": {}}, ["choice"]),
        ({"choice": {"move": True}}, ["choice"]),
        ({"choice": {"move": "1"}}, ["choice"]),
        ({"choice": {"move": 1, "to": 5}}, ["choice"]),
        ({"choice": {"move": 1, "knight": None}}, ["choice"]),
        ({"choice": {"move": 1, "knight": 5}}, ["choice"]),
        ({"choice": {"move": 1, "knight": [True]}}, ["choice"]),
        ({"choice": {"knight": [18]}}, ["choice"]),
        ({"choice": {"move": 10**300}}, ["choice"]),
        ({"choice": ["new"]}, ["choice"]),
        ({"choice": "pass"}, ["choice"]),
        ({"choice": "new"}, ["choice"]),
        ({"choice": {"move": 2}}, ["choice"]),
        ({"choice": {"move": 48}}, ["choice"]),
        ({"choice": {"move": 5}}, ["choice"]),
        ({"choice": {"move": 17}}, ["choice"]),
        ({"choice": {"move": 17, "knight": [23]}}, ["choice"]),
        ({"choice": {"move": 17, "knight": [18, 18]}}, ["choice"]),
        ({"choice": {"move": 1, "knight": [18]}}, ["choice"]),
        ({"roll": 9, "choice": {"move": 17}, "skips": {"x": 1}}, ["skips.x", "roll"]),
    ],
)
def test_refused(change, places):
    found = refusals({**GOOD, **change})
    assert [at for at, _ in found] == places
    assert all(0 < len(message) < 250 for _, message in found)


@pytest.mark.parametrize("key", ["players", "turn", "roll"])
def test_what_must_be_there(key):
    found = refusals({name: value for name, value in GOOD.items() if name != key})
    assert key in [at for at, _ in found]


def test_chips_home_and_skips_may_be_left_out():
    answer = json.loads(resolve({"game": "spiral", "players": ["red"], "turn": "red", "roll": 6, "choice": "new"}))
    assert answer["after"]["chips"] == {"red": [1]}


@pytest.mark.parametrize(
    ("roll", "choice", "chips", "says"),
    [
        (3, "pass", {"red": "2", "blue": ""}, "moving is compulsory, and something is legal: move 2"),
        (6, "pass", {"red": "", "blue": ""}, "something is legal: new"),
        (3, "new", {"red": "2", "blue": ""}, "a new chip is set on a six only, and this is a 3"),
        (6, "new", {"red": "1", "blue": ""}, "an own chip stands on cell 1"),
        (6, "new", {"red": "2 3 4 48h", "blue": ""}, "there are 4 chips of this player on the board already"),
        (3, {"move": 9}, {"red": "2", "blue": "9"}, "a chip of red on cell 9 is not there"),
        (3, {"move": 48}, {"red": "48h", "blue": ""}, "a chip of red on cell 48 is home, and moves no more"),
        (3, {"move": 2}, {"red": "2 5", "blue": ""}, "the chip on cell 2 would land on an own chip"),
        (1, {"move": 8}, {"red": "8", "blue": ""}, "must name one of the cells 6, 32, 44; none is chosen"),
        (1, {"move": 8, "knight": [7]}, {"red": "8", "blue": ""}, "6, 32, 44; 7 is not one of them"),
        (1, {"move": 8, "knight": [6, 7]}, {"red": "8", "blue": ""}, "no Chess works here for the knight cell 7"),
        (1, {"move": 2, "knight": [7]}, {"red": "2", "blue": ""}, "no Chess works here for the knight cell 7"),
    ],
)
def test_why_a_choice_is_not_legal(roll, choice, chips, says):
    ((at, message),) = refusals({**document(roll, **chips), "choice": choice})
    assert at == "choice"
    assert says in message


def test_strange_names_are_names():
    names = ["a[", "b.c", "]", "x" * 1000, "игрок", "chips.red[0]"]
    strange = {
        "game": "spiral",
        "players": names,
        "chips": {"a[": [2, 3, 4, 5, 6], "b.c": [2], "]": ["?"]},
        "home": {"chips.red[0]": [48]},
        "skips": {"a[": -1},
        "turn": "a[",
        "roll": 1,
    }
    assert sorted(at for at, _ in refusals(strange)) == [
        "chips.][0]",
        "chips.a[",
        "chips.b.c[0]",
        "skips.a[",
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["red", "blue", "x"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "choice", "other"]), JSON, max_size=3))
def test_whatever_comes_is_answered_or_refused(change):
    change.pop("game", None)
    try:
        json.loads(resolve({**GOOD, **change}))
    except Problems as refusal:
        assert refusal.problems


def test_deep_and_long_documents_are_refused():
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    assert refusals({**GOOD, "chips": deep}) == [("chips", "this must name cells by player")]
    found = refusals({**GOOD, "chips": {"red": list(range(1, 5000))}})
    assert [at for at, _ in found][:3] == ["chips.red", "chips.red[48]", "chips.red[49]"]
    assert len(found) == 4999 - 48 + 1 + 1, "one for each cell off the board, one for too many, one for what is home"


@pytest.mark.parametrize(
    ("roll", "choice", "chips"),
    [
        (3, Choice("pass"), {"red": "2", "blue": "9"}),
        (3, Choice("new"), {"red": "2", "blue": ""}),
        (6, Choice("new"), {"red": "1", "blue": ""}),
        (6, Choice("new"), {"red": "2 3 4 48h", "blue": ""}),
        (3, Choice("move", 9), {"red": "2", "blue": "9"}),
        (3, Choice("move", 48), {"red": "48h", "blue": ""}),
        (3, Choice("move", 2), {"red": "2 5", "blue": ""}),
        (1, Choice("move", 8), {"red": "8", "blue": ""}),
        (1, Choice("move", 8, (7,)), {"red": "8", "blue": ""}),
        (1, Choice("move", 2, (7,)), {"red": "2", "blue": ""}),
    ],
)
def test_why_not_is_told_in_every_language(roll, choice, chips):
    position, roll, _ = read_task(standard_board(), document(roll, **chips))
    reason = why_not(standard_board(), position, roll, choice)
    told = {language: tell_reason(reason, language) for language in languages()}
    assert len(set(told.values())) == len(languages())
    assert not [text for text in told.values() if "{" in text or "}" in text]
    assert tell_reason(reason) == told["en"]
    with pytest.raises(Problems):
        tell_reason(reason, "xx")
