"""From events to what hands do with the chips: a motion group for each event, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boards.geometry import Cell
from controller.games.game import MotionGroup, Place
from controller.games.spiral.chips import Named, chip_at, follow, free_name
from controller.games.spiral.events import Event
from controller.games.spiral.path import spiral
from controller.games.spiral.state import State


def motion_groups(before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
    """Return the motion groups of these events, which began in this state.

    A taken chip leaves before the other comes.
    """
    found: list[MotionGroup] = []
    coming: Place | None = None
    for event, motion in _motions(before, events):
        if event.name == "took":
            found.append(MotionGroup((motion,)))
            continue
        if coming is not None:
            found.append(MotionGroup((coming,)))
        coming = motion
    if coming is not None:
        found.append(MotionGroup((coming,)))
    return tuple(found)


def _motions(before: State, events: Sequence[Event]) -> Iterator[tuple[Event, Place]]:
    """Return what each event does to a chip, in the order of the events."""
    way = spiral(before.board.columns, before.board.rows)
    named: Named = before.named

    def cell(event: Event, field: str) -> Cell:
        return way[int(event.value(field)) - 1]

    for event in events:
        if event.name in ("moved", "dragon", "shop", "chess"):
            chip = chip_at(named, event.player, int(event.value("from")))
            if event.value("from") != event.value("to"):
                yield event, Place(chip, cell(event, "from"), cell(event, "to"))
        elif event.name in ("took", "ace"):
            owner = str(event.value("whose")) if event.name == "took" else event.player
            yield event, Place(chip_at(named, owner, int(event.value("at"))), cell(event, "at"), None)
        elif event.name == "set":
            yield event, Place(free_name(named, event.player), None, cell(event, "to"))
        elif event.name == "begun":
            yield from ((event, Place(chip, way[there - 1], None)) for chip, _, there in named)
        named = follow(named, event)
