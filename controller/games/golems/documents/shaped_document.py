"""A document of `golem resolve` between shape and meaning; see :mod:`.document_reader`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from controller.games.game import Json
from controller.games.golems.rules.goals import Goal
from controller.games.golems.rules.position import Golem
from controller.games.golems.rules.square_grid import Grid


class Shaped(NamedTuple):
    """A document whose values are of their types. What was not is left out here, and told already."""

    rules: str
    way: str
    grid: Grid
    tokens: tuple[Sequence[Json], Sequence[Json], Sequence[Json]]
    """Names of cells with walls, waters, barrels; what is no text is told when it is looked for on the board."""
    streams: Sequence[Json]
    golems: tuple[Golem, ...]
    """In the order red, blue, yellow, green."""
    colours: tuple[str, ...]
    """All that the document names as golems."""
    energy: int | None
    """None: left out."""
    goals: tuple[tuple[str, tuple[Goal, ...]], ...] | None
    faces: Mapping[str, str | None] | None
    """None: no dice were rolled."""
    programs: Mapping[str, Json]


def apart(field: Grid, tokens: Iterable[Sequence[Json]], golems: Iterable[Golem]) -> bool:
    """Tell whether each thing has a cell of the board to itself."""
    taken: list[Json] = [name for names in tokens for name in names]
    taken += [golem.at for golem in golems]
    try:
        different = frozenset(taken)
    except TypeError:
        return False
    return len(different) == len(taken) and field.order.keys() >= different
