"""The state of a table, as :mod:`controller.table.core.record.fold` makes it from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boards.base.message import Message
from boards.geometry import Pose
from controller.games.game import Game
from controller.table.core.phases import Gate, Phase
from controller.table.core.record.entries import Header
from controller.table.perception.program_lock import Locks
from controller.table.view.view import CameraView, HandView, Notice, RobotView, RowStory
from firmware_bridge.robots.journal_entries import CommandBegun

AnyGame = Game[Any, Any]

CHILD = "child"
"""Who sits in a seat that the computer does not play for."""


AWAY = "away"
"""Who sits in a seat that was left: nobody, and the golem stands still."""


class PreviousState(NamedTuple):
    """Where undo goes back to: how it was before something was played."""

    game: Any
    told: int
    """How long the story was."""
    rolled: int
    """How often dice had been rolled, so that the same throw comes again."""


@dataclass(frozen=True)
class TableState:
    """All that the table knows of a game."""

    header: Header
    """The journal's first entry: game, setup, mat, players, seed..."""
    game: Any
    """The game's own state."""
    start: Any
    """The game as it began, or as the puzzle that is played began."""
    phase: Phase = Phase.SETUP
    sequence: int = 0
    gate: Gate = Gate.OPEN
    """What people have done to hold the game."""
    rolled: int = 0
    """How often dice have been rolled: chance from the seed is drawn by this number."""
    hands: Mapping[str, HandView] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    """Players whom the computer plays for, and how well; or that nobody does (`AWAY`)."""
    language: str = ""
    """Of the table's screens; empty: each browser's own."""
    sounds: bool = True
    """Whether screens make sounds."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What players are called."""
    skipped: tuple[str, ...] = ()
    """Players who lay no program in this round."""
    committed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The programs that the computer has chosen for this round. As secret as cards that lie face down."""
    screen_cards: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """The cards that lie on screens, by player, row by row. As secret as cards that lie face down."""
    sums: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The commitments to the programs of this round, by player."""
    said: Mapping[str, Mapping[int, tuple[str, ...]]] = field(default_factory=dict)
    """What people said of the cards of this round's rows. As secret as the cards; empty for one that was read anew."""
    locks: Locks = field(default_factory=dict)
    """What opens them. As secret as the cards, until a row is revealed."""
    opened: int = 0
    """How many rows were revealed since the programs were locked, also those that were undone since."""
    waived: tuple[str, ...] = ()
    """Players whose cards are not watched any more in this round."""
    verdict: tuple[Message, ...] = ()
    """What is to be said about the way in which the game ended, for puzzles: the judge's words."""
    notices: tuple[Notice, ...] = ()
    robots: Mapping[str, RobotView] = field(default_factory=dict)
    cameras: tuple[CameraView, ...] = ()
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Golem whose robot is out for good -> ``hands``, ``ghost``, or the name of the spare robot that plays for it."""
    pairing: bool = False
    """Whether robots turn just now to show which golem they carry."""
    story: tuple[RowStory, ...] = ()
    seen: Mapping[str, Pose] = field(default_factory=dict)
    """Where the camera last saw each golem."""
    commands: Mapping[str, CommandBegun] = field(default_factory=dict)
    """By robot: the command that was begun and has no end on record."""
    past: tuple[PreviousState, ...] = ()
    """Before each row or move."""
    laid: Mapping[str, str] = field(default_factory=dict)
    """Where pieces without robots stand, by spot, as people last said that they have put them."""
    ghosts: tuple[str, ...] = ()
    """Pieces that stand nowhere but on the screen, as the camera does not see them."""

    @property
    def idle(self) -> tuple[str, ...]:
        """Return the players who lay no program in this round: their golems stand still."""
        return tuple(name for name in self.players if name in self.skipped or self.seats.get(name) == AWAY)

    @property
    def paused(self) -> bool:
        """Whether nothing new begins."""
        return self.gate is not Gate.OPEN

    @property
    def estopped(self) -> bool:
        """Whether the robots are held by the emergency stop."""
        return self.gate is Gate.ESTOPPED

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players in the order of the record's header."""
        return self.header.players
