"""What `golem resolve` refuses in Robot Game, and where."""

from __future__ import annotations

from typing import Any

import pytest

from boards.base.errors import Problems
from controller.games.game_registry import resolve

ROBOT = {"id": 1, "player": 0, "loc": [9, 9], "hp": 50}
OTHER = {"id": 2, "player": 1, "loc": [9, 10], "hp": 50}


def document(**changes: Any) -> dict[str, Any]:
    whole = {"game": "robot_game", "turn": 3, "robots": [ROBOT, OTHER], "actions": {}, **changes}
    return {key: value for key, value in whole.items() if value is not ...}


def robot(**changes: Any) -> dict[str, Any]:
    changed = {key: value for key, value in {**ROBOT, **changes}.items() if value is not ...}
    return document(robots=[OTHER, changed])


def acting(action: Any) -> dict[str, Any]:
    return document(actions={"1": action})


TABLE: list[tuple[str, dict[str, Any]]] = [
    ("turn", document(turn=...)),
    ("turn", document(turn=-1)),
    ("turn", document(turn=100)),
    ("turn", document(turn=True)),
    ("turn", document(turn="3")),
    ("turn", document(turn=3.0)),
    ("turn", document(turn=10**400)),
    ("robots", document(robots=...)),
    ("robots", document(robots={})),
    ("robots", document(robots=None)),
    ("robots[0]", document(robots=[7])),
    ("robots[0]", document(robots=[[]])),
    ("robots[1].id", robot(id=...)),
    ("robots[1].id", robot(id="1")),
    ("robots[1].id", robot(id=-1)),
    ("robots[1].id", robot(id=True)),
    ("robots[1].id", robot(id=2)),
    ("robots[1].id", robot(id=2**31)),
    ("robots[1].player", robot(player=...)),
    ("robots[1].player", robot(player=2)),
    ("robots[1].player", robot(player=False)),
    ("robots[1].hp", robot(hp=...)),
    ("robots[1].hp", robot(hp=0)),
    ("robots[1].hp", robot(hp=51)),
    ("robots[1].hp", robot(hp=1.5)),
    ("robots[1].loc", robot(loc=...)),
    ("robots[1].loc", robot(loc=[0, 0])),
    ("robots[1].loc", robot(loc=[9, -1])),
    ("robots[1].loc", robot(loc=[9, 19])),
    ("robots[1].loc", robot(loc=[9])),
    ("robots[1].loc", robot(loc=[9, "9"])),
    ("robots[1].loc", robot(loc=[9, True])),
    ("robots[1].loc", robot(loc=[9.0, 9])),
    ("robots[1].loc", robot(loc=[10**400, 9])),
    ("robots[1].loc", robot(loc="99")),
    ("robots[1].loc", robot(loc=[9, 10])),
    ("robots[1].colour", robot(colour="red")),
    ("actions", document(actions=[])),
    ("actions.3", document(actions={"3": ["guard"]})),
    ("actions.01", document(actions={"01": ["guard"]})),
    ("actions.1", acting("guard")),
    ("actions.1", acting([])),
    ("actions.1", acting(["jump"])),
    ("actions.1", acting(["guard", [9, 8]])),
    ("actions.1", acting(["move"])),
    ("actions.1", acting(["move", [9, 11]])),
    ("actions.1", acting(["move", [9, 9]])),
    ("actions.1", acting(["move", [10, 10]])),
    ("actions.1", acting(["attack", "9,8"])),
    ("actions.1", acting(["attack", [9, 8, 0]])),
    ("actions.1", acting(["move", [9, 8], 1])),
    ("actions.1", acting([["move"], [9, 8]])),
    ("actions.1", document(robots=[{**ROBOT, "loc": [9, 1]}], actions={"1": ["move", [9, 0]]})),
    ("actions.1", document(robots=[{**ROBOT, "loc": [9, 1]}], actions={"1": ["attack", [9, 0]]})),
    ("attack_damage", document(attack_damage=7)),
    ("attack_damage", document(attack_damage=11)),
    ("attack_damage", document(attack_damage=None)),
    ("attack_damage", document(attack_damage=9.0)),
    ("spawn", document(spawn=0)),
    ("spawn", document(spawn="no")),
    ("seed", document(seed=-1)),
    ("seed", document(seed=2**63)),
    ("seed", document(seed=None)),
    ("symmetric", document(symmetric=1)),
    ("next_id", document(next_id=7)),
    ("moves", document(moves={})),
]


@pytest.mark.parametrize(("at", "given"), TABLE, ids=[f"{index}-{at}" for index, (at, _) in enumerate(TABLE)])
def test_refused_at(at, given):
    with pytest.raises(Problems) as refused:
        resolve(given)
    assert refused.value.problems[0].at == at


def test_all_problems_at_once_in_the_order_of_the_input():
    with pytest.raises(Problems) as refused:
        resolve(document(actions={"9": ["guard"]}, robots=[{**ROBOT, "hp": 0, "loc": [0, 0]}], turn="x"))
    assert [problem.at for problem in refused.value.problems] == ["turn", "robots[0].loc", "robots[0].hp", "actions.9"]
    with pytest.raises(Problems) as refused:
        resolve({"actions": {"1": ["guard"]}, **document(actions=..., robots=[{**ROBOT, "id": "1"}])})
    assert [problem.at for problem in refused.value.problems] == ["robots[0].id"]


def test_deep_nesting_is_refused():
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(Problems):
        resolve(document(robots=deep))
    with pytest.raises(Problems):
        resolve(acting(deep))
