"""Every game by its name: how the table plays it and how `golem resolve` does.

A game is a folder beside this file whose package has `GAME` (a :class:`controller.games.game.Game`) and
`resolve` (a document in, a line of JSON out), and whose module ``tabletop`` has `TABLETOP`. A game is loaded when it is
asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from boards.base.errors import Problem, Problems
from controller.games.game import Game, Json
from controller.games.tabletop import Tabletop

NAMES: tuple[str, ...] = ("golems", "robot_game", "robots_hex", "jetan", "spiral")
"""The games there are."""

AT_THE_TABLE: Mapping[str, str] = {"golem_puzzles": "golems.puzzles"}
"""Games that are played at the table alone and that `golem resolve` does not know, with the folder of each."""

AnyGame = Game[Any, Any]
AnyTabletop = Tabletop[Any]
Resolve = Callable[[Json], str]
"""A pure function: one document of `golem resolve` in, one line of JSON out. Raises Problems, in input order."""


def game_named(name: str) -> AnyGame:
    """The game of this name. Raises :class:`boards.base.errors.Problems` at ``game``, if there is none."""
    found: AnyGame = tabletop_named(name).game if name in AT_THE_TABLE else _package(_known(name)).GAME
    return found


@cache
def tabletop_named(name: str) -> AnyTabletop:
    """How the game of this name is played at the table: `TABLETOP` of its folder's module ``tabletop``. Raises
    :class:`boards.base.errors.Problems` at ``game``, if there is none."""
    found: AnyTabletop = _package(f"{AT_THE_TABLE.get(name) or _known(name)}.tabletop").TABLETOP
    return found


def resolve(document: Json) -> str:
    """One turn or round of the game that the document names. Raises :class:`boards.base.errors.Problems`."""
    if not isinstance(document, dict):
        raise Problems([Problem("", 'a position is an object that names its game, such as {"game": "golems", ...}')])
    found: Resolve = _package(_known(document.get("game"))).resolve
    return found(document)


def resolve_lines(lines: Sequence[bytes]) -> list[str | None]:
    """What :func:`resolve` says to lines of JSON, for those that a game can answer at a glance; None: parse the line,
    and resolve it. There is one such game, whose rounds are asked for by the thousand."""
    answers: list[str | None] = _package("golems").resolve_lines(lines)
    return answers


def _known(name: object) -> str:
    if isinstance(name, str) and name in NAMES:
        return name
    found = "no game is named" if name is None else f"there is no game {str(name)[:40]!r}"
    raise Problems([Problem("game", f"{found}; the games are {', '.join(NAMES)}")])


@cache
def _package(name: str) -> Any:
    return importlib.import_module(f"controller.games.{name}")
