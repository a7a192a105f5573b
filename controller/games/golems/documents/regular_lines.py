"""Lines of JSON whose shape is regular, decoded by msgspec: for bulk.

The types below say what each value may be, as the shape of :mod:`.document_reader` does; a line that fits them needs
no further look at its shape. What does not fit, or says more than these types hold (goals, streams), is None here and
goes the long way, which also says what is wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, Raw
from msgspec.json import Decoder

from boards.colours import COLOURS
from controller.games.golems.documents.shaped_document import Shaped
from controller.games.golems.rules.position import ENERGY, LIVES, MOST_LIVES, NAME, OUT_OF_CHARGE, RULES, WAYS, Golem
from controller.games.golems.rules.program import FACES
from controller.games.golems.rules.square_grid import FACINGS, LARGEST, grid

if TYPE_CHECKING:
    Game = str
    Rules = str
    Way = str
    Cell = str
    Colour = str
    Facing = str
    Face = str
    Length = int
    Lives = int
    Energy = int
else:
    # Literals, for numbers as well: 2.0 is none of them. A text that is one becomes an object that is there already.
    Game, Rules, Way = Literal[NAME], Literal[RULES], Literal[WAYS]
    Cell = Literal[grid(LARGEST, LARGEST).cells]
    Colour, Facing, Face = Literal[COLOURS], Literal[FACINGS], Literal[tuple(FACES)]
    Length = Literal[tuple(range(1, LARGEST + 1))]
    Lives = Literal[tuple(range(1, MOST_LIVES + 1))]
    Energy = Literal[tuple(range(OUT_OF_CHARGE + 1, ENERGY + 1))]


class _Board(TypedDict):
    size: tuple[Length, Length]
    walls: NotRequired[list[Cell]]
    waters: NotRequired[list[Cell]]
    barrels: NotRequired[list[Cell]]
    streams: NotRequired[Annotated[list[str], Meta(max_length=0)]]


class _Golem(TypedDict):
    at: Cell
    facing: Facing
    lives: NotRequired[Lives]
    barrel: NotRequired[bool]
    side: NotRequired[Annotated[str, Meta(min_length=1)]]


class _Document(TypedDict):
    game: Game
    board: _Board
    golems: dict[Colour, Raw]
    rules: NotRequired[Rules]
    way: NotRequired[Way]
    energy: NotRequired[Energy]
    bonus: NotRequired[dict[Colour, Face | None]]
    programs: NotRequired[dict[Colour, list[str]]]


_DECODER = Decoder(_Document)
_GOLEM_DECODER = Decoder(_Golem)
_NO_CELLS: list[Cell] = []
_NO_PROGRAMS: dict[Colour, list[str]] = {}


@lru_cache(maxsize=1 << 12)
def _golem_of(colour: Colour, text: bytes) -> tuple[Golem, int]:
    """Decode a golem, and count the keys of its text.

    In bulk the same texts come again and again: on a board of 4x4 there are some 400 with up to three lives.
    """
    given = _GOLEM_DECODER.decode(text)
    lives, barrel = given.get("lives", LIVES), given.get("barrel", False)
    return Golem(colour, given["at"], given["facing"], lives, barrel, given.get("side", colour)), len(given)


def decode_regular(line: bytes) -> Shaped | None:
    """Return what a line says; None if it is not regular, which is no mistake."""
    golems: list[Golem] = []
    try:
        document = _DECODER.decode(line)
        board, given = document["board"], document["golems"]
        keys = len(document) + len(board) + len(given)
        for colour in COLOURS:
            if colour in given:
                golem, its_keys = _golem_of(colour, bytes(given[colour]))
                golems.append(golem)
                keys += its_keys
    except (ValueError, RecursionError):
        return None
    programs, faces = document.get("programs", _NO_PROGRAMS), document.get("bonus")
    # Each key has a colon. So where there are as many colons as keys were kept, no key is unknown and none comes
    # twice. (A colon in a text is rare.)
    if line.count(b":") != keys + len(programs) + (0 if faces is None else len(faces)):
        return None
    return Shaped(
        document.get("rules", RULES[0]),
        document.get("way", "standard"),
        grid(*board["size"]),
        (board.get("walls", _NO_CELLS), board.get("waters", _NO_CELLS), board.get("barrels", _NO_CELLS)),
        (),
        tuple(golems),
        tuple(given),
        document.get("energy"),
        None,
        faces,
        programs,
    )
