"""What happened in the dice race, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Json

FIELDS: Mapping[str, tuple[str, ...]] = {
    "rolled": ("roll",),
    "moved": ("from", "to"),
    "set": ("to",),
    "took": ("at", "whose"),
    "king": ("at",),
    "dragon": ("from", "to"),
    "shop": ("from", "to"),
    "chess": ("from", "to"),
    "heart": ("at",),
    "ace": ("at",),
    "spider": ("at",),
    "idle": ("at", "figure"),
    "home": ("at",),
    "passed": (),
    "again": (),
    "misses": (),
    "base-full": ("cells",),
    "scored": ("sum", "total"),
    "begun": ("game",),
}
"""Name of an event -> the names of its values, in the order of the output.

Figures have their own names; `idle` is a figure that can do nothing; `took` names the cell of the chip that
is removed and its player; `base-full` is told of each winner with the base cells that he holds.
"""

Value = int | str


class Event(NamedTuple):
    """One thing that a player did or that happened to a player."""

    player: str
    name: str
    values: tuple[Value, ...] = ()
    """In the order of :data:`FIELDS`."""

    def value(self, field: str) -> Value:
        """Return a value by its name. Raises ValueError for a name that such an event does not have."""
        return self.values[FIELDS[self.name].index(field)]


def event_json(event: Event) -> dict[str, Json]:
    """Return the event as JSON."""
    plain: dict[str, Json] = {"player": event.player, "event": event.name}
    return plain | dict(zip(FIELDS[event.name], event.values, strict=True))
