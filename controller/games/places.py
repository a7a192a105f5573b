"""Places in a document, as refusals name them (``programs.red[2]``), and their order in the input."""

from __future__ import annotations

import re
from collections.abc import Iterable

from boards.errors import Problem, Problems
from controller.games.game import Json


def raise_in_input_order(document: Json, problems: Iterable[Problem]) -> None:
    """Raise :class:`Problems`, if there are any: the first is the one that a reader of the input meets first."""
    found = list(problems)
    if found:
        ranks: dict[str, int] = {}
        _rank(document, "", ranks)
        raise Problems(sorted(found, key=lambda problem: _rank_of(problem.at, ranks)))


_DEEPEST = 20
"""No game's document has a place as deep as this; what is nested deeper is no place of its own."""


def _rank(value: Json, at: str, ranks: dict[str, int], depth: int = 0) -> None:
    """Number the places of a document as they come."""
    ranks[at] = len(ranks)
    if depth == _DEEPEST:
        return
    if isinstance(value, dict):
        for key, item in value.items():
            _rank(item, f"{at}.{key}" if at else str(key), ranks, depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _rank(item, f"{at}[{index}]", ranks, depth + 1)


def _rank_of(at: str, ranks: dict[str, int]) -> int:
    """The number of a place; what is missing in the document counts as the nearest thing around it."""
    while at not in ranks:
        at = re.sub(r"(\.[^.\[]*|\[\d*\]|[^.\[]+)$", "", at) if at else ""
        if not at:
            return 0
    return ranks[at]
