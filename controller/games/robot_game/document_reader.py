"""From a document to a state and actions. Every mistake is found, each with its place, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem
from boards.base.message import Message, _
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json
from controller.games.robot_game.actions import GUARDING, Action, NotAnAction, parse_action, read_action, read_place
from controller.games.robot_game.arena import CELLS, SIZE
from controller.games.robot_game.bot_errors import NotABotMistake, read_mistake, split_mistake
from controller.games.robot_game.events import Event
from controller.games.robot_game.state import NAME, PLAYERS, State
from controller.games.robot_game.turn import HP, LAST_TURN, Actions, Robot, Robots
from controller.games.robot_game.turn_random import LARGEST_SEED

_POSITION_KEYS = ("game", "turn", "robots", "attack_damage", "spawn", "seed", "symmetric")
_TASK_KEYS = (*_POSITION_KEYS, "actions")
_ROBOT_KEYS = ("id", "player", "loc", "hp")
_ROLLS = (8, 10)
_LARGEST_ID = 2**31 - 1
_ELSEWHERE = -1
"""Where a robot is put whose place can't be read."""


class Task(NamedTuple):
    """What `golem resolve` is asked: a state, and an action for those robots that have one."""

    state: State
    actions: Actions


class Rows(NamedTuple):
    """What rows of text say, and what is wrong with them."""

    actions: dict[int, Action]
    mistakes: tuple[Event, ...]
    """What bots did wrong, by player and row."""
    problems: list[Problem]


def read_task(document: Json) -> Task:
    """Return a position and actions. Raises :class:`boards.base.errors.Problems`, in input order."""
    reader = _Reader()
    task = Task(reader.state(document, _TASK_KEYS), reader.actions(document))
    raise_in_input_order(document, reader.problems)
    return task


def read_setup(document: Json) -> State:
    """Return a position to begin with; left out, turn 0 of an empty arena.

    Raises :class:`boards.base.errors.Problems`.
    """
    reader = _Reader()
    state = reader.state({"turn": 0, "robots": [], **document}, _POSITION_KEYS)
    raise_in_input_order(document, reader.problems)
    return state


def read_rows(rows_of: Mapping[str, tuple[str, ...]], robots: Robots) -> Rows:
    """Actions from rows of text by player, such as ``7 move 9,10`` or ``7 guard ! slow 12: it took too long``."""
    standing = {robot.id: (robot.player, cell) for cell, robot in robots.items()}
    actions: dict[int, Action] = {}
    mistakes: list[Event] = []
    problems: list[Problem] = []
    for player, rows in rows_of.items():
        if player not in map(str, PLAYERS):
            problems.append(Problem(f"programs.{player}", _("the players are 0 and 1")))
            continue
        for index, row in enumerate(rows):
            at = f"programs.{player}[{index}]"
            act, told = split_mistake(row)
            number, _space, text = act.strip().partition(" ")
            known = number.isascii() and number.isdigit() and len(number) < 12 and int(number) in standing
            owner, cell = standing[int(number)] if known else (None, _ELSEWHERE)
            if str(owner) != player:
                problems.append(
                    Problem(at, _("player {player} has no robot {number}", player=player, number=repr(number[:20])))
                )
            elif cell in actions:
                problems.append(Problem(at, _("robot {number} has an action already", number=number)))
            else:
                try:
                    actions[cell] = parse_action(text, cell)
                    if told and actions[cell] != GUARDING:
                        raise NotABotMistake(_("a robot whose bot failed guards"))
                    if told:
                        mistakes.append(read_mistake(int(number), int(player), told))
                except (NotAnAction, NotABotMistake) as error:
                    problems.append(Problem(at, error.message))
    return Rows(actions, tuple(mistakes), problems)


