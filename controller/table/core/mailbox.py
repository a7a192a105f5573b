"""What arrives in the table's one mailbox."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from boards.base.errors import GolemError
from boards.base.message import Message as Text
from controller.journal import JournalFailed
from controller.table.core.commands.command_types import Command
from controller.table.motion.motion_plan import Acted, Failures
from controller.table.motion.robot_identification import Pairing
from controller.table.view.row_progress import RowProgress
from controller.table.view.view import CameraView, Notice, RobotView
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene


@dataclass(frozen=True)
class CommandAnswer:
    """What a person hears who asked something of the table."""

    ok: bool
    text: Text


@dataclass(frozen=True)
class CommandRequested:
    """A person asks for something: from the page, the terminal or a signal."""

    command: Command
    answer: asyncio.Future[CommandAnswer]


@dataclass(frozen=True)
class SceneSeen:
    """The eye has looked."""

    scene: Scene


@dataclass(frozen=True)
class RowShown:
    """Golems have done a part of the row that they act out."""

    progress: RowProgress


@dataclass(frozen=True)
class RowActed:
    """The robots have acted out a row, or were stopped in it."""

    acted: Acted


@dataclass(frozen=True)
class CorrectionsFinished:
    """The robots have driven a correction or a way home."""

    failures: Failures
    walled_in: tuple[str, ...] = ()
    """Golems that have no way home."""


@dataclass(frozen=True)
class PairingFinished:
    """The camera has seen which robot carries which golem."""

    found: Pairing


@dataclass(frozen=True)
class GoNow:
    """The time to look at the revealed row is over."""


@dataclass(frozen=True)
class ProgramChosen:
    """The computer has chosen a program for a player in this state of the game."""

    player: str
    rows: tuple[str, ...]
    game: Any


@dataclass(frozen=True)
class MoveChosen:
    """The computer has chosen a move for a player in this state of the game."""

    player: str
    move: str
    game: Any


@dataclass(frozen=True)
class VerdictReached:
    """What is to be said about this end of the game."""

    sentences: tuple[Text, ...]
    game: Any


@dataclass(frozen=True)
class WorkFailed:
    """A piece of work ended in a named error."""

    error: GolemError


@dataclass(frozen=True)
class WorkBroke:
    """A piece of work ended in an error that nobody foresaw."""

    error: BaseException


@dataclass(frozen=True)
class RecordFailed:
    """The disk refuses the record: nothing goes on until somebody has it tried again."""

    error: JournalFailed


@dataclass(frozen=True)
class RobotChanged:
    """A robot's health is another."""

    robot: RobotView


@dataclass(frozen=True)
class CamerasChanged:
    """The cameras that watch, or how they do, are otherwise."""

    cameras: tuple[CameraView, ...]


@dataclass(frozen=True)
class HandMoveRequested:
    """A person is asked to move a golem that has no robot; None: it is done, or asked no more."""

    golem: str
    asked: Notice | None


@dataclass(frozen=True)
class Unwatched:
    """The camera shows nothing of the field while robots drive."""

    notice: Notice
    golem: str = ""


@dataclass(frozen=True)
class ArenaChanged:
    """Something is over the field while robots drive, or it cannot be seen; None: that is over."""

    found: Intrusion | Unwatched | None


@dataclass(frozen=True)
class HomingFinished:
    """A small fleet was to go to where the game's pieces stand."""

    acted: Acted


@dataclass(frozen=True)
class GolemsMisplaced:
    """Robots of a small fleet are not where they were left; they wait until somebody lets them drive."""

    notices: tuple[Notice, ...]


Message = (
    CommandRequested
    | ArenaChanged
    | GolemsMisplaced
    | HomingFinished
    | CamerasChanged
    | HandMoveRequested
    | SceneSeen
    | RowActed
    | RowShown
    | CorrectionsFinished
    | PairingFinished
    | GoNow
    | ProgramChosen
    | MoveChosen
    | VerdictReached
    | WorkFailed
    | WorkBroke
    | RecordFailed
    | RobotChanged
)

OF_WORK = (
    SceneSeen,
    RowActed,
    CorrectionsFinished,
    HomingFinished,
    PairingFinished,
    GoNow,
    ProgramChosen,
    MoveChosen,
    VerdictReached,
    WorkFailed,
)
"""What comes of work: it waits while the table is paused."""
