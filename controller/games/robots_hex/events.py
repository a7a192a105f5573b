"""What happened, as values: one thing that happened to one robot, or to a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Json
from controller.games.robots_hex.questions.evaluation import Answer

FIELDS: Mapping[str, tuple[str, ...]] = {
    "signalled": ("step",),
    "spent": ("step",),
    "read": ("step", "text"),
    "answered": ("step", "test", "result"),
    "moved": ("from", "to"),
    "turned": ("facing",),
    "blocked": ("at", "reason"),
    "shot": ("shots",),
    "no-shots": (),
    "exploded": ("at",),
    "lost-step": ("step", "cause"),
    "died": ("at", "cause"),
    "computer": ("camp", "at"),
    "nothing": ("step", "reason"),
    "forfeited": ("step",),
    "idle": (),
    "placed": ("at", "facing"),
    "signal-laid": (),
    "no-signal": (),
    "rolled": ("face",),
}
"""Name of an event -> the names of its values.

`signalled`: the robot carries out this step instead of its own; `spent`: the signalled robot is gone.
`blocked` has a reason: `robot`, `shape`, `computer`. `lost-step` has a cause: `shot`, `explosion`, `lightning`.
`died` has a cause: `edge`, `lake`, `shot`, `explosion`, `self`. `computer`: the central computer is destroyed.
`nothing`: a step that does nothing: `destroyed`, `empty`, or `program` (a test, RAZ or go-to on a signal).
`forfeited`: the program came round to this step again. `placed`, `signal-laid`, `no-signal` and `rolled` (by a
side, for the lot) happen between turns.
"""

Value = int | str | bool


class Event(NamedTuple):
    """One thing that happened."""

    robot: str
    """Or the name of the side, for `rolled`, `spent`, `signal-laid` and `no-signal`."""
    name: str
    values: tuple[Value, ...] = ()
    """In the order of :data:`FIELDS`."""
    by: str = ""
    """The robot that caused it, if another did."""
    answer: Answer | None = None
    """Why a test was answered so."""
    about: str = ""
    """The robot for which a signal was laid: everybody sees it. Records have it in the move."""

    def value(self, field: str) -> Value:
        """Return a value by its name. Raises ValueError for a name that such an event does not have."""
        return self.values[FIELDS[self.name].index(field)]


def event_json(event: Event) -> dict[str, Json]:
    """Return the event in the form of `golem resolve`."""
    fields: dict[str, Json] = {"robot": event.robot, "event": event.name}
    fields.update(zip(FIELDS[event.name], event.values, strict=True))
    if event.by:
        fields["by"] = event.by
    return fields
