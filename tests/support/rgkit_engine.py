"""The reference engine rgkit (Python 3 port `rgkit_py3`) as a function on documents of `golem resolve`."""

from __future__ import annotations

import ast
from importlib import resources
from typing import Any

from rgkit.gamestate import GameState
from rgkit.settings import settings

settings.init_map(ast.literal_eval(resources.files("rgkit").joinpath("maps/default.py").read_text()))


def state_of(document: dict[str, Any]) -> GameState:
    state = GameState(turn=document["turn"], seed="1")
    for robot in document["robots"]:
        state.add_robot(tuple(robot["loc"]), robot["player"], robot["hp"], robot["id"])
    return state


def actions_of(document: dict[str, Any]) -> dict[tuple[int, int], tuple[Any, ...]]:
    """Actions as rgkit takes them: for every robot, by location."""
    given = document.get("actions", {})
    actions = {}
    for robot in document["robots"]:
        action = given.get(str(robot["id"]), ["guard"])
        actions[tuple(robot["loc"])] = (action[0], tuple(action[1])) if len(action) > 1 else (action[0],)
    return actions


class _Fixed:
    """A generator that always rolls the same."""

    def __init__(self, roll: int) -> None:
        self.roll = roll

    def randint(self, low: int, high: int) -> int:
        assert low <= self.roll <= high
        return self.roll


def play(document: dict[str, Any], damage: int) -> list[dict[str, Any]]:
    """The robots left after a turn without spawning, by id; every attack rolls `damage`."""
    state = state_of(document)
    state._attack_random = _Fixed(damage)
    after = state.apply_actions(actions_of(document), spawn=False)
    found = [
        {"id": robot.robot_id, "player": robot.player_id, "loc": list(robot.location), "hp": robot.hp}
        for robot in after.robots.values()
    ]
    return sorted(found, key=lambda robot: robot["id"])
