"""A computer player for Robot Game, for tables without bots.

It leaves the doors, strikes who is beside it, and otherwise goes where enemies are. Pure; it knows what a bot may know.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.robot_game.actions import ATTACK, GUARDING, MOVE, Action, action_text
from controller.games.robot_game.arena import CENTRE, NEIGHBOURS, SPAWN_CELLS, cell_of, place_of
from controller.games.robot_game.state import State
from controller.games.robot_game.turn import Robot, Robots
from controller.games.seeded_random import Numbers

STRENGTHS: tuple[str, ...] = ("easy",)

_MIDDLE = cell_of(CENTRE, CENTRE)
_DOORS = frozenset(SPAWN_CELLS)


def program(state: State, player: int, seed: int) -> tuple[str, ...]:
    """Return a row for each robot of the player, by id."""
    mine = sorted((robot, cell) for cell, robot in state.robots.items() if robot.player == player)
    numbers = Numbers(seed, state.seed, state.turn, player)
    return tuple(_rows(mine, state.robots, numbers))


def _rows(mine: list[tuple[Robot, int]], robots: Robots, numbers: Numbers) -> Iterator[str]:
    wanted: set[int] = set()
    for robot, cell in mine:
        action = _action(robot, cell, robots, wanted, numbers)
        if action.kind == MOVE:
            wanted.add(action.target)
        yield f"{robot.id} {action_text(action)}"


def _action(robot: Robot, cell: int, robots: Robots, wanted: set[int], numbers: Numbers) -> Action:
    beside = [near for near in NEIGHBOURS[cell] if near in robots and robots[near].player != robot.player]
    if beside and cell not in _DOORS:
        return Action(ATTACK, min(beside, key=lambda near: (robots[near].hp, near)))
    enemies = [at for at, other in robots.items() if other.player != robot.player]
    goal = min(enemies, key=lambda at: (_steps(at, cell), at), default=_MIDDLE)
    free = [near for near in NEIGHBOURS[cell] if near not in robots and near not in wanted]
    inside = [near for near in free if near not in _DOORS]
    # Whoever stands on a door when the next ones come in dies there.
    nearer = inside if cell in _DOORS else [near for near in inside if _steps(near, goal) < _steps(cell, goal)]
    if not nearer:
        return Action(ATTACK, beside[0]) if beside else GUARDING
    nearest = min(_steps(near, goal) for near in nearer)
    return Action(MOVE, numbers.pick([near for near in nearer if _steps(near, goal) == nearest]))


def _steps(one: int, other: int) -> int:
    (x, y), (to_x, to_y) = place_of(one), place_of(other)
    return abs(x - to_x) + abs(y - to_y)
