"""A game of Robot Game between two turns, and the step to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.message import Message
from controller.games.game import Json, Outcome
from controller.games.robot_game.arena import place_of
from controller.games.robot_game.events import Event, spawn_events, turn_events
from controller.games.robot_game.turn import LAST_TURN, SPAWN_EACH, Actions, Robots, play_turn, spawn, spawns
from controller.games.robot_game.turn_random import Chance

NAME = "robot_game"
PLAYERS: tuple[int, ...] = (0, 1)
MOST_ROBOTS = "most-robots"
"""The reason of every end."""


class Mistake(NamedTuple):
    """What a bot did wrong."""

    turn: int
    line: int | None
    """Of the bot's file; None where no line of it is to blame."""
    text: Message | str
    """What happened: a message, or the bot's own words."""


class State(NamedTuple):
    """Frozen: nobody changes `robots` after it was made."""

    turn: int
    """The turn to play next; 100: the game is over."""
    robots: Robots
    next_id: int = 0
    """The id of the next robot that appears."""
    seed: int = 0
    symmetric: bool = True
    """Whether robots appear at mirror images of each other."""
    attack_damage: int | None = None
    """What every attack rolls; None: the seed decides."""
    spawning: bool = True
    programs: Mapping[str, tuple[str, ...]] | None = None
    """The turn's programs by player, from when they are laid until they are played."""
    mistakes: tuple[int, int] = (0, 0)
    """How many acts of each player's bot became guards."""
    last_mistakes: tuple[Mistake | None, Mistake | None] = (None, None)
    """The newest of each player's bot."""


class Played(NamedTuple):
    """A turn that was played."""

    state: State
    events: tuple[Event, ...]


def play(state: State, actions: Actions) -> State:
    """Return the state after a turn. Robots without an action guard."""
    return _play(state, actions, None)


def play_and_tell(state: State, actions: Actions) -> Played:
    """As :func:`play`, and what happened on the way."""
    events: list[Event] = []
    return Played(_play(state, actions, events), tuple(events))


def _play(state: State, actions: Actions, events: list[Event] | None) -> State:
    chance = Chance(state.seed, state.turn)
    fixed = state.attack_damage
    turn = play_turn(state.robots, actions, chance.roll if fixed is None else lambda robot: fixed)
    if events is not None:
        events += turn_events(state.robots, actions, turn)
    robots, next_id = turn.robots, state.next_id
    if state.spawning and spawns(state.turn):
        standing = robots
        robots, new = spawn(standing, chance.spawn_cells(SPAWN_EACH, state.symmetric), next_id)
        next_id += len(new)
        if events is not None:
            events += spawn_events(standing, new)
    return State(state.turn + 1, robots, next_id, state.seed, state.symmetric, state.attack_damage, state.spawning)


def scores(robots: Robots) -> tuple[int, int]:
    """How many robots each player has."""
    second = sum(robot.player for robot in robots.values())
    return len(robots) - second, second


def outcome(state: State) -> Outcome | None:
    """Who has more robots after the last turn."""
    if state.turn <= LAST_TURN:
        return None
    first, second = scores(state.robots)
    winners = () if first == second else (str(PLAYERS[first < second]),)
    return Outcome(winners, MOST_ROBOTS)


def dump_robots(robots: Robots) -> list[dict[str, Json]]:
    """Return the robots in the form of `golem resolve`, by id."""
    by_id = sorted((robot, cell) for cell, robot in robots.items())
    return [
        {"id": robot.id, "player": robot.player, "loc": list(place_of(cell)), "hp": robot.hp} for robot, cell in by_id
    ]


def dump_position(state: State) -> dict[str, Json]:
    """Return the position in the form of `golem resolve`: what `after` shows."""
    return {"game": NAME, "turn": state.turn, "robots": dump_robots(state.robots)}
