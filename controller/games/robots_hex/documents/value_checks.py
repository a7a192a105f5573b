"""Small questions to a document's values. What is wrong becomes a problem, and something harmless goes on."""

from __future__ import annotations

from boards.base.errors import InvalidInput, Problem
from boards.base.message import Message, _
from boards.geometry import Cell
from controller.games.game import Json
from controller.games.robots_hex.field import Field


class Checks:
    """Collects the problems of one document; whoever made it raises them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, at: str, message: Message) -> None:
        """Add a problem."""
        self.problems.append(Problem(at, message))

    def keys(self, given: Json, at: str, known: tuple[str, ...], otherwise: Message) -> dict[str, Json]:
        """Return the keys of an object, all known; none, with the problem `otherwise`, if it is no object."""
        if not isinstance(given, dict):
            self.wrong(at, otherwise)
            return {}
        for key in given:
            if key not in known:
                place = f"{at}.{key}" if at else str(key)
                self.wrong(place, _("this key is not known; known are {known}", known=", ".join(sorted(known))))
        return given

    def whole(self, given: Json, low: int, high: int, at: str) -> int:
        """Return a whole number within limits."""
        if type(given) is int and low <= given <= high:
            return given
        self.wrong(at, _("this must be a whole number from {low} to {high}", low=low, high=high))
        return low

    def one_of(self, given: Json, choices: tuple[str, ...], at: str) -> str:
        """Return a value that is one of these."""
        if isinstance(given, str) and given in choices:
            return given
        self.wrong(at, _("this must be one of {choices}", choices=", ".join(choices)))
        return choices[0]

    def items(self, given: Json, at: str) -> list[Json]:
        """Return the items of a list."""
        if isinstance(given, list):
            return given
        self.wrong(at, _("this must be a list"))
        return []

    def cell(self, given: Json, field: Field, at: str) -> str:
        """Return the name of a cell on the board; empty, if it is none."""
        if not isinstance(given, str):
            self.wrong(at, _("a cell is a name such as a1"))
        elif given in field.order:
            return given
        else:
            try:
                Cell.parse(given)
            except InvalidInput as error:
                self.wrong(at, error.message if len(given) <= 40 else _("a cell is a name such as a1"))
            else:
                self.wrong(at, _("{name} is off the board, which ends at {last}", name=given, last=field.cells[-1]))
        return ""
