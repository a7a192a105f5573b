"""Checks of single values of a document: type, choice, key, cell. Each mistake is noted with its place.

Something harmless takes the place of a value that is wrong, so that reading goes on and finds the other mistakes.
"""

from __future__ import annotations

from boards.base.errors import Problem
from boards.geometry import Cell
from controller.games.game import Json
from controller.games.golems.rules.square_grid import LARGEST, Grid, grid


class ValueChecks:
    """Check values one by one; :attr:`problems` holds what was wrong, in the order in which it was found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, at: str, message: str) -> None:
        """Note one mistake at a place of the document."""
        self.problems.append(Problem(at, message))

    def known_keys(self, given: dict[str, Json], keys: frozenset[str], at: str) -> None:
        """Note every key of an object that is not among these."""
        if not given.keys() <= keys:
            for key in given:
                if key not in keys:
                    place = f"{at}.{key}" if at else str(key)
                    self.wrong(place, f"this key is not known; known are {', '.join(sorted(keys))}")

    def one_of(self, given: Json, choices: tuple[str, ...], at: str, default: str = "") -> str:
        """Return the value if it is one of the choices; else note a mistake and return `default` or the first one."""
        if type(given) is str and given in choices:
            return given
        self.wrong(at, f"this must be one of {', '.join(map(repr, choices))}, as a text (in quotes)")
        return default or choices[0]

    def items(self, given: Json, at: str) -> list[Json]:
        """Return a list, or note a mistake and return an empty one."""
        if type(given) is list:
            return given
        self.wrong(at, f"this must be a list, not {kind_name(given)}")
        return []

    def cell(self, name: Json, field: Grid, at: str) -> str:
        """Return the name of a cell on the board; empty, if it is none."""
        if type(name) is not str:
            self.wrong(at, f"a cell is a name such as a1, not {kind_name(name)}")
        elif name in field.order:
            return name
        else:
            try:
                Cell.parse(name)
            except ValueError as error:
                self.wrong(at, str(error))
            else:
                self.wrong(at, f"{name} is off the board, which ends at {field.cells[-1]}")
        return ""

    def by_colour(self, given: Json, at: str, what: str = "programs") -> dict[str, Json]:
        """Return an object by colour, or note a mistake and return an empty one."""
        if type(given) is dict:
            return given
        self.wrong(at, f"{what} are an object by colour, not {kind_name(given)}")
        return {}

    def size(self, given: Json) -> Grid:
        """Return the board of a size ``[columns, rows]``; the largest one where the size is wrong."""
        if type(given) is list and len(given) == 2:
            columns, rows = given
            if type(columns) is int and type(rows) is int and 1 <= columns <= LARGEST and 1 <= rows <= LARGEST:
                return grid(columns, rows)
        self.wrong("board.size", f"the size is [columns, rows], two whole numbers from 1 to {LARGEST}")
        return grid(LARGEST, LARGEST)


def kind_name(value: Json) -> str:
    """Return what a JSON value is, for messages: "an object", "a list", "text"."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    kinds = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return kinds.get(type(value), "something else")
