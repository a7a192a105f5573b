"""Thousands of positions against two other implementations: a plain one, and rgkit."""

from __future__ import annotations

import json
import random

import pytest

from controller.games.robot_game import resolve
from tests.support import rgkit_engine, robot_game_reference
from tests.support.robot_game_positions import random_document

POSITIONS = 2500


@pytest.mark.parametrize("engine", [robot_game_reference.play, rgkit_engine.play], ids=["plain", "rgkit"])
def test_same_robots_left(engine):
    for seed in range(POSITIONS):
        document = random_document(random.Random(seed))
        expected = engine(document, document["attack_damage"])
        assert json.loads(resolve(document))["after"]["robots"] == expected, f"seed {seed}"


@pytest.mark.parametrize("robots", [20, 50, 100, 225])
def test_same_as_rgkit_in_the_whole_arena(robots):
    for seed in range(60):
        document = random_document(random.Random(seed), robots)
        expected = rgkit_engine.play(document, document["attack_damage"])
        assert json.loads(resolve(document))["after"]["robots"] == expected, f"seed {seed}"


def test_a_whole_game_stays_the_same_as_in_rgkit():
    """Random actions for 100 turns; what we spawn is put into rgkit's next position."""
    rng = random.Random(7)
    document = {"game": "robot_game", "turn": 0, "robots": [], "seed": 3}
    for turn in range(100):
        with_actions = {**document, "actions": _random_actions(rng, document["robots"]), "attack_damage": 10}
        after = json.loads(resolve(with_actions))["after"]
        survivors = rgkit_engine.play(with_actions, 10)
        quiet = json.loads(resolve({**with_actions, "spawn": False}))["after"]["robots"]
        assert quiet == survivors, f"turn {turn}"
        document = {**after, "seed": 3}
    assert document["turn"] == 100


def _random_actions(rng, robots):
    crowd = random_document(rng, 100)
    by_place = {tuple(r["loc"]): crowd["actions"].get(str(r["id"])) for r in crowd["robots"]}
    found = {str(robot["id"]): by_place.get(tuple(robot["loc"])) for robot in robots}
    return {number: action for number, action in found.items() if action}
