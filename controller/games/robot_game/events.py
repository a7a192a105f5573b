"""What happened in a turn, as values, in the order of the rules and by robot id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from boards.base.message import Message
from controller.games.game import Json
from controller.games.robot_game.actions import ATTACK, GUARD, GUARDING, SUICIDE
from controller.games.robot_game.arena import SPAWN_CELLS, Place, place_of
from controller.games.robot_game.turn import COLLISION_DAMAGE, Actions, Robot, Robots, Turn

FIELDS: Mapping[str, tuple[str, ...]] = {
    "moved": ("from", "to"),
    "blocked": ("to", "reason"),
    "collided": ("with", "damage"),
    "hit": ("target", "at", "damage"),
    "missed": ("at",),
    "exploded": ("at",),
    "burned": ("target", "at", "damage"),
    "guarded": (),
    "died": ("at", "cause"),
    "spawned": ("at",),
    "slipped": ("kind", "text"),
}
"""Name of an event -> the names of its values.

`blocked` has a reason: `contested` (several want the cell), `swap`, `occupied` (its robot does not move) or
`jammed` (its robot wanted to move and failed). `collided` is told of each robot of the pair, with the damage
it takes. `hit` is by an attack, `burned` by a suicide; `missed` an attack on a cell without an enemy.
`died` has a cause: `damage`, `suicide`, `spawn`. `slipped` is told at the table alone: the robot's bot failed
(:mod:`controller.games.robot_game.bot_errors`).
"""

Value = int | str | Place | Message


class Event(NamedTuple):
    """One thing that happened to one robot."""

    robot: int
    player: int
    name: str
    values: tuple[Value, ...] = ()
    """In the order of :data:`FIELDS`."""

    def value(self, field: str) -> Value:
        """Return a value by its name. Raises ValueError for a name that such an event does not have."""
        return self.values[FIELDS[self.name].index(field)]


def turn_events(robots: Robots, actions: Actions, turn: Turn) -> list[Event]:
    """Return the events of a turn before the spawning. Independent of the order in which robots are named."""
    in_order = sorted((robot, cell) for cell, robot in robots.items())
    end = {robot.id: turn.moves[cell] if _moved(turn, cell) else cell for robot, cell in in_order}
    started = {target: robots[cell] for cell, target in turn.moves.items() if cell not in turn.stuck}
    standing = {cell: robot for cell, robot in robots.items() if not _moved(turn, cell)} | started
    events: list[Event] = []
    for robot, cell in in_order:
        if cell in turn.stuck:
            target = turn.stuck[cell]
            events.append(_event(robot, "blocked", place_of(target), _reason(robots, turn, cell, target)))
        elif cell in turn.moves:
            events.append(_event(robot, "moved", place_of(cell), place_of(turn.moves[cell])))
    guards = [robot for robot, cell in in_order if actions.get(cell, GUARDING).kind == GUARD]
    events += [_event(robot, "guarded") for robot in guards]
    guarding = {robot.id: True for robot in guards}
    events += _collision_events(robots, turn, guarding)
    events += _attack_events(in_order, actions, turn, standing)
    for robot, cell in in_order:
        at = end[robot.id]
        if actions.get(cell, GUARDING).kind == SUICIDE:
            events.append(_event(robot, "died", place_of(at), "suicide"))
        elif at not in turn.robots:
            events.append(_event(robot, "died", place_of(at), "damage"))
    return events


def spawn_events(standing: Robots, new: Mapping[int, Robot]) -> list[Event]:
    """Who died on a spawn cell, and who appeared."""
    fallen = sorted((standing[cell], cell) for cell in SPAWN_CELLS if cell in standing)
    return [_event(robot, "died", place_of(cell), "spawn") for robot, cell in fallen] + [
        _event(robot, "spawned", place_of(cell)) for cell, robot in new.items()
    ]


def event_json(event: Event) -> dict[str, Json]:
    """Return the event in the form of `golem resolve`."""
    fields: dict[str, Json] = {"robot": event.robot, "player": event.player, "event": event.name}
    for field, value in zip(FIELDS[event.name], event.values, strict=True):
        fields[field] = plain_value(value)
    return fields


def plain_value(value: Value) -> Json:
    """Return a value of an event as JSON has it; a message in English."""
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Message) else value


def _event(robot: Robot, name: str, *values: Value) -> Event:
    return Event(robot.id, robot.player, name, values)


def _moved(turn: Turn, cell: int) -> bool:
    return cell in turn.moves and cell not in turn.stuck


def _reason(robots: Robots, turn: Turn, cell: int, target: int) -> str:
    if target in robots and target not in turn.moves:
        return "occupied"
    if target in turn.stuck:
        return "swap" if turn.stuck[target] == cell else "jammed"
    return "contested"


def _collision_events(robots: Robots, turn: Turn, guarding: Mapping[int, bool]) -> list[Event]:
    """Both sides of each pair, by robot, then by the other."""
    sides = [(robots[one], robots[other].id) for a, b in turn.collisions for one, other in ((a, b), (b, a))]
    return [
        _event(robot, "collided", other, 0 if robot.id in guarding else COLLISION_DAMAGE)
        for robot, other in sorted(sides)
    ]


def _attack_events(
    in_order: Iterable[tuple[Robot, int]], actions: Actions, turn: Turn, standing: Robots
) -> Iterable[Event]:
    hits: dict[int, list[tuple[int, int]]] = {}
    for by, at, damage in turn.hits:
        hits.setdefault(by, []).append((at, damage))
    for robot, cell in in_order:
        action = actions.get(cell, GUARDING)
        if action.kind == ATTACK:
            for at, damage in hits.get(cell, ()):
                yield _event(robot, "hit", standing[at].id, place_of(at), damage)
            if cell not in hits:
                yield _event(robot, "missed", place_of(action.target))
        elif action.kind == SUICIDE:
            yield _event(robot, "exploded", place_of(cell))
            burned = sorted((standing[at].id, at, damage) for at, damage in hits.get(cell, ()))
            for target, at, damage in burned:
                yield _event(robot, "burned", target, place_of(at), damage)
