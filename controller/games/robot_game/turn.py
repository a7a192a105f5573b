"""One turn, everything at once: moves, collisions, attacks, suicides, deaths; then the spawning.

The hot core of the game: matches and leagues live here, so it works on whole dicts of cells and does
nothing for robots that meet nobody. Source: the rules of Robot Game, "A turn, everything at once".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.games.robot_game.actions import ATTACK, GUARD, GUARDING, MOVE, SUICIDE, Action
from controller.games.robot_game.arena import NEIGHBOURS, SPAWN_CELLS

HP = 50
"""What a robot begins with. Nothing heals."""
COLLISION_DAMAGE = 5
SUICIDE_DAMAGE = 15
SPAWN_EVERY = 10
SPAWN_EACH = 5
LAST_TURN = 99
"""The last turn that is played; the first is 0, before which nobody stands."""


class Robot(NamedTuple):
    """A robot; where it stands is said by the dict it is in."""

    id: int
    player: int
    hp: int


Robots = Mapping[int, Robot]
"""Cell -> who stands there."""
Actions = Mapping[int, Action]
"""Cell -> what the robot there does. Who is not named guards."""
Roll = Callable[[int], int]
"""Robot id -> damage of its attack in this turn."""


Hit = tuple[int, int, int]
"""Damage by an attack or a suicide: the cell in which the attacker began the turn, the cell hit, the HP lost."""


class Turn(NamedTuple):
    """What a turn led to, before the spawning. Cells are those where robots began the turn, if nothing else is said."""

    robots: dict[int, Robot]
    """Who is left, by the cell after the moves."""
    moves: Mapping[int, int]
    """All movers, and where they wanted to go."""
    stuck: Mapping[int, int]
    """Those of them who failed."""
    collisions: list[tuple[int, int]]
    """Pairs of enemies that collided, each once."""
    hits: list[Hit]
    damage: Mapping[int, int]
    """Cell after the moves -> HP lost, more than the robot had included."""


_robot = Robot._make


def play_turn(robots: Robots, actions: Actions, roll: Roll) -> Turn:  # noqa: C901 (a turn's phases in the order of the rules)
    """All robots act at once. Actions are taken as legal and for cells where robots stand."""
    moves: dict[int, int] = {}
    attacks: list[tuple[int, int]] = []
    suicides: list[int] = []
    for cell, (kind, target) in actions.items():
        if kind == MOVE:
            moves[cell] = target
        elif kind == ATTACK:
            attacks.append((cell, target))
        elif kind == SUICIDE:
            suicides.append(cell)
    stuck, crowds = _stuck(robots, moves)
    after = dict(robots)
    after.update([(target, after.pop(cell)) for cell, target in moves.items() if cell not in stuck])

    damage: dict[int, int] = {}
    collisions = _collisions(robots, moves, stuck, crowds) if stuck else []
    for pair in collisions:
        for cell in pair:
            if actions.get(cell, GUARDING)[0] != GUARD:
                damage[cell] = damage.get(cell, 0) + COLLISION_DAMAGE

    hits: list[Hit] = []
    for cell, target in attacks:
        if target in after:
            number, player, _ = robots[cell]
            if after[target][1] != player:
                hits.append((cell, target, roll(number)))
    for cell in suicides:
        player = robots[cell][1]
        for target in NEIGHBOURS[cell]:
            if target in after and after[target][1] != player:
                hits.append((cell, target, SUICIDE_DAMAGE))
    for index, (cell, target, rolled) in enumerate(hits):
        lost = rolled
        # Who guards has not moved: it began in this very cell. Who came here has moved.
        if actions.get(target, GUARDING)[0] == GUARD and target in robots:
            lost //= 2
            hits[index] = (cell, target, lost)
        damage[target] = damage.get(target, 0) + lost

    for cell in suicides:
        del after[cell]
    for cell, lost in damage.items():
        if cell in after:
            number, player, hp = after[cell]
            if hp > lost:
                after[cell] = _robot((number, player, hp - lost))
            else:
                del after[cell]
    return Turn(after, moves, stuck, collisions, hits, damage)


def _stuck(robots: Robots, moves: Mapping[int, int]) -> tuple[dict[int, int], dict[int, list[int]]]:
    """Return the movers that fail, and the cells that several robots want to move to, with these robots."""
    first: dict[int, int] = {}
    crowds: dict[int, list[int]] = {}
    failing: list[int] = []
    for cell, target in moves.items():
        if target in first:
            crowds.setdefault(target, [first[target]]).append(cell)
        else:
            first[target] = cell
        # The occupant stays (it does not want to move) or wants to swap.
        if target in robots and moves.get(target, cell) == cell:
            failing.append(cell)
    for crowd in crowds.values():
        failing += crowd
    stuck: dict[int, int] = {}
    while failing:
        cell = failing.pop()
        if cell not in stuck:
            stuck[cell] = moves[cell]
            # Where several wanted this cell, all of them are in `failing` already.
            follower = first.get(cell)
            if follower is not None:
                failing.append(follower)
    return stuck, crowds


def _collisions(
    robots: Robots, moves: Mapping[int, int], stuck: Mapping[int, int], crowds: Mapping[int, list[int]]
) -> list[tuple[int, int]]:
    """Enemies that collide: with the occupant that stays, otherwise with everybody who wants the cell."""
    pairs: list[tuple[int, int]] = []
    for cell, target in stuck.items():
        stays = target in robots and (target not in moves or target in stuck)
        swap = stuck.get(target) == cell
        # A swap is one pair: the lower cell counts it.
        if stays and not (swap and target < cell) and robots[cell][1] != robots[target][1]:
            pairs.append((cell, target))
    for target, crowd in crowds.items():
        if target in robots and (target not in moves or target in stuck):
            continue
        for index, cell in enumerate(crowd):
            player = robots[cell][1]
            pairs += [(cell, other) for other in crowd[index + 1 :] if robots[other][1] != player]
    return pairs


def spawns(turn: int) -> bool:
    """Whether robots appear at the end of this turn."""
    return turn % SPAWN_EVERY == 0 and turn <= LAST_TURN


def spawn(
    robots: Robots, cells: tuple[tuple[int, ...], tuple[int, ...]], next_id: int
) -> tuple[dict[int, Robot], dict[int, Robot]]:
    """Whoever stands on a spawn cell dies, then the new robots appear. Returns all robots, and the new ones.

    Ids go on from `next_id`, the players by turns, as rgkit numbers them.
    """
    left = dict(robots)
    for cell in SPAWN_CELLS:
        left.pop(cell, None)
    new: dict[int, Robot] = {}
    for pair in zip(*cells, strict=True):
        for player, cell in enumerate(pair):
            new[cell] = Robot(next_id, player, HP)
            next_id += 1
    left.update(new)
    return left, new
