"""What happened in a game of Jetan, as values."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.game import Json

Value = str | int | bool


class Event(NamedTuple):
    """One thing that happened.

    ``begun``; ``moved`` and ``escaped`` from to; ``taken`` at; ``counting`` count; ``offered`` (a draw);
    ``resigned``; ``ended`` won reason; ``paid`` amount. The side is the one that did it or, for ``taken``, lost
    the piece; of an ``ended`` game the winner or, for want of a move, who has none.
    """

    name: str
    side: str = ""
    kind: str = ""
    """The kind of the piece."""
    piece: str = ""
    """The piece's own name, such as ``black-thoat-1``."""
    values: tuple[tuple[str, Value], ...] = ()

    def value(self, field: str) -> Value:
        """Return a value by its name. Raises KeyError for one that the event does not have."""
        return dict(self.values)[field]


def event_json(event: Event) -> dict[str, Json]:
    """Return the event as JSON; what it does not have is left out."""
    plain: dict[str, Json] = {"event": event.name}
    for key, text in (("side", event.side), ("kind", event.kind), ("piece", event.piece)):
        if text:
            plain[key] = text
    return plain | dict(event.values)
