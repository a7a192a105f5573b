"""What people can ask of the table, one type for each command, with its arguments.

``{"name": "seat", "args": {"player": "red", "who": "child"}}`` on the wire of the page is ``TakeSeat("red", "child")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

MOST_TOKENS = 64
"""Tokens of one kind on a mat."""
MOST_ROWS = 40
"""Rows of a program that is sent as text."""
MOST_NAME = 24
"""Letters of a player's name: what has room in a panel."""
MOST_LANES, MOST_CARDS = 4, 5
"""Of a tray: its rows, and the cards that one has room for."""

Said = Literal[
    "",
    "none",
    "forward",
    "backward",
    "turn-left",
    "turn-right",
    "stand",
    "attack",
    "defend",
    "take",
    "if enemy",
    "if attacked",
    "repeat 2",
    "repeat 3",
]
"""What can be said of a place in a row."""


class _Command(Struct, frozen=True, tag_field="name"):
    """What somebody asks for."""


class Go(_Command, frozen=True, tag="go"):
    """Play the row that is ready."""


class Pause(_Command, frozen=True, tag="pause"):
    """Let nothing new begin."""


class Resume(_Command, frozen=True, tag="resume"):
    """End the pause; write what the disk has refused."""


class Stop(_Command, frozen=True, tag="stop"):
    """End every motion, and pause."""


class EmergencyStop(_Command, frozen=True, tag="estop"):
    """Stop all robots at once; they stay stopped until they are released."""


class Release(_Command, frozen=True, tag="clear"):
    """Release the emergency stop."""


class Undo(_Command, frozen=True, tag="undo"):
    """Go back by so many rows, moves or throws. Round and row, if given, must be those of the newest."""

    round: int | None = None
    row: int | None = None
    rows: Annotated[int, Meta(ge=1)] = 1


class Lock(_Command, frozen=True, tag="lock"):
    """Lock the programs as they lie."""


class Roll(_Command, frozen=True, tag="roll"):
    """Take the dice as they lie, or roll those on the screen."""


class SayDie(_Command, frozen=True, tag="thrown"):
    """Say what a real die shows that no camera sees."""

    face: str


class Move(_Command, frozen=True, tag="move"):
    """Play a move of a piece."""

    player: str
    move: str


class LayProgram(_Command, frozen=True, tag="program"):
    """Lay a program as text."""

    player: str
    rows: Annotated[tuple[str, ...], Meta(max_length=MOST_ROWS)]


class AdviseProgram(_Command, frozen=True, tag="advise-program"):
    """Ask what to write next in a program that begins with these rows."""

    player: str
    rows: Annotated[tuple[str, ...], Meta(max_length=MOST_ROWS)] = ()


class LayCards(_Command, frozen=True, tag="cards"):
    """Lay a player's cards on a screen, all rows as they lie now; ``ready``: the program is finished."""

    player: str
    rows: Annotated[tuple[Annotated[tuple[str, ...], Meta(max_length=MOST_CARDS)], ...], Meta(max_length=MOST_LANES)]
    ready: bool = False


class Done(_Command, frozen=True, tag="done"):
    """Say that people did what they were asked to."""


class Recharge(_Command, frozen=True, tag="recharge"):
    """Play on after a draw for want of energy, with so many units of it (3.1, step 3, gives 5 as its example)."""

    units: int = 5


class TakeTokens(_Command, frozen=True, tag="take-tokens"):
    """Play with the tokens that lie on the mat, as the camera sees them."""


class LayTokens(_Command, frozen=True, tag="tokens"):
    """Play with these tokens: cells by walls, waters and barrels."""

    tokens: Annotated[dict[str, Annotated[tuple[str, ...], Meta(max_length=MOST_TOKENS)]], Meta(max_length=3)]


class Drive(_Command, frozen=True, tag="drive"):
    """Let golems that are astray drive back by themselves."""


