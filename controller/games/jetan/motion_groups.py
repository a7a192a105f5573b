"""From events to what hands do: a taken piece leaves the board, then the other is put in its place."""

from __future__ import annotations

from collections.abc import Sequence

from boards.geometry import Cell
from controller.games.game import Motion, MotionGroup, Place
from controller.games.jetan.events import Event
from controller.games.jetan.squares import NAMES
from controller.games.jetan.state import State, name_pieces


def motion_groups(before: State, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
    """Return the motion groups of these events, which began in this state."""
    taken: list[Motion] = []
    moved: list[Motion] = []
    for event in events:
        if event.name == "taken":
            taken.append(Place(event.piece, _cell(event, "at"), None))
        elif event.name in ("moved", "escaped"):
            moved.append(Place(event.piece, _cell(event, "from"), _cell(event, "to")))
        elif event.name == "begun":
            moved += _set_up(before)
    return tuple(MotionGroup(tuple(motions)) for motions in (taken, moved) if motions)


def _set_up(before: State) -> list[Motion]:
    """Every piece goes to where it stands at the start."""
    here = dict(before.names)
    return [
        Place(piece, Cell.parse(NAMES[here[piece]]) if piece in here else None, Cell.parse(NAMES[square]))
        for piece, square in name_pieces(before.terms.start)
        if here.get(piece) != square
    ]


def _cell(event: Event, field: str) -> Cell:
    return Cell.parse(str(event.value(field)))
