"""Chips by name: each player's are numbered 1 to 4, and a chip that comes anew takes the lowest free number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.games.spiral.events import Event
from controller.games.spiral.position import MOST_CHIPS, Position

Named = tuple[tuple[str, str, int], ...]
"""Name, player and cell of each chip on the board, sorted by name."""


def name_chips(position: Position) -> Named:
    """Names for the chips of a position, along the way."""
    found = []
    for player, chips, home in zip(position.players, position.chips, position.home, strict=True):
        for number, cell in enumerate((*chips, *home), start=1):
            found.append((f"{player}-{number}", player, cell))
    return tuple(sorted(found))


def follow(named: Named, event: Event) -> Named:
    """Return the chips after an event."""
    if event.name in ("moved", "dragon", "shop", "chess"):
        return _put(named, event.player, int(event.value("from")), int(event.value("to")))
    if event.name == "took":
        return _without(named, str(event.value("whose")), int(event.value("at")))
    if event.name == "ace":
        return _without(named, event.player, int(event.value("at")))
    if event.name == "set":
        name = free_name(named, event.player)
        return tuple(sorted((*named, (name, event.player, int(event.value("to"))))))
    return named


def follow_all(named: Named, events: Iterable[Event]) -> Named:
    """Return the chips after all these events."""
    for event in events:
        named = follow(named, event)
    return named


def free_name(named: Named, player: str) -> str:
    """Return the name of a player's next chip."""
    names: Mapping[str, bool] = {name: True for name, _, _ in named}
    return next(name for number in range(1, MOST_CHIPS + 1) if (name := f"{player}-{number}") not in names)


def chip_at(named: Named, player: str, cell: int) -> str:
    """Return the name of a player's chip on a cell."""
    return next(name for name, owner, there in named if (owner, there) == (player, cell))


def _put(named: Named, player: str, origin: int, target: int) -> Named:
    return tuple((name, owner, target if (owner, cell) == (player, origin) else cell) for name, owner, cell in named)


def _without(named: Named, player: str, cell: int) -> Named:
    return tuple(chip for chip in named if chip[1:] != (player, cell))
