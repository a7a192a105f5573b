"""What happened, as values. An event knows the card it came from and the other golem that had a part in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Json

FIELDS: Mapping[str, tuple[str, ...]] = {
    "moved": ("from", "to"),
    "turned": ("facing",),
    "stood": (),
    "blocked": ("to", "reason"),
    "lost-life": ("cause", "lives"),
    "condition": ("test", "result"),
    "guarded": (),
    "struck": ("target",),
    "parried": ("target",),
    "defended": ("from",),
    "missed": (),
    "destroyed": ("at",),
    "took": ("from",),
    "not-taken": ("reason",),
    "dropped": ("to",),
    "lost-barrel": ("at",),
    "carried": ("from", "to"),
    "died": ("at",),
}
"""Name of an event -> the names of its values, in the order of the output.

`moved` and `carried` (by a stream) name two cells; `blocked` names the cell aimed at (None off the board) and
a reason of :data:`REASONS`; `lost-life` a cause (`strike`, `water`, `stream`) and the lives left; `struck`
(the strike lands) and `parried` (it does not) the golem aimed at; `defended` the striker; `guarded` is a
raised shield; `destroyed` and `took` name the barrel's cell; `not-taken` a reason (`nothing`, `carrying`,
`struck`, `contested`); `dropped` where the barrel lies now; `lost-barrel` that there was no room for it.
"""

REASONS: tuple[str, ...] = ("edge", "wall", "barrel", "water", "swap", "contested", "golem")
"""Why a golem stays where it is; of several, the first counts."""


Values = tuple[str | int | bool | None, ...]
"""What an event tells, in the order of :data:`FIELDS`."""

When = tuple[int, int, int]
"""Row, phase and step."""

Fact = tuple[When, str, str, Values, str, str]
"""An event as the engine writes it down in passing: the fields of :class:`Event`, as a plain tuple."""


class Event(NamedTuple):
    """One thing that happened to one golem."""

    when: When
    golem: str
    name: str
    values: Values = ()
    card: str = ""
    """The action or condition that the golem followed."""
    other: str = ""
    """The golem that had a part in it: the rival, the striker, the one in the way."""

    @property
    def row(self) -> int:
        """1-4."""
        return self.when[0]

    @property
    def phase(self) -> int:
        """1-4."""
        return self.when[1]

    @property
    def step(self) -> int:
        """1-3."""
        return self.when[2]

    def value(self, field: str) -> str | int | bool | None:
        """Return a value by its name. Raises ValueError for a name that such an event does not have."""
        return self.values[FIELDS[self.name].index(field)]


def event_json(event: Event) -> dict[str, Json]:
    """Return the event in the form of `golem resolve`."""
    plain: dict[str, Json] = {
        "row": event.row,
        "phase": event.phase,
        "step": event.step,
        "golem": event.golem,
        "event": event.name,
    }
    plain.update(zip(FIELDS[event.name], event.values, strict=True))
    return plain
