"""What every game shares: a pure step on frozen values, and what it asks for next as data.

One table serves all games because a game never acts: it says what it *wants* (programs, dice, a piece's
move), the table brings that as a *decision*, and :meth:`Game.advance` answers with the next state and
with events. What robots do about events is said as *gestures*, what people read as sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.geometry import Cell, Heading
from boards.hex_grid import HexHeading

Json = Any
"""A value that JSON can hold."""

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning sides by name, sorted (none: a draw), and why."""

    winners: tuple[str, ...]
    reason: str


class Requirement(Enum):
    """The kinds of thing a game can wait for."""

    DICE = "dice"
    PROGRAMS = "programs"
    MOVE = "move"
    GO_ON = "go-on"


@dataclass(frozen=True)
class Request:
    """What a game waits for: a kind of decision from some players (none: from the table itself)."""

    requirement: Requirement
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class DiceRolled:
    """Chance comes in as a decision: the face that each player's die shows."""

    faces: Mapping[str, str]


@dataclass(frozen=True)
class ProgramsLaid:
    """The programs in text form, a row an entry; a player who is missing stands still."""

    programs: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ProgramsCorrected:
    """Programs of this round that were misread, whole; rows that were played are as they were."""

    programs: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class PieceMoved:
    """A player's move in the game's own notation."""

    player: str
    move: str


@dataclass(frozen=True)
class GoOn:
    """Nothing to decide: play the next row, turn or step."""


@dataclass(frozen=True)
class Recharged:
    """The players play on after an end by lack of energy; a game that knows this takes it when it is over."""

    units: int = 5


@dataclass(frozen=True)
class TokensLaid:
    """The tokens that lie on the board of an ordinary game as it begins, all of them, instead of those before."""

    tokens: Mapping[str, Sequence[str]]
    """Cells by the keys of a `board` in files: walls, waters, barrels."""


@dataclass(frozen=True)
class TakenUp:
    """The players take up a task of their book from its start: the same once more, or another one."""

    number: int
    """Its place in the book, from 0."""


Decision = DiceRolled | ProgramsLaid | ProgramsCorrected | PieceMoved | GoOn | Recharged | TokensLaid | TakenUp


def out_of_turn(decision: Decision, wanted: Sequence[Requirement]) -> Problems:
    """Return what to raise at a decision that the game does not wait for now."""
    waits_for = wanted[0].value if wanted else _("nothing: it is over")
    return Problems(
        [
            Problem(
                "decision",
                _(
                    "{name} comes now, but the game waits for {waits_for}",
                    name=type(decision).__name__,
                    waits_for=waits_for,
                ),
            )
        ]
    )


class Act(Enum):
    """What a piece does on the spot. The names are those of the wire's ACT command."""

    STRIKE = "strike"
    SHIELD = "shield"
    HIT = "hit"
    BUMP = "bump"
    TAKE = "take"
    DROP = "drop"
    DIE = "die"


@dataclass(frozen=True)
class Travel:
    """A piece goes to a neighbouring cell, straight ahead or straight back, keeping its heading."""

    piece: str
    origin: Cell
    target: Cell


@dataclass(frozen=True)
class Turn:
    """A piece turns on the spot until it has this heading."""

    piece: str
    heading: Heading | HexHeading


@dataclass(frozen=True)
class Gesture:
    """A piece shows something on the spot."""

    piece: str
    act: Act


@dataclass(frozen=True)
class Place:
    """A piece is lifted and put down, whatever stands between: a piece of hand games, not a robot on its way."""

    piece: str
    origin: Cell | None
    """None: it comes onto the board."""
    target: Cell | None
    """None: it leaves the board."""


Motion = Travel | Turn | Gesture | Place


@dataclass(frozen=True)
class MotionGroup:
    """Motions that happen at once. The next group begins when all of these have ended."""

    motions: tuple[Motion, ...]


@dataclass(frozen=True)
class Stand:
    """Where a living piece stands."""

    cell: Cell
    heading: Heading | HexHeading


@dataclass(frozen=True)
class Step(Generic[StateT, EventT]):
    """What one decision led to."""

    state: StateT
    events: tuple[EventT, ...]


class Game(Protocol[StateT, EventT]):
    """The one small idea of a game. Implementations are pure: no clock, no chance, no I/O.

    Wrong decisions raise :class:`boards.base.errors.Problems` with places such as ``programs.red[2]``.
    """

    name: str

    def start(self, setup: Mapping[str, Json]) -> StateT:
        """Return the first state, from a position in the form of `golem resolve` (without programs)."""
        ...

    def requests(self, state: StateT) -> tuple[Request, ...]:
        """Return what the game waits for; empty exactly when it is over."""
        ...

    def advance(self, state: StateT, decision: Decision) -> Step[StateT, EventT]:
        """Return the next state, and what happened on the way, in the order of the rules."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """None while the game goes on."""
        ...

    def stands(self, state: StateT) -> Mapping[str, Stand]:
        """Where the living pieces stand, by name, sorted by name."""
        ...

    def motion_groups(self, before: StateT, events: Sequence[EventT]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events, group by group. Pieces that move together are in one group."""
        ...

    def event_json(self, event: EventT) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        ...

    def explain(self, event: EventT, language: str) -> str:
        """One sentence, in `en`, `ru`, `pl` or `fr`: who did what, and why."""
        ...