class Waive(_Command, frozen=True, tag="waive"):
    """Play on without cards that are not where they were locked."""


class TryAgain(_Command, frozen=True, tag="again"):
    """Begin the puzzle once more."""


class NextPuzzle(_Command, frozen=True, tag="next"):
    """Begin the next puzzle of the book."""


class NewGame(_Command, frozen=True, tag="anew"):
    """Begin the same game once more; `first` has the first move, where that is a choice (empty: who has the right)."""

    first: str = ""


class Advise(_Command, frozen=True, tag="advise"):
    """Ask what the computer would play in place of who is asked for a move, and why."""


class SetTable(_Command, frozen=True, tag="table"):
    """Choose what holds for all screens of the table: their language, where nobody chose another, and sounds."""

    language: Annotated[str, Meta(max_length=12)] | None = None
    sounds: bool | None = None


class ReadAgain(_Command, frozen=True, tag="read-again"):
    """Have the camera read a player's cards once more (empty: everybody's), as far as their rows are not shown yet."""

    player: str = ""


class SayCards(_Command, frozen=True, tag="card-is"):
    """Say what lies in the places of a row that is not shown yet, the leftmost first.

    Each is a card's name, ``none`` for a bare place, or empty for what the camera reads there.
    """

    player: str
    row: Annotated[int, Meta(ge=1, le=MOST_LANES)]
    cards: Annotated[tuple[Said, ...], Meta(max_length=MOST_CARDS)]


class TakeSeat(_Command, frozen=True, tag="seat"):
    """Choose who plays for a player: ``child``, or how well the computer does."""

    player: str
    who: str


def visible_name(called: str) -> str:
    """Return a name of which everything can be seen, in one line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in called).split())


class NamePlayer(_Command, frozen=True, tag="name"):
    """Say what a player is called; an empty name takes it away. What cannot be seen in it is left out."""

    player: str
    called: Annotated[str, Meta(max_length=MOST_NAME)]


class Leave(_Command, frozen=True, tag="leave"):
    """Let a player leave: the golem stands still from the next program on. `back`: somebody has come back."""

    player: str
    back: bool = False


class SkipPlayer(_Command, frozen=True, tag="skip"):
    """Let a player lay no program in this round: the golem stands still. `skip` false: the player plays after all."""

    player: str
    skip: bool = True


class ReplaceRobot(_Command, frozen=True, tag="replace"):
    """Choose who plays for a golem whose robot is out for good.

    ``hands``, ``ghost`` (on the screen only), ``spare`` (a robot of this table that does not play), or its own
    ``robot`` again.
    """

    golem: str
    by: Literal["hands", "ghost", "spare", "robot"]


class Pair(_Command, frozen=True, tag="pair"):
    """Have the robots show which golem they carry."""


Command = (
    Go
    | Lock
    | Roll
    | SayDie
    | Move
    | LayProgram
    | AdviseProgram
    | LayCards
    | Done
    | Drive
    | Waive
    | Recharge
    | TakeTokens
    | LayTokens
    | TryAgain
    | NextPuzzle
    | NewGame
    | Advise
    | ReadAgain
    | SetTable
    | SayCards
    | TakeSeat
    | NamePlayer
    | Leave
    | SkipPlayer
    | Pause
    | Resume
    | Pair
    | ReplaceRobot
    | Undo
    | Stop
    | EmergencyStop
    | Release
)
"""All of them."""

Halt = Literal["pause", "stop", "estop"]
"""Commands that reach the robots before anything else, as the journal calls them."""


def read_command(name: str, args: Mapping[str, Any]) -> Command:
    """Return the command of this name. Raises msgspec.ValidationError for an unknown one, or for wrong arguments."""
    command: Command = msgspec.convert({**args, "name": name}, Command)
    return command


def name_of(command: type[Command]) -> str:
    """Return the name of a type of command, as the page sends it."""
    return str(command.__struct_config__.tag)
