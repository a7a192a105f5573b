"""A second implementation of a turn of Robot Game, slow and plain, from the rules page alone.

It shares no code with the product and is built differently: everything is lists of small dicts; who moves is
found by trying: all movers go, and as long as somebody stands where it can't, one of them is sent back.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any


def free(x: int, y: int) -> bool:
    return (x - 9) ** 2 + (y - 9) ** 2 < 73


def beside(place: list[int]) -> list[list[int]]:
    x, y = place
    return [[x, y + 1], [x + 1, y], [x, y - 1], [x - 1, y]]


def is_spawn(place: list[int]) -> bool:
    return free(*place) and any(not free(*other) for other in beside(place))


def play(document: dict[str, Any], damage: int) -> list[dict[str, Any]]:
    """The robots left after a turn without spawning, by id; every attack rolls `damage`."""
    robots = [dict(robot) for robot in document["robots"]]
    for robot in robots:
        action = document.get("actions", {}).get(str(robot["id"]), ["guard"])
        robot["does"] = action[0]
        robot["aim"] = action[1] if len(action) > 1 else None
        robot["wants"] = robot["aim"] if robot["does"] == "move" else robot["loc"]
        robot["lost"] = 0
    settle(robots)
    for one, other in combinations(robots, 2):
        if one["player"] != other["player"] and collide(one, other, robots):
            for robot in (one, other):
                if robot["does"] != "guard":
                    robot["lost"] += 5
    for robot in robots:
        for other in robots:
            if other["player"] == robot["player"]:
                continue
            full = 0
            if other["does"] == "attack" and other["aim"] == robot["now"]:
                full = damage
            if other["does"] == "suicide" and other["loc"] in beside(robot["now"]):
                full = 15
            robot["lost"] += full // 2 if robot["does"] == "guard" else full
    return [
        {"id": robot["id"], "player": robot["player"], "loc": robot["now"], "hp": robot["hp"] - robot["lost"]}
        for robot in sorted(robots, key=lambda robot: robot["id"])
        if robot["hp"] > robot["lost"] and robot["does"] != "suicide"
    ]


def settle(robots: list[dict[str, Any]]) -> None:
    """Who ends where (`now`): everybody moves, then those who can't are sent back, until nothing changes."""
    for robot in robots:
        robot["fails"] = False
        claims = [other for other in robots if other["wants"] == robot["wants"] and other is not robot]
        swap = [other for other in robots if other["loc"] == robot["wants"] and other["wants"] == robot["loc"]]
        if robot["does"] == "move" and (claims or swap):
            robot["fails"] = True
    changed = True
    while changed:
        changed = False
        for robot in robots:
            if robot["does"] != "move" or robot["fails"]:
                continue
            for other in robots:
                if other["loc"] == robot["wants"] and (other["fails"] or other["does"] != "move"):
                    robot["fails"] = changed = True
    for robot in robots:
        robot["now"] = robot["loc"] if robot["fails"] else robot["wants"]


def collide(one: dict[str, Any], other: dict[str, Any], robots: list[dict[str, Any]]) -> bool:
    """Whether two robots collide."""
    for mover, target in ((one, other), (other, one)):
        if mover["does"] == "move" and mover["wants"] == target["loc"] == target["now"]:
            return True
    if one["does"] != "move" or other["does"] != "move" or one["wants"] != other["wants"]:
        return False
    return not any(robot["loc"] == one["wants"] == robot["now"] for robot in robots)
