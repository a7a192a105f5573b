"""What `golem resolve` refuses in Robots on hexagons, and where."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.errors import Problems
from controller.games.game_registry import resolve

WHOLE: dict[str, Any] = {
    "game": "robots_hex",
    "scenario": 1,
    "shapes": "obstacles",
    "board": {
        "size": [5, 5],
        "lakes": ["a1"],
        "shapes": {"b1": "red square"},
        "lightning": ["c1"],
        "camps": {"green": ["a2"], "violet": ["e2"]},
        "starts": ["a2"],
        "computers": {"green": "d1"},
    },
    "robots": {
        "green1": {
            "side": "green",
            "at": "c3",
            "facing": 1,
            "pointer": 0,
            "shots": 10,
            "destroyed": [],
            "program": ["D+1", "? 1", "RAZ"],
            "tests": {"1": "enemy robots"},
        },
        "violet1": {"side": "violet", "at": "d4", "facing": 4, "program": ["T"]},
    },
    "turn": "green",
    "signals": {"green": {"left": 5, "robot": "green1", "step": 2}, "violet": {}},
}

GONE = object()


def changed(path: str, value: Any) -> dict[str, Any]:
    """The document with another value at a place such as `robots.green1.at`."""
    document = copy.deepcopy(WHOLE)
    *way, last = path.split(".")
    place = document
    for key in way:
        place = place[key]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return document


TABLE: list[tuple[str, Any, str]] = [
    # path, value, at (empty: the path)
    ("extra", 1, ""),
    ("scenario", 0, ""),
    ("scenario", 4, ""),
    ("scenario", True, ""),
    ("scenario", "1", ""),
    ("shapes", "off", ""),
    ("shapes", True, ""),
    ("board", [], ""),
    ("board", None, ""),
    ("board.rivers", [], ""),
    ("board.size", [5], ""),
    ("board.size", [5, 0], ""),
    ("board.size", [27, 5], ""),
    ("board.size", [5, True], ""),
    ("board.size", "5x5", ""),
    ("board.size", [5, 10**400], ""),
    ("board.lakes", {}, ""),
    ("board.lakes", "a1", ""),
    ("board.lakes", ["a1", "f1"], "board.lakes[1]"),
    ("board.lakes", ["a1", "a1"], "board.lakes[1]"),
    ("board.lakes", [["a1"]], "board.lakes[0]"),
    ("board.lakes", [1], "board.lakes[0]"),
    ("board.lakes", ["A1"], "board.lakes[0]"),
    ("board.lakes", ["a01"], "board.lakes[0]"),
    ("board.lakes", ["a1", "b1"], "board.shapes.b1"),
    ("board.lightning", ["a1"], "board.lightning[0]"),
    ("board.lightning", ["c1", "b1"], "board.lightning[1]"),
    ("board.shapes", ["b1"], ""),
    ("board.shapes.z9", "red square", ""),
    ("board.shapes.b1", "pink square", ""),
    ("board.shapes.b1", "red", ""),
    ("board.shapes.b1", "red squares", ""),
    ("board.shapes.b1", 7, ""),
    ("board.camps", [], ""),
    ("board.camps.red", ["a3"], ""),
    ("board.camps.violet", ["a2"], "board.camps.violet[0]"),
    ("board.camps.violet", "e2", ""),
    ("board.starts", ["z1"], "board.starts[0]"),
    ("board.starts", ["a2", "a2"], "board.starts[1]"),
    ("board.computers", ["d1"], ""),
    ("board.computers.green", "a1", ""),
    ("board.computers.green", ["d1"], ""),
    ("board.computers.blue", "d2", ""),
    ("robots", GONE, ""),
    ("robots", [], ""),
    ("robots", {}, "turn"),
    ("robots.green1", [], ""),
    ("robots.green1.name", "x", ""),
    ("robots.green1.side", GONE, ""),
    ("robots.green1.side", "", ""),
    ("robots.green1.side", 1, ""),
    ("robots.green1.at", GONE, ""),
    ("robots.green1.at", "c9", ""),
    ("robots.green1.at", "a1", ""),
    ("robots.green1.at", "b1", ""),
    ("robots.green1.at", "d1", ""),
    ("robots.green1.at", 3, ""),
    ("robots.violet1.at", "c3", ""),
    ("robots.green1.facing", GONE, ""),
    ("robots.green1.facing", 0, ""),
    ("robots.green1.facing", 7, ""),
    ("robots.green1.facing", "N", ""),
    ("robots.green1.facing", True, ""),
    ("robots.green1.pointer", -1, ""),
    ("robots.green1.pointer", 5, ""),
    ("robots.green1.pointer", 1.0, ""),
    ("robots.green1.shots", 11, ""),
    ("robots.green1.shots", -1, ""),
    ("robots.green1.destroyed", 1, ""),
    ("robots.green1.destroyed", [0], "robots.green1.destroyed[0]"),
    ("robots.green1.destroyed", [4], "robots.green1.destroyed[0]"),
    ("robots.green1.destroyed", [1, 1], "robots.green1.destroyed[1]"),
    ("robots.green1.destroyed", ["1"], "robots.green1.destroyed[0]"),
    ("robots.green1.program", GONE, ""),
    ("robots.green1.program", "D+1", ""),
    ("robots.green1.program", ["T"] * 16, ""),
    ("robots.green1.program", ["T", ""], "robots.green1.program[1]"),
    ("robots.green1.program", ["D+3"], "robots.green1.program[0]"),
    ("robots.green1.program", ["D1"], "robots.green1.program[0]"),
    ("robots.green1.program", ["R+0"], "robots.green1.program[0]"),
    ("robots.green1.program", ["TT"], "robots.green1.program[0]"),
    ("robots.green1.program", ["T", "-> 3"], "robots.green1.program[1]"),
    ("robots.green1.program", ["T", "-> 0"], "robots.green1.program[1]"),
    ("robots.green1.program", ["T", "->"], "robots.green1.program[1]"),
    ("robots.green1.program", ["? 2"], "robots.green1.program[0]"),
    ("robots.green1.program", ["? 5"], "robots.green1.program[0]"),
    ("robots.green1.program", ["?"], "robots.green1.program[0]"),
    ("robots.green1.program", [None], "robots.green1.program[0]"),
    ("robots.green1.program", [["T"]], "robots.green1.program[0]"),
    ("robots.green1.program", ["x" * 10**5], "robots.green1.program[0]"),
    ("robots.green1.tests", [], ""),
    ("robots.green1.tests", {}, "robots.green1.program[1]"),
    ("robots.green1.tests.5", "robots", ""),
    ("robots.green1.tests.0", "robots", ""),
    ("robots.green1.tests.01", "robots", ""),
    ("robots.green1.tests.1", "robots?", ""),
    ("robots.green1.tests.1", "", ""),
    ("robots.green1.tests.1", 1, ""),
    ("robots.green1.tests.1", "роботы", ""),
    ("robots.green1.tests.1", "(" * 10**5, ""),
    ("turn", GONE, ""),
    ("turn", "red", ""),
    ("turn", ["green"], ""),
    ("signals", [], ""),
    ("signals.green", 5, ""),
    ("signals.green.left", 6, ""),
    ("signals.green.left", -1, ""),
    ("signals.green.left", True, ""),
    ("signals.green.left", 0, ""),
    ("signals.green.robot", "violet1", ""),
    ("signals.green.robot", 1, ""),
    ("signals.green.robot", GONE, ""),
    ("signals.green.step", 0, ""),
    ("signals.green.step", 16, ""),
    ("signals.green.step", "2", ""),
    ("signals.green.step", GONE, ""),
    ("signals.green.when", 1, ""),
]


@pytest.mark.parametrize(
    ("path", "value", "at"), TABLE, ids=[f"{index}-{path}" for index, (path, _, _) in enumerate(TABLE)]
)
def test_refused_at(path, value, at):
    with pytest.raises(Problems) as refused:
        resolve(changed(path, value))
    assert refused.value.problems[0].at == (at or path)


@pytest.mark.parametrize("scenario", [2, 3])
def test_scenarios_2_and_3_take_only_green_and_violet(scenario):
    document = {**changed("robots.violet1.side", "red"), "scenario": scenario}
    with pytest.raises(Problems) as refused:
        resolve(document)
    assert refused.value.problems[0].at == "robots.violet1.side"
    with pytest.raises(Problems) as refused:
        resolve({**changed("signals.red", {}), "scenario": scenario})
    assert refused.value.problems[0].at == "signals.red"


def test_what_is_allowed():
    for path, value in (
        ("robots.green1.program", []),
        ("robots.green1.pointer", 4),
        ("robots.green1.at", "a2"),
        ("robots.green1.at", "c1"),
        ("board.starts", ["a1", "b1", "c1", "d1"]),
        ("board.camps.green", ["a1", "b1", "c1", "d1"]),
        ("signals.red", {"left": 0}),
        ("signals.green.robot", "nobody"),
        ("board", {}),
        ("signals", {}),
    ):
        resolve(changed(path, value))
    resolve({**changed("robots.green1.at", "b1"), "shapes": "ignored"})


def test_all_problems_at_once_in_the_order_of_the_input():
    document = changed("robots.green1.at", "z9")
    document["board"]["lakes"] = ["q1"]
    document["turn"] = 1
    with pytest.raises(Problems) as refused:
        resolve(document)
    assert [problem.at for problem in refused.value.problems] == ["board.lakes[0]", "robots.green1.at", "turn"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
places = st.sampled_from([path for path, _, _ in TABLE if path.count(".") < 2] + ["robots.green1.tests", "game"])


@settings(max_examples=250, deadline=None)
@given(places, json_values)
def test_any_value_anywhere_is_an_answer_or_a_located_refusal(path, value):
    try:
        json.loads(resolve(changed(path, value)))
    except Problems as problems:
        assert all(str(problem.message) for problem in problems.problems)
