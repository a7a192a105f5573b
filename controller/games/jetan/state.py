"""A match of Jetan between two decisions: the game on the board, and what the games before it brought. Frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import _, alternatives
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json, Outcome
from controller.games.jetan.moves import can_move
from controller.games.jetan.notation import START, parse_position
from controller.games.jetan.pieces import CHIEF, KINDS, PRINCESS, SIDES
from controller.games.jetan.position import Position
from controller.games.jetan.squares import members
from controller.games.jetan.stakes import Stakes, read_stakes

NAME = "jetan"
_KEYS = ("game", "position", "games", "stakes", "first")
MOST_GAMES = 99


class Terms(NamedTuple):
    """What was agreed at first: where games begin and who has the first move of the first, how many, for what."""

    start: Position
    games: int
    stakes: Stakes


class State(NamedTuple):
    """A match. `result` belongs to the game on the board; the match is over with that of the last game."""

    terms: Terms
    position: Position
    names: tuple[tuple[str, int], ...]
    """The pieces on the board by name, and their squares; sorted."""
    game: int = 1
    """The number of the game on the board."""
    wins: tuple[int, int] = (0, 0)
    """Of black and of orange, this game included once it has ended."""
    balance: int = 0
    """What orange owes black (black owes orange, if negative)."""
    offered: int | None = None
    """The side that offers a draw, until the other side moves."""
    result: Outcome | None = None

    @property
    def is_last(self) -> bool:
        """Return whether this is the last game of the match."""
        return self.game >= self.terms.games


def read_setup(setup: Mapping[str, Json]) -> State:
    """Return the first state of a match. Raises :class:`boards.base.errors.Problems`.

    All keys may be left out: `position` (the start), `first` (black; who has the first move), `games` (1), `stakes`
    (none).
    """
    problems = [
        Problem(str(key), _("this key is not known; known are {known}", known=", ".join(_KEYS)))
        for key in setup
        if key not in _KEYS
    ]
    if setup.get("game", NAME) != NAME:
        problems.append(Problem("game", _("this is not a position of {name}", name=NAME)))
    start = _start(setup.get("position", START), problems)
    games = setup.get("games", 1)
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        problems.append(Problem("games", _("a match has 1 to {most} games", most=MOST_GAMES)))
        games = 1
    first = setup.get("first", SIDES[start.turn])
    if first not in SIDES:
        problems.append(Problem("first", _("the first move is of {sides}", sides=alternatives(SIDES))))
    elif "first" in setup and "position" in setup:
        problems.append(Problem("first", _("the position says whose move it is; leave one of the two out")))
    else:
        start = start._replace(turn=SIDES.index(first))
    stakes = read_stakes(setup.get("stakes"), "stakes", problems)
    raise_in_input_order(dict(setup), problems)
    return State(Terms(start, games, stakes), start, name_pieces(start))


def _start(given: Json, problems: list[Problem]) -> Position:
    try:
        position = parse_position(given if type(given) is str else "")
    except Problems as found:
        problems += found.problems
        return parse_position(START)
    if not can_move(position):
        problems.append(Problem("position", _("this game is finished: there is no legal move")))
    return position


def name_pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """Return a name for each piece: `black-chief`, and `black-thoat-1` where a side may have several."""
    found: list[tuple[str, int]] = []
    for side, men in zip(SIDES, position.men, strict=True):
        for number, (kind, squares) in enumerate(zip(KINDS, men, strict=True)):
            for index, square in enumerate(members(squares), start=1):
                name = f"{side}-{kind.name}"
                found.append((name if number in (CHIEF, PRINCESS) else f"{name}-{index}", square))
    return tuple(sorted(found))
