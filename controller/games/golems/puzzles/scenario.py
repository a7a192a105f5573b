"""A scenario: a position to start from, with a name and a story, and who must do what to win.

A scenario's file has the keys of `golem resolve` (`board`, `golems`, `goals`, `energy`), read by the reader of
positions; what makes no sense in a game that is about to begin is added here. Every mistake has its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from boards.base.yaml_reader import Section
from controller.games.game import Json
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.free_setup import MORE_TOKENS, TOKEN_KEYS
from controller.games.golems.rules.goals import BRING_BARREL, CELL_GOALS, DESTROY_BARRELS, LAST_STANDING, SURVIVE, Goal
from controller.games.golems.rules.position import NAME, RULES, Position, dump_position
from controller.games.golems.rules.square_grid import grid

WAYS: tuple[str, ...] = ("scenario", "autonomous")
"""The ways in which a file can be played."""

_POSITION_KEYS = ("board", "golems", "energy", "goals")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NOWHERE = Position("3.1", "scenario", grid(1, 1), (), (), (), (), (), None, None)


@dataclass(frozen=True)
class Scenario:
    """A game that is ready to begin."""

    key: str
    name: Message
    story: Message
    position: Position
    more_tokens: tuple[str, ...] = ()
    """Tokens (`barrels`, ...) of which children may lay more before they begin."""
    balance: Message | None = None
    """How even the sides are between equal players, in plain words."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that play, in the order of their first golem."""
        return tuple(dict.fromkeys(golem.side for golem in self.position.golems))

    @property
    def goals(self) -> Mapping[str, tuple[Goal, ...]]:
        """What each side can win by, besides being the last one that stands."""
        return dict(self.position.goals or ())

    def setup(self) -> dict[str, Json]:
        """Return the start in the form of `golem resolve`, as :meth:`controller.games.game.Game.start` takes it."""
        return dump_position(self.position) | ({MORE_TOKENS: list(self.more_tokens)} if self.more_tokens else {})


def build(top: Section) -> Scenario:
    """Return the scenario that a YAML document says; its problems go to the section."""
    more = top.texts("more-tokens", tuple(TOKEN_KEYS)) if top.has("more-tokens") else ()
    balance = top.message("balance", any_language=True) if top.has("balance") else None
    return Scenario(*read_head(top, any_language=True), read_start(top), more, balance)


def read_head(top: Section, *, any_language: bool = False) -> tuple[str, Message, Message]:
    """Id, name and story."""
    key = top.text("id")
    if key and not _ID.fullmatch(key):
        top.problem("id", _("an id is made of small letters, digits and single hyphens, such as castle-under-siege"))
    name, story = (top.message(part, any_language=any_language) for part in ("name", "story"))
    return key, name, story


def read_start(top: Section) -> Position:
    """Return the position, by the rules of `golem resolve`, if it is one from which a game can begin."""
    rules = top.text("rules", RULES) if top.has("rules") else RULES[0]
    way = top.text("way", WAYS) if top.has("way") else WAYS[0]
    # What is wrong with these two is said already, and must not hide what is wrong elsewhere.
    document: dict[str, Json] = {
        "game": NAME,
        "rules": rules if rules in RULES else RULES[0],
        "way": way if way in WAYS else WAYS[0],
    }
    for key in _POSITION_KEYS:
        if top.has(key):
            document[key] = top.plain(key)
    try:
        position = read_position(document)
    except Problems as problems:
        for problem in problems.problems:
            top.problem(problem.at, problem.message)
        return _NOWHERE
    for problem in _no_start(position):
        top.problem(problem.at, problem.message)
    return position


def _no_start(position: Position) -> Iterator[Problem]:
    """Return what the reader of positions allows, since it happens in the course of a game, but no game begins with."""
    if not position.golems:
        yield Problem("golems", _("nobody stands on the board; name at least one golem"))
    if position.rules == "2.0" and len(position.golems) > 2:
        yield Problem("golems", _("v2.0 is for one or two players"))
    sides = {golem.side for golem in position.golems}
    goals = dict(position.goals or ())
    if len(sides) == 1 and not any(goals.get(side) for side in sides):
        yield Problem("goals", _("a side that is alone needs a goal"))
    for side, wanted in goals.items():
        if side not in sides:
            yield Problem(
                f"goals.{side}",
                _("there is no side {side}; the sides are {sides}", side=side, sides=", ".join(sorted(sides))),
            )
        for index, goal in enumerate(wanted):
            reason = _unreachable(goal, position, sides)
            if reason is not None:
                yield Problem(f"goals.{side}[{index}]", reason)


def _unreachable(goal: Goal, position: Position, sides: set[str]) -> Message | None:
    """Why a goal can't be reached, or is reached before the game begins; None if neither."""
    barrels = bool(position.barrels) or any(golem.barrel for golem in position.golems)
    wet = {*position.waters, *(cell for stream in position.streams for cell in stream.cells)}
    if goal.name in CELL_GOALS and goal.cell in position.walls:
        return _("{cell} holds a wall; nobody can stand there", cell=goal.cell)
    if goal.name in CELL_GOALS and goal.cell in wet:
        return _("{cell} is water; nobody can stand there", cell=goal.cell)
    if goal.name == BRING_BARREL and not barrels:
        return _("there is no barrel to bring")
    if goal.name == DESTROY_BARRELS and not position.barrels:
        return _("there is no barrel to destroy")
    if goal.name == SURVIVE and position.energy is None:
        return _("v2.0 has no energy that could run out, so nobody wins by surviving")
    if goal.name == LAST_STANDING and len(sides) < 2:
        return _("a side that is alone is the last one from the start")
    return None
