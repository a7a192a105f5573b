"""What screens show: one frozen picture of the game, made from the journal and of nothing else.

A view never holds a row of a program before that row is played: what is secret on the table is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from boards.base.catalogue import translate_all
from boards.base.message import Message
from controller.games.board_values import Spot, Token
from controller.games.task_values import PlayedTask

TOLD = 60
"""Rows of the story that a screen is sent: more than any round of golems has, and more than any page shows."""

TOLD_SENTENCES = 400
"""Sentences of the rows before the newest that a screen is sent: with fifty robots a row has a hundred."""


@dataclass(frozen=True)
class HandView:
    """How far a player is with laying cards. How many, never which."""

    cards: int
    rows_laid: int
    complete: bool
    problems: tuple[Message, ...] = ()
    """What keeps the program from being read, without naming a card's meaning."""
    lanes: tuple[str, ...] = ()
    """On a tray, of each row: ``empty``, ``laid`` or ``wrong``; nothing where cards lie on no tray."""


@dataclass(frozen=True)
class RowLock:
    """The commitment to a locked row, and what opens it once the row is revealed.

    `controller.table.perception.program_lock` says how the sum is made.
    """

    sum: str
    salt: str | None = None
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RowStory:
    """What happened in one row, and why."""

    round: int
    row: int
    sentences: tuple[Message, ...]
    golems: tuple[str | None, ...] = ()
    """The golem that each sentence is about, None for the table."""


@dataclass(frozen=True)
class Notice:
    """Something that people at the table should know or do now."""

    code: str
    severity: str
    """``info``, ``warning`` or ``stop``."""
    text: Message
    facts: Mapping[str, str] = field(default_factory=dict)
    """What the text is about, for programs: golem, cell, token, robot."""


@dataclass(frozen=True)
class RobotView:
    """A robot's health."""

    name: str
    link: str
    """connecting, ready, busy, lost, estopped, fault or ghost."""
    battery_v: float | None = None
    reason: str = ""
    """Why, in English."""
    why: Message | None = None
    """The same for screens; None if there is no reason."""
    told: Mapping[str, Any] | None = None
    """The same as its code and facts, for the record; None if there is no reason, or in records of older versions."""
    plays: str = "robot"
    """Who drives the golem: its own ``robot``, a ``spare`` one, ``hands`` or a ``ghost``; ``idle`` for a robot of the
    table that drives none and may be a spare."""


@dataclass(frozen=True)
class CameraView:
    """A camera that watches the table: whether its pictures are kept, and how well it sees."""

    name: str
    recording: str = ""
    """``on`` while pictures are kept, ``failed`` once none can be kept any more; empty where nobody asked for it."""
    exposure: str = ""
    """How its setting by the markers goes (`Verdict`); empty where the camera sets
    it by itself."""
    lens: str = "estimated"
    """``measured`` before, or ``estimated`` from the table in view."""
    lens_rms_px: float | None = None
    """What is left of a measured lens's residuals, px."""
    lens_days: int | None = None
    """How long ago it was measured."""


@dataclass(frozen=True)
class PieceView:
    """A piece on the board; a golem stays in sight where it fell."""

    name: str
    owner: str
    spot: str
    mark: str
    text: Message
    heading: float | None
    """Degrees counter-clockwise from east; None for a piece that looks nowhere."""
    strength: float | None = None
    """What is left of its strength, 0 to 1; None in games without it."""
    ghost: bool = False
    """Whether robots play on this table, and none plays this piece."""
    golem: str = ""
    """The golem that plays it throughout; empty where any may."""
    facing: str = ""
    """Which way it looks, as people call it."""
    side: str = ""
    """The side that its owner plays for."""
    lives: int | None = None
    """None in games without lives."""
    carries: bool = False
    """Whether it carries a barrel."""
    alive: bool = True
    figure: str = ""
    """The drawing that shows its kind; empty: its mark is written."""


@dataclass(frozen=True)
class ChoiceView:
    """A legal move."""

    move: str
    origin: str | None
    target: str | None
    heading: float | None = None
    """Which way the piece looks then, where the player chooses that too."""