class _Reader:
    """Reads on after a mistake, with something harmless in its place; whoever calls raises the problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.cell_of_id: dict[int, int] = {}
        self.ids_unread = False
        """Whether some robot's id can't be read, so that nobody can say that an id is missing."""

    def wrong(self, at: str, message: Message) -> None:
        """Note a mistake at a place of the document."""
        self.problems.append(Problem(at, message))

    def state(self, document: Json, keys: tuple[str, ...]) -> State:
        """Read the state before a turn."""
        if type(document) is not dict:
            self.wrong("", _("a position is an object with game, turn and robots"))
            return State(0, {})
        self.known_keys(document, keys, "")
        if document.get("game", NAME) != NAME:
            self.wrong("game", _("this is not a position of {name}", name=NAME))
        turn = self.whole(document.get("turn"), 0, LAST_TURN, "turn")
        robots = self.robots(document.get("robots"))
        fixed = "attack_damage" in document
        damage = self.whole(document["attack_damage"], *_ROLLS, "attack_damage") if fixed else None
        return State(
            turn,
            robots,
            max(self.cell_of_id, default=-1) + 1,
            self.whole(document.get("seed", 0), 0, LARGEST_SEED, "seed"),
            self.truth(document.get("symmetric", True), "symmetric"),
            damage,
            self.truth(document.get("spawn", True), "spawn"),
        )

    def known_keys(self, given: dict[str, Json], keys: tuple[str, ...], at: str) -> None:
        """Note every key that is not among these."""
        for key in given:
            if key not in keys:
                place = f"{at}.{key}" if at else str(key)
                self.wrong(place, _("this key is not known; known are {known}", known=", ".join(sorted(keys))))

    def whole(self, given: Json, low: int, high: int, at: str) -> int:
        """Return a whole number between two limits; note a mistake and return the lower one for anything else."""
        if type(given) is int and low <= given <= high:
            return given
        self.wrong(at, _("this must be a whole number from {low} to {high}", low=low, high=high))
        return low

    def truth(self, given: Json, at: str) -> bool:
        """Return true or false; note a mistake and return False for anything else."""
        if type(given) is bool:
            return given
        self.wrong(at, _("this must be true or false"))
        return True

    def robots(self, given: Json) -> dict[int, Robot]:
        """Return the robots by cell."""
        if type(given) is not list:
            self.wrong("robots", _("the robots are a list of objects with id, player, loc and hp"))
            self.ids_unread = True
            return {}
        robots: dict[int, Robot] = {}
        for index, item in enumerate(given):
            at = f"robots[{index}]"
            if type(item) is not dict:
                self.wrong(at, _("a robot is an object with id, player, loc and hp"))
                self.ids_unread = True
                continue
            self.known_keys(item, _ROBOT_KEYS, at)
            number = self.whole(item.get("id"), 0, _LARGEST_ID, f"{at}.id")
            player = self.whole(item.get("player"), PLAYERS[0], PLAYERS[-1], f"{at}.player")
            hp = self.whole(item.get("hp"), 1, HP, f"{at}.hp")
            cell = self.cell(item.get("loc"), f"{at}.loc")
            if number != item.get("id"):
                self.ids_unread = True
            elif number in self.cell_of_id:
                self.wrong(f"{at}.id", _("there is a robot {number} already", number=number))
            else:
                self.cell_of_id[number] = cell
            if cell in robots:
                self.wrong(f"{at}.loc", _("two robots share a cell"))
            if cell != _ELSEWHERE:
                robots[cell] = Robot(number, player, hp)
        return robots

    def cell(self, given: Json, at: str) -> int:
        """Return the number of a free cell of the arena; note a mistake for another place."""
        place = read_place(given)
        if place is None:
            self.wrong(at, _("a place is [x, y], two whole numbers"))
        elif place not in CELLS:
            off = not (0 <= place[0] < SIZE and 0 <= place[1] < SIZE)
            why = _("{place} is off the arena") if off else _("{place} is an obstacle")
            self.wrong(at, why.bind(place=str([*place])))
        else:
            return CELLS[place]
        return _ELSEWHERE

    def actions(self, document: Json) -> dict[int, Action]:
        """Return the actions by cell of the robot."""
        given = document.get("actions", {}) if type(document) is dict else {}
        if type(given) is not dict:
            self.wrong("actions", _("the actions are an object by robot id"))
            return {}
        cells = {str(number): cell for number, cell in self.cell_of_id.items()}
        actions: dict[int, Action] = {}
        for number, item in given.items():
            if number not in cells:
                if not self.ids_unread:
                    self.wrong(f"actions.{number}", _("there is no robot of this id"))
            elif cells[number] != _ELSEWHERE:
                try:
                    actions[cells[number]] = read_action(item, cells[number])
                except NotAnAction as error:
                    self.wrong(f"actions.{number}", error.message)
        return actions
