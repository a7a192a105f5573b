"""What holds for every turn of Robot Game."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.errors import Problems
from controller.games.robot_game import resolve
from controller.games.robot_game.actions import Action, action_text, format_action, parse_action, read_action
from controller.games.robot_game.arena import NEIGHBOURS
from tests.support.robot_game_positions import random_document

documents = st.integers(0, 2**32).map(lambda seed: random_document(random.Random(seed)))
few = settings(max_examples=150, deadline=None)


def after(document: dict[str, Any]) -> list[dict[str, Any]]:
    return json.loads(resolve(document))["after"]["robots"]


def turned(place: list[int]) -> list[int]:
    return [18 - place[0], 18 - place[1]]


@few
@given(documents)
def test_point_symmetry(document):
    other = copy.deepcopy(document)
    for robot in other["robots"]:
        robot["loc"] = turned(robot["loc"])
    for action in other["actions"].values():
        action[1:] = [turned(target) for target in action[1:]]
    assert [{**robot, "loc": turned(robot["loc"])} for robot in after(document)] == after(other)


@few
@given(documents)
def test_players_can_be_swapped(document):
    other = copy.deepcopy(document)
    for robot in other["robots"]:
        robot["player"] = 1 - robot["player"]
    assert [{**robot, "player": 1 - robot["player"]} for robot in after(document)] == after(other)


@few
@given(documents, st.randoms(use_true_random=False), st.integers(0, 2**31))
def test_order_of_input_is_irrelevant(document, rng, seed):
    del document["attack_damage"]
    document = {**document, "seed": seed, "spawn": True}
    other = copy.deepcopy(document)
    rng.shuffle(other["robots"])
    pairs = list(other["actions"].items())
    rng.shuffle(pairs)
    other["actions"] = dict(pairs)
    assert resolve(document) == resolve(other)


@few
@given(documents)
def test_the_input_is_not_changed_and_the_answer_is_the_same_again(document):
    before = copy.deepcopy(document)
    assert resolve(document) == resolve(document)
    assert document == before


@few
@given(documents)
def test_nobody_shares_a_cell_nobody_heals_and_ids_stay(document):
    before = {robot["id"]: robot for robot in document["robots"]}
    left = after(document)
    assert len({tuple(robot["loc"]) for robot in left}) == len(left)
    for robot in left:
        assert 0 < robot["hp"] <= before[robot["id"]]["hp"]
        assert robot["player"] == before[robot["id"]]["player"]
        assert sum(abs(a - b) for a, b in zip(robot["loc"], before[robot["id"]]["loc"], strict=True)) <= 1


@few
@given(documents)
def test_after_is_valid_input(document):
    json.loads(resolve(json.loads(resolve(document))["after"]))


@given(st.sampled_from(list(NEIGHBOURS)), st.integers(0, 9))
def test_actions_read_what_they_write(cell, choice):
    kinds = [("guard", -1), ("suicide", -1)]
    kinds += [(kind, target) for kind in ("move", "attack") for target in NEIGHBOURS[cell]]
    action = Action(*kinds[choice % len(kinds)])
    assert read_action(format_action(action), cell) == action
    assert parse_action(action_text(action), cell) == action


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@few
@given(documents, st.sampled_from(("turn", "robots", "actions", "attack_damage", "spawn", "seed", "x")), json_values)
def test_any_value_anywhere_is_an_answer_or_a_located_refusal(document, key, value):
    for hostile in ({**document, key: value}, {**document, "robots": [value]}, {**document, "actions": {"1": value}}):
        try:
            json.loads(resolve(hostile))
        except Problems as problems:
            assert all(str(problem.message) for problem in problems.problems)
