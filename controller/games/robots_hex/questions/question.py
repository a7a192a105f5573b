"""A question with the answer yes or no, as a value: what it asks, free of any language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Things:
    """What is counted or looked for."""

    kind: str
    """`robots`, `my robots`, `enemy robots`, `square`, `triangle`, `circle`, `lakes`, `lightning`, `cells`."""
    colour: str | None = None
    """Of shapes and robots (None: any; a robot has its side's colour), and of cells."""


@dataclass(frozen=True)
class Count:
    """So many things, so far away, in such a direction."""

    things: Things
    amount: str | None = None
    """`at least`, `exactly`, `no`; None: at least one."""
    number: int = 1
    """0 for `no`."""
    distance: str | None = None
    """`within` or `at`; None: anywhere."""
    cells: int = 0
    """The distance."""
    where: str | None = None
    """`ahead` (the line I look along), `direction`, `fire` (the two cells ahead); None: all around."""
    direction: int = 0


@dataclass(frozen=True)
class Facing:
    """I face this direction."""

    direction: int


@dataclass(frozen=True)
class InCamp:
    """I am in a camp: `my`, `opposing`, `green`, `violet`."""

    camp: str


@dataclass(frozen=True)
class ShotsLeft:
    """I have at least so many shots."""

    number: int


@dataclass(frozen=True)
class CellAhead:
    """The cell so many steps ahead holds such a thing. None: the number was left out, which is 1."""

    things: Things
    cells: int | None = None


@dataclass(frozen=True)
class Not:
    """The opposite."""

    question: Question


@dataclass(frozen=True)
class All:
    """Every part holds (`and`)."""

    parts: tuple[Question, ...]


@dataclass(frozen=True)
class Any:
    """At least one part holds (`or`)."""

    parts: tuple[Question, ...]


Clause = Count | Facing | InCamp | ShotsLeft | CellAhead
Question = Clause | Not | All | Any
