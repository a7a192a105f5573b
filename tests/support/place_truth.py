"""What lies in a place of a table that is no row: a cell of the mat, a player's ready card, die or golem."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class PlaceKind(Enum):
    """What kind of place it is."""

    CELL = "cell"
    READY = "ready card"
    DIE = "die"
    GOLEM = "golem"


@dataclass(frozen=True)
class PlaceTruth:
    """One place. Every renderer of the proving ground tells it in this way."""

    kind: PlaceKind
    name: str
    """``b3``; a player's colour."""
    allowed: tuple[str, ...]
    """What may be told: a token's kind, ``ready``, a face, a golem's cell, ``""`` for none.

    Nothing if nothing may be told."""
    clear: bool
    """Whether a person would read what lies there, and see that nothing else does."""
    bare: bool = False
    """Whether nothing was laid there."""
    hidden: bool = False
    """Whether so much of it cannot be seen that something might lie there unseen."""
    defects: tuple[str, ...] = ()
    """What is the matter with it, in the renderer's words."""
    outline: tuple[tuple[float, float], ...] = ()
    """Of the place, or of what lies there, px."""
