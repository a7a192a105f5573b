"""What holds for every turn of Robots on hexagons."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.robots_hex import resolve
from controller.games.robots_hex.program import Instruction, Kind, format_step, parse_step
from tests.support.robots_hex_positions import random_document

documents = st.integers(0, 2**32).map(lambda seed: random_document(random.Random(seed)))
few = settings(max_examples=120, deadline=None)


def answered(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(resolve(document))
    return found


@few
@given(documents, st.randoms(use_true_random=False))
def test_order_of_input_is_irrelevant(document, rng):
    assert resolve(document) == resolve(_shuffled(document, rng))


def _shuffled(value: Any, rng: random.Random) -> Any:
    """The same with the keys of objects, and cells of lists that are sets, in another order."""
    if not isinstance(value, dict):
        return value
    pairs = [(key, _shuffled(item, rng)) for key, item in value.items()]
    for key, item in pairs:
        if key in ("lakes", "lightning", "starts", "green", "violet", "destroyed") and isinstance(item, list):
            rng.shuffle(item)
    rng.shuffle(pairs)
    return dict(pairs)


@few
@given(documents)
def test_after_is_valid_input_unless_the_turn_has_no_robots(document):
    found = answered(document)
    if found["after"]["robots"]:
        answered(found["after"])
    else:
        assert found["outcome"] == {"winners": [], "reason": "last-standing"}


@few
@given(documents)
def test_the_input_is_not_changed_and_the_answer_is_the_same_again(document):
    before = copy.deepcopy(document)
    assert resolve(document) == resolve(document)
    assert document == before


@few
@given(documents)
def test_sides_can_be_renamed(document):
    """Green and violet swap their names: the whole game does. Who plays is the same, so only `turn` may differ."""
    swap = {"green": "violet", "violet": "green"}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {_word(key, swap): renamed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return _word(value, swap) if isinstance(value, str) and len(value) < 10 else value

    for robot in document["robots"].values():
        # Shapes and questions name colours too: keep them out.
        robot["tests"] = dict.fromkeys(robot["tests"], "enemy robots or I am in my camp")
    document["board"]["shapes"] = dict.fromkeys(document["board"]["shapes"], "red square")
    found, other = answered(document), answered(renamed(document))
    assert renamed(found["after"]["robots"]) == other["after"]["robots"]
    if found["outcome"] is None:
        assert other["outcome"] is None
    else:
        assert sorted(_word(name, swap) for name in found["outcome"]["winners"]) == other["outcome"]["winners"]


def _word(text: str, swap: dict[str, str]) -> str:
    for one, other in swap.items():
        if text.startswith(one):
            return other + text.removeprefix(one)
    return text


@few
@given(documents)
def test_mirrored_boards_play_mirrored_games(document):
    """Left and right swapped, on boards where that keeps columns even or odd; clockwise becomes the other way."""
    columns = document.get("board", {}).get("size", [15, 11])[0]
    if columns % 2 == 0:
        return
    for robot in document["robots"].values():
        robot["tests"] = dict.fromkeys(robot["tests"], "enemy robots at 2 cells or less in my direction")
    mirrored = _mirrored(document, columns)
    assert _mirrored(answered(document)["after"]["robots"], columns) == answered(mirrored)["after"]["robots"]


def _mirrored(value: Any, columns: int) -> Any:
    if isinstance(value, dict):
        return {
            _mirrored(key, columns): (8 - item) % 6 or 6 if key == "facing" else _mirrored(item, columns)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_mirrored(item, columns) for item in value]
    if isinstance(value, str):
        if value[:1].islower() and value[1:].isdigit():
            return chr(ord("a") + columns - 1 - (ord(value[0]) - ord("a"))) + value[1:]
        if value[:2] in ("R+", "R-"):
            return value.translate(str.maketrans("+-", "-+"))
    return value


steps = st.one_of(
    st.builds(Instruction, st.sampled_from((Kind.MOVE, Kind.TURN)), st.sampled_from((1, 2, -1, -2))),
    st.builds(Instruction, st.sampled_from((Kind.SHOT, Kind.EXPLODE, Kind.RESET)), st.just(0)),
    st.builds(Instruction, st.just(Kind.TEST), st.integers(1, 4)),
    st.builds(Instruction, st.just(Kind.GO_TO), st.integers(1, 15)),
)


@given(steps, st.randoms(use_true_random=False))
def test_steps_are_read_as_written_with_any_spaces_and_case(step, rng):
    text = format_step(step)
    assert parse_step(text) == step
    spaced = "".join(letter + " " * rng.randint(0, 1) for letter in text)
    assert parse_step(spaced.lower()) == step
