"""Patterns of neighbouring golems that all drive at once, as far as the rules let them; and random rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

from boards.colours import COLOURS
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.round import play_row, sides
from tests.support.golem_positions import random_document

SIDE = 4
_RIGHT = dict(zip("NESW", "ESWN", strict=True))
Pattern = tuple[tuple[tuple[int, int], str], ...]
"""(column, row) and facing of each golem."""


def patterns(golems: int) -> list[Pattern]:
    """All patterns of so many neighbours on 4x4 that all drive ahead at once, but for turns of the board."""
    return _patterns(golems)


@cache
def _patterns(golems: int) -> list[Pattern]:
    found: dict[Pattern, None] = {}
    for cells in _connected(golems):
        for facings in product("NESW", repeat=golems):
            pattern = tuple(sorted(zip(cells, facings, strict=True)))
            first = min(_turned(pattern, times) for times in range(4))
            if first not in found and _all_move(first):
                found[first] = None
    return list(found)


def _connected(golems: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Sets of cells in which each touches another one, also at a corner."""
    cells = [(column, row) for column in range(SIDE) for row in range(SIDE)]
    for chosen in combinations(cells, golems):
        reached, open_ = {chosen[0]}, [chosen[0]]
        while open_:
            column, row = open_.pop()
            for other in chosen:
                if other not in reached and max(abs(other[0] - column), abs(other[1] - row)) == 1:
                    reached.add(other)
                    open_.append(other)
        if len(reached) == golems:
            yield chosen


def _turned(pattern: Pattern, times: int) -> Pattern:
    for _ in range(times):
        pattern = tuple(((row, SIDE - 1 - column), _RIGHT[facing]) for (column, row), facing in pattern)
    return tuple(sorted(pattern))


def _all_move(pattern: Pattern) -> bool:
    """Whether the rules let every one of them drive ahead."""
    position, programs = read_task(document_of(pattern))
    played = play_row(position, 1, programs, sides(position))
    moved = [event for event in played.events if event[2] == "moved"]
    return len(moved) == len(pattern)


def document_of(pattern: Pattern) -> dict[str, Any]:
    """A position with programs in which all of a pattern drive ahead in the first row."""
    names = COLOURS[: len(pattern)]
    golems = {
        name: {"at": f"{'abcd'[column]}{row + 1}", "facing": facing}
        for name, ((column, row), facing) in zip(names, pattern, strict=True)
    }
    programs = {name: ["forward", "stand", "stand", "stand"] for name in names}
    return {
        "game": "golems",
        "way": "scenario",
        "board": {"size": [SIDE, SIDE]},
        "golems": golems,
        "programs": programs,
    }


def random_rows(seed: int) -> dict[str, Any]:
    """A random position with four random rows for 2 to 4 golems."""
    return random_document(Random(f"rows/{seed}"), way="standard", rules="3.1", golems=(2, 4), tokens=(0, 4))
