"""Places in a document, as refusals name them (``programs.red[2]``), and their order in the input."""

from __future__ import annotations

from collections.abc import Iterable

from boards.base.errors import Problem, Problems
from controller.games.game import Json

_DEEPEST = 20
"""No game's document has a place as deep as this; what is nested deeper is no place of its own."""


def raise_in_input_order(document: Json, problems: Iterable[Problem]) -> None:
    """Raise :class:`Problems`, if there are any: the first is the one that a reader of the input meets first.

    What is missing is met at the end of what it is missing in.
    """
    found = list(problems)
    if found:
        order = _Order()
        order.walk(document, "", 0)
        raise Problems(sorted(found, key=lambda problem: order.rank(problem.at)))


class _Order:
    """The places of a document, numbered as they come."""

    def __init__(self) -> None:
        self.count = 0
        self.begins: dict[str, int] = {}
        self.ends: dict[str, int] = {}

    def walk(self, value: Json, at: str, depth: int) -> None:
        """Give numbers to a value and everything in it, down to the deepest level that is read."""
        self.begins[at] = self.count
        self.count += 1
        if isinstance(value, dict) and depth < _DEEPEST:
            for key, item in value.items():
                self.walk(item, f"{at}.{key}" if at else str(key), depth + 1)
        elif isinstance(value, list) and depth < _DEEPEST:
            for index, item in enumerate(value):
                self.walk(item, f"{at}[{index}]", depth + 1)
        self.ends[at] = self.count
        self.count += 1

    def rank(self, at: str) -> int:
        """Return the number of a place, or of the end of the nearest thing around one that is not there."""
        if at in self.begins:
            return self.begins[at]
        while at not in self.ends:
            at = at[:-1]
        return self.ends[at]
