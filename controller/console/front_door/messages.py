"""What the front door's pages are sent, and what they send."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

MOST_TEXT = 60

MOST_FILE = 1 << 18
"""Letters of a file, as of those that are read from a disk."""

MOST_BOTS = 2
"""Bots of one's own in a game: one for each player."""

FileText = Annotated[str, Meta(min_length=1, max_length=MOST_FILE)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class Visitor(Struct, frozen=True):
    """Who looks at the page: what a page must know before anything else."""

    language: str
    """For browsers that ask for none of the languages."""
    languages: dict[str, str]
    facilitator: bool
    """Whether this browser may begin games and set up tables."""
    seats: list[tuple[str, str]]
    """Game and player for whom this browser lays cards."""


class ChoiceOffer(Struct, frozen=True):
    """What players may choose for a game beside who plays: some words, whole numbers, or both."""

    key: str
    words: list[str]
    low: int | None = None
    high: int | None = None
    """The numbers that may be chosen; None: none."""


class PartValue(Struct, frozen=True):
    """Something that has a number of its own."""

    key: str
    words: dict[str, str]
    usual: int


class PartOffer(Struct, frozen=True):
    """What players may say of a game at length: names for each player, or a number for each of some things."""

    key: str
    values: list[PartValue]
    """Empty: names for each player."""


class GameKind(Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: dict[str, str]
    players: list[list[str]]
    """For each number of players that it can have: who they are."""
    names: dict[str, dict[str, str]]
    """Player -> the name."""
    strengths: list[str]
    """How well the computer can play, the weakest first."""
    scenarios: list[str]
    automatic: bool
    """Whether programs play it, and nobody at the screen."""
    cards: bool
    """Whether it is programmed with cards."""
    choices: list[ChoiceOffer]
    parts: list[PartOffer]
    places: list[str] = []
    """At a table with devices, where a game of pieces can be played: ``screen``, ``board``, ``stage``."""
    bots: bool = False
    """Whether bots of one's own may play it, besides the computer."""
    dice: Literal["", "screen", "real"] = ""
    """Whether dice are usually thrown on the screen or by people; empty: there is nothing to choose."""


class TaskChoice(Struct, frozen=True):
    """A scenario or a puzzle that can be chosen."""

    key: str
    name: dict[str, str]
    story: dict[str, str]
    players: list[str]
    idea: str
    """What a puzzle teaches; empty for a scenario."""
    size: str
    """Of its board: 4x4."""
    balance: dict[str, str] = {}
    """How even a scenario is between equal players; empty if it does not say."""
    more_tokens: list[str] = []
    """Tokens of which a scenario takes more, by their keys in files: ``barrels``."""
    lying: dict[str, str] = {}
    """What is on the cells of such a scenario: wall, water, barrel, or a golem's colour."""


class Catalogue(Struct, frozen=True):
    """All that can be played without a table."""

    games: list[GameKind]
    ways: list[str]
    rules: list[str]
    boards: list[str]
    scenarios: list[TaskChoice]
    puzzles: list[TaskChoice]
    table: bool = False
    """Whether it is played at a table with devices: people there lay printed cards."""


class TaskFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's or a puzzle's file that somebody chose in the browser."""

    kind: Literal["scenario", "puzzle"]
    name: Name
    text: FileText


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that somebody wants to begin."""

    game: Name
    seats: dict[Name, Name] = {}
    """Player -> ``here`` (on this screen), ``phone``, or how well the computer plays."""
    way: Name | None = None
    rules: Name | None = None
    board: Name | None = None
    """None: as usual, or as a scenario, a puzzle or ``setup`` says it."""
    scenario: Name | None = None
    puzzle: Name | None = None
    tokens: dict[Name, list[Name]] = {}
    """Tokens of an ordinary game on a mat, or beside those of a scenario (:attr:`TaskChoice.more_tokens`)."""
    bots: Annotated[dict[Name, FileText], Meta(max_length=MOST_BOTS)] = {}
    """Files of bots, where :attr:`GameKind.bots` offers it, by what seats call them."""
    text: FileText | None = None
    """What the file of the scenario or the puzzle holds, if it is none of those that are shipped."""
    setup: dict[str, Any] | None = None
    """Board, golems and energy in the form of `golem resolve`, instead of the usual start."""
    chosen: dict[Name, str | int] = {}
    """Choices of the game, by the keys that :class:`GameKind` offers, as in ``--set``; of Battle of Golems also lives,
    energy and sides (``red+yellow,blue+green``)."""
    parts: dict[Name, dict[Name, list[Name] | int]] = {}
    """What is said at length, by the keys that :class:`GameKind` offers: names by player, or numbers by thing."""
    seed: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    names: dict[Name, str] = {}
    """What players are called."""
    place: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    """At a table with devices: where a game of pieces is played, of :attr:`GameKind.places`; empty: the first."""
    dice: Literal["", "screen", "real"] = ""
    """Where :attr:`GameKind.dice` offers it: thrown on the screen or by people; empty: as usual."""


class WhatIsWrong(Struct, frozen=True):
    """A reason why a game can't begin, and where it lies."""

    at: str
    text: dict[str, str]


class GameSummary(Struct, frozen=True):
    """A game that is open at this front door."""

    id: str
    game: str
    title: dict[str, str]
    phase: str
    round: int
    over: bool
    players: list[str]
    here: list[str]
    """Who plays on the facilitator's screen."""
    phones: list[str]
    """Who plays on a phone."""


class RecordSummary(Struct, frozen=True):
    """A record of a game."""

    id: str
    game: str
    title: dict[str, str]
    written: float
    """When the last entry was written, seconds since 1970."""
    steps: int
    """Rows, moves or throws that were played."""
    over: bool
    screen: bool
    """Whether it can be gone on with here: it needs no table."""
    problem: dict[str, str] | None = None
    """Why it can't be read."""
    open: bool = False
    """Whether its game is open now."""
    names: list[str] = []
    """What players were called from the start, where somebody said so."""


class TableSummary(Struct, frozen=True):
    """A table with devices: a process of its own."""

    id: str
    name: str
    address: str
    """Of its own page; empty while there is none."""
    state: str
    """``running``, ``ended`` or ``starting``."""
    told: str = ""
    """The last lines that it said, when it has ended."""


class LobbyView(Struct, frozen=True):
    """What is going on in the lobby."""

    games: list[GameSummary]
    records: list[RecordSummary]
    tables: list[TableSummary]
    table_files: list[str]
    """Files of tables that can be started."""


class SeatView(Struct, frozen=True):
    """A seat that is played on a phone."""

    player: str
    address: str
    """What its QR code says: whoever opens it has the seat."""
    taken: bool


class WatchView(Struct, frozen=True):
    """What everybody may watch."""

    games: list[GameSummary]
    tables: list[TableSummary]


class ClassPuzzle(Struct, frozen=True):
    """A puzzle in the class overview."""

    key: str
    number: int
    """Its place on the way from the easiest to the hardest, from 1."""
    name: dict[str, str]
    idea: str
    """What it teaches."""


class PuzzleResult(Struct, frozen=True):
    """How far a child came with a puzzle."""

    puzzle: str
    tries: int
    rounds: int
    """Rounds and cards of the best solution; 0: not solved yet."""
    cards: int
    least: bool
    """Whether nobody can do it with less."""


class Pupil(Struct, frozen=True):
    """A child, by the nickname under which puzzles were played on this computer."""

    name: str
    results: list[PuzzleResult]
    records: int
    """How many records tell of the child; they are deleted with it."""


class ClassOverview(Struct, frozen=True):
    """What each child has solved."""

    puzzles: list[ClassPuzzle]
    pupils: list[Pupil]


class ReplayStep(Struct, frozen=True):
    """A step of a game that is seen again."""

    kind: str
    """start, row, move, dice, undo, again (begun anew) or end."""
    round: int
    row: int
    at_s: float
    """When it was, since the game began, s."""


class ReplayView(Struct, frozen=True):
    """A record that can be seen again."""

    id: str
    game: str
    title: dict[str, str]
    steps: list[ReplayStep]
    cameras: list[str] = []
    """Whose pictures were kept; empty for those who may not see them."""


class PrintOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be printed: for which board, how many players, on which paper, in which language."""

    board: Name = "4x4"
    players: int = 2
    paper: Name = "A4"
    language: Name = "en"


class PrintDocument(Struct, frozen=True):
    """A file to print."""

    name: str
    title: str
    pages: int