@dataclass(frozen=True)
class PlayView:
    """What is on the board, whose turn it is and what is legal."""

    shape: str
    """Of the places: square or hexagon."""
    spots: tuple[Spot, ...]
    pieces: tuple[PieceView, ...]
    """Golems in the order of their players, others by name."""
    players: Mapping[str, Message]
    turn: str | None
    """Who is asked for a move or a throw."""
    choices: tuple[ChoiceView, ...]
    last: tuple[str, ...]
    """The spots between which the last step went."""
    facts: tuple[Message, ...]
    strengths: tuple[str, ...]
    """How well the computer can play, the weakest first."""
    faces: tuple[str, ...]
    """Of a player's die."""
    sounds: tuple[str, ...] = ()
    """By name, in their order: what a throw on the screen sounds like; empty where dice are real, or silent."""
    throws: int = 0
    """How often dice were thrown."""
    mat: str = ""
    """The picture of the printed mat on which golems act; empty: the board is drawn from its places."""
    tokens: tuple[Token, ...] = ()
    threats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The spots that each player threatens, for beginners who ask for them."""
    programmed: Mapping[str, Message] = field(default_factory=dict)
    """The pieces whose programs are asked for now, in words."""
    writers: Mapping[str, str] = field(default_factory=dict)
    """The players who write them."""
    automatic: bool = False
    """Whether programs play that nobody lays by hand."""


@dataclass(frozen=True)
class ActingView:
    """What golems have shown of a row that they act out."""

    play: PlayView
    """The board as far as it is shown."""
    told: tuple[str, ...] = ()
    """On a mat: those who have done their part, whose sentences are told."""
    sentences: tuple[int, ...] | None = None
    """On a stage, where a row is told event by event: the sentences that are told, by their numbers."""


@dataclass(frozen=True)
class View:
    """The whole picture. ``sequence`` grows by one with every change."""

    sequence: int
    game: str
    phase: str
    """A value of :class:`controller.table.core.phases.Phase`."""
    paused: bool
    estopped: bool
    round: int
    row: int
    """The row or step being played or last played; 0 before the first."""
    energy: int | None
    energy_max: int | None
    lives_max: int
    play: PlayView
    programs: Mapping[str, tuple[str | None, ...]]
    """Rows in text form by colour; None for a row that is not revealed yet."""
    bonus: Mapping[str, str | None]
    hands: Mapping[str, HandView]
    story: tuple[RowStory, ...]
    """Newest last."""
    notices: tuple[Notice, ...]
    robots: tuple[RobotView, ...]
    winners: tuple[str, ...] | None
    """None while the game goes on, empty for a draw."""
    reason: str
    """Why it ended: last-standing, energy, or a goal."""
    may: tuple[str, ...]
    """The names of the commands that make sense now, the most usual first: those of
    :data:`controller.table.core.commands.command_registry.REGISTRY`."""
    table: Mapping[str, str] = field(default_factory=dict)
    """Facts about the table for the screen's foot: name, seed, journal."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Who plays for each player: ``child``, how well the computer does, or ``away``."""
    language: str = ""
    """Of screens on which nobody has chosen another; empty: each browser's own."""
    sounds: bool = True
    """Whether screens may make sounds."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What players are called; those who have no name are left out."""
    idle: tuple[str, ...] = ()
    """Players who lay no program in this round: skipped, or away."""
    said: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Rows whose cards a person has said, by player: a place may be wrong, and everybody sees that."""
    task: PlayedTask | None = None
    """None for a game without one."""
    trays: bool = False
    """Whether programs are laid on trays, row by row."""
    locks: Mapping[str, tuple[RowLock, ...]] = field(default_factory=dict)
    """The commitments to the rows of this round, by player."""
    recharge: tuple[int, ...] = ()
    """With how many units of energy the players may play on; empty while they may not."""
    acting: ActingView | None = None
    """While golems act out a row on a mat: what of it is done. Screens are shown no more."""
    screen: bool = False
    """Whether there is no table: cards are laid on screens."""
    begins: tuple[str, ...] = ()
    """Who may have the first move of a new game, the one with the right to it first; empty where that is no choice."""
    cameras: tuple[CameraView, ...] = ()
    """Who is filmed must see it: all that watch, as far as they are known."""

    def to_json(self) -> dict[str, Any]:
        """Plain dicts, lists and scalars, with the newest rows of the story: a race goes on for thousands of steps."""
        shown = self.as_done()
        plain = _plain(replace(shown, story=_newest(shown.story)))
        assert isinstance(plain, dict)
        return plain

    def as_done(self) -> View:
        """Return the view with no more of the row than golems have shown: what screens are sent."""
        if (acting := self.acting) is None:
            return self
        story = (*self.story[:-1], *(story_so_far(row, acting) for row in self.story[-1:]))
        return replace(self, play=acting.play, story=story, acting=None)


def story_so_far(row: RowStory, acting: ActingView) -> RowStory:
    """Return a row's story without what golems have not shown yet."""
    told = list(zip(row.sentences, row.golems, strict=False))
    kept = (
        list(_told(row, frozenset(acting.told)))
        if acting.sentences is None
        else [told[number] for number in acting.sentences]
    )
    return replace(row, sentences=tuple(text for text, _ in kept), golems=tuple(golem for _, golem in kept))


def _told(row: RowStory, told: frozenset[str]) -> Iterator[tuple[Message, str | None]]:
    whole = {golem for golem in row.golems if golem is not None} <= told
    begun = False
    for text, golem in zip(row.sentences, row.golems, strict=False):
        begun = begun or golem is not None
        # What is said of nobody in particular stands before the row, or follows from all of it.
        if golem in told if golem is not None else not begun or whole:
            yield text, golem


def _newest(story: tuple[RowStory, ...]) -> tuple[RowStory, ...]:
    """Return the newest rows, as many as screens are sent."""
    kept, room = 0, TOLD_SENTENCES
    for row in reversed(story[-TOLD:]):
        kept += 1
        room -= len(row.sentences)
        if room <= 0:
            break
    return story[len(story) - kept :]


_SCALARS = (str, int, float, bool, type(None))


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is Message:
        return translate_all(value)
    if names := _fields(kind):
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


_KNOWN: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields, looked up once; none for another type."""
    if kind not in _KNOWN:
        _KNOWN[kind] = tuple(item.name for item in fields(kind)) if is_dataclass(kind) else ()
    return _KNOWN[kind]
