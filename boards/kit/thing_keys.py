"""The keys of printed things: which thing of a kit is meant.

Inside the program a key is a value: it is compared, matched by its class and asked for its fields. Its text form
(``str(key)``, read back by :func:`parse_key`) is for what leaves the program: `golem read`, the manifest of
`golem print`, the journal. Keys have no order of their own; lists of things are sorted by ``str``.

A *colour* is the player's to whom a thing belongs (:data:`boards.colours.COLOURS`); numbers are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from boards.base.errors import InvalidInput
from boards.base.message import _
from boards.kit.cards import CardKind


class _Key:
    """What all keys share: the text form."""

    __slots__ = ()
    PREFIX: ClassVar[str]

    def _fields(self) -> tuple[str, ...]:
        raise NotImplementedError

    def __str__(self) -> str:
        return ":".join((self.PREFIX, *self._fields()))


@dataclass(frozen=True, slots=True)
class CardKey(_Key):
    """A card of a player's deck: ``card:red:forward:1``."""

    PREFIX: ClassVar[str] = "card"
    colour: str
    kind: CardKind
    number: int

    def _fields(self) -> tuple[str, ...]:
        return self.colour, self.kind.value, str(self.number)

    def __hash__(self) -> int:
        # An enum's own hash is worked out in Python, and cards are looked up in every picture.
        return hash((self.colour, self.kind._value_, self.number))


@dataclass(frozen=True, slots=True)
class ReadyKey(_Key):
    """A player's ready card: ``ready:red``."""

    PREFIX: ClassVar[str] = "ready"
    colour: str

    def _fields(self) -> tuple[str, ...]:
        return (self.colour,)


@dataclass(frozen=True, slots=True)
class GolemKey(_Key):
    """The disc on a golem's head: ``golem:red``."""

    PREFIX: ClassVar[str] = "golem"
    colour: str

    def _fields(self) -> tuple[str, ...]:
        return (self.colour,)


@dataclass(frozen=True, slots=True)
class MatKey(_Key):
    """A mat, or the board of a game of pieces: ``mat:4x4``, ``mat:jetan``."""

    PREFIX: ClassVar[str] = "mat"
    name: str

    def _fields(self) -> tuple[str, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class HexBoardKey(_Key):
    """A board of hexagons: ``hex:9x7``."""

    PREFIX: ClassVar[str] = "hex"
    name: str

    def _fields(self) -> tuple[str, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class TrayKey(_Key):
    """A player's tray: ``tray:red``."""

    PREFIX: ClassVar[str] = "tray"
    colour: str

    def _fields(self) -> tuple[str, ...]:
        return (self.colour,)


@dataclass(frozen=True, slots=True)
class DieKey(_Key):
    """A face of a die: ``die:red:repeat 2``, and ``die:red:blank:1`` where a face is there several times.

    The die of a game of pieces belongs to all: its colour is ``any``.
    """

    PREFIX: ClassVar[str] = "die"
    colour: str
    face: str
    number: int | None = None

    def _fields(self) -> tuple[str, ...]:
        number = () if self.number is None else (str(self.number),)
        return (self.colour, self.face, *number)


@dataclass(frozen=True, slots=True)
class TokenKey(_Key):
    """A token of the board, by its kind: ``token:barrel:3``."""

    PREFIX: ClassVar[str] = "token"
    kind: str
    number: int

    def _fields(self) -> tuple[str, ...]:
        return self.kind, str(self.number)


@dataclass(frozen=True, slots=True)
class EnergyKey(_Key):
    """The energy track or its chip: ``energy:track``, ``energy:chip``."""

    PREFIX: ClassVar[str] = "energy"
    part: str

    def _fields(self) -> tuple[str, ...]:
        return (self.part,)


@dataclass(frozen=True, slots=True)
class PieceKey(_Key):
    """A piece of a game of pieces, by its kind: ``piece:black-chief:1``."""

    PREFIX: ClassVar[str] = "piece"
    kind: str
    number: int

    def _fields(self) -> tuple[str, ...]:
        return self.kind, str(self.number)


@dataclass(frozen=True, slots=True)
class StepKey(_Key):
    """A card of Robots on hexagons with a step or a word of a question: ``step:D+1``.

    All copies of a card carry the same marker; one that lies on the table or is printed has a number: ``step:D+1:2``.
    """

    PREFIX: ClassVar[str] = "step"
    text: str
    number: int | None = None

    def _fields(self) -> tuple[str, ...]:
        return (self.text,) if self.number is None else (self.text, str(self.number))


ThingKey = (
    CardKey | ReadyKey | GolemKey | MatKey | HexBoardKey | TrayKey | DieKey | TokenKey | EnergyKey | PieceKey | StepKey
)
"""The key of any printed thing."""

_PARSERS: dict[str, tuple[tuple[int, ...], Callable[..., ThingKey]]] = {
    CardKey.PREFIX: ((3,), lambda colour, kind, number: CardKey(colour, CardKind(kind), _number(number))),
    ReadyKey.PREFIX: ((1,), ReadyKey),
    GolemKey.PREFIX: ((1,), GolemKey),
    MatKey.PREFIX: ((1,), MatKey),
    HexBoardKey.PREFIX: ((1,), HexBoardKey),
    TrayKey.PREFIX: ((1,), TrayKey),
    DieKey.PREFIX: ((2, 3), lambda colour, face, *number: DieKey(colour, face, *map(_number, number))),
    TokenKey.PREFIX: ((2,), lambda kind, number: TokenKey(kind, _number(number))),
    EnergyKey.PREFIX: ((1,), EnergyKey),
    PieceKey.PREFIX: ((2,), lambda kind, number: PieceKey(kind, _number(number))),
    StepKey.PREFIX: ((1, 2), lambda text, *number: StepKey(text, *map(_number, number))),
}
"""By prefix: how many fields follow it, and what makes a key of them."""


def parse_key(text: str) -> ThingKey:
    """Read a key from its text form: ``parse_key(str(key)) == key``.

    Raises ValueError, which says in plain words what is wrong.
    """
    prefix, *fields = text.split(":")
    counts, make = _PARSERS.get(prefix, ((), None))
    if make is not None and len(fields) in counts and all(fields):
        try:
            return make(*fields)
        except ValueError:
            pass  # A kind of card that there is not, or no number where one belongs.
    raise InvalidInput(
        _("{text} is not a printed thing; a thing's key is like card:red:forward:1 or golem:red", text=repr(text[:60]))
    )


def parse_card_key(text: str) -> CardKey:
    """Read a card's key from its text form. Raises ValueError for anything else."""
    key = parse_key(text)
    if not isinstance(key, CardKey):
        raise InvalidInput(_("{text} is not a card; a card's key is like card:red:forward:1", text=repr(text[:60])))
    return key


def parse_mat_key(text: str) -> MatKey:
    """Read a mat's key from its text form. Raises ValueError for anything else."""
    key = parse_key(text)
    if not isinstance(key, MatKey):
        raise InvalidInput(_("{text} is not a mat; a mat's key is like mat:4x4", text=repr(text[:60])))
    return key


def _number(text: str) -> int:
    """Read a number from 1 up, in its only form: no sign, no leading zero."""
    if not text.isascii() or not text.isdecimal() or text[0] == "0" or len(text) > 4:
        raise ValueError(text)
    return int(text)
