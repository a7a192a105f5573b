"""The entries of a game's journal, one type for each kind: what the table writes, and what a replay reads.

An entry's kind is the tag of its type, its content are the type's fields; both are written as JSON in the format that
``tests/journal/records`` keeps. Fields that are None by default are left out where they do not apply.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from controller.table.core.phases import Control, Signal
from controller.table.core.record.recorded_text import RecordedText, recorded_text, text_of
from controller.table.view.view import CameraView, Notice
from firmware_bridge.link.commands import EndKind

Rows = tuple[str, ...]
"""The rows of a program in text form."""
Event = dict[str, Any]
"""What a game's own ``event_json`` says of one thing that happened."""


class _Content(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """What an entry holds."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that may be asked to play, with its whole program."""

    name: str
    file: str
    text: str


class TaskHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The scenario that is played."""

    kind: str
    key: str
    name: dict[str, str]
    story: dict[str, str]


class Header(_Content, frozen=True, tag="game"):
    """The first entry: all that was settled before the game began."""

    game: str
    """Its name in the registry."""
    setup: dict[str, Any]
    """What its rules are told at the start."""
    players: tuple[str, ...]
    seed: int
    """Chance of the game: dice on the screen, computer players."""
    about: dict[str, str] | None = None
    """Facts about the table for the screen's foot."""
    seats: dict[str, str] | None = None
    """For whom the computer plays, and how well; None: seats are not for choosing, as in puzzles."""
    mat: str = ""
    """The printed mat; empty where people have a board of their own."""
    mat_file: str = ""
    """The text of the mat's YAML file, if it is none of those that are shipped."""
    rules: str = ""
    """The version of the rules that the deck is for."""
    deck_seed: int = 0
    """Which ids of markers the cards have."""
    faces: tuple[str, ...] = ()
    """Of the bonus dice."""
    dice: Literal["", "people", "camera"] = ""
    """``people``: they throw a die of their own and say what it shows; ``camera``: it reads the dice of each round, as
    somebody chose on a table's page."""
    cards: Literal["", "screen"] = ""
    """``screen``: there is no table; cards are laid on screens, and golems are shown there."""
    judged: bool = False
    """Whether the judge speaks at the end."""
    task: TaskHeader | None = None
    bots: tuple[Bot, ...] = ()
    names: dict[str, str] | None = None
    """What players are called from the start."""
    place: str = ""
    """Where it is played, if it was begun from a table's page: ``mat``, ``screen``, ``board`` or ``stage``; empty: as
    the table file says."""


class SignalGiven(_Content, frozen=True, tag="signal"):
    """The table goes to another phase."""

    signal: Signal
    interrupted: bool | None = None
    """With `acted`: whether the row was cut short."""


class DiceThrown(_Content, frozen=True, tag="dice"):
    """What the dice show; with round, row and events where the throw is played out at once."""

    faces: dict[str, str]
    round: int | None = None
    row: int | None = None
    events: tuple[Event, ...] | None = None


class MovePlayed(_Content, frozen=True, tag="move"):
    """A player's move of a piece, and what came of it."""

    player: str
    move: str
    round: int
    row: int
    events: tuple[Event, ...]


class RowPlayed(_Content, frozen=True, tag="row"):
    """A row of all programs, and what came of it."""

    round: int
    row: int
    events: tuple[Event, ...]


class ProgramsLocked(_Content, frozen=True, tag="locked"):
    """The commitments to the programs of a round, before the programs themselves."""

    sums: dict[str, tuple[str, ...]]


class ProgramsTaken(_Content, frozen=True, tag="programs"):
    """The programs of a round. Those that were locked have a salt for each row, and cards as [key, x mm, y mm]."""

    programs: dict[str, Rows]
    salts: dict[str, tuple[str, ...]] | None = None
    cards: dict[str, tuple[tuple[tuple[str, float, float], ...], ...]] | None = None


class ProgramCommitted(_Content, frozen=True, tag="committed"):
    """A program that was chosen and is not yet played: by the computer, or laid as steps."""

    player: str
    rows: Rows


class CardsLaid(_Content, frozen=True, tag="cards"):
    """The cards that a player has laid on a screen so far, row by row: as secret as cards that lie face down."""

    player: str
    rows: tuple[tuple[str, ...], ...]


class ProgramsCorrected(_Content, frozen=True, tag="corrected"):
    """Locked programs that were misread, whole, with their new locks; by player the rows that are other ones."""

    programs: dict[str, Rows]
    salts: dict[str, tuple[str, ...]]
    cards: dict[str, tuple[tuple[tuple[str, float, float], ...], ...]]
    rows: dict[str, tuple[int, ...]]
    said: bool = False
    """Whether a person said what lies there; else the camera has read it once more."""


class CardsSaid(_Content, frozen=True, tag="said"):
    """What people say of a row's cards before it is locked, by place; none: the camera is believed again."""

    player: str
    row: int
    cards: tuple[str, ...]


class CardsWaived(_Content, frozen=True, tag="waived"):
    """The cards of these players are not watched any more in this round."""

    players: tuple[str, ...]


class HandLaid(_Content, frozen=True, tag="hand"):
    """How far a player is with laying cards. How many, never which."""

    player: str
    cards: int
    rows: int
    complete: bool
    problems: tuple[RecordedText, ...]


class PiecesPlaced(_Content, frozen=True, tag="placed"):
    """Where pieces without robots stand, by spot; ghosts are on the screen only."""

    laid: dict[str, str]
    ghosts: tuple[str, ...] | None = None


class RecordedNotice(Struct, frozen=True):
    """A :class:`controller.table.view.view.Notice`."""

    code: str
    severity: str
    text: RecordedText
    facts: dict[str, str] = {}


class NoticesTold(_Content, frozen=True, tag="notices"):
    """What people should know or do now; replaces what was told before."""

    notices: tuple[RecordedNotice, ...]


class RobotHealth(_Content, frozen=True, tag="robot", omit_defaults=False):
    """A robot's health is another."""

    name: str
    link: str
    battery_v: float | None = None
    reason: str = ""
    """In English."""
    why: dict[str, Any] | UnsetType = UNSET
    """The same for other languages: code, text (its key in the catalogues) and facts. Older records have none."""


class CamerasWatching(_Content, frozen=True, tag="cameras"):
    """The cameras that watch, and how they do."""

    cameras: tuple[CameraView, ...]


class KeptPictures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where pictures of a camera are kept."""

    camera: str
    folder: str
    """Of the recording, from the folder of the record."""
    session: int
    """Of the recording's folder, from 1: its pictures belong to this game while its record is written."""


class PicturesKept(_Content, frozen=True, tag="pictures"):
    """Where pictures are kept from now on."""

    cameras: tuple[KeptPictures, ...]


class PairingBegun(_Content, frozen=True, tag="pairing"):
    """Robots turn to show which golem they carry."""


class PairingEnded(_Content, frozen=True, tag="paired"):
    """Robot -> the golem that it carries, and whether they were given each other's names; None: it failed."""

    golems: dict[str, str] | None = None
    exchanged: bool | None = None


class GolemsSeen(_Content, frozen=True, tag="seen"):
    """Where the camera saw each golem: x mm, y mm, heading in degrees."""

    golems: dict[str, tuple[float, float, float]]


class RobotCommandBegun(_Content, frozen=True, tag="command:begun"):
    """A command is about to go out to a robot for the first time."""

    robot: str
    command: Literal["move", "turn", "act"]
    args: dict[str, int | str]
    boot_id: int
    session: int
    seq: int


class RobotCommandEnded(_Content, frozen=True, tag="command:ended"):
    """How a robot's command ended; the ways are the robot's own count."""

    robot: str
    result: EndKind
    reason: str
    """In English."""
    mm: float
    degrees: float
    boot_id: int
    session: int
    seq: int
    code: str = ""
    """Of the reason, for programs. Older records have none."""


class Controlled(_Content, frozen=True, tag="control"):
    """Somebody, or the table itself, stops the game or lets it go on."""

    do: Control


class Undone(_Content, frozen=True, tag="undo"):
    """Back by one row, move or throw."""


class EnergyRecharged(_Content, frozen=True, tag="recharge"):
    """The players play on after a draw for want of energy."""

    units: int


class TokensChosen(_Content, frozen=True, tag="tokens"):
    """The tokens with which an ordinary game begins: cells by walls, waters and barrels."""

    tokens: dict[str, tuple[str, ...]]


class SeatTaken(_Content, frozen=True, tag="seat"):
    """Who plays for a player from now on: ``child``, how well the computer does, or ``away``: nobody."""

    player: str
    who: str


class TableSet(_Content, frozen=True, tag="table"):
    """What holds for all screens from now on; None: as before."""

    language: str | None = None
    sounds: bool | None = None


class PlayerNamed(_Content, frozen=True, tag="named"):
    """What a player is called from now on; empty: by the colour or side alone."""

    player: str
    name: str


class PlayerSkipped(_Content, frozen=True, tag="skipped"):
    """A player lays no program in this round, or does after all."""

    player: str
    skip: bool


class RobotReplaced(_Content, frozen=True, tag="replaced"):
    """Who plays for a golem from now on: ``hands``, ``ghost``, a ``spare`` robot (with its name), its own ``robot``."""

    golem: str
    by: Literal["hands", "ghost", "spare", "robot"]
    spare: str = ""


class VerdictGiven(_Content, frozen=True, tag="verdict"):
    """What is to be said about the way in which the game ended."""

    sentences: tuple[RecordedText, ...]


class PuzzleTakenUp(_Content, frozen=True, tag="taken-up"):
    """A puzzle of the book is begun, by its number."""

    number: int


class BegunAnew(_Content, frozen=True, tag="anew"):
    """The same game once more from its start."""

    first: str = ""
    """Who has the first move, where that is a choice. Older records have none: it is as at the start."""


Content = (
    Header
    | SignalGiven
    | DiceThrown
    | MovePlayed
    | RowPlayed
    | ProgramsLocked
    | ProgramsTaken
    | ProgramCommitted
    | CardsLaid
    | ProgramsCorrected
    | CardsSaid
    | CardsWaived
    | HandLaid
    | PiecesPlaced
    | NoticesTold
    | RobotHealth
    | CamerasWatching
    | PicturesKept
    | PairingBegun
    | PairingEnded
    | GolemsSeen
    | RobotCommandBegun
    | RobotCommandEnded
    | Controlled
    | Undone
    | EnergyRecharged
    | TokensChosen
    | SeatTaken
    | PlayerNamed
    | TableSet
    | PlayerSkipped
    | RobotReplaced
    | VerdictGiven
    | PuzzleTakenUp
    | BegunAnew
)
"""What an entry of a table's journal can hold."""


@dataclass(frozen=True)
class Recorded:
    """An entry with its content read."""

    n: int
    time: float
    """On the table's clock, s."""
    content: Content


def recorded_notices(notices: Iterable[Notice]) -> NoticesTold:
    """Return the entry of these notices."""
    return NoticesTold(
        tuple(RecordedNotice(each.code, each.severity, recorded_text(each.text), dict(each.facts)) for each in notices)
    )


def notices_of(entry: NoticesTold) -> tuple[Notice, ...]:
    """Return the notices of an entry."""
    return tuple(Notice(each.code, each.severity, text_of(each.text), each.facts) for each in entry.notices)
