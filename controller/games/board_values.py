"""What a game's table shows of its board, as values: places, pieces, tokens, legal moves, the game's box.

Lengths are in cells of the board, angles in degrees counter-clockwise from east. Frozen; no rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from boards.base.message import Message, _, joined

Shape = Literal["square", "hexagon"]


@dataclass(frozen=True)
class Spot:
    """A place on the board where a piece may stand."""

    name: str
    """As people and the game's notation call it."""
    x: float
    """Its centre, in cells east of the lower left one's."""
    y: float
    """Its centre, in cells north of the lower left one's."""
    look: str = "light"
    """How it is drawn: light, dark or home."""
    sign: str = ""
    """What is printed on it."""
    way: float | None = None
    """Which way an arrow on it points, degrees counter-clockwise from east."""
    fill: str = ""
    """Its colour in print and on the page (``#rrggbb``); empty: as its look has it."""
    ink: str = ""
    """The colour of what is printed on it; empty: the usual one."""


@dataclass(frozen=True)
class Piece:
    """A piece that stands on the board."""

    name: str
    owner: str
    spot: str
    mark: str
    """A letter or two that are drawn on it."""
    facing: str = ""
    """Which way it looks, as people are told; empty for a piece that looks nowhere."""
    heading: float | None = None
    """The same in degrees, counter-clockwise from east."""
    strength: float | None = None
    """How much of its strength it still has, 0 to 1; None in games without it."""
    lives: int | None = None
    """How many lives it has left; None in games without them."""
    carries: bool = False
    """Whether it carries a token."""
    side: str = ""
    """The side that its owner plays for; empty: the owner is a side."""
    figure: str = ""
    """The drawing that shows its kind (`boards.drawing.jetan_figures`); empty: its mark is written."""


@dataclass(frozen=True)
class Token:
    """A token that lies on the mat."""

    kind: str
    """``barrel``, ``wall`` or ``water``."""
    spot: str


@dataclass(frozen=True)
class Choice:
    """A legal move, and between which spots it goes, where that is plain before it is made."""

    move: str
    origin: str | None = None
    target: str | None = None
    lands: str | None = None
    """Where a hand sets the piece down, if that is not the target: what the game does then is the game's."""
    heading: float | None = None
    """Which way the piece looks then, where the player chooses that too: degrees counter-clockwise from east."""

    @property
    def first(self) -> str | None:
        """Where a hand sets the piece down."""
        return self.lands or self.target


@dataclass(frozen=True)
class BoxedPieces:
    """Pieces of one kind in the game's box."""

    kind: str
    owner: str
    mark: str
    text: Message
    count: int
    looks: bool = False
    figure: str = ""


Standing = tuple[tuple[str, str], ...]
"""What can be seen of pieces on a board, sorted: kinds and places. Pieces of one kind are alike."""


@dataclass(frozen=True)
class SetupChoice:
    """What players may choose for a game beside its board and who plays: some words, numbers, or both."""

    words: tuple[str, ...] = ()
    numbers: range = range(0)

    def read(self, text: str) -> str | int | None:
        """Return the value that a text means; None for one that may not be chosen."""
        if text in self.words:
            return text
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
        return number if number is not None and number in self.numbers else None

    @property
    def told(self) -> Message:
        """What may be chosen, in words."""
        low, high = (self.numbers[0], self.numbers[-1]) if self.numbers else (0, 0)
        numbers = (_("a whole number from {low} to {high}", low=low, high=high),) if self.numbers else ()
        return joined([*self.words, *numbers], ", ")


@dataclass(frozen=True)
class Window:
    """A part of a board that a small fleet acts out on a mat; the rest are ghosts on the screen.

    Of a board of hexagons it is the whole.
    """

    left: int
    """Its lower left place, as the game's cells count."""
    bottom: int
    columns: int
    rows: int


@dataclass(frozen=True)
class CardHint:
    """A useful next card for somebody who lays a program."""

    row: int
    """From 0."""
    card: str
    instead: bool = False
    """Whether other cards lie in this row, and would be taken back first."""


def boxed_pieces(
    pieces: Sequence[Piece], players: Sequence[str], kind_of: Callable[[str], str], words: Callable[[str], Message]
) -> tuple[BoxedPieces, ...]:
    """Return the box of a game: what stands on the board, by kind, and one piece for each player who has none.

    `kind_of` and `words` tell a piece's kind and what people call it, by its name.
    """
    counts = Counter(kind_of(piece.name) for piece in pieces)
    first = {kind_of(piece.name): piece for piece in reversed(pieces)}
    there = [
        BoxedPieces(kind, one.owner, one.mark, words(one.name), count, one.heading is not None, one.figure)
        for kind, count in sorted(counts.items())
        if (one := first[kind])
    ]
    missing = sorted({*players} - {piece.owner for piece in pieces})
    return (*there, *(BoxedPieces(player, player, "", words(player), 1) for player in missing))
