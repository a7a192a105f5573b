"""The rules of a game for people who want to play: what it is about, how a turn goes, what everything is called.

Data, not layout: the page shows it, and :mod:`boards.printing.rulebook_sheet` prints it on one sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.base.message import Message
from boards.drawing.primitives import Shape

Picture = tuple[Shape, ...]
"""A pictogram of about 100 across, around the origin; without words."""


@dataclass(frozen=True)
class RuleStep:
    """One thing to know, in the order in which it is needed."""

    heading: Message
    text: Message
    picture: Picture


@dataclass(frozen=True)
class LegendEntry:
    """A card, piece or cell: its picture, what it is called, what it does."""

    key: str
    """Its name in the game: a card's, a piece's kind, a sign."""
    name: Message
    meaning: Message
    picture: Picture


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game, short enough for one sheet."""

    title: Message
    aim: Message
    picture: Picture
    steps: tuple[RuleStep, ...]
    legend_title: Message
    legend: tuple[LegendEntry, ...]
