"""Checks of single values of a document: type, choice, key, cell. Each mistake is noted with its place.

Something harmless takes the place of a value that is wrong, so that reading goes on and finds the other mistakes.
"""

from __future__ import annotations

from boards.base.errors import InvalidInput, Problem
from boards.base.message import Message, _
from boards.geometry import Cell
from controller.games.game import Json
from controller.games.golems.rules.square_grid import LARGEST, Grid, grid

_PROGRAMS = _("programs")


class ValueChecks:
    """Check values one by one; :attr:`problems` holds what was wrong, in the order in which it was found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, at: str, message: Message) -> None:
        """Note one mistake at a place of the document."""
        self.problems.append(Problem(at, message))

    def known_keys(self, given: dict[str, Json], keys: frozenset[str], at: str) -> None:
        """Note every key of an object that is not among these."""
        if not given.keys() <= keys:
            for key in given:
                if key not in keys:
                    place = f"{at}.{key}" if at else str(key)
                    self.wrong(place, _("this key is not known; known are {known}", known=", ".join(sorted(keys))))

    def one_of(self, given: Json, choices: tuple[str, ...], at: str, default: str = "") -> str:
        """Return the value if it is one of the choices; else note a mistake and return `default` or the first one."""
        if type(given) is str and given in choices:
            return given
        self.wrong(at, _("this must be one of {choices}, as a text (in quotes)", choices=", ".join(map(repr, choices))))
        return default or choices[0]

    def items(self, given: Json, at: str) -> list[Json]:
        """Return a list, or note a mistake and return an empty one."""
        if type(given) is list:
            return given
        self.wrong(at, _("this must be a list, not {found}", found=kind_name(given)))
        return []

    def cell(self, name: Json, field: Grid, at: str) -> str:
        """Return the name of a cell on the board; empty, if it is none."""
        if type(name) is not str:
            self.wrong(at, _("a cell is a name such as a1, not {found}", found=kind_name(name)))
        elif name in field.order:
            return name
        else:
            try:
                Cell.parse(name)
            except InvalidInput as error:
                self.wrong(at, error.message)
            else:
                self.wrong(at, _("{name} is off the board, which ends at {last}", name=name, last=field.cells[-1]))
        return ""

    def by_colour(self, given: Json, at: str, what: Message = _PROGRAMS) -> dict[str, Json]:
        """Return an object by colour, or note a mistake and return an empty one."""
        if type(given) is dict:
            return given
        self.wrong(at, _("{what} are an object by colour, not {found}", what=what, found=kind_name(given)))
        return {}

    def size(self, given: Json) -> Grid:
        """Return the board of a size ``[columns, rows]``; the largest one where the size is wrong."""
        if type(given) is list and len(given) == 2:
            columns, rows = given
            if type(columns) is int and type(rows) is int and 1 <= columns <= LARGEST and 1 <= rows <= LARGEST:
                return grid(columns, rows)
        self.wrong(
            "board.size", _("the size is [columns, rows], two whole numbers from 1 to {largest}", largest=LARGEST)
        )
        return grid(LARGEST, LARGEST)


_KINDS: dict[type, Message] = {
    dict: _("an object"),
    list: _("a list"),
    str: _("text"),
    int: _("a number"),
    float: _("a number"),
}


def kind_name(value: Json) -> Message:
    """Return what a JSON value is, for messages: "an object", "a list", "text"."""
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("true or false")
    return _KINDS.get(type(value), _("something else"))
