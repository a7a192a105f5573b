"""The scenario or puzzle that is played, as values: its goals, how far they are, its place in a book. Frozen."""

from __future__ import annotations

from dataclasses import dataclass

from boards.base.message import Message, literal

_UNNAMED = literal("")


@dataclass(frozen=True)
class GoalLeft:
    """How far a goal is from being reached."""

    what: str
    """What is counted: rounds, barrels, lives or cells."""
    n: int
    """0: it is reached."""
    text: Message


@dataclass(frozen=True)
class TaskGoal:
    """What a side must do to win."""

    side: str
    goal: str
    """Its name in the files of scenarios."""
    cell: str | None
    text: Message
    left: GoalLeft | None
    """None for goals that are not counted."""


@dataclass(frozen=True)
class PlayedTask:
    """The scenario or puzzle that is played, as a game's state gives it and as screens show it."""

    kind: str
    """scenario or puzzle."""
    goals: tuple[TaskGoal, ...] = ()
    key: str = ""
    """Empty where the record's header has key, name and story."""
    name: Message = _UNNAMED
    story: Message = _UNNAMED
    idea: Message | None = None
    """Of a puzzle: what it teaches."""
    conditions: tuple[Message, ...] = ()
    """What a program must keep to."""
    plays: tuple[str, ...] | None = None
    """Whose programs are laid; None: everybody's."""
    number: int | None = None
    """Its place, from 0, among the puzzles that are shipped; in its book, if it is not one of them."""
    count: int | None = None
    """How many puzzles there are."""
    tries: int = 1
    solved: tuple[int, ...] = ()
    """The puzzles that were solved, by the same numbers."""
    verdict: tuple[Message, ...] = ()
    """What the judge says of a try; empty until then."""


@dataclass(frozen=True)
class Book:
    """Tasks of which one is played."""

    number: int
    """Its place in the book, from 0."""
    count: int
    solved: tuple[int, ...]
    """Those that were solved, in this order."""
