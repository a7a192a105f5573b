"""What lies in one row of a photographed table. Every renderer of the proving ground tells it in this way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RowTruth:
    """One lane."""

    player: str
    row: int
    """From 0."""
    allowed: tuple[str, ...]
    """All texts that may be told of it, ``""`` for an empty one; none if nothing may be told."""
    clear: bool
    """Whether a person would read every card of it, and see that nothing else lies there."""
    bare: bool = False
    """Whether nothing was laid in it."""
    hidden: bool = False
    """Whether so much of it cannot be seen that a card might lie there unseen."""
    defects: tuple[str, ...] = ()
    """What is the matter with it, in the renderer's words."""
    lies: tuple[str, ...] = ()
    """Everything in it, for people."""
    outline: tuple[tuple[float, float], ...] = ()
    """Of the lane, px; empty if not known."""
    undecidable: bool = False
    """Whether it would be clear, but what lies there looks the same as something else that makes another row."""
    contested: bool = False
    """Whether it is clear, but a card of another row goes on below one of its cards, and the picture does not say whose
    it is."""
